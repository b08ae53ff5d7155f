package transfer

import (
	"cmp"
	"io"
	"net/netip"
	"strings"
	"sync"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/writeout"
	"github.com/earl-url/earl/open"
)

// A recorder collects the facts of a transfer from its observers. It is safe for
// concurrent use.
type recorder struct {
	mu    sync.Mutex
	begun time.Time
	facts writeout.Facts
	last  *open.Response // the last http response, or nil
}

// newRecorder returns the recorder of a transfer of u, which has a number from 1. The transfer
// begins now.
func newRecorder(u earl.URL, number int) *recorder {
	return &recorder{begun: time.Now(), facts: writeout.Facts{
		URL: shown(u), Effective: shown(u), Scheme: u.Scheme(), Version: "0", Number: number - 1,
	}}
}

// observer returns the Observer that fills the recorder.
func (r *recorder) observer() *open.Observer {
	at := func(to *time.Duration) func() {
		return func() {
			r.mu.Lock()
			defer r.mu.Unlock()
			*to = time.Since(r.begun)
		}
	}
	secure := at(&r.facts.Secure)
	return &open.Observer{
		Lookup: at(&r.facts.Lookup),
		Secure: func(open.Security) { secure() },
		Connect: func(remote netip.AddrPort) {
			r.mu.Lock()
			defer r.mu.Unlock()
			r.facts.Connect, r.facts.Remote = time.Since(r.begun), remote
			r.facts.Connects++
		},
		Response: r.respond,
	}
}

// respond records the header of a response.
func (r *recorder) respond(p *open.Response) {
	r.mu.Lock()
	defer r.mu.Unlock()
	x := &r.facts
	x.Start = time.Since(r.begun)
	x.Effective, x.Scheme = shown(p.URL), p.URL.Scheme()
	x.Method, x.Code, x.Remote, x.Fields = p.Method, p.Code, p.Remote, p.Fields
	x.Version = strings.TrimSuffix(strings.TrimPrefix(p.Proto, "HTTP/"), ".0")
	if x.Version == "1" {
		x.Version = "1.0"
	}
	x.Type, x.Redirect = first(p.Fields["Content-Type"]), ""
	if p.Code/100 == 3 {
		x.Hops, x.Redirect = x.Start, resolved(p)
	}
	if r.last != nil && r.last.Code/100 == 3 {
		x.Redirects++
	}
	x.Header += int64(len(headerText(p)))
	r.last = p
}

// resolved returns the target of a redirect, or "".
func resolved(p *open.Response) string {
	u, err := p.URL.Edition().Resolve(p.URL, first(p.Fields["Location"]))
	if err != nil || len(p.Fields["Location"]) == 0 {
		return ""
	}
	return shown(u)
}

// shown returns a URL without its login, which may come from a flag.
func shown(u earl.URL) string {
	bare, err := u.WithoutPassword().With(earl.ComponentUser, earl.Field{})
	if err != nil {
		return u.Redacted()
	}
	return bare.Redacted()
}

// first returns the first value of a field, or "".
func first(values []string) string {
	if len(values) == 0 {
		return ""
	}
	return values[0]
}

// response returns the last response, or nil.
func (r *recorder) response() *open.Response {
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.last
}

// found records a document, and returns a body that counts its bytes.
func (r *recorder) found(d *open.Document) io.ReadCloser {
	if r == nil {
		return d.Body
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.facts.Effective, r.facts.Scheme = shown(d.URL), d.URL.Scheme()
	r.facts.Type = cmp.Or(r.facts.Type, d.Type)
	return &countedBody{d.Body, r}
}

// A countedBody counts the bytes of a body.
type countedBody struct {
	io.ReadCloser
	r *recorder
}

// Read reads.
func (b *countedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.r.mu.Lock()
	defer b.r.mu.Unlock()
	if b.r.facts.Start == 0 && n > 0 {
		b.r.facts.Start = time.Since(b.r.begun)
	}
	b.r.facts.Downloaded += int64(n)
	return n, err
}

// finish returns the facts of a transfer, which ends now. file is the file that it created, or "".
func (r *recorder) finish(file string) *writeout.Facts {
	r.mu.Lock()
	defer r.mu.Unlock()
	x := r.facts
	x.Total, x.File = time.Since(r.begun), file
	return &x
}
