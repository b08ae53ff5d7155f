package browsertest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// browser is a tab of a browser.
type browser interface {
	navigate(url string) error
	evaluate(expression string, to any) error // of the page, not of a frame in it
	click(x, y float64) error                 // on a point of the window
	back() error
	reload() error
}

func (t *tab) navigate(url string) error                { return chromedp.Run(t.ctx, chromedp.Navigate(url)) }
func (t *tab) evaluate(expression string, to any) error { return t.value(expression, to) }
func (t *tab) reload() error                            { return chromedp.Run(t.ctx, chromedp.Reload()) }

// click waits for a short time: Chromium does not report a click that ends the page.
func (t *tab) click(x, y float64) error {
	ctx, cancel := context.WithTimeout(t.ctx, clickTime)
	defer cancel()
	return chromedp.Run(ctx, chromedp.MouseClickXY(x, y))
}

// clickTime is how long a click may take.
const clickTime = 5 * time.Second

// backTab is a tab whose back does not wait for a condition.
type backTab struct{ *tab }

// back waits for a short time: Chromium reports no response for a page that it kept.
func (t backTab) back() error {
	ctx, cancel := context.WithTimeout(t.ctx, clickTime)
	defer cancel()
	if err := chromedp.Run(ctx, chromedp.NavigateBack()); !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return nil
}

// site is a web server that counts the requests for each path and query.
type site struct {
	*testing.T
	url string

	mu    sync.Mutex
	count map[string]int
}

// serveSite serves pages by their paths, which may contain SITE for its own URL, and
// files that are not pages.
func serveSite(t *testing.T, pages map[string]string) *site {
	t.Helper()
	s := &site{T: t, count: map[string]int{}}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.count[r.URL.RequestURI()]++
		s.mu.Unlock()
		page, found := pages[r.URL.Path]
		if !found {
			http.NotFound(w, r)
			return
		}
		page = strings.ReplaceAll(page, "SITE", s.url)
		http.ServeContent(w, r, r.URL.Path, time.Time{}, strings.NewReader(page))
	}))
	t.Cleanup(server.Close)
	s.url = server.URL
	return s
}

// requests returns how often a path was requested, and resets the count.
func (s *site) requests(path string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := s.count[path]
	delete(s.count, path)
	return n
}

// frame is a test of what the frame of a page does in a browser.
type frame struct {
	*testGateway
	browser
}

// await waits until a condition is true in the page.
func (f *frame) await(what, condition string) {
	f.Helper()
	deadline := time.Now().Add(patience)
	for {
		var holds bool
		err := f.evaluate(`document.readyState === "complete" && !!(`+condition+`)`, &holds)
		if holds {
			return
		}
		if time.Now().After(deadline) {
			var at string
			f.evaluate(`location.href + ": " + document.body.innerText.slice(0, 600)`, &at)
			f.Fatalf("%s: not %s (%v), on the page %s", what, condition, err, at)
		}
		time.Sleep(pause)
	}
}

// show opens a URL in the gateway.
func (f *frame) show(address string) {
	f.Helper()
	if err := f.navigate(f.base + "/open?url=" + address); err != nil {
		f.Fatal(err)
	}
	f.isAt(address)
}

// isAt waits until every part of the page is about a URL: the address bar, the title, the
// frame, the links that save and explain it, and the form of its bookmark.
func (f *frame) isAt(address string) {
	f.Helper()
	name, _, _ := strings.Cut(address[strings.LastIndex(address, "/")+1:], ".html")
	f.await(address, `location.pathname === "/open" && new URL(location.href).searchParams.get("url") === `+quoted(address))
	for what, condition := range map[string]string{
		"the address bar": `document.querySelector("#url").value === ` + quoted(address),
		"the frame":       `document.querySelector("#remote").src.endsWith(` + quoted(strings.TrimPrefix(address, "http://")) + `)`,
		"the title":       `document.title.includes(` + quoted(name) + `)`,
		"Save":            `new URL(document.querySelector("#download").href).searchParams.get("url") === ` + quoted(address),
		"Explain":         `new URL(document.querySelector("#to-explain").href).searchParams.get("url") === ` + quoted(address),
		"Bookmark":        `document.querySelector("#mark [name=url]").value === ` + quoted(address),
	} {
		f.await(what+" of "+address, condition)
	}
}

// isOnce checks that a path was requested once since the last check: for the page
// and its frame together.
func (f *frame) isOnce(s *site, path string) {
	f.Helper()
	if n := s.requests(path); n != 1 {
		f.Errorf("%s was requested %d times, want 1", path, n)
	}
}

// goBack goes back by one page.
func (f *frame) goBack() {
	f.Helper()
	if err := f.back(); err != nil {
		f.Fatal(err)
	}
}

// pressButton clicks on an element of the page until the page has changed.
func (f *frame) pressButton(selector, changed string) {
	f.Helper()
	f.repeat(selector, changed, func() error { return f.clickOn(selector) })
}

// clickOn clicks on an element of the page.
func (f *frame) clickOn(selector string) error {
	var at [2]float64
	err := f.evaluate(`(() => { const e = document.querySelector(`+quoted(selector)+`); e.scrollIntoView({block: "center"}); const r = e.getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2] })()`, &at)
	if err != nil {
		return err
	}
	return f.click(at[0], at[1])
}

// tap clicks in the frame, a number of pixels below its top.
func (f *frame) tap(down float64) error {
	var at [2]float64
	err := f.evaluate(`(() => { const e = document.querySelector("#remote"); e.scrollIntoView(); const r = e.getBoundingClientRect(); return [r.left + r.width / 2, r.top + `+fmt.Sprint(down)+`] })()`, &at)
	if err != nil {
		return err
	}
	return f.click(at[0], at[1])
}

// press clicks in the frame until the page has changed.
func (f *frame) press(what string, down float64, changed string) {
	f.Helper()
	f.repeat(what, changed, func() error { return f.tap(down) })
}

// repeat clicks until a condition is true. An element that is not drawn yet ignores clicks.
func (f *frame) repeat(what, changed string, click func() error) {
	f.Helper()
	deadline := time.Now().Add(patience)
	for {
		err := click()
		for range 50 {
			var there bool
			if f.evaluate("!!("+changed+")", &there); there {
				return
			}
			time.Sleep(pause)
		}
		if time.Now().After(deadline) {
			var at string
			f.evaluate(`location.href + ": " + document.body.innerText.slice(0, 600)`, &at)
			f.Fatalf("%s: a click has no effect (%v), on the page %s", what, err, at)
		}
	}
}

// rows begins a page of links and buttons one below the other, each 60 pixels high.
const rows = `<!DOCTYPE html><title>%s</title><style>*{margin:0;padding:0;border:0}a,form,input{display:block;width:100%%;height:60px;box-sizing:border-box;background:#eee}small{display:none}</style>`

// row is the middle of a row, from 1.
func row(n int) float64 { return float64(n)*60 - 30 }

// eachBrowser runs a test in both browsers.
func eachBrowser(t *testing.T, test func(f *frame)) {
	t.Run("chromium", func(t *testing.T) {
		s := startGateway(t)
		test(&frame{s, backTab{s.enter()}})
	})
	t.Run("firefox", func(t *testing.T) {
		test(startGateway(t).enterFirefox())
	})
}

// enterFirefox starts a new Firefox and opens a start link.
func (s *testGateway) enterFirefox() *frame {
	s.Helper()
	f := &frame{s, startFirefox(s.T)}
	if err := f.navigate(s.startLink()); err != nil {
		s.Fatal(err)
	}
	f.await("the start link", `location.pathname === "/"`)
	if err := f.evaluate("location.origin", &s.base); err != nil {
		s.Fatal(err)
	}
	return f
}

// After a click on a link or a button of a web page, everything around the frame is about
// the document in the frame, in the history too. Each visit sends one request.
func TestBrowserFrameTellsTheTruth(t *testing.T) {
	eachBrowser(t, func(f *frame) {
		other := serveSite(f.T, map[string]string{"/other.html": fmt.Sprintf(rows, "other")})
		s := serveSite(f.T, map[string]string{
			"/first.html": fmt.Sprintf(rows, "first") + `<a target="_blank" download href="second.html">1</a><a href="` + other.url + `/other.html">2</a>
<form action="found.html?gone"><input type="hidden" name="q" value="a b&amp;c"><input type="submit" value="3"></form><a href="javascript:top.location=''">4</a>
<form action="found.html" method="post"><input type="submit" value="5"></form><form action="` + other.url + `/other.html"><input type="submit" value="6"></form><a href="#end">7</a>
<a href="file:///etc/passwd">8</a><a href="irc://library.example/doors">9</a>
<p style="height:3000px">text</p><a id="end" href="third.html">on</a><p style="height:3000px">text</p>`,
			"/second.html": fmt.Sprintf(rows, "second") + `<a href="SITE/third.html">on</a>`,
			"/third.html":  fmt.Sprintf(rows, "third"),
			"/found.html":  fmt.Sprintf(rows, "found"),
		})
		first, second, third := s.url+"/first.html", s.url+"/second.html", s.url+"/third.html"

		f.show(first)
		f.isOnce(s, "/first.html")
		f.press("a link", row(1), `location.href.includes("second.html")`)
		f.isAt(second)
		f.isOnce(s, "/second.html")
		f.press("a link in the second page", row(1), `location.href.includes("third.html")`)
		f.isAt(third)
		f.isOnce(s, "/third.html")
		f.goBack()
		f.isAt(second)
		f.goBack()
		f.isAt(first)
		if err := f.reload(); err != nil {
			f.Fatal(err)
		}
		f.isAt(first)

		s.requests("/first.html")
		f.pressButton("#mark button", `document.querySelector("#mark button").value === "remove"`)
		f.isAt(first)
		if n := s.requests("/first.html"); n > 1 {
			f.Errorf("a bookmark requests its page %d times", n)
		}

		f.press("a link to another server", row(2), `location.pathname === "/leave"`)
		if n := other.requests("/other.html"); n != 0 {
			f.Errorf("the other server got %d requests before the confirmation", n)
		}
		f.pressButton("#leave", `location.pathname === "/open"`)
		f.isAt(other.url + "/other.html")
		f.isOnce(other, "/other.html")
		f.goBack()
		f.await("back", `location.pathname === "/leave"`)
		f.goBack()
		f.isAt(first)

		f.press("a form", row(3), `location.href.includes("found.html")`)
		f.isAt(s.url + "/found.html?q=a+b%26c")
		f.isOnce(s, "/found.html?q=a+b%26c")
		f.goBack()
		f.isAt(first)
		for n, why := range map[int]string{4: "runs a script", 8: "a file on this computer", 9: "does not open irc"} {
			f.press("a link that is not opened", row(n), `location.pathname === "/dead"`)
			f.await("the reason", `document.querySelector("main").textContent.includes(`+quoted(why)+`)`)
			f.goBack()
			f.isAt(first)
		}
		f.press("a form to another server", row(6), `location.pathname === "/leave" && location.href.includes("other.html%3F")`)
		f.goBack()
		f.isAt(first)

		f.await("why a form is not sent", `(() => { const r = new XMLHttpRequest(); r.open("GET", document.querySelector("#remote").src, false); r.send(); return r.responseText })().includes("since it only retrieves")`)
		f.tap(row(5)) // a disabled button
		f.press("a place in the page", row(7), `true`)
		f.press("the link at that place", row(1), `location.href.includes("third.html")`)
		f.isAt(third)
		if n := s.requests("/found.html"); n != 0 {
			f.Errorf("a form that posts was sent %d times", n)
		}
	})
}

// A page, a picture, a sound and a PDF document are each requested once for a visit, and
// once more after a reload. Requirement C3.
func TestBrowserRequestsOnce(t *testing.T) {
	eachBrowser(t, func(f *frame) {
		picture, _ := f.Content("pictures/house.gif")
		sound, _ := f.Content("sounds/chime.wav")
		s := serveSite(f.T, map[string]string{
			"/page.html":   `<!DOCTYPE html><title>page</title><img src="in.gif">text`,
			"/in.gif":      picture,
			"/picture.gif": picture,
			"/sound.wav":   sound,
			"/text.txt":    "a text",
			"/paper.pdf":   pdf,
		})
		for _, tt := range []struct{ path, loaded string }{
			{"/page.html", exists("iframe#remote")},
			{"/picture.gif", `document.querySelector("img#remote").naturalWidth > 0`},
			{"/sound.wav", `document.querySelector("audio#remote").readyState === 4`},
			{"/text.txt", exists("#text")},
			{"/paper.pdf", exists("iframe#remote")},
		} {
			if err := f.navigate(f.base + "/open?url=" + s.url + tt.path); err != nil {
				f.Fatal(err)
			}
			f.await(tt.path, tt.loaded)
			f.isOnce(s, tt.path)
			if err := f.reload(); err != nil {
				f.Fatal(err)
			}
			f.await(tt.path, tt.loaded)
			f.isOnce(s, tt.path)
		}
		if n := s.requests("/in.gif"); n > 2 {
			f.Errorf("a picture in a page was requested %d times in two visits", n)
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		if len(s.count) > 0 {
			f.Errorf("requested once more: %v", s.count)
		}
	})
}

// pdf is a document of one empty page.
const pdf = "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj 3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"
