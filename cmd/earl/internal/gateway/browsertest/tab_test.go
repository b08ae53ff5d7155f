package browsertest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// patience is the time limit for a step on a busy machine. No successful test waits that long.
const patience = 90 * time.Second

// pause is the time between two checks of a condition.
const pause = 20 * time.Millisecond

// tab is a tab of the browser that has used a start link and shows the front page.
type tab struct {
	*testGateway
	ctx context.Context
}

// newTab opens a tab that shows nothing yet and has no cookie.
func (s *testGateway) newTab() *tab {
	s.Helper()
	t := &tab{s, newProfile(s.T)}
	t.do(chromedp.EmulateViewport(1280, 800))
	return t
}

// enter opens a tab and uses a start link.
func (s *testGateway) enter() *tab {
	s.Helper()
	t := s.newTab()
	t.byStartLink()
	return t
}

// byStartLink opens a new start link, which opens the front page at the random name of the
// gateway.
func (t *tab) byStartLink() {
	t.Helper()
	t.follow("the start link", chromedp.Navigate(t.startLink()), `location.pathname === "/"`)
	t.base = t.text("location.origin")
}

// do runs actions in the tab.
func (t *tab) do(actions ...chromedp.Action) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.ctx, patience)
	defer cancel()
	if err := chromedp.Run(ctx, actions...); err != nil {
		t.Fatalf("%v, on the page %s", err, t.at())
	}
}

// value stores the value of an expression in the page. The driver of the browser evaluates
// it, independent of the policy and the scripts of the page.
func (t *tab) value(expression string, to any) error {
	ctx, cancel := context.WithTimeout(t.ctx, patience)
	defer cancel()
	return chromedp.Run(ctx, chromedp.Evaluate(expression, to))
}

// text returns a text of the page.
func (t *tab) text(expression string) string {
	t.Helper()
	var text string
	if err := t.value(expression, &text); err != nil {
		t.Fatalf("%s: %v, on the page %s", expression, err, t.at())
	}
	return text
}

// at returns the address of the tab, for messages.
func (t *tab) at() string {
	var at string
	t.value(`location.href + ": " + document.body.innerText.slice(0, 600)`, &at)
	return at
}

// await waits until a condition is true.
func (t *tab) await(what, condition string) {
	t.Helper()
	deadline := time.Now().Add(patience)
	for {
		var holds bool
		err := t.value("!!("+condition+")", &holds)
		if holds {
			return
		}
		if time.Now().After(deadline) || t.ctx.Err() != nil {
			t.Fatalf("%s: not %s (%v), on the page %s", what, condition, err, t.at())
		}
		time.Sleep(pause) // then check again: there is no event for a change of the page
	}
}

// follow runs an action that opens another page, and waits until that page is loaded and a
// condition is true.
func (t *tab) follow(what string, action chromedp.Action, condition string) {
	t.Helper()
	if err := t.value("window.before = true", nil); err != nil {
		t.Fatal(err)
	}
	t.do(action)
	t.await(what, `!window.before && document.readyState === "complete" && (`+condition+`)`)
}

// address types a URL into the address bar. A leave page in a frame has no address bar.
func (t *tab) address(url, condition string) {
	t.Helper()
	var bar bool
	if t.value("!!"+exists("#url"), &bar); !bar {
		t.follow("the front page", chromedp.Navigate(t.base), exists("#url"))
	}
	t.fill("#url", url)
	t.follow("the address "+url, chromedp.KeyEvent(kb.Enter), condition)
}

// fill clicks into a field and types over what is in it.
func (t *tab) fill(field, text string) {
	t.Helper()
	t.do(chromedp.Click(field, chromedp.ByQuery))
	t.do(chromedp.Evaluate(`document.querySelector(`+quoted(field)+`).select()`, nil))
	t.do(chromedp.KeyEvent(text))
	if got := t.text(`document.querySelector(` + quoted(field) + `).value`); got != text {
		t.Fatalf("%s contains %q after %q was typed", field, got, text)
	}
}

// press clicks on an element that opens another page.
func (t *tab) press(selector, condition string) {
	t.Helper()
	t.follow("a click on "+selector, chromedp.Click(selector, chromedp.ByQuery), condition)
}

// mark presses the star beside the address bar. The button changes between "add" and
// "remove".
func (t *tab) mark(does, then string) {
	t.Helper()
	t.await("the star", `document.querySelector("#mark button").value === `+quoted(does))
	t.do(chromedp.Click("#mark button", chromedp.ByQuery))
	t.await("the star after "+does, `document.querySelector("#mark button").value === `+quoted(then))
}

// link clicks on the link that contains a text.
func (t *tab) link(text, condition string) {
	t.Helper()
	mark := `(() => { const a = [...document.querySelectorAll("main a")].find((a) => a.textContent.includes(` + quoted(text) + `)); if (a) a.dataset.test = "link"; return !!a })()`
	t.await("a link "+text, mark)
	t.press(`[data-test="link"]`, condition)
}

// back goes back by the browser's button.
func (t *tab) back(condition string) {
	t.Helper()
	if err := (backTab{t}).back(); err != nil {
		t.Fatal(err)
	}
	t.await("back", `document.readyState === "complete" && (`+condition+`)`)
}

// has returns the condition that the page contains a text.
func has(text string) string { return `document.body.textContent.includes(` + quoted(text) + `)` }

// exists returns the condition that the page has an element.
func exists(selector string) string { return `document.querySelector(` + quoted(selector) + `)` }

// quoted returns a text as a JavaScript string.
func quoted(text string) string {
	b, _ := json.Marshal(text) // of a string
	return string(b)
}

// names returns the texts of some elements, one per line.
func (t *tab) names(selector string) string {
	t.Helper()
	return t.text(`[...document.querySelectorAll(` + quoted(selector) + `)].filter((e) => e.checkVisibility()).map((e) => e.textContent.trim()).join("\n")`)
}

// dark switches the tab to the dark colours of the system, or back.
func dark(on bool) chromedp.Action {
	scheme := "light"
	if on {
		scheme = "dark"
	}
	return emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}})
}

// narrow and wide are the screens of a telephone and of a desktop computer.
var (
	narrow = chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile)
	wide   = chromedp.EmulateViewport(1280, 800)
)

// noScript turns the scripts of pages off, or on.
func noScript(off bool) chromedp.Action { return emulation.SetScriptExecutionDisabled(off) }

// shot writes a picture of the screen.
func (t *tab) shot(name string) {
	t.Helper()
	dir := os.Getenv("EARL_SHOTS")
	if dir == "" {
		dir = t.TempDir()
	}
	var picture []byte
	t.do(chromedp.ActionFunc(func(ctx context.Context) (err error) {
		picture, err = page.CaptureScreenshot().Do(ctx)
		return err
	}))
	if len(picture) == 0 {
		t.Fatal(errors.New("an empty screenshot"))
	}
	name = strings.NewReplacer("/", "-", " ", "-").Replace(name)
	if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%s.png", name)), picture, 0o644); err != nil {
		t.Fatal(err)
	}
}
