package gateway

import (
	"cmp"
	"context"
	"errors"
	"io"
	"net/http"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/fetch"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/visit"
	"github.com/earl-url/earl/open"
)

// secretTarget returns the target of a visit whose URL no page may show.
func (g *Gateway) secretTarget(id string) (target, bool) {
	v := g.visits.Find(id)
	if v == nil || !v.Target.Secret {
		return target{}, false
	}
	return target{url: v.Target.URL, ask: v.Target.Ask, visit: id, secret: true, from: v.Target.From}, true
}

// newVisit returns a new visit of t, which is not opened yet, and t with the visit's id.
func (g *Gateway) newVisit(t target) (*visit.Visit, target) {
	_, search := withoutWords(t.url)
	v := g.visits.New(visit.Target{URL: t.url, Ask: t.ask, Once: t.ask || t.secret || search, Secret: t.secret, From: t.from})
	t.visit = v.ID
	return v, t
}

// visited returns the visit of t whose id is in a request. It returns nil if no such visit
// has a result, so that t must be opened.
func (g *Gateway) visited(r *http.Request, t target) *visit.Visit {
	id := r.FormValue("visit")
	if id == "" {
		return nil
	}
	v := g.visits.Find(id)
	if v == nil || !v.Is(t.url) || !v.Usable() {
		return nil
	}
	return v
}

// stoppedVisit returns the visit of t whose id is in a request if the user stopped that
// visit, or nil. Its page shows what has arrived.
func (g *Gateway) stoppedVisit(r *http.Request, t target) *visit.Visit {
	v := g.visits.Find(r.FormValue("visit"))
	if v == nil || !v.Is(t.url) || !v.Stopped() {
		return nil
	}
	return v
}

// visit returns an opened visit of t for a page, and t with the visit's id. It opens t
// unless the request contains the id of a visit of t. The request attends the visit until
// the caller calls leave. If visit returns nil, it has sent a response.
func (g *Gateway) visit(w http.ResponseWriter, r *http.Request, t target) (v *visit.Visit, to target, leave func()) {
	v = cmp.Or(g.visited(r, t), g.stoppedVisit(r, t))
	if v == nil {
		if t.ask && !g.mayAsk(r) {
			g.notKept(w)
			return nil, t, nil
		}
		v, t = g.newVisit(t)
	}
	t.visit = v.ID
	leave = v.Attend(r.Context()) // first: a set that is full ends an opening that no request attends
	if opened, _ := v.Opened(); !opened {
		release := g.fetch.Acquire(w, r, t.url)
		if release == nil {
			leave()
			return nil, t, nil
		}
		follow := r.FormValue("follow") != "no"
		v.Open(r.Context(), release, func(ctx context.Context) (open.Resource, error) { return g.openTarget(ctx, t, follow, v.Log()) })
	}
	return v, t, leave
}

// mayAsk reports whether a request may send the answers of a form. It returns false if
// the visit in the request has already sent them. If sending them failed, a reload tries
// again.
func (g *Gateway) mayAsk(r *http.Request) bool {
	id := r.FormValue("visit")
	if id == "" {
		return true
	}
	v := g.visits.Find(id)
	if v == nil {
		return false
	}
	_, err := v.Opened()
	return err != nil
}

// openTarget opens t, and follows its redirects if follow is set. log records what is
// sent and received.
func (g *Gateway) openTarget(ctx context.Context, t target, follow bool, log *visit.Log) (open.Resource, error) {
	q := g.request(t)
	log.Observe(q)
	q.URL = q.URL.WithoutFragment()
	opener := g.client.FollowRequest
	if !follow {
		opener = g.client.Do
	}
	res, err := opener(ctx, q)
	var refusal *open.Refusal
	if errors.As(err, &refusal) && refusal.Name == open.GuardRedirectScheme {
		res, err = g.client.Do(ctx, q) // the user sees the targets of a redirect and decides
	}
	if doc, ok := res.(*open.Document); ok && err == nil {
		fetch.DecodeGzip(doc)
	}
	return res, err
}

// wait waits until a visit is opened. It returns false if the client has disconnected.
func wait(r *http.Request, v *visit.Visit) bool {
	select {
	case <-v.Done():
		return true
	case <-r.Context().Done():
		return false
	}
}

// keptDocument returns the document that q requests, or a part of it, from the visit v.
// It returns nil if the URL must be opened. If the size of the document is not known, it
// returns the whole document and clears the offsets of q, like [fetch.Fetcher.Document].
func (g *Gateway) keptDocument(r *http.Request, v *visit.Visit, t target, q *open.Request) *open.Document {
	if v == nil || !wait(r, v) {
		return nil
	}
	res, err := v.Result()
	doc, ok := res.(*open.Document)
	if err != nil || !ok {
		return nil
	}
	if q.Offset != 0 || q.End != 0 {
		doc.Body.Close()
		if doc, ok = v.Part(q.Offset); !ok {
			return nil
		}
	}
	body := &continued{ReadCloser: doc.Body, at: q.Offset, open: func(at int64) (io.ReadCloser, error) {
		rest := g.request(t)
		rest.URL, rest.Offset, rest.Version = doc.URL, at, doc.Version
		v.Log().Observe(rest)
		more, err := g.fetch.Document(r.Context(), rest)
		if err != nil {
			return nil, err
		}
		if rest.Offset != at { // the server ignored the offset
			_, err = io.CopyN(io.Discard, more.Body, at)
		}
		return more.Body, err
	}}
	doc.Body = body
	if q.End > q.Offset {
		doc.Body = limited{io.LimitReader(body, q.End-q.Offset), body}
	}
	return doc
}

// limited is a part of a body.
type limited struct {
	io.Reader
	io.Closer
}

// continued is the body of a visit. It opens the URL again for the bytes that the visit
// does not keep.
type continued struct {
	io.ReadCloser
	at   int64
	open func(at int64) (io.ReadCloser, error)
}

func (c *continued) Read(p []byte) (int, error) {
	n, err := c.ReadCloser.Read(p)
	c.at += int64(n)
	if errors.Is(err, visit.ErrGone) {
		return n, c.resume()
	}
	return n, err
}

// resume replaces the body by a new one, from the current offset.
func (c *continued) resume() error {
	rest, err := c.open(c.at)
	if err != nil {
		return err
	}
	c.ReadCloser.Close()
	c.ReadCloser = rest
	return nil
}

// WriteTo implements io.WriterTo. It uses the WriterTo of the bodies, which is faster
// than Read.
func (c *continued) WriteTo(w io.Writer) (total int64, err error) {
	for {
		n, err := io.Copy(w, c.ReadCloser)
		c.at += n
		total += n
		if !errors.Is(err, visit.ErrGone) {
			return total, err
		}
		if err := c.resume(); err != nil {
			return total, err
		}
	}
}

// frameVisit returns the visit whose page has a frame with the document at u, once for
// each page. The path of a document in a sandbox cannot contain the id of a visit.
func (g *Gateway) frameVisit(u earl.URL) *visit.Visit {
	v := g.visits.Claim(u)
	if v == nil || !v.Usable() {
		return nil
	}
	return v
}
