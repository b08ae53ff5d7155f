package browsertest

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// maxStops is how often a test presses Tab to find an element.
const maxStops = 80

// types opens a URL from the front page, whose address bar has the focus.
func (t *tab) types(url, condition string) {
	t.Helper()
	t.follow("the front page", chromedp.Navigate(t.base), focused("#url"))
	t.do(chromedp.KeyEvent(url))
	t.enterKey(url, condition)
}

// enterKey presses Enter and waits for the next page.
func (t *tab) enterKey(what, condition string) {
	t.Helper()
	t.follow("Enter at "+what, chromedp.KeyEvent(kb.Enter), condition)
}

// tabTo presses Tab until a condition about e, the document.activeElement, is true. Each
// element on the way must be visible on the screen, with an outline.
func (t *tab) tabTo(what, condition string) {
	t.Helper()
	for range maxStops {
		t.do(chromedp.KeyEvent(kb.Tab))
		var stop struct {
			There, Seen bool
			Name        string
		}
		err := t.value(`(() => {
			const e = document.activeElement, r = e.getBoundingClientRect();
			const outlined = (e) => getComputedStyle(e).outlineStyle !== "none" && parseFloat(getComputedStyle(e).outlineWidth) >= 2;
			const seen = e === document.body || e.tagName === "IFRAME" || outlined(e) && r.width > 0 && r.bottom > 0 && r.top < innerHeight;
			return {There: !!(`+condition+`), Seen: seen, Name: e.outerHTML.slice(0, 200)};
		})()`, &stop)
		if err != nil {
			t.Fatal(err)
		}
		if !stop.Seen {
			t.Errorf("%s: the focus is not seen at %s, on the page %s", what, stop.Name, t.at())
		}
		if stop.There {
			return
		}
	}
	t.Fatalf("%d times Tab do not lead to %s, on the page %s", maxStops, what, t.at())
}

// follows presses Tab up to a link with a text and follows it.
func (t *tab) follows(text, condition string) {
	t.Helper()
	t.tabTo("the link "+text, `e.matches("main a") && e.textContent.includes(`+quoted(text)+`)`)
	t.enterKey("the link "+text, condition)
}

// fills presses Tab up to a field and types a text into it.
func (t *tab) fills(field, text string) {
	t.Helper()
	t.tabTo(field, `e.matches(`+quoted(field)+`)`)
	t.do(chromedp.KeyEvent(text))
}

// Each of the ten schemes can be used with the keyboard and nothing else, from the
// address bar to the content. Source: WCAG 2.2 2.1.1, 2.4.7.
func TestBrowserKeyboard(t *testing.T) {
	s := startGateway(t)
	b := s.enter()
	for _, tt := range []struct {
		scheme string
		use    func()
	}{
		{"ftp", func() {
			b.types(b.URL("ftp", ""), exists("#entries"))
			b.follows("welcome.txt", exists("#text"))
			b.isContent("welcome.txt")
		}},
		{"http", func() {
			site := serveSite(t, map[string]string{"/": `<!DOCTYPE html><title>one</title><p><a href="two.html">on</a>`, "/two.html": "<!DOCTYPE html><title>two</title>two"})
			b.types(site.url+"/", exists("iframe#remote"))
			b.tabTo("the page in its frame", `e.id === "remote"`)
			// The frame has a process of its own, which may get the focus after the key, or before it has
			// its link: then one more Tab leads to the link.
			b.follow("Enter at the link in the frame", chromedp.ActionFunc(func(ctx context.Context) error {
				for i := range maxStops {
					if i == 3 {
						if err := chromedp.KeyEvent(kb.Tab).Do(ctx); err != nil {
							return err
						}
					}
					if err := chromedp.KeyEvent(kb.Enter).Do(ctx); err != nil {
						return err
					}
					for range 20 {
						if time.Sleep(pause); site.requests("/two.html") > 0 {
							return nil
						}
					}
				}
				return errors.New("the site gets no request")
			}), `document.title.startsWith("two")`)
		}},
		{"gopher", func() {
			b.types(b.URL("gopher", ""), exists(".menu-items"))
			b.follows("Search the texts", exists("#questions"))
			b.fills(`#questions input[type="text"]`, "semicolon hidden")
			b.enterKey("the search", exists(".menu-items a"))
			b.follows("Three characters for one octet", exists("#text"))
		}},
		{"mailto", func() {
			b.types("mailto:librarian@library.example?subject=x", exists("#draft"))
			b.fills("#body-text", "Hello")
			b.tabTo("the button", `e.matches("#draft button")`)
		}},
		{"news", func() {
			b.types("news:*", exists("#entries a"))
			b.follows("library.doors", exists(".thread"))
			b.follows("Re: Which of the ten", exists("#headers"))
		}},
		{"nntp", func() {
			b.types(b.URL("nntp", "library.reading/2"), exists("#headers"))
			b.follows("library.reading", exists(".thread"))
		}},
		{"telnet", func() {
			b.types("telnet://guest@"+b.Telnet+"/", exists("#connect"))
			b.tabTo("the button", `e.matches("#connect button")`)
			b.enterKey("the button", exists("#terminal"))
			b.await("the service", shows("name:"))
			b.await("the focus", focused("#line, #terminal .xterm textarea"))
			b.do(chromedp.KeyEvent("guest"), chromedp.KeyEvent(kb.Enter))
			b.await("the answer", shows("Good evening, guest."))
		}},
		{"wais", func() {
			b.types(b.URL("wais", "library"), exists("#questions"))
			b.fills(`#questions input[type="text"]`, "gopher menu letter")
			b.enterKey("the search", exists("#entries meter"))
			b.follows("One letter for each thing", exists("#text"))
		}},
		{"file", func() {
			b.types(b.URL("file", ""), exists("#entries"))
			b.follows("welcome.txt", exists("#text"))
		}},
		{"prospero", func() {
			b.types(b.URL("prospero", "library"), exists("#entries"))
			b.follows("tour.txt", exists("#text"))
		}},
	} {
		tt.use()
		b.shot("keyboard " + tt.scheme)
	}
}

// The link to the content is the first element that Tab reaches. It is visible only while it
// has the focus, and skips the header.
func TestBrowserSkipsToContent(t *testing.T) {
	b := startGateway(t).enter()
	b.address(b.URL("ftp", ""), exists("#entries"))
	b.do(chromedp.KeyEvent(kb.Tab))
	b.await("the link to the content", focused(".skip")+` && document.querySelector(".skip").getBoundingClientRect().top === 0`)
	b.do(chromedp.KeyEvent(kb.Enter))
	b.await("the content", focused("main")+` && document.querySelector(".skip").getBoundingClientRect().bottom <= 0`)
	b.tabTo("the content", `e.closest("main")`)
}
