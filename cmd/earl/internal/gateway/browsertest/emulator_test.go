package browsertest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/earl-url/earl/cmd/earl/internal/gateway"
	"github.com/earl-url/earl/internal/peers"
)

// needsEmulator skips a test if the gateway was built without an emulator.
func needsEmulator(t *testing.T) {
	t.Helper()
	if gateway.Terminal() == "dumb" {
		t.Skip("the gateway was built without a terminal emulator (go run ./tools/fetchxterm)")
	}
}

// board is a screen with everything that terminals draw: a cleared screen, text at
// positions, a frame of line drawing characters, and all kinds of colours and letters.
const board = "\x1b[2J\x1b[H\x1b[1;36mThe board\x1b[0m" +
	"\x1b[3;3H\x1b(0lqqqqqqqqqk\x1b(B\x1b[4;3H\x1b(0x\x1b(B at 4,4  \x1b(0x\x1b(B\x1b[5;3H\x1b(0mqqqqqqqqqj\x1b(B" +
	"\x1b[7;1H\x1b[31mred \x1b[32mgreen \x1b[33myellow \x1b[34mblue \x1b[35mmagenta \x1b[37mwhite \x1b[90mgrey\x1b[0m" +
	"\x1b[8;1H\x1b[38;5;226mof 256\x1b[0m \x1b[38;2;255;250;200mof many\x1b[0m \x1b[7mreversed\x1b[0m \x1b[97;44mwhite on blue\x1b[0m \x1b[2mfaint\x1b[0m \x1b[4munderlined\x1b[0m" +
	"\x1b[9;1Hcaf\xe9 na\xc3\xafve \xe2\x82\xac\x1b[11;1H> "

// draws returns the condition that a line of the terminal contains a text.
func draws(text string) string {
	return `[...document.querySelectorAll(".xterm-rows > div")].some((r) => r.textContent.replaceAll("\u00a0", " ").includes(` + quoted(text) + `))`
}

// focused returns the condition that an element has the focus.
func focused(selector string) string {
	return `document.activeElement.matches(` + quoted(selector) + `)`
}

// openTerminal connects to a service and returns the tab with its terminal.
func (s *testGateway) openTerminal(url string) *tab {
	s.Helper()
	b := s.newTab()
	b.do(chromedp.ActionFunc(page.Enable().Do))
	b.do(chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := page.AddScriptToEvaluateOnNewDocument(`window.violations = []; addEventListener("securitypolicyviolation", (e) => violations.push(e.violatedDirective + " in " + e.sourceFile))`).Do(ctx)
		return err
	}))
	b.byStartLink()
	b.address(url, exists("#connect"))
	b.press("#connect button", exists("#terminal .xterm-rows")+` && document.querySelector("#reload").hidden`)
	return b
}

// isAllowed fails the test if the page has violated its policy.
func (t *tab) isAllowed() {
	t.Helper()
	var violations []string
	if err := t.value("window.violations", &violations); err != nil || len(violations) > 0 {
		t.Errorf("against the policy of the page: %q, %v", violations, err)
	}
}

// key presses a key with a modifier.
func (t *tab) key(key string, modifier input.Modifier) {
	t.Helper()
	t.do(chromedp.KeyEvent(key, chromedp.KeyModifiers(modifier)))
}

// C3, B12: the terminal draws the output of a service at its positions and in its colours. A
// service that takes keys receives each key and the window size. After a reload, the page
// shows the same.
func TestBrowserTerminal(t *testing.T) {
	needsEmulator(t)
	clerk := serveTelnet(t, willEcho+willSGA+doWindow+doType+sendType+board)
	s := startGateway(t)
	b := s.openTerminal("telnet://guest@" + clerk.addr + "/")
	b.await("the board", draws("white on blue"))
	if advice := b.names("#advice"); !strings.Contains(advice, "guest") {
		t.Errorf("the advice is %q", advice)
	}
	clerk.hears("\xff\xfa\x18\x00XTERM\xff\xf0")
	clerk.hears("\xff\xfa\x1f")
	for i, want := range map[int]string{1: "The board", 3: "  ┌─────────┐", 4: "  │ at 4,4  │", 5: "  └─────────┘", 9: "café naïve €", 11: ">"} {
		if row := b.row(i); row != want {
			t.Errorf("row %d is %q, want %q", i, row, want)
		}
	}
	b.isAllowed()

	b.await("the terminal has the focus", focused(".xterm-helper-textarea"))
	clerk.forget()
	b.do(chromedp.KeyEvent("aé"), chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent(kb.ArrowUp), chromedp.KeyEvent(kb.Escape), chromedp.KeyEvent(kb.Enter))
	if heard := clerk.hears("\r"); !strings.HasPrefix(heard, "aé\t\x1b[A\x1b\r") {
		t.Errorf("the keys come as %q", heard)
	}
	if b.names("#line-form") != "" {
		t.Error("there is a field for lines besides")
	}

	clerk.forget()
	b.do(narrow)
	heard := clerk.hears("\xff\xf0")
	if columns := b.columns(); columns < 30 || columns > 60 || !strings.HasPrefix(heard, fmt.Sprintf("\xff\xfa\x1f\x00%c\x00", columns)) {
		t.Errorf("a telephone has %d columns, and the service hears %q", columns, heard)
	}
	b.fits("the terminal on a telephone")
	b.do(wide)

	b.follow("again", chromedp.Reload(), exists(".xterm-rows"))
	b.await("the board again", draws("white on blue")+" && "+draws("  │ at 4,4  │"))
	b.isAllowed()
	clerk.say("\x1b[12;1Hand more")
	b.await("what comes then", draws("and more"))
	b.press("#hang-up button", exists("#ended:not([hidden])"))
}

// row returns a row of the screen, from 1.
func (t *tab) row(n int) string {
	t.Helper()
	return t.text(fmt.Sprintf(`document.querySelector(".xterm-rows > div:nth-child(%d)").textContent.replaceAll("\u00a0", " ").trimEnd()`, n))
}

// columns returns how many columns the terminal has: as many as fit.
func (t *tab) columns() (n int) {
	t.Helper()
	err := t.value(`Math.round(document.querySelector(".xterm-screen").getBoundingClientRect().width / (document.querySelector(".xterm-char-measure-element").getBoundingClientRect().width / 32))`, &n)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// A user without a mouse can leave the terminal: Shift Tab moves back, Ctrl ] moves to the
// element after it. The service receives neither.
func TestBrowserTerminalIsLeft(t *testing.T) {
	needsEmulator(t)
	clerk := serveTelnet(t, willEcho+willSGA+"> ")
	b := startGateway(t).openTerminal("telnet://" + clerk.addr + "/")
	b.await("the hint", `document.querySelector("#keys").checkVisibility()`)
	b.await("the terminal has the focus", focused(".xterm-helper-textarea"))
	clerk.hears(agreed)
	clerk.forget()
	b.key("]", input.ModifierCtrl)
	b.await("Ctrl ] leaves", focused("#hang-up button"))
	b.do(chromedp.Click(".xterm-screen", chromedp.ByQuery))
	b.await("a click goes in", focused(".xterm-helper-textarea"))
	b.key(kb.Tab, input.ModifierShift)
	b.await("Shift Tab leaves", `!`+focused(".xterm-helper-textarea")+` && !document.querySelector("#hang-up").contains(document.activeElement)`)
	b.do(chromedp.KeyEvent(kb.Tab))
	b.await("Tab goes in", focused(".xterm-helper-textarea"))
	b.do(chromedp.KeyEvent("x"))
	if heard := clerk.hears("x"); heard != "x" {
		t.Errorf("the service has heard %q", heard)
	}
}

// On a telephone the page has buttons for keys that the keyboard does not have. Ctrl applies
// to one key.
func TestBrowserTerminalOnATelephone(t *testing.T) {
	needsEmulator(t)
	clerk := serveTelnet(t, willEcho+willSGA+"> ")
	b := startGateway(t).openTerminal("telnet://" + clerk.addr + "/")
	b.await("the keys go", `document.querySelector("#keys").checkVisibility()`)
	const pad = `document.querySelector("#pad").checkVisibility()`
	b.await("no keys where there are some", "!"+pad)
	b.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile, chromedp.EmulateTouch))
	b.await("the keys of a telephone", pad)
	b.fits("the keys of a telephone")
	b.shot("terminal telephone")
	b.do(chromedp.Evaluate(`document.documentElement.style.fontSize = "200%"`, nil))
	b.fits("the keys in large letters")
	b.shot("terminal telephone large")
	b.do(chromedp.Evaluate(`document.documentElement.style.fontSize = ""`, nil))
	clerk.hears(agreed)
	clerk.forget()
	for _, key := range []string{"esc", "tab", "up", "left"} {
		b.do(chromedp.Click("#pad [value="+key+"]", chromedp.ByQuery))
	}
	b.await("the terminal keeps the focus", focused(".xterm-helper-textarea"))
	clerk.say("\x1b[?1h#")
	b.await("the other arrows", draws("> #"))
	b.do(chromedp.Click("#pad [value=up]", chromedp.ByQuery), chromedp.Click("#pad [value=ctrl]", chromedp.ByQuery))
	b.await("Ctrl is held", exists("#pad [value=ctrl][aria-pressed=true]"))
	b.shot("terminal telephone ctrl")
	b.do(chromedp.KeyEvent("cc"))
	b.await("Ctrl is let go", exists("#pad [value=ctrl][aria-pressed=false]"))
	if heard, want := clerk.hears("c"), "\x1b\t\x1b[A\x1b[D\x1bOA\x03c"; heard != want {
		t.Errorf("the service hears %q, want %q", heard, want)
	}
	clerk.forget()
	b.do(chromedp.Click("#pad [value=ctrl]", chromedp.ByQuery), chromedp.Click("#pad [value=left]", chromedp.ByQuery))
	b.await("Ctrl is let go by an arrow", exists("#pad [value=ctrl][aria-pressed=false]"))
	if heard, want := clerk.hears("D"), "\x1b[1;5D"; heard != want { // as xterm sends it
		t.Errorf("with Ctrl held the service hears %q, want %q", heard, want)
	}
}

// paste pastes a text, which is an expression, into the terminal.
func (t *tab) paste(text string) {
	t.Helper()
	t.do(chromedp.Evaluate(`(() => {
		const clipboardData = new DataTransfer();
		clipboardData.setData("text/plain", `+text+`);
		document.querySelector(".xterm-helper-textarea").dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
	})()`, nil))
}

// A pasted text of any length is sent as a whole, without its control characters. A service
// can request marks around a pasted text.
func TestBrowserTerminalPaste(t *testing.T) {
	needsEmulator(t)
	clerk := serveTelnet(t, willEcho+willSGA+"> ")
	b := startGateway(t).openTerminal("telnet://" + clerk.addr + "/")
	b.await("the terminal has the focus", focused(".xterm-helper-textarea"))
	clerk.hears(agreed)
	clerk.forget()
	b.paste(`"naïve\nlines " + "x".repeat(100000) + "."`)
	if heard, want := clerk.hears("."), "naïve\r\x00lines "+strings.Repeat("x", 100_000)+"."; heard != want {
		t.Errorf("the service received %d bytes that begin with %.20q, want %d", len(heard), heard, len(want))
	}
	clerk.say("\x1b[?2004h#")
	b.await("it asks", draws("> #"))
	clerk.forget()
	b.paste(`"a\x1b[201~\x03\x9b201~\tb"`)
	if heard, want := clerk.hears("\x1b[201~"), "\x1b[200~a[201~201~\tb\x1b[201~"; heard != want {
		t.Errorf("the service hears %q, want %q", heard, want)
	}
}

// A line that the user has begun is not lost if the service then takes each key. It is sent
// with Enter, and the terminal takes the keys after it.
func TestBrowserTerminalKeepsALine(t *testing.T) {
	needsEmulator(t)
	clerk := serveTelnet(t, "name: ")
	b := startGateway(t).openTerminal("telnet://" + clerk.addr + "/")
	b.await("the question", draws("name:"))
	b.do(chromedp.Click("#line", chromedp.ByQuery), chromedp.KeyEvent("gu"))
	clerk.say(willEcho + willSGA + "#")
	b.await("the change", draws("name: #"))
	clerk.hears(agreed)
	clerk.forget()
	b.do(chromedp.KeyEvent("est" + kb.Enter))
	if heard := clerk.hears("\n"); heard != "guest\r\n" {
		t.Errorf("the service receives %q, want the whole line", heard)
	}
	b.await("the terminal has the focus", focused(".xterm-helper-textarea"))
	clerk.forget()
	b.do(chromedp.KeyEvent("k"))
	clerk.hears("k")
}

// The user types lines into a field, which hides the text if the service hides it. Keys
// pressed in the terminal are not sent.
func TestBrowserTerminalByLine(t *testing.T) {
	needsEmulator(t)
	clerk := serveTelnet(t, "\x1b[32mname:\x1b[0m ")
	b := startGateway(t).openTerminal("telnet://" + clerk.addr + "/")
	b.await("the question", draws("name:"))
	b.do(chromedp.Click(".xterm-screen", chromedp.ByQuery), chromedp.KeyEvent("a"))
	b.await("a letter goes into the line", focused("#line"))
	b.do(chromedp.KeyEvent("n"), chromedp.Click(".xterm-screen", chromedp.ByQuery))
	b.paste(`"n\x03\n"`)
	b.await("so does what is pasted", focused("#line"))
	b.do(chromedp.KeyEvent(kb.Enter))
	if heard := clerk.hears("\n"); heard != "ann\r\n" {
		t.Errorf("the line is %q", heard)
	}
	b.await("it is shown", draws("name: ann"))
	clerk.say(willEcho + "password: ")
	b.await("the field hides", `document.querySelector("#line").type === "password"`)
	b.fill("#line", "sesame")
	b.do(chromedp.KeyEvent(kb.Enter))
	clerk.hears("sesame\r\n")
	clerk.say(wontEcho + "\r\nWelcome, ann.\r\n")
	b.await("the welcome", draws("Welcome")+` && document.querySelector("#line").type === "text"`)
	if page := b.text("document.documentElement.outerHTML"); strings.Contains(page, "sesame") {
		t.Error("the password is in the page")
	}
	b.shot("terminal by line")
	clerk.say(willEcho + willSGA + "keys> ")
	b.await("keys are asked for", draws("keys>")+` && `+focused(".xterm-helper-textarea"))
	clerk.say(wontEcho + wontSGA + "lines> ")
	b.await("lines are", draws("lines>")+` && `+focused("#line"))
	b.press("#by-line a", exists("#by-key")+" && "+shows("lines>"))
	b.fill("#line", "by text")
	b.do(chromedp.KeyEvent(kb.Enter))
	clerk.hears("by text\r\n")
	b.press("#by-key a", exists(".xterm-rows"))
	b.await("a terminal again", draws("lines> by text"))
}

// pale is a script that returns the texts on the terminal whose colour has less
// contrast to their ground than 4.5.
// Source: WCAG 2.2, 1.4.3.
const pale = `[...document.querySelectorAll(".xterm-rows span")].filter((s) => s.textContent.trim()).filter((s) => {
	const light = (colour) => { const [r, g, b] = colour.match(/[\d.]+/g).map((c) => c / 255).map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4); return 0.2126 * r + 0.7152 * g + 0.0722 * b };
	const own = getComputedStyle(s), box = getComputedStyle(document.querySelector("#terminal"));
	const a = light(own.color), b = light(own.backgroundColor === "rgba(0, 0, 0, 0)" ? box.backgroundColor : own.backgroundColor);
	return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) < 4.5;
}).map((s) => s.textContent + " " + getComputedStyle(s).color).join("; ")`

// Every colour has enough contrast, in light, in dark and on a telephone, and the page breaks
// no important rule of accessibility.
func TestBrowserTerminalAccessibility(t *testing.T) {
	needsEmulator(t)
	script := axe(t)
	clerk := serveTelnet(t, willEcho+willSGA+board)
	b := startGateway(t).openTerminal("telnet://guest@" + clerk.addr + "/")
	b.await("the board", draws("white on blue"))
	for _, screen := range []struct {
		name string
		do   []chromedp.Action
	}{{"light", []chromedp.Action{wide, dark(false)}}, {"dark", []chromedp.Action{wide, dark(true)}}, {"narrow", []chromedp.Action{narrow, dark(false)}}} {
		b.do(screen.do...)
		ink := b.text(`getComputedStyle(document.querySelector("#terminal")).color`)
		b.await("the colours of "+screen.name, `getComputedStyle(document.querySelector(".xterm-rows")).color === `+quoted(ink))
		b.shot("terminal " + screen.name)
		if texts := b.text(pale); texts != "" {
			t.Errorf("%s: too pale: %s", screen.name, texts)
		}
		for _, o := range b.violations(script) {
			t.Errorf("%s: %s, %s: %s: %s", screen.name, o.Impact, o.ID, o.Help, strings.Join(o.Nodes, " "))
		}
	}
	var labels []string
	err := b.value(`(() => { const of = (s, a) => document.querySelector(s).getAttribute(a); return [of("#terminal", "aria-label"), of(".xterm-helper-textarea", "aria-label"), of(".xterm-helper-textarea", "aria-describedby")] })()`, &labels)
	if want := []string{"What the service shows", "Terminal input", "keys"}; err != nil || !slices.Equal(labels, want) {
		t.Errorf("the labels are %q, %v, want %q", labels, err, want)
	}
	b.await("rows for who hears them", `[...document.querySelectorAll(".xterm-accessibility-tree [role=listitem]")].some((r) => r.textContent.includes("at 4,4"))`)
	b.isAllowed()
}

// With forced colours, the cursor, reversed text and the pressed Ctrl button are still
// visible. Source: WCAG 2.2 1.4.1, 1.4.3.
func TestBrowserTerminalInForcedColours(t *testing.T) {
	needsEmulator(t)
	clerk := serveTelnet(t, willEcho+willSGA+board)
	b := startGateway(t).openTerminal("telnet://guest@" + clerk.addr + "/")
	b.await("the board", draws("white on blue"))
	b.await("the terminal has the focus", focused(".xterm-helper-textarea"))
	b.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile, chromedp.EmulateTouch))
	b.await("the keys of a telephone", `document.querySelector("#pad").checkVisibility()`)
	b.do(chromedp.Click("#pad [value=ctrl]", chromedp.ByQuery))
	for _, scheme := range []string{"light", "dark"} {
		b.do(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "forced-colors", Value: "active"}, {Name: "prefers-color-scheme", Value: scheme}}))
		b.await("the system's colours", `[".xterm-rows", "#terminal"].every((s) => getComputedStyle(document.querySelector(s)).color === getComputedStyle(document.querySelector("main")).color)`)
		for name, element := range map[string]string{
			"the cursor":       `document.querySelector(".xterm-cursor")`,
			"what is reversed": `[...document.querySelectorAll(".xterm-rows span")].find((s) => s.textContent === "reversed")`,
			"the key":          `document.querySelector("#pad [value=ctrl]")`,
		} {
			ground := func(of string) string { return b.text(`getComputedStyle(` + of + `).backgroundColor`) }
			if own := ground(element); own == ground(`document.querySelector("#terminal")`) {
				t.Errorf("%s: %s has the ground of the page, %s", scheme, name, own)
			}
		}
		if texts := b.text(pale); texts != "" {
			t.Errorf("%s: too pale: %s", scheme, texts)
		}
		b.shot("terminal forced " + scheme)
	}
	b.isAllowed()
}

// If the emulator does not load, the page shows lines of text.
func TestBrowserTerminalThatDoesNotCome(t *testing.T) {
	needsEmulator(t)
	clerk := serveTelnet(t, "name: ")
	b := startGateway(t).enter()
	b.do(network.Enable(), network.SetBlockedURLs().WithURLPatterns([]*network.BlockPattern{{URLPattern: "*://*:*/*/xterm.mjs", Block: true}}))
	b.address("telnet://"+clerk.addr+"/", exists("#connect"))
	b.press("#connect button", exists("#terminal"))
	b.await("the socket", `document.querySelector("#reload").hidden && `+shows("name:"))
	b.fill("#line", "ann")
	b.do(chromedp.KeyEvent(kb.Enter))
	clerk.hears("ann\r\n")
	b.await("it is shown", shows("name: ann\n"))
}

// The demo's clerk echoes each key, and stops at the end of each window.
func TestBrowserTerminalClerk(t *testing.T) {
	needsEmulator(t)
	s := startGateway(t)
	b := s.openTerminal("telnet://guest@" + s.Telnet + "/")
	for _, turn := range [][2]string{{"", "name:"}, {"guset\b\b\best" + kb.Enter, "Good evening, guest."}, {"list" + kb.Enter, "-- Return: more"}} {
		b.do(chromedp.KeyEvent(turn[0]))
		b.await("the answer to "+turn[0], draws(turn[1]))
	}
	b.shot("terminal clerk")
	b.do(chromedp.KeyEvent("q"+kb.Enter), chromedp.KeyEvent("quit"+kb.Enter))
	b.await("the end", `!document.querySelector("#ended").hidden && !document.querySelector("#hang-up").checkVisibility()`)
}

// With a real telnetd, the user logs in key by key, and a program on the server sees the type
// and the size of the terminal.
func TestBrowserTelnetd(t *testing.T) {
	needsEmulator(t)
	p := peers.Telnetd(t)
	b := startGateway(t).openTerminal(p.URL(""))
	b.await("the login", draws("login:"))
	b.do(chromedp.KeyEvent("alice" + kb.Enter))
	b.await("the password", draws("password:"))
	b.do(chromedp.KeyEvent(peers.Password + kb.Enter))
	b.await("the welcome", draws("Welcome alice"))
	b.do(chromedp.KeyEvent("env" + kb.Enter))
	b.await("the type", draws("TERM=xterm"))
	b.do(chromedp.KeyEvent("stty" + kb.Enter))
	b.await("the size", draws(fmt.Sprintf(" %d", b.columns())))
	b.shot("terminal telnetd")
	b.do(chromedp.KeyEvent("quit" + kb.Enter))
	b.await("the end", `!document.querySelector("#ended").hidden`)
	b.isAllowed()
}
