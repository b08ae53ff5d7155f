package config

import (
	"context"
	"errors"
	"io"
	"slices"
	"sync"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/http"
)

// A proxyOpener opens URLs through their proxy, and those without a proxy with
// the opener of their scheme.
type proxyOpener struct {
	direct  open.Opener // nil if these schemes are opened only through a proxy
	schemes []string
	proxies *proxies

	mu sync.Mutex
	by map[string]*http.Proxy // by scheme
}

// withProxies returns the openers, with a proxyOpener for each scheme that has a
// proxy.
func withProxies(openers []open.Opener, p *proxies) []open.Opener {
	rest := p.schemes()
	if len(rest) == 0 {
		return openers
	}
	for i, o := range openers {
		if slices.ContainsFunc(o.Schemes(), func(s string) bool { return slices.Contains(rest, s) }) {
			openers[i] = &proxyOpener{direct: o, schemes: o.Schemes(), proxies: p}
		}
		rest = slices.DeleteFunc(rest, func(s string) bool { return slices.Contains(o.Schemes(), s) })
	}
	if len(rest) > 0 {
		openers = append(openers, &proxyOpener{schemes: rest, proxies: p})
	}
	return openers
}

// Schemes returns the schemes.
func (p *proxyOpener) Schemes() []string { return p.schemes }

// Open opens a URL. The notes of the result contain the proxy.
func (p *proxyOpener) Open(ctx context.Context, r *open.Call) (open.Resource, error) {
	opener, via, err := p.opener(r)
	if err != nil {
		return nil, err
	}
	if via == nil {
		return opener.Open(ctx, r)
	}
	note := "opened by the proxy " + via.url.Redacted()
	if r.Trace != nil {
		r.Trace(open.Event{Dir: '#', Line: note})
	}
	res, err := opener.Open(ctx, r)
	if err == nil {
		m := res.Info()
		m.Note = append(m.Note, note)
	}
	return res, err
}

// Plan returns what the opener of r would send.
func (p *proxyOpener) Plan(r *open.Call) (open.Plan, error) {
	opener, _, err := p.opener(r)
	if err != nil {
		return open.Plan{}, err
	}
	if planner, ok := opener.(open.Planner); ok {
		return planner.Plan(r)
	}
	return open.Plan{}, nil
}

// opener returns the opener of r, and the proxy that it opens r through, or nil.
func (p *proxyOpener) opener(r *open.Call) (open.Opener, *proxy, error) {
	scheme := r.URL.Scheme()
	address, _ := open.HostPort(r.URL) // "" for a URL without a host
	via, err := p.proxies.via(scheme, address)
	if err != nil {
		return nil, nil, err
	}
	opener := p.direct
	if via != nil && scheme != "http" && scheme != "https" {
		if opener, err = p.proxy(scheme, via); err != nil {
			return nil, nil, err
		}
	}
	if opener == nil {
		return nil, nil, open.ErrNoOpener
	}
	return opener, via, nil
}

// proxy returns the opener that opens a scheme through a proxy.
func (p *proxyOpener) proxy(scheme string, via *proxy) (*http.Proxy, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if o := p.by[scheme]; o != nil {
		return o, nil
	}
	o, err := http.NewProxy(http.Options{}, via.url, scheme)
	if err != nil {
		return nil, errorf("%s: %s is not an http proxy, and only an http proxy opens %s", scheme, via.url.Redacted(), scheme)
	}
	if p.by == nil {
		p.by = map[string]*http.Proxy{}
	}
	p.by[scheme] = o
	return o, nil
}

// Close closes the connections that the openers keep.
func (p *proxyOpener) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	var errs []error
	if c, ok := p.direct.(io.Closer); ok {
		errs = append(errs, c.Close())
	}
	for _, o := range p.by {
		errs = append(errs, o.Close())
	}
	return errors.Join(errs...)
}
