package http

import (
	"context"
	"fmt"
	"net"
	nethttp "net/http"
	"net/url"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/request"
)

// Plan returns the lines of the GET that Open sends, after those of the CONNECT to a proxy. The
// errors are those of Open for a URL that it refuses.
// Source: rfc1738 3.3; rfc9112 3.
func (o *Opener) Plan(r *open.Call) (open.Plan, error) {
	c, err := o.call(r)
	if err != nil {
		return open.Plan{}, err
	}
	p, err := c.plan(open.Login{User: c.view.User, Password: c.view.Password})
	if err != nil {
		return open.Plan{}, prefixed(err)
	}
	return p, nil
}

// Plan returns the lines of the GET that Open sends to the proxy.
func (p *Proxy) Plan(r *open.Call) (open.Plan, error) {
	plan, err := p.call(r).plan(p.login())
	if err != nil {
		return open.Plan{}, prefixed(err)
	}
	return plan, nil
}

// plan returns the lines of the first request, which it makes in the same way as Open.
func (c *call) plan(login open.Login) (open.Plan, error) {
	r, err := c.request(context.Background(), request.Method(c.req), login)
	if err != nil {
		return open.Plan{}, err
	}
	proxy, err := c.proxy(r)
	if err != nil {
		return open.Plan{}, fmt.Errorf("the proxy: %w: %s", open.ErrConnect, c.hide(err.Error()))
	}
	p := &plan{Plan: open.Plan{Effect: open.EffectSends, Server: c.address}, notes: c.notes}
	switch {
	case c.whole != "":
		p.note("the proxy " + c.address + " receives the whole URL")
	case proxy != nil:
		err = p.through(c, proxy)
	}
	if err != nil {
		return open.Plan{}, err
	}
	p.Note = request.Notes(c.view.Scheme, p.notes...)
	err = p.request(r)
	if user := proxyUser(proxy); user != nil && c.view.Scheme == "http" {
		end := len(p.Steps) - 1 // net/http adds the field at the end of the header
		p.Steps = append(p.Steps[:end], request.Step("Proxy-Authorization: Basic "+earl.Hidden), p.Steps[end])
	}
	return p.Plan, err
}

// plan collects steps and notes.
type plan struct {
	open.Plan
	notes []string
}

func (p *plan) note(text string) { p.notes = append(p.notes, text) }

// through adds what is sent to a proxy before the request: for an https URL a CONNECT. Source:
// rfc9110 9.3.6.
func (p *plan) through(c *call, proxy *url.URL) error {
	p.Server = proxyAddress(proxy)
	socks := strings.HasPrefix(proxy.Scheme, "socks5")
	switch {
	case socks:
		p.note("the SOCKS proxy " + p.Server + " connects to " + c.address)
		return nil
	case c.view.Scheme == "http":
		p.note("the proxy " + p.Server + " receives the whole URL")
		return nil
	}
	p.note("the proxy " + p.Server + " connects to " + c.address + "; the request is sent through TLS")
	connect := &nethttp.Request{
		Method: nethttp.MethodConnect,
		URL:    &url.URL{Opaque: c.address},
		Host:   c.address,
		Header: c.opener.connectHeader(),
	}
	if user := proxyUser(proxy); user != nil {
		connect.Header.Set("Proxy-Authorization", "Basic "+earl.Hidden)
	}
	return p.request(connect)
}

// proxyUser returns the login of an http proxy, or nil. The login of a SOCKS proxy
// is not sent in a header.
func proxyUser(proxy *url.URL) *url.Userinfo {
	if proxy == nil || strings.HasPrefix(proxy.Scheme, "socks5") {
		return nil
	}
	return proxy.User
}

// proxyAddress returns the host and port of a proxy to dial.
func proxyAddress(proxy *url.URL) string {
	port := proxy.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[proxy.Scheme]
	}
	if port == "" {
		port = "1080" // SOCKS
	}
	return net.JoinHostPort(proxy.Hostname(), port)
}

// request adds the lines of a request, as net/http writes them.
func (p *plan) request(r *nethttp.Request) error {
	var b strings.Builder
	if err := r.Write(&b); err != nil {
		return err
	}
	p.Steps = append(p.Steps, request.Steps(b.String())...)
	return nil
}
