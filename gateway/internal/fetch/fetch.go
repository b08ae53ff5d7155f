// Package fetch opens URLs for the handlers of a gateway: within limits for each
// server, as a document or a part of one, and with the fields that describe it in a
// response of HTTP.
//
//	f := fetch.New(fetch.Options{Client: client, Policy: policy})
//	release := f.Acquire(w, r, u)
//	if release == nil {
//		return // Acquire has answered
//	}
//	defer release()
//	doc, err := f.Document(r.Context(), f.Request(u))
//
// It renders no page and explains no error.
package fetch

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/gateway/internal/access"
	"github.com/earl-url/earl/internal/hostlimit"
	"github.com/earl-url/earl/open"
)

const (
	// DefaultOpens is how many URLs are opened at a time: more than the tabs that a
	// user looks at, and than the pictures of a page.
	DefaultOpens = 256
	// PerServer is how many of them one server gets. Servers limit the connections
	// of one address, and many servers of old links are small.
	PerServer = 32
	// placeWait is how long a request waits for one of them to end.
	placeWait = 10 * time.Second
)

// Options are the settings of a Fetcher.
type Options struct {
	Client *open.Client
	Policy open.Policy // of each request
	Opens  int         // URLs at a time; 0: DefaultOpens, less: no limit
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
		limits: hostlimit.New(hostlimit.Options{Total: o.Opens, Rule: func(string) hostlimit.Rule { return hostlimit.Rule{Places: PerServer} }}),
	}
}

// Acquire waits for a place to open u. If there is none, it answers and returns nil.
// release gives the place back.
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

// Request returns a request for u. It has a policy of its own.
func (f *Fetcher) Request(u earl.URL) *open.Request {
	p := f.policy
	return &open.Request{URL: u, Policy: &p}
}

// Document opens what must be a document. Of a part whose object has an unknown size
// it returns the whole object, and clears the offsets of q.
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

// Sized returns doc, which q asked for, or the whole object if doc is a part of one
// whose size is not known: Content-Range must contain the size.
// Source: rfc9110 14.4.
func (f *Fetcher) Sized(ctx context.Context, q *open.Request, doc *open.Document) (*open.Document, error) {
	if q.Offset == 0 && q.End == 0 || doc.Size >= 0 {
		return doc, nil
	}
	doc.Body.Close()
	q.Offset, q.End = 0, 0
	return f.Document(ctx, q)
}
