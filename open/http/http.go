// Package http opens http and https URLs: one GET, or HEAD to probe, whose path
// and search are, octet for octet, those of the URL.
//
//	opener := new(http.Opener)
//	client := open.New(open.Options{}, opener)
//	defer client.Close()
//	u, err := earl.RFC3986.Parse("http://h.example/a//b?q")
//	resource, err := client.Open(ctx, u) // a *open.Document or an *open.Referral
//
// A page of any status is an *open.Document, with its Status, unless
// Options.Fail says otherwise. A redirection is an *open.Referral: the client
// judges it and goes on, or not. Content comes as the server has it: no coding is
// asked for, none is undone. Nothing is kept but connections: no cookies, no cache.
//
// It follows rfc1738 3.3, rfc9110, rfc9112 and, over TLS, rfc9113. The protocol
// itself is net/http's Transport. The environment names no proxy here.
package http

import (
	"cmp"
	"context"
	"crypto/tls"
	"net"
	nethttp "net/http"
	"net/url"
	"sync"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/limit"
)

const (
	// DefaultUserAgent is what a server learns of its client. Servers refuse
	// requests without such a name.
	DefaultUserAgent = "earl"
	// idleConn is how long a connection is kept for another request.
	idleConn = 30 * time.Second
	// readBuffer takes the header and the whole of a small object in one read.
	readBuffer = 32 << 10
	// idlePerHost and idleAll are how many connections are kept.
	idlePerHost, idleAll = 8, 64
)

// Options are the settings of an [Opener]. The zero Options are the documented
// behaviour. Do not change them once the opener is in use.
type Options struct {
	// UserAgent is the field of that name. "" sends DefaultUserAgent.
	UserAgent string
	// Fields are further fields of each request, by their names in canonical form.
	// They replace those of the opener; a name without values removes a field.
	// Fields that may have credentials ([IsSecret]), and Host, are sent only to the
	// scheme, host and port of the URL that was requested first, not to others that it
	// redirects to, and those get no more of a Referer than its scheme and host.
	// [ParseFields] reads them.
	Fields nethttp.Header
	// HostFields returns further fields for the server at "host:port", which get
	// there however the URL was reached. nil: no fields.
	HostFields func(address string) nethttp.Header
	// Fail makes an error of every status from 400 on: a *[StatusError].
	Fail bool
	// Proxy returns the proxy for a request, nil for none. The policy then judges
	// the proxy's address, and of the URL a host that is an address itself: what a
	// name stands for only the proxy knows. nil: no proxy, whatever the
	// environment says; http.ProxyFromEnvironment asks that.
	Proxy func(*nethttp.Request) (*url.URL, error)
	// TLS is how the certificate is judged. nil: by the URL's host name and the
	// system's authorities. It is not changed.
	TLS *tls.Config
	// Jar keeps the cookies of servers and returns those to send. nil: no cookie is
	// kept, and none is sent. The jar decides for each URL, also after a redirect.
	Jar nethttp.CookieJar
	// Headers is how many bytes the header of a response may have. 0 means
	// DefaultHeaders, a negative value no limit.
	Headers int
}

// DefaultHeaders is more than the header of any response has.
const DefaultHeaders = 256 << 10

// Opener opens http and https URLs. It keeps connections for further requests,
// until Close. The zero Opener is ready; several goroutines may share it, and it
// must not be copied.
type Opener struct {
	Options

	mu         sync.Mutex
	closed     bool                          // Close was called: nothing is kept from then on
	transports map[string]*nethttp.Transport // by the Pool of their requests
}

// headers returns the limit of a header in effect.
func (o *Opener) headers() int { return limit.Of(o.Headers, DefaultHeaders) }

// Schemes returns "http" and "https".
func (*Opener) Schemes() []string { return []string{"http", "https"} }

// Open sends a GET and returns what the answer is; the body of a document is
// read from the connection as it comes. A login in the URL is sent, as Basic, to
// this origin alone; without one, or if it was refused, r.Login is asked once.
// Of r.Offset and r.End a range is made. A server that sends the whole object
// instead is let, and what was not asked for is dropped: a Note says so. Any
// other answer to a range is an error, so that nobody appends a page that says
// 404 to half a file.
//
// Errors: [open.ErrLogin] (401, 407), [open.ErrCut], [open.ErrProtocol],
// [open.ErrConnect], a *[StatusError]. Source: rfc1738 3.3; rfc9110.
func (o *Opener) Open(ctx context.Context, r *open.Call) (open.Resource, error) {
	c, err := o.call(r)
	if err != nil {
		return nil, err
	}
	a, err := c.ask(ctx, c.method())
	if err != nil {
		return nil, prefixed(err)
	}
	res, err := a.resource()
	if err != nil {
		a.close()
		return nil, prefixed(err)
	}
	return res, nil
}

// Probe sends a HEAD, and a GET whose body nobody reads where the server does
// not know HEAD. The errors are those of Open; a status is none.
func (o *Opener) Probe(ctx context.Context, r *open.Call) (open.Meta, error) {
	whole := *r
	whole.Offset, whole.End = 0, 0
	c, err := o.call(&whole)
	if err != nil {
		return open.Meta{}, err
	}
	a, err := c.ask(ctx, nethttp.MethodHead)
	if err == nil && (a.resp.StatusCode == nethttp.StatusMethodNotAllowed || a.resp.StatusCode == nethttp.StatusNotImplemented) {
		a.drain()
		c.note("the server does not know HEAD: it was asked by GET")
		a, err = c.ask(ctx, nethttp.MethodGet)
	}
	if err != nil {
		return open.Meta{}, prefixed(err)
	}
	defer a.close()
	res, err := a.resource()
	if err != nil {
		return open.Meta{}, prefixed(err)
	}
	m := *res.Info()
	if referral, ok := res.(*open.Referral); ok {
		m.Note = append(m.Note, "it refers to "+referral.Targets[0].Redacted())
	}
	return m, nil
}

// Close gives up the connections that nobody uses. A body that is still read
// keeps its own until it is closed. What falls idle from then on is closed too.
func (o *Opener) Close() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.closed = true
	for _, t := range o.transports {
		t.CloseIdleConnections()
	}
	return nil
}

// settle closes what a request leaves idle, where nothing is kept.
func (o *Opener) settle(r *open.Call) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if t := o.transports[r.Pool]; t != nil && o.closed {
		t.CloseIdleConnections()
	}
}

// transport returns the Transport for a request. One that names no pool shares
// its connection with nobody.
func (o *Opener) transport(r *open.Call) *nethttp.Transport {
	o.mu.Lock()
	defer o.mu.Unlock()
	if r.Pool == "" {
		t := o.newTransport()
		t.DisableKeepAlives = true
		return t
	}
	t := o.transports[r.Pool]
	if t == nil {
		t = o.newTransport()
		if o.transports == nil {
			o.transports = map[string]*nethttp.Transport{}
		}
		o.transports[r.Pool] = t
	}
	return t
}

// newTransport returns a Transport that dials by the request and adds nothing.
func (o *Opener) newTransport() *nethttp.Transport {
	config := o.tlsConfig()
	return &nethttp.Transport{
		Proxy:                  o.Proxy,
		ProxyConnectHeader:     o.connectHeader(),
		DialContext:            dial,
		DialTLSContext:         func(ctx context.Context, _, address string) (net.Conn, error) { return dialTLS(ctx, address, config) },
		TLSClientConfig:        config,
		ForceAttemptHTTP2:      true,
		DisableCompression:     true,
		MaxIdleConns:           idleAll,
		MaxIdleConnsPerHost:    idlePerHost,
		IdleConnTimeout:        idleConn,
		MaxResponseHeaderBytes: int64(o.headers()),
		ReadBufferSize:         readBuffer,
	}
}

// userAgent returns the field User-Agent.
func (o *Opener) userAgent() string { return cmp.Or(o.UserAgent, DefaultUserAgent) }

// connectHeader returns the fields of a CONNECT, which asks a proxy for a
// connection to the server of an https URL.
func (o *Opener) connectHeader() nethttp.Header {
	return nethttp.Header{"User-Agent": {o.userAgent()}}
}

// tlsConfig returns the settings of TLS, which offer both versions of http.
func (o *Opener) tlsConfig() *tls.Config {
	config := o.TLS.Clone()
	if config == nil {
		config = new(tls.Config)
	}
	if config.NextProtos == nil {
		config.NextProtos = []string{"h2", "http/1.1"}
	}
	return config
}

// call returns what is sent for a request. The error is a *earl.ParseError or a
// *open.Refusal.
func (o *Opener) call(r *open.Call) (*call, error) {
	view, err := earl.ParseHTTP(r.URL)
	if err != nil {
		return nil, err
	}
	address, err := open.HostPort(r.URL)
	if err != nil {
		return nil, err
	}
	return &call{opener: o, req: r, view: view, address: address}, nil
}
