// Package fetch opens URLs for the handlers of a gateway. It limits how many URLs are open
// at a time, retrieves a document or a part of one, and sets the HTTP header fields that
// describe the document.
//
//	f := fetch.New(fetch.Options{Client: client, Policy: policy})
//	release := f.Acquire(w, r, u)
//	if release == nil {
//		return // Acquire has sent a response
//	}
//	defer release()
//	doc, err := f.Document(r.Context(), f.Request(u))
//
// It does not render pages or explain errors.
package fetch

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/access"
	"github.com/earl-url/earl/internal/hostlimit"
	"github.com/earl-url/earl/open"
)

const (
	// DefaultOpens is how many URLs are opened at a time: more than a user has tabs, or a
	// page has pictures.
	DefaultOpens = 256
	// PerServer is how many URLs of one server are opened at a time. Servers limit the
	// connections from one address, and many servers of old links are small.
	PerServer = 32
	// placeWait is how long a request waits for a free slot.
	placeWait = 10 * time.Second
)

// Options are the settings of a Fetcher.
type Options struct {
	Client *open.Client
	Policy open.Policy // of each request
	Opens  int         // URLs opened at a time; 0 means DefaultOpens, negative no limit
}

// Fetcher opens URLs. Several goroutines may use it.
type Fetcher struct {
	client *open.Client
	policy open.Policy
	idle   time.Duration
	limits *hostlimit.Limiter
}

// New returns a Fetcher.
func New(o Options) *Fetcher {
	if o.Opens == 0 {
		o.Opens = DefaultOpens
	}
	return &Fetcher{
		client: o.Client, policy: o.Policy, idle: o.Policy.Effective().Idle,
		limits: hostlimit.New(hostlimit.Options{Total: o.Opens, Rule: func(string) hostlimit.Rule { return hostlimit.Rule{Slots: PerServer} }}),
	}
}

// Acquire waits for a slot to open u. If no slot becomes free, it sends a response and
// returns nil. release releases the slot.
func (f *Fetcher) Acquire(w http.ResponseWriter, r *http.Request, u earl.URL) (release func()) {
	ctx, cancel := context.WithTimeout(r.Context(), placeWait)
	defer cancel()
	server, err := open.HostPort(u)
	if err != nil {
		server = u.Scheme() // the URL has no server, or opening refuses it
	}
	release, err = f.limits.Acquire(ctx, server)
	if err != nil {
		w.Header().Set("Retry-After", "10")
		access.Refuse(w, http.StatusServiceUnavailable, "Too many URLs are being opened. Try again in a moment.")
		return nil
	}
	return release
}

// Request returns a request for u with a copy of the policy, which the caller may change.
func (f *Fetcher) Request(u earl.URL) *open.Request {
	p := f.policy
	return &open.Request{URL: u, Policy: &p}
}

// Document opens a URL that must be a document. If q requests a part of an object of
// unknown size, Document returns the whole object and clears the offsets of q.
func (f *Fetcher) Document(ctx context.Context, q *open.Request) (*open.Document, error) {
	if q.URL.Designates() == earl.Service { // only a button connects to one
		return nil, errors.New("a service is no file")
	}
	res, err := f.client.FollowRequest(ctx, q)
	if err != nil {
		return nil, err
	}
	switch res := res.(type) {
	case *open.Document:
		DecodeGzip(res)
		return f.Sized(ctx, q, res)
	case *open.Listing:
		res.Close()
	case *open.Session:
		res.Conn.Close()
	}
	return nil, fmt.Errorf("the result is not a file (%s): open it from the address bar", res.Info().Kind)
}

// Sized returns doc, the document that q requested. If doc is a part of an object of
// unknown size, it opens and returns the whole object, since Content-Range must contain
// the size.
// Source: rfc9110 14.4.
func (f *Fetcher) Sized(ctx context.Context, q *open.Request, doc *open.Document) (*open.Document, error) {
	if q.Offset == 0 && q.End == 0 || doc.Size >= 0 {
		return doc, nil
	}
	doc.Body.Close()
	q.Offset, q.End = 0, 0
	return f.Document(ctx, q)
}
