package http

import (
	"context"
	"fmt"
	nethttp "net/http"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/views"
)

// Proxy opens the URLs of other schemes through an http proxy, which receives
// the whole URL:
//
//	GET wais://wais.example/db?words HTTP/1.1
//
// The proxy's answer is read as an http answer, and relative references in it
// are resolved against the URL. The proxy does not receive the password of a
// URL. The policy checks the address of the proxy, because nothing else is
// dialled, and a host of the URL that is an address. Several goroutines may
// share a Proxy. Source: rfc1738 4; rfc9112 3.2.2.
type Proxy struct {
	opener  *Opener
	proxy   views.HTTP
	address string
	schemes []string
}

// NewProxy returns the opener of schemes through the proxy at an http or https
// URL, which may have a login. It ignores Options.Proxy.
func NewProxy(o Options, proxy earl.URL, schemes ...string) (*Proxy, error) {
	view, err := views.ParseHTTP(proxy)
	if err != nil {
		return nil, err
	}
	address, err := open.HostPort(proxy)
	if err != nil {
		return nil, err
	}
	if strings.Trim(view.Path, "/") != "" || view.Search.Present {
		return nil, fmt.Errorf("http: %s is not a proxy: the URL of a proxy has only a host and a port", proxy.Redacted())
	}
	o.Proxy = nil
	return &Proxy{&Opener{Options: o}, view, address, schemes}, nil
}

// Schemes returns the schemes.
func (p *Proxy) Schemes() []string { return p.schemes }

// Open requests the URL from the proxy. The result and the errors are those of
// [Opener.Open].
func (p *Proxy) Open(ctx context.Context, r *open.Call) (open.Resource, error) {
	if r.Recorded {
		return nil, prefixed(errProxyRecorded)
	}
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

// Close closes the idle connections.
func (p *Proxy) Close() error { return p.opener.Close() }

// call returns the call for the proxy.
func (p *Proxy) call(r *open.Call) *call {
	u := r.URL.WithoutFragment()
	c := &call{opener: p.opener, req: r, address: p.address, whole: u.WithoutPassword().String()}
	c.view.Scheme = p.proxy.Scheme
	if _, ok := u.Password(); ok {
		c.note("the password is not sent to the proxy")
	}
	return c
}
