// Package http opens http and https URLs. It sends one GET, or HEAD to probe,
// with the path and search of the URL unchanged.
//
//	opener := new(http.Opener)
//	client := open.New(open.Options{}, opener)
//	defer client.Close()
//	u, err := earl.RFC3986.Parse("http://h.example/a//b?q")
//	resource, err := client.Open(ctx, u) // a *open.Document or an *open.Referral
//
// A page of any status is an *open.Document with its Status, unless
// Options.Fail is set. A redirect is an *open.Referral, which the client checks
// before it follows it. The content is delivered unchanged: no coding is
// requested or decoded. The opener keeps connections, but no cookies without a
// Jar, and no cache.
//
// The package follows rfc1738 3.3, rfc9110, rfc9112 and, over TLS, rfc9113. The
// protocol itself is net/http's Transport. Proxies from the environment are not
// used.
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

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/limit"
	"github.com/earl-url/earl/open/internal/request"
	"github.com/earl-url/earl/views"
)

const (
	// DefaultUserAgent is the default User-Agent. Servers refuse requests without
	// one.
	DefaultUserAgent = request.DefaultUserAgent
	// idleConn is how long a connection is kept for another request.
	idleConn = 30 * time.Second
	// readBuffer has room for the header and the whole of a small object.
	readBuffer = 32 << 10
	// idlePerHost and idleAll are how many connections are kept.
	idlePerHost, idleAll = 8, 64
)

// Options are the settings of an [Opener]. The zero Options are the defaults.
// Do not change them after the first use of the opener.
type Options struct {
	// UserAgent is the field User-Agent. "" sends DefaultUserAgent.
	UserAgent string
	// Fields are additional fields of each request, by their names in canonical
	// form. They replace those of the opener; a name without values removes a
	// field. Fields that may contain credentials ([IsSecret]), and Host, are sent
	// only to the scheme, host and port of the first URL, not to the targets of
	// its redirects. From a Referer, those targets receive only its scheme and
	// host. [ParseFields] reads them.
	Fields nethttp.Header
	// HostFields returns additional fields for the server at "host:port". They are
	// sent however the URL was reached. nil means no fields.
	HostFields func(address string) nethttp.Header
	// Fail makes every status from 400 on an error, a *[StatusError].
	Fail bool
	// Proxy returns the proxy for a request, or nil. The policy then checks the
	// proxy's address, and the host of the URL only if it is an address: only the
	// proxy looks up a host name. A nil Proxy means no proxy, whatever the
	// environment contains; http.ProxyFromEnvironment reads the environment.
	Proxy func(*nethttp.Request) (*url.URL, error)
	// TLS has the settings of TLS. nil means that the certificate is checked
	// against the URL's host name and the system's authorities. It is not changed.
	TLS *tls.Config
	// Jar keeps cookies and returns those to send. nil means that no cookie is
	// kept or sent. The jar decides for each URL, also after a redirect.
	Jar nethttp.CookieJar
	// Headers is the maximum number of bytes in a response header. 0 means
	// 256 KiB, a negative value means no limit.
	Headers int
}

// defaultHeaders is larger than usual response headers.
const defaultHeaders = 256 << 10

// Opener opens http and https URLs. It keeps connections for further requests
// until Close. The zero Opener is ready to use. Several goroutines may share
// it. It must not be copied.
type Opener struct {
	Options

	mu         sync.Mutex
	closed     bool                          // Close was called: no connection is kept after it
	transports map[string]*nethttp.Transport // by the Pool of their requests
}

// headers returns the effective limit of a header.
func (o *Opener) headers() int { return limit.Of(o.Headers, defaultHeaders) }

// Schemes returns "http" and "https".
func (*Opener) Schemes() []string { return []string{"http", "https"} }

// Open sends a GET and returns the resource in the answer. The body of a
// document is read from the connection as it arrives. A login in the URL is
// sent, as Basic, only to its origin. Without a login, or if it was refused,
// r.Login is called once.
//
// r.Offset and r.End become a range request. If the server sends the whole
// object instead, the other bytes are dropped, and a Note reports it. Any other
// answer to a range request is an error, so that no caller appends an error
// page to half a file.
//
// Errors: [open.ErrLogin] (401, 407), [open.ErrCut], [open.ErrProtocol],
// [open.ErrConnect], a *[StatusError]. Source: rfc1738 3.3; rfc9110.
func (o *Opener) Open(ctx context.Context, r *open.Call) (open.Resource, error) {
	c, err := o.call(r)
	if err != nil {
		return nil, err
	}
	a, err := c.ask(ctx, request.Method(r))
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

// Probe sends a HEAD. If the server does not know HEAD, it sends a GET and
// reads no body. The errors are those of Open; a status is not an error.
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
		c.note("the server does not know HEAD: GET was sent")
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
		m.Note = append(m.Note, "it redirects to "+referral.Targets[0].Redacted())
	}
	return m, nil
}

// Close closes the idle connections. A body that is still being read keeps its
// connection until it is closed. A connection that becomes idle later is closed
// too.
func (o *Opener) Close() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.closed = true
	for _, t := range o.transports {
		t.CloseIdleConnections()
	}
	return nil
}

// settle closes the idle connections of a request if connections are not kept.
func (o *Opener) settle(r *open.Call) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if t := o.transports[r.Pool]; t != nil && o.closed {
		t.CloseIdleConnections()
	}
}

// transport returns the Transport for a request. A request without a Pool does
// not share its connection.
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

// newTransport returns a Transport that uses the Dial of the request and adds
// no fields.
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

// connectHeader returns the fields of a CONNECT, which requests a connection to
// the server of an https URL from a proxy.
func (o *Opener) connectHeader() nethttp.Header {
	return nethttp.Header{"User-Agent": {o.userAgent()}}
}

// tlsConfig returns the settings of TLS, which offer HTTP/1.1 and HTTP/2.
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

// call returns the call for a request. The error is a *earl.ParseError or a
// *open.Refusal.
func (o *Opener) call(r *open.Call) (*call, error) {
	view, err := views.ParseHTTP(r.URL)
	if err != nil {
		return nil, err
	}
	address, err := open.HostPort(r.URL)
	if err != nil {
		return nil, err
	}
	return &call{opener: o, req: r, view: view, address: address}, nil
}
