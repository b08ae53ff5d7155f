package gateway

import (
	"bufio"
	"bytes"
	"math"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/earl-url/earl/gateway/internal/fetch"
	"github.com/earl-url/earl/gateway/internal/listing"
	"github.com/earl-url/earl/gateway/internal/visit"
	"github.com/earl-url/earl/open"
)

const (
	// slowTime is how long a server may take before its page begins without it. A page
	// that begins later has the status of what it shows.
	slowTime = 150 * time.Millisecond
	// entriesTime is how long the entries of a short listing may take before the top of
	// its page is sent, and shortListing how many it has at most. The page of a listing
	// has the status 200, whatever comes.
	entriesTime  = 2 * time.Millisecond
	shortListing = 100
)

// The stages of a page that arrives.
const (
	stageNone    = iota
	stageTop     // the header, the address bar and the path were sent
	stageWaiting // so was the line that says what the page waits for
	stageRest    // the content is being sent
)

// arriving is the response with the page of a visit. The page of a quick server is
// sent whole. If the server is slow, the page begins without it, and its content
// follows as it comes.
type arriving struct {
	http.ResponseWriter
	gateway *Gateway
	visit   *visit.Visit
	slow    chan struct{} // closed when the page has begun to wait

	mu     sync.Mutex
	stage  int
	target target
	top    page // as it was sent
	timers []*time.Timer

	out *bufio.Writer // of the content
}

// arrive returns the response with the page of a visit of t. The caller calls end.
func (g *Gateway) arrive(w http.ResponseWriter, v *visit.Visit, t target) *arriving {
	a := &arriving{ResponseWriter: w, gateway: g, visit: v, target: t, slow: make(chan struct{})}
	a.after(g.slowTime, stageWaiting)
	return a
}

// Unwrap is for http.ResponseController.
func (a *arriving) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// Header ends the waiting, so that the caller and the page do not change the header at the
// same time.
func (a *arriving) Header() http.Header {
	a.rest()
	return a.ResponseWriter.Header()
}

// after lets the page reach a stage in a time, unless its content is sent by then.
func (a *arriving) after(d time.Duration, stage int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.timers = append(a.timers, time.AfterFunc(d, func() { a.begin(stage) }))
}

// soon waits a time for the entries of a listing, and reports whether all of them have
// arrived. It does not wait for those of a long listing.
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

// led sets what the visit led to.
func (a *arriving) led(t target) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.target = t
}

// begin sends what comes before the content, up to a stage.
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
		p.Stop = a.gateway.fields(target{url: a.target.url, visit: a.visit.ID, secret: a.target.secret})
		p.Media = true // which it may need
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

// rest ends the waiting: what the caller sends is the content. It reports whether the
// page has begun.
func (a *arriving) rest() (begun bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.stage = stageRest
	for _, timer := range a.timers {
		timer.Stop()
	}
	return a.top.URL != ""
}

// late waits until the first n entries or bytes are kept. It returns true, without
// them, if the page begins before that.
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

// pause sends what was written, if a reader of the first n entries or bytes waits for
// the server.
func (a *arriving) pause(n int64) {
	if !a.visit.Kept(n) && a.out != nil {
		a.out.Flush()
		http.NewResponseController(a.ResponseWriter).Flush()
	}
}

// finish sends the content of a page that has begun.
func (a *arriving) finish(name string, p page) {
	p.Late = true
	switch {
	case p.URL != "" && p.URL != a.top.URL:
		p.Moved = "/open?" + a.gateway.query(a.target)
	case a.waited(): // the cautions were sent before the content
		p.Care = nil
	}
	a.out = bufio.NewWriterSize(a.gateway.fetch.Writer(a.ResponseWriter), 16<<10)
	err := pages()[name].ExecuteTemplate(a.out, "rest", p)
	if err == nil {
		err = a.out.Flush()
	}
	if err != nil {
		panic(http.ErrAbortHandler) // so that no one takes a part for the whole
	}
}

// complete sends the content of a page that has begun since it was made.
func (a *arriving) complete(name string, p page, content []byte) {
	if a.waited() || p.Title != a.top.Title { // it was made for another top
		a.finish(name, p)
		return
	}
	a.gateway.fetch.Writer(a.ResponseWriter).Write(content) // a browser that has gone needs no more
}

// waited reports whether the page has said that it waits.
func (a *arriving) waited() bool {
	select {
	case <-a.slow:
		return true
	default:
		return false
	}
}

// WriteHeader sends a status, unless the page has begun with one.
func (a *arriving) WriteHeader(code int) {
	if !a.rest() {
		a.ResponseWriter.WriteHeader(code)
	}
}

// Write sends a refusal. It becomes the content of a page that has begun.
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

// arrived says how much of a visit has arrived.
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
