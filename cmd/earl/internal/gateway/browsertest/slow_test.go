package browsertest

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

// serveSlowly serves a text and sends its second line when next is closed. It returns the URL
// of the server.
func serveSlowly(t *testing.T, next <-chan struct{}) string {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		io.WriteString(w, "the first line\n")
		http.NewResponseController(w).Flush()
		select {
		case <-next:
			io.WriteString(w, "the last line\n")
		case <-r.Context().Done():
		}
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// showSlow opens a URL and waits until the page has its first line and waits for more.
func (f *frame) showSlow(address string) {
	f.Helper()
	f.await("the page before", exists("#url"))
	var timer int
	if err := f.evaluate(`setTimeout(() => { location.href = `+quoted(f.base+"/open?url="+address)+` })`, &timer); err != nil {
		f.Fatal(err)
	}
	waits := `document.readyState === "loading" && document.querySelector("#text")?.textContent.includes("the first line") && document.querySelector("#wait").offsetHeight > 0 && document.querySelector("#crumbs") && document.title`
	deadline := time.Now().Add(patience)
	for {
		var holds bool
		err := f.evaluate("!!("+waits+")", &holds)
		if holds {
			return
		}
		if time.Now().After(deadline) {
			var at string
			f.evaluate(`document.readyState + " " + location.href + ": " + document.body.innerText.slice(0, 600)`, &at)
			f.Fatalf("the page does not begin (%v): %s", err, at)
		}
		time.Sleep(pause)
	}
}

// The page of a slow server shows what has arrived, and that it waits. The wait ends when the
// user presses Stop, which keeps what has arrived, or when the server ends. Requirement C3.
func TestBrowserShowsSlowPages(t *testing.T) {
	eachBrowser(t, func(f *frame) {
		next := make(chan struct{})
		address := serveSlowly(f.T, next) + "/slow.txt"
		f.showSlow(address)
		if b, ok := f.browser.(backTab); ok {
			b.isGood("a page that waits", axe(f.T))
			b.shot("slow page")
		}
		f.pressButton("#stop", exists("#stopped"))
		f.await("the stopped page", `document.querySelector("#stopped").textContent.includes("Stopped. 15 B arrived. Open again") && document.querySelector("#text").textContent.includes("the first line") && !document.querySelector("#wait")`)
		if b, ok := f.browser.(backTab); ok {
			b.isGood("a stopped page", axe(f.T))
		}
		f.showSlow(address)
		close(next)
		f.await("the whole page", `document.querySelector("#text").textContent.includes("the last line") && document.querySelector("#wait").offsetHeight === 0`)
	})
}
