package browsertest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// elsewhere starts a site of another origin with a link to a URL.
func elsewhere(t *testing.T, to string) string {
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, `<!DOCTYPE html><title>elsewhere</title><p><a id="old" href="%s">an old link</a>`, to)
	}))
	t.Cleanup(site.Close)
	return site.URL
}

// enterAlone opens a tab in a new Chromium, which lets pages register as handlers of a
// scheme. The shared Chromium has no handlers.
func (s *testGateway) enterAlone() *tab {
	s.Helper()
	program := browserProgram(s.T, "chromium")
	dir, err := os.MkdirTemp("", "earl-chromium-")
	if err != nil {
		s.Fatal(err)
	}
	allocated, cancelAll := chromedp.NewExecAllocator(s.Context(), chromiumOptions(program, dir)...)
	ctx, cancel := chromedp.NewContext(allocated)
	s.Cleanup(func() {
		cancel()
		cancelAll()
		os.RemoveAll(dir)
	})
	if err := chromedp.Run(ctx, page.SetRPHRegistrationMode(page.SetRPHRegistrationModeModeAutoAccept)); err != nil { // the browser ends with the context of its first run
		s.Fatal(err)
	}
	b := &tab{s, ctx}
	b.do(chromedp.EmulateViewport(1280, 800))
	b.byStartLink()
	return b
}

// The user registers the gateway with a button of its page. A click on an ftp link of another
// site then opens the page that shows the URL. Only the button of that page opens the
// directory. Requirement C3.
func TestBrowserOpensLinksOfOtherSites(t *testing.T) {
	t.Run("chromium", func(t *testing.T) {
		s := startGateway(t)
		f := &frame{s, backTab{s.enterAlone()}}
		f.opensLinks(func() (int, error) { return 1, nil }) // this browser asks no question
	})
	t.Run("firefox", func(t *testing.T) {
		s := startGateway(t)
		f := s.enterFirefox()
		f.opensLinks(f.browser.(*firefox).agree)
	})
}

// opensLinks registers the gateway for ftp, and follows a link of another site. agree accepts
// the questions of the browser, and returns their number.
func (f *frame) opensLinks(agree func() (int, error)) {
	f.Helper()
	site := elsewhere(f.T, f.URL("ftp", ""))
	if err := f.navigate(f.base + "/handlers"); err != nil {
		f.Fatal(err)
	}
	f.pressButton(`[data-scheme="ftp"]`, `document.querySelector("[data-scheme=ftp] + output").textContent !== ""`)
	for deadline := time.Now().Add(patience); ; time.Sleep(pause) {
		if n, err := agree(); n > 0 {
			break
		} else if time.Now().After(deadline) {
			f.Fatalf("the browser asks nothing: %v", err)
		}
	}
	if err := f.navigate(site); err != nil {
		f.Fatal(err)
	}
	if err := f.clickOn("#old"); err != nil {
		f.Fatal(err)
	}
	f.repeat("the link of another site", `location.pathname === "/handle" && `+exists("#open"), func() error {
		_, err := agree()
		return err
	})
	f.await("the gateway's own name", `location.origin === `+quoted(f.base)+` && !location.hostname.startsWith("127.")`)
	if asked := f.answered("/open"); len(asked) > 0 {
		f.Errorf("opened before the click: %v", asked)
	}
	f.pressButton("#open", exists("table#entries"))
}

// A browser without a cookie opens nothing. After the start link it opens the page with the
// URL.
func TestBrowserHandlerWithoutSession(t *testing.T) {
	s := startGateway(t)
	b := s.newTab()
	b.do(chromedp.Navigate(elsewhere(t, s.base+"/handle?url=ftp://h.example/")))
	b.follow("the handler", chromedp.Click("#old", chromedp.ByQuery), exists("#token"))
	b.do(chromedp.SendKeys("#token", s.gateway.StartLink(), chromedp.ByQuery))
	b.follow("the start link", chromedp.Click("#start button", chromedp.ByQuery), `location.pathname === "/handle" && `+exists("#open"))
}

// Frames, images, forms and scripts of another site receive nothing from the handler.
func TestBrowserHandlerIsNotEmbedded(t *testing.T) {
	s := startGateway(t)
	b := s.enter()
	plain, _, _ := strings.Cut(s.startLink(), "/start")
	target := plain + "/handle?url=ftp://h.example/"
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, `<iframe src="%[1]s"></iframe><img src="%[1]s"><object data="%[1]s"></object>
<form id="f" method="post" target="g" action="%[1]s"><button id="post">x</button></form><iframe name="g"></iframe>`, target)
	}))
	defer site.Close()
	b.do(chromedp.Navigate(site.URL), chromedp.Click("#post", chromedp.ByQuery),
		chromedp.Evaluate(fmt.Sprintf(`fetch(%q, {mode: "no-cors", credentials: "include"}).catch(() => 0)`, target), nil, chromedp.EvalAsValue))
	for range 200 {
		if len(s.answered("/handle")) >= 5 {
			break
		}
		b.do(chromedp.Sleep(pause))
	}
	asked := s.answered("/handle")
	for _, a := range asked {
		if a.status < 400 {
			t.Errorf("%v was answered", a)
		}
	}
	if len(asked) < 4 {
		t.Errorf("%d requests reached the gateway: %v", len(asked), asked)
	}
}

// A link of another site to the page that asks for a start link opens nothing. That page
// redirects only to the path that the browser itself requested.
func TestBrowserStartPageOpensNothing(t *testing.T) {
	s := startGateway(t)
	b := s.enter()
	plain, _, _ := strings.Cut(s.startLink(), "/start")
	b.do(chromedp.Navigate(elsewhere(t, plain+"/start?token=x&amp;to=%2Fopen%3Furl%3D"+url.QueryEscape(s.URL("ftp", "")))))
	b.follow("the start page", chromedp.Click("#old", chromedp.ByQuery), `location.pathname === "/start" && document.readyState === "complete" || location.pathname === "/open"`)
	b.do(chromedp.Sleep(50 * pause)) // its script has run
	if asked := s.answered("/open"); len(asked) > 0 {
		t.Errorf("another site opened %v", asked)
	}
}
