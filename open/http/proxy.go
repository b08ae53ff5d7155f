package http

import (
	"context"
	"fmt"
	nethttp "net/http"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// Proxy opens the URLs of other schemes by an http proxy, which is asked for the
// whole URL:
//
//	GET wais://wais.example/db?words HTTP/1.1
//
// What the proxy answers is read as an answer of http, and relative references in
// it are read against the URL. A proxy is not told the password of a URL. The
// policy judges the address of the proxy, since nothing else is dialled, and a
// host of the URL that is an address itself.
// Several goroutines may share a Proxy. Source: rfc1738 4; rfc9112 3.2.2; SPEC C2.
type Proxy struct {
	opener  *Opener
	proxy   earl.HTTP
	address string
	schemes []string
}

// NewProxy returns the opener of schemes by the proxy at an http or https URL,
// which may have a login. Of the options Proxy is not used.
func NewProxy(o Options, proxy earl.URL, schemes ...string) (*Proxy, error) {
	view, err := earl.ParseHTTP(proxy)
	if err != nil {
		return nil, err
	}
	address, err := open.HostPort(proxy)
	if err != nil {
		return nil, err
	}
	if strings.Trim(view.Path, "/") != "" || view.Search.Present {
		return nil, fmt.Errorf("http: %s is no proxy: a proxy is a host and a port", proxy.Redacted())
	}
	o.Proxy = nil
	return &Proxy{&Opener{Options: o}, view, address, schemes}, nil
}

// Schemes returns the schemes.
func (p *Proxy) Schemes() []string { return p.schemes }

// Open asks the proxy for the URL. The result and the errors are those of
// [Opener.Open].
func (p *Proxy) Open(ctx context.Context, r *open.Call) (open.Resource, error) {
	a, err := p.call(r).send(ctx, nethttp.MethodGet, p.login())
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

// login returns the login of the proxy.
func (p *Proxy) login() open.Login {
	return open.Login{User: p.proxy.User, Password: p.proxy.Password}
}

// Close gives up the connections that nobody uses.
func (p *Proxy) Close() error { return p.opener.Close() }

// call returns what the proxy is sent.
func (p *Proxy) call(r *open.Call) *call {
	u := r.URL.WithoutFragment()
	c := &call{opener: p.opener, req: r, address: p.address, whole: u.WithoutPassword().String()}
	c.view.Scheme = p.proxy.Scheme
	if _, ok := u.Password(); ok {
		c.note("the password stays here: a proxy is not told it")
	}
	return c
}
