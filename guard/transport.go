package guard

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"
)

// maxHeaderBytes limits the header of a response, if Options.Base does not. Real
// headers are smaller than 100 KB.
const maxHeaderBytes = 1 << 20

// Transport returns a transport for http.Client that checks every request, so
// also every redirect, and limits every response. Close the body of each
// response. Several goroutines may use it at the same time, and it keeps
// connections: use one transport for all requests with the same options.
func Transport(o Options) http.RoundTripper {
	s := o.settings()
	base := &http.Transport{MaxIdleConns: 100, IdleConnTimeout: 90 * time.Second, TLSHandshakeTimeout: 10 * time.Second, ExpectContinueTimeout: time.Second}
	if o.Base != nil {
		base = o.Base.Clone()
	}
	//lint:ignore SA1019 a deprecated function would dial without a check
	base.Dial, base.DialTLS = nil, nil
	base.DialTLSContext = nil
	base.ForceAttemptHTTP2 = true
	if base.MaxResponseHeaderBytes == 0 {
		base.MaxResponseHeaderBytes = maxHeaderBytes
	}
	base.Proxy = func(r *http.Request) (*url.URL, error) { return proxyOf(r.Context()), nil }
	base.DialContext = s.dialFor
	return &transport{s, base}
}

// transport is an http.RoundTripper with checks.
type transport struct {
	settings *settings
	base     *http.Transport
}

// CloseIdleConnections is for http.Client.CloseIdleConnections.
func (t *transport) CloseIdleConnections() { t.base.CloseIdleConnections() }

// RoundTrip checks a request, sends it and limits its response.
func (t *transport) RoundTrip(r *http.Request) (*http.Response, error) {
	ctx, err := t.check(r)
	if err != nil {
		if r != nil && r.Body != nil {
			r.Body.Close()
		}
		return nil, err
	}
	l := t.settings.start(ctx, r.URL.Hostname())
	header := l.after(t.settings.Header, GuardHeader, "no header within %v")
	resp, err := t.base.RoundTrip(r.WithContext(l.ctx))
	header.Stop()
	if err != nil {
		err = ended(l.ctx, err)
		l.stop()
		return nil, err
	}
	resp.Request = r
	return l.limit(resp)
}

// check checks a request. It returns the context of the request with its proxy.
func (t *transport) check(r *http.Request) (context.Context, error) {
	s := t.settings
	switch {
	case s.err != nil:
		return nil, s.err
	case r == nil || r.URL == nil:
		return nil, s.refuse(GuardURL, "", "the request has no URL")
	}
	if err := s.checkURL(textOf(r.URL), r.URL); err != nil {
		return nil, err
	}
	if r.Method == http.MethodConnect {
		if err := s.refuse(GuardTunnel, r.URL.Hostname(), "CONNECT opens a tunnel to a destination that is not checked"); err != nil {
			return nil, err
		}
	}
	ctx := r.Context()
	if s.Proxy != nil {
		proxy, err := s.Proxy(r)
		if err != nil {
			return nil, err
		}
		ctx = context.WithValue(ctx, proxyKey{}, proxy)
	}
	return ctx, nil
}

// textOf returns the text of u with the name that http.Client looks up. URL.String escapes
// a name outside US-ASCII, which programs read in another way than the name.
func textOf(u *url.URL) string {
	if name := u.Hostname(); asciiHost(name) != name {
		ascii := *u
		if ascii.Host = asciiHost(name); u.Port() != "" {
			ascii.Host += ":" + u.Port()
		}
		u = &ascii
	}
	return u.String()
}

// proxyKey is the key of the proxy in the context of a request.
type proxyKey struct{}

// proxyOf returns the proxy of a request, or nil.
func proxyOf(ctx context.Context) *url.URL {
	proxy, _ := ctx.Value(proxyKey{}).(*url.URL)
	return proxy
}

// dialFor dials for a request. A proxy comes from an option, so it may be at a
// special address.
func (s *settings) dialFor(ctx context.Context, network, address string) (net.Conn, error) {
	proxy := proxyOf(ctx)
	if proxy == nil {
		return s.dial(ctx, network, address)
	}
	host, port, err := s.split(network, address)
	if err != nil {
		return nil, err
	}
	if !strings.EqualFold(host, proxy.Hostname()) {
		return nil, fmt.Errorf("guard: net/http dials %s, which is not the proxy", host)
	}
	return s.connect(ctx, network, host, port, func(string, netip.Addr, uint16) error { return nil })
}
