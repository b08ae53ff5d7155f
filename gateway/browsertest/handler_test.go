package browsertest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/earl-url/earl/internal/peers"
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

// handlerAddress returns the address of the handler of a gateway.
func (s *sitting) handlerAddress() string { return s.base + "/handle?url=%s" }

// chromiumPreferences is what a profile has once its user has let a page register a
// handler: no test can answer the browser's question.
const chromiumPreferences = `{"custom_handlers":{"enabled":true,"registered_protocol_handlers":[
{"protocol":"ftp","url":%q,"default":true,"title":"earl","last_modified":"13300000000000000","security_level":0}]}}`

// enterWithHandler opens a tab of a Chromium that has the gateway as its handler of ftp.
func (s *sitting) enterWithHandler() *tab {
	s.Helper()
	program := peers.Program(s.T, "chromium")
	dir, err := os.MkdirTemp("", "earl-chromium-")
	if err == nil {
		err = os.Mkdir(filepath.Join(dir, "Default"), 0o700)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "Default", "Preferences"), fmt.Appendf(nil, chromiumPreferences, s.handlerAddress()), 0o600)
	}
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
	if err := chromedp.Run(ctx); err != nil { // the browser ends with the context of its first run
		s.Fatal(err)
	}
	b := &tab{s, ctx}
	b.do(chromedp.EmulateViewport(1280, 800))
	b.byStartLink()
	return b
}

// A click on an ftp link of another site leads to the page that shows the URL, and its
// button to the directory. Nothing is opened before. Requirement C3.
func TestBrowserOpensLinksOfOtherSites(t *testing.T) {
	s := sit(t)
	page := elsewhere(t, s.URL("ftp", ""))
	b := s.enterWithHandler()
	b.do(chromedp.Navigate(page))
	b.follow("the handler", chromedp.Click("#old", chromedp.ByQuery), `location.pathname === "/handle" && `+exists("#open"))
	if at := b.text("location.origin"); at != b.base || strings.HasPrefix(at, "http://127.") {
		t.Errorf("the page is at %s, want %s", at, b.base)
	}
	b.shot("kind handle")
	if asked := s.answered("/open"); len(asked) > 0 {
		t.Errorf("opened before the click: %v", asked)
	}
	b.press("#open", exists("table#entries"))
}

// A browser without a session opens nothing, and goes on to the URL once it has one.
func TestBrowserHandlerWithoutSession(t *testing.T) {
	s := sit(t)
	b := s.newTab()
	b.do(chromedp.Navigate(elsewhere(t, s.base+"/handle?url=ftp://h.example/")))
	b.follow("the handler", chromedp.Click("#old", chromedp.ByQuery), exists("#token"))
	b.do(chromedp.SendKeys("#token", s.startLink(), chromedp.ByQuery))
	b.follow("the start link", chromedp.Click("#start button", chromedp.ByQuery), `location.pathname === "/handle" && `+exists("#open"))
}

// Frames, images, forms and scripts of another site get nothing of the handler.
func TestBrowserHandlerIsNotEmbedded(t *testing.T) {
	s := sit(t)
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
