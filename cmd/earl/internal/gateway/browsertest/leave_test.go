package browsertest

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// field is a page covered by one link, so that a click anywhere follows it. The link opens a
// new window, which a sandbox does not allow.
const field = `<!DOCTYPE html><title>field</title><style>a{position:fixed;inset:0;background:#eee}</style><a target="_blank" href="%s">follow me</a>`

// xmlField is field as XHTML, whose links open leave pages in the frame.
const xmlField = `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>field</title></head><body><a target="_blank" href="%s" style="position:fixed;top:0;bottom:0;left:0;right:0;background:#eee">follow me</a></body></html>`

// serve serves a web page, and returns its URL.
func (s *testGateway) serve(page string) string {
	s.Helper()
	media := "text/html; charset=utf-8"
	if strings.Contains(page, "xmlns=") {
		media = "application/xhtml+xml"
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", media)
		fmt.Fprint(w, page)
	}))
	s.Cleanup(server.Close)
	return server.URL + "/"
}

// inFrame returns an expression for an element of the leave page in the frame. A document of
// a server in the frame has no origin, so scripts cannot access it.
func inFrame(selector string) string {
	return `document.querySelector("#remote")?.contentDocument?.querySelector(` + quoted(selector) + `)`
}

// clickFrame clicks at a point of the frame. The point is an expression in the coordinates
// of the frame, in which f is the frame's rectangle.
func (t *tab) clickFrame(point string) {
	t.Helper()
	var at [2]float64
	err := t.value(`(() => { const frame = document.querySelector("#remote"); frame.scrollIntoView(); const f = frame.getBoundingClientRect();
		const [x, y] = `+point+`; return [f.left + x, f.top + y] })()`, &at)
	if err != nil {
		t.Fatalf("%s: %v, on the page %s", point, err, t.at())
	}
	t.click(at[0], at[1]) // a click that is lost is repeated by the caller
}

// clickUntil clicks in the middle of the frame until a condition is true. A frame that is
// not drawn yet ignores clicks.
func (t *tab) clickUntil(what string, holds func() bool) {
	t.Helper()
	deadline := time.Now().Add(patience)
	for {
		t.clickFrame(`[f.width / 2, f.height / 2]`)
		for range 50 {
			if holds() {
				return
			}
			time.Sleep(pause)
		}
		if time.Now().After(deadline) {
			t.Fatalf("%s: no click comes through: %s", what, t.at())
		}
	}
}

// leave is the position of the link on the leave page.
var leave = `(() => { const r = ` + inFrame("#leave") + `.getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2] })()`

// toLeavePage clicks on the page in the frame until a condition is true.
func (t *tab) toLeavePage(condition string) {
	t.Helper()
	t.clickUntil("the leave page", func() (there bool) {
		t.value("!!("+condition+")", &there)
		return there
	})
}

// A click on a link of a web page opens a leave page, and a second click opens the URL, for
// every scheme. The gateway opens nothing before the second click. The leave page replaces
// the whole page; for an XML document it is in the frame. Source: rfc1738 4.
func TestBrowserLeavesAPage(t *testing.T) {
	s := startGateway(t)
	b := s.enter()
	for _, tt := range []struct{ scheme, to, host, shows string }{
		{"gopher", s.URL("gopher", ""), s.Gopher, exists(".menu-items a")},
		{"wais", s.URL("wais", "library?gopher"), s.WAIS, exists("#entries meter")},
		{"ftp", s.URL("ftp", "welcome.txt"), s.FTP, exists("#text")},
		{"news", "news:library.doors", "", exists(".thread")},
		{"mailto", "mailto:librarian@library.example", "", exists("#draft")},
		{"http", s.URL("http", "tour.txt"), s.HTTP, exists("#text")},
	} {
		for name, page := range map[string]string{"leave page": field, "leave page in the frame": xmlField} {
			framed := page == xmlField
			b.address(s.serve(fmt.Sprintf(page, tt.to)), exists("iframe#remote"))
			from := len(s.answered("/open?"))
			main := "document.querySelector('main')"
			if framed {
				main = inFrame("main")
				b.toLeavePage(inFrame("#leave"))
			} else {
				b.toLeavePage(`location.pathname === "/leave" && document.readyState === "complete"`)
			}
			b.shot(name + " " + tt.scheme)
			text := b.text(main + ".innerText")
			if host, _, _ := strings.Cut(tt.host, ":"); !strings.Contains(text, tt.scheme) || !strings.Contains(text, host) {
				t.Errorf("%s: the %s says %q", tt.scheme, name, text)
			}
			if n := len(s.answered("/open?")); n != from {
				t.Errorf("%s: %v before the click on the %s", tt.scheme, s.answered("/open?")[from:], name)
			}
			b.follow("the leave page to "+tt.to, chromedp.ActionFunc(func(context.Context) error {
				if framed {
					b.clickFrame(leave)
					return nil
				}
				b.do(chromedp.Click("#leave", chromedp.ByQuery))
				return nil
			}), tt.shows)
			if got := b.text(`new URL(location.href).searchParams.get("url")`); got != tt.to {
				t.Errorf("%s: it goes to %s, want %s", tt.scheme, got, tt.to)
			}
		}
	}
}

// A page in its sandbox opens nothing without a click. It loads nothing from other servers.
// By itself it can at most open a leave page, which sends nothing.
func TestBrowserSandboxOpensNothing(t *testing.T) {
	s := startGateway(t)
	b := s.enter()
	var asked atomic.Int32
	target := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Add(1) }))
	defer target.Close()
	hostile := strings.NewReplacer("TO", target.URL+"/treasure", "OPEN", s.base+"/open?url="+target.URL+"/treasure")
	for _, page := range []string{
		`<meta http-equiv="refresh" content="0;url=TO">`,
		`<meta http-equiv="refresh" content="0;url=OPEN">`,
		`<link rel="stylesheet" href="TO"><link rel="prefetch" href="TO"><link rel="preconnect" href="TO">
<img src="TO"><iframe src="TO"></iframe><iframe src="OPEN&by=frame"></iframe><object data="TO"></object><embed src="TO"><video src="TO" poster="TO"></video>
<a href="TO" id="x" ping="TO">x</a><form action="TO" id="f"><button autofocus>y</button></form>
<iframe srcdoc="<meta http-equiv=refresh content='0;url=TO'>"></iframe>
<script>document.querySelector("#x").click(); document.querySelector("#f").submit(); top.location = "OPEN&by=top"</script>`,
	} {
		b.address(s.serve("<!DOCTYPE html>"+hostile.Replace(page)), exists("iframe#remote"))
		b.shot("hostile page")
	}
	b.address(s.URL("ftp", "welcome.txt"), exists("#text"))
	if n := asked.Load(); n > 0 {
		t.Errorf("%d requests reached what the pages name", n)
	}
	for _, a := range s.answered("/open?") {
		if a.status < 400 && strings.Contains(a.path, "treasure") {
			t.Errorf("%v", a)
		}
	}
	b.address(target.URL+"/treasure", `location.pathname === "/open"`) // the user can open it
	if asked.Load() == 0 {
		t.Error("the target is never reached")
	}
}

// A hostile page hides a link from the gateway's HTML parser, but not from the browser. A
// click on the link neither replaces the whole page nor opens a new window. The same link to
// the page's own server opens in the frame, which shows that the click works.
func TestBrowserSandboxKeepsTheTop(t *testing.T) {
	s := startGateway(t)
	b := s.enter()
	var asked atomic.Int32
	target := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Add(1) }))
	defer target.Close()
	for _, window := range []string{"_top", "_parent", "_blank", "_self"} {
		for _, to := range []string{target.URL + "/", "?clicked"} {
			page := `<!DOCTYPE html><svg><p><![CDATA[><a style="position:fixed;inset:0;background:#eee" target="` + window + `" href="` + to + `">out</a>]]>`
			b.address(s.serve(page), exists("iframe#remote"))
			at, from := b.text("location.href"), len(s.answered("?clicked"))
			if to == "?clicked" {
				b.clickUntil(window, func() bool { return len(s.answered("?clicked")) > from })
			} else {
				b.clickFrame(`[f.width / 2, f.height / 2]`)
			}
			b.shot("out by " + window)
			if now := b.text("location.href"); now != at {
				t.Errorf("%s goes to %s", window, now)
			}
		}
	}
	b.address(s.URL("ftp", "welcome.txt"), exists("#text"))
	if n := asked.Load(); n > 0 {
		t.Errorf("%d requests arrived at the servers in the page", n)
	}
}

// Only a page of the gateway can show a leave page in a frame. Another site cannot, nor can a
// document at the gateway's host that has no origin.
func TestBrowserFramesNoLeavePage(t *testing.T) {
	s := startGateway(t)
	b := s.enter()
	b.address(s.serve(fmt.Sprintf(xmlField, s.URL("gopher", ""))), exists("iframe#remote"))
	b.toLeavePage(inFrame("#leave"))
	leavePage := b.text(`document.querySelector("#remote").contentWindow.location.href`)
	frame := `<!DOCTYPE html><title>thief</title><iframe id="remote" src="` + leavePage + `"></iframe>`
	s.beside = frame
	for _, tt := range []struct {
		name, at string
		shown    bool
	}{
		{"another site", s.serve(frame), false},
		{"without an origin", s.base + "/beside?sandbox", false},
		{"our own", s.base + "/beside", true}, // shows that the test works
	} {
		asked, styled := len(s.answered("/leave/")), len(s.answered("/static/style.css"))
		b.follow(tt.name, chromedp.Navigate(tt.at), `document.title === "thief"`)
		if n := len(s.answered("/leave/")); n == asked {
			t.Errorf("%s: the leave page was not requested", tt.name)
		}
		if strings.HasSuffix(tt.at, "?sandbox") { // a leave page would have no style there either
			if at := b.withinFrame("location.href"); at != "chrome-error://chromewebdata/" {
				t.Errorf("%s: the frame shows %s", tt.name, at)
			}
			continue
		}
		if shown := len(s.answered("/static/style.css")) > styled; shown != tt.shown {
			t.Errorf("%s: the leave page is shown: %t", tt.name, shown)
		}
	}
}

// withinFrame returns a text of a frame that has its own target in the browser. In a page
// without an origin, the browser's error page has one, and a page of the gateway does not.
func (t *tab) withinFrame(expression string) (text string) {
	t.Helper()
	all, err := chromedp.Targets(t.ctx)
	for _, info := range all {
		if info.Type == "iframe" {
			ctx, cancel := chromedp.NewContext(t.ctx, chromedp.WithTargetID(info.TargetID))
			t.Cleanup(cancel)
			if err = chromedp.Run(ctx, chromedp.Evaluate(expression, &text)); err == nil {
				return text
			}
		}
	}
	t.Fatalf("no frame apart from its page: %v, of %d targets", err, len(all))
	return ""
}

// showLeavePage shows a leave page.
func showLeavePage(b *tab) {
	b.address(b.serve(fmt.Sprintf(field, "gopher://librarian@"+b.Gopher+"/1/Doors%20and%20windows")), exists("iframe#remote"))
	b.toLeavePage(`location.pathname === "/leave" && document.readyState === "complete"`)
}

// showDead shows the page of a link that the gateway does not open.
func showDead(b *tab) {
	b.address(b.serve(fmt.Sprintf(field, "irc://library.example/doors")), exists("iframe#remote"))
	b.toLeavePage(`location.pathname === "/dead" && document.readyState === "complete"`)
}
