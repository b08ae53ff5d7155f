package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// hostile are sequences with which a service tries to control a terminal or make it send
// text, and the expected responses. Source: ECMA-48 8.3; XTerm Control Sequences.
var hostile = []struct{ name, says, answer string }{
	{"device attributes", "\x1b[c", "\x1b[?1;2c"},
	{"secondary ones", "\x1b[>c", "\x1b[>0;276;0c"},
	{"tertiary ones", "\x1b[=c", ""},
	{"status", "\x1b[5n", "\x1b[0n"},
	{"position", "\x1b[3;7H\x1b[6n", "\x1b[3;7R"},
	{"position, of DEC", "\x1b[3;7H\x1b[?6n", "\x1b[?3;7R"},
	{"answerback", "\x05", ""},
	{"title", "\x1b]0;taken\x07\x1b]2;taken\x1b\\\x1b[21t\x1b[20t", ""},
	{"title, kept and given back", "\x1b[22;0t\x1b[23;0t", ""},
	{"size of the window", "\x1b[14t\x1b[18t\x1b[19t", ""},
	{"clipboard read", "\x1b]52;c;?\x07", ""},
	{"clipboard written", "\x1b]52;c;dGFrZW4=\x07", ""},
	{"link", "\x1b]8;;http://127.0.0.1:1/taken\x1b\\a link\x1b]8;;\x1b\\", ""},
	{"colours asked for", "\x1b]4;1;?\x07\x1b]10;?\x07\x1b]11;?\x07\x1b]12;?\x07", ""},
	{"colours changed", "\x1b]10;#ffffff\x07\x1b]11;#ffffff\x07\x1b]4;7;#ffffff\x07", ""},
	{"setting asked for", "\x1bP$qm\x1b\\\x1bP$qrm -rf\r\x1b\\", ""},
	{"name of a capability", "\x1bP+q524742\x1b\\", ""},
	{"mode asked for", "\x1b[4$p\x1b[?1337$p", ""},
	{"version", "\x1b[>q\x1b[>0q", ""},
	{"checksum of an area", "\x1b[1;1;1;1;5;5*y", ""},
	{"key definition", "\x1bP1;1|17/726d0a\x1b\\", ""},
}

// A service that takes keys can request the position of the cursor. It cannot make the
// terminal do or send anything else. If it takes lines, or if the page shows old output
// again, the terminal sends nothing at all.
func TestBrowserTerminalIsNotObeyed(t *testing.T) {
	needsEmulator(t)
	clerk := serveTelnet(t, "line ")
	s := startGateway(t)
	b := s.openTerminal("telnet://" + clerk.addr + "/")
	b.await("the service", draws("line"))
	title, ground := b.text("document.title"), b.text(`getComputedStyle(document.querySelector(".xterm-scrollable-element")).backgroundColor`)
	all, answers := "\r\n", ""
	for _, h := range hostile {
		all, answers = all+h.says, answers+h.answer
	}
	clerk.say(all + "\x1b[20;1Hfirst")
	b.await("all of it", draws("first"))
	b.fill("#line", "in lines")
	b.do(chromedp.KeyEvent(kb.Enter))
	if heard := clerk.hears("\n"); heard != "in lines\r\n" {
		t.Errorf("a session of lines answers %q", heard)
	}
	clerk.say(willEcho + willSGA)
	b.await("keys", focused(".xterm-helper-textarea"))
	for i, h := range hostile {
		clerk.forget()
		done := fmt.Sprintf("done %d.", i)
		clerk.say(h.says + "\x1b[21;1H" + done)
		b.await(h.name, draws(done))
		b.do(chromedp.KeyEvent("."))
		if heard := clerk.hears("."); heard != h.answer+"." {
			t.Errorf("%s is answered %q, want %q", h.name, heard, h.answer)
		}
	}
	clerk.say("\x1b[15;1H\x1b]8;;" + s.base + "/history\x1b\\another link\x1b]8;;\x1b\\")
	b.await("the link", draws("another link"))
	if b.names(`.xterm-rows [class*="xterm-underline"]`) != "" {
		t.Error("a link of the service is drawn as one")
	}
	b.do(chromedp.Click(".xterm-rows > div:nth-child(15) span", chromedp.ByQuery))
	b.do(chromedp.KeyEvent("."))

	clerk.forget()
	b.follow("again", chromedp.Reload(), exists(".xterm-rows"))
	b.await("all of it again", draws("another link")+" && "+focused(".xterm-helper-textarea"))
	b.do(chromedp.KeyEvent("!"))
	if heard := clerk.hears("!"); strings.TrimPrefix(heard, ".") != "!" {
		t.Errorf("what is old is answered %q", heard)
	}
	b.isAllowed()
	if now := b.text("document.title"); now != title {
		t.Errorf("the title is %q", now)
	}
	if now := b.text(`getComputedStyle(document.querySelector(".xterm-scrollable-element")).backgroundColor`); now != ground {
		t.Errorf("the ground is %s, was %s", now, ground)
	}
	if at := b.text("location.pathname"); at != "/session" {
		t.Errorf("the page is %s", at)
	}
	targets, err := chromedp.Targets(b.ctx)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range targets {
		if o.OpenerID != "" && o.OpenerID == target.ID(chromedp.FromContext(b.ctx).Target.TargetID) {
			t.Errorf("a window was opened: %s", o.URL)
		}
	}
}

// The terminal draws a flood of output to its end, and the page still works.
func TestBrowserTerminalFlood(t *testing.T) {
	needsEmulator(t)
	clerk := serveTelnet(t, willEcho+willSGA+"> ")
	b := startGateway(t).openTerminal("telnet://" + clerk.addr + "/")
	b.await("the service", draws(">"))
	for range 64 {
		clerk.say(strings.Repeat("\x1b[3"+"2mmuch \x1b[0mof it \r\n", 16<<10/20))
	}
	clerk.say("\r\nand its end\r\n")
	b.await("its end", draws("and its end"))
	clerk.forget()
	b.do(chromedp.KeyEvent("x"))
	clerk.hears("x")
}
