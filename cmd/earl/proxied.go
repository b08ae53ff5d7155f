package main

import (
	"context"
	"errors"
	"io"
	"slices"
	"sync"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/http"
)

// A proxied opener opens by a proxy what one is named for, and else as its own
// opener does.
type proxied struct {
	direct  open.Opener // nil: nobody here opens these schemes without
	schemes []string
	proxies *proxies

	mu sync.Mutex
	by map[string]*http.Proxy // by scheme
}

// withProxies returns openers that go through the proxies, where there are any.
func withProxies(openers []open.Opener, p *proxies) []open.Opener {
	rest := p.schemes()
	if len(rest) == 0 {
		return openers
	}
	for i, o := range openers {
		if slices.ContainsFunc(o.Schemes(), func(s string) bool { return slices.Contains(rest, s) }) {
			openers[i] = &proxied{direct: o, schemes: o.Schemes(), proxies: p}
		}
		rest = slices.DeleteFunc(rest, func(s string) bool { return slices.Contains(o.Schemes(), s) })
	}
	if len(rest) > 0 {
		openers = append(openers, &proxied{schemes: rest, proxies: p})
	}
	return openers
}

// Schemes returns the schemes.
func (p *proxied) Schemes() []string { return p.schemes }

// Open opens a URL, and says by which proxy.
func (p *proxied) Open(ctx context.Context, r *open.Request) (open.Resource, error) {
	scheme := r.URL.Scheme()
	address, _ := open.HostPort(r.URL) // a URL without a host has no exception
	via, err := p.proxies.via(scheme, address)
	if err != nil {
		return nil, err
	}
	opener := p.direct
	if via != nil && scheme != "http" && scheme != "https" {
		if opener, err = p.proxy(scheme, via); err != nil {
			return nil, err
		}
	}
	if opener == nil {
		return nil, open.ErrNoOpener
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
		m := open.MetaOf(res)
		m.Note = append(m.Note, note)
	}
	return res, err
}

// proxy returns the opener of a scheme by its proxy.
func (p *proxied) proxy(scheme string, via *proxy) (*http.Proxy, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if o := p.by[scheme]; o != nil {
		return o, nil
	}
	o, err := http.NewProxy(http.Options{}, via.url, scheme)
	if err != nil {
		return nil, usagef("%s: %s is no http proxy, and others do not open %s", scheme, via.url.Redacted(), scheme)
	}
	if p.by == nil {
		p.by = map[string]*http.Proxy{}
	}
	p.by[scheme] = o
	return o, nil
}

// Close closes what the openers keep.
func (p *proxied) Close() error {
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
