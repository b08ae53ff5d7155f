package gateway

import (
	"bufio"
	"bytes"
	"math"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/fetch"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/listing"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/visit"
	"github.com/earl-url/earl/open"
)

const (
	// slowTime is how long the gateway waits for a server before it sends the top of the
	// page. If the server responds earlier, the page has the status of its content.
	slowTime = 150 * time.Millisecond
	// entriesTime is how long the gateway waits for the entries of a short listing before
	// it sends the top of the page. A short listing has at most shortListing entries. The
	// page of a listing always has the status 200.
	entriesTime  = 2 * time.Millisecond
	shortListing = 100
)

// The stages in which a page is sent.
const (
	stageNone    = iota
	stageTop     // the header, the address bar and the path were sent
	stageWaiting // the line that says what the page waits for was sent too
	stageRest    // the content is being sent
)

// arriving is the response with the page of a visit. If the server is fast, the page is
// sent as a whole. If the server is slow, the top of the page is sent first, and the
// content follows as it arrives.
type arriving struct {
	http.ResponseWriter
	gateway *Gateway
	visit   *visit.Visit
	slow    chan struct{} // closed when the page shows that it waits

	mu     sync.Mutex
	stage  int
	target target
	top    page // the page whose top was sent
	timers []*time.Timer

	out *bufio.Writer // of the content
}

// arrive returns the response with the page of a visit of t. The caller calls rest.
func (g *Gateway) arrive(w http.ResponseWriter, v *visit.Visit, t target) *arriving {
	a := &arriving{ResponseWriter: w, gateway: g, visit: v, target: t, slow: make(chan struct{})}
	a.after(g.slowTime, stageWaiting)
	return a
}

// Unwrap lets http.ResponseController find the underlying response.
func (a *arriving) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// Header implements http.ResponseWriter. It ends the waiting, so that the caller and the
// page do not change the header at the same time.
func (a *arriving) Header() http.Header {
	a.rest()
	return a.ResponseWriter.Header()
}

// after sends the page up to a stage after a time, unless its content is sent by then.
func (a *arriving) after(d time.Duration, stage int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.timers = append(a.timers, time.AfterFunc(d, func() { a.begin(stage) }))
}

// soon waits up to d for the entries of a listing, and reports whether all of them have
// arrived. It does not wait for a long listing.
func (a *arriving) soon(d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-a.visit.Ready(shortListing):
		return a.visit.Kept(math.MaxInt64)
	case <-timer.C:
	case <-a.slow:
	}
	return false
}

// led sets the target after redirects.
func (a *arriving) led(t target) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.target = t
}

// begin sends the page up to a stage before the content.
func (a *arriving) begin(stage int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.stage >= stage {
		return
	}
	var b bytes.Buffer
	if a.stage < stageTop {
		p := a.gateway.about(a.target, titleOf(a.target.shown()))
		p.Waits = serverOf(a.target)
		p.Stop = a.gateway.linker.fields(target{url: a.target.url, visit: a.visit.ID, secret: a.target.secret})
		p.Media = true // the content may need it
		a.gateway.complete(&p, "")
		pages()["listing"].ExecuteTemplate(&b, "top", p)
		setPolicy(a.ResponseWriter.Header(), p)
		a.top = p
	}
	if stage == stageWaiting {
		pages()["listing"].ExecuteTemplate(&b, "wait", a.top)
		close(a.slow)
	}
	a.stage = stage
	a.gateway.fetch.Writer(a.ResponseWriter).Write(b.Bytes())
	http.NewResponseController(a.ResponseWriter).Flush()
}

// serverOf returns the server of a target as a page shows it.
func serverOf(t target) string {
	if host, err := open.HostPort(t.shown()); err == nil {
		return host
	}
	return t.shown().Scheme()
}

// rest ends the waiting: everything that the caller sends from now on is the content. It
// reports whether the top of the page was sent.
func (a *arriving) rest() (begun bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.stage = stageRest
	for _, timer := range a.timers {
		timer.Stop()
	}
	return a.top.URL != ""
}

// late waits until the visit keeps the first n entries or bytes. It returns true if the
// top of the page is sent before that.
func (a *arriving) late(n int64) bool {
	ready := a.visit.Ready(n)
	select {
	case <-ready:
		return false
	default:
	}
	select {
	case <-ready:
		return false
	case <-a.slow:
		return true
	}
}

// pause flushes the content if a reader of the first n entries or bytes must wait for the
// server.
func (a *arriving) pause(n int64) {
	if !a.visit.Kept(n) && a.out != nil {
		a.out.Flush()
		http.NewResponseController(a.ResponseWriter).Flush()
	}
}

// finish sends the content of a page whose top was sent.
func (a *arriving) finish(name string, p page) {
	p.Late = true
	switch {
	case p.URL != "" && p.URL != a.top.URL:
		p.Moved = "/open?" + a.gateway.linker.query(a.target)
	case a.waited(): // the cautions were sent before the content
		p.Care = nil
	}
	a.out = bufio.NewWriterSize(a.gateway.fetch.Writer(a.ResponseWriter), 16<<10)
	err := pages()[name].ExecuteTemplate(a.out, "rest", p)
	if err == nil {
		err = a.out.Flush()
	}
	if err != nil {
		fetch.Abort(a.ResponseWriter)
	}
}

// complete sends content that was made before the top of the page was sent.
func (a *arriving) complete(name string, p page, content []byte) {
	if a.waited() || p.Title != a.top.Title { // the content was made for another top
		a.finish(name, p)
		return
	}
	a.gateway.fetch.Writer(a.ResponseWriter).Write(content) // an error means that the browser has disconnected
}

// waited reports whether the page showed that it waits.
func (a *arriving) waited() bool {
	select {
	case <-a.slow:
		return true
	default:
		return false
	}
}

// WriteHeader implements http.ResponseWriter. It does nothing if the top of the page was
// sent with a status.
func (a *arriving) WriteHeader(code int) {
	if !a.rest() {
		a.ResponseWriter.WriteHeader(code)
	}
}

// Write implements http.ResponseWriter. It sends a refusal. If the top of the page was
// sent, the refusal becomes its content.
func (a *arriving) Write(b []byte) (int, error) {
	if !a.begun() {
		return a.ResponseWriter.Write(b)
	}
	p := page{Title: "The page cannot be shown", Body: errorPage{What: strings.TrimSpace(string(b))}}
	a.gateway.complete(&p, "errorpage")
	a.finish("errorpage", p)
	return len(b), nil
}

// begun reports whether the top of the page was sent.
func (a *arriving) begun() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.top.URL != ""
}

// arrived returns a text that says how much of a visit has arrived.
func arrived(v *visit.Visit) string {
	if opened, err := v.Opened(); !opened || err != nil {
		return "Nothing"
	}
	n, size := v.Arrived()
	if size > 0 {
		return fetch.SizeText(size)
	}
	return listing.Entries(n)
}
