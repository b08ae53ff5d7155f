package main

import (
	"fmt"
	nethttp "net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// proxies say which proxy the URLs of a scheme go through.
type proxies struct {
	flag, file map[string]string // by scheme, or "all"
	getenv     func(string) string
	except     noProxy
}

// newProxies returns the proxies of --proxy, the environment and the file.
func newProxies(flags *getFlags, changed func(string) bool, getenv func(string) string, c *config) *proxies {
	p := &proxies{flag: map[string]string{}, file: c.proxies, getenv: getenv}
	if flags.proxy != "" {
		p.flag["all"] = flags.proxy
	}
	switch env := either(getenv, "no_proxy"); {
	case changed("noproxy"):
		p.except = newNoProxy(flags.noProxy)
	case env != "":
		p.except = newNoProxy(env)
	default:
		p.except = newNoProxy(c.noProxy)
	}
	return p
}

// either returns a variable by its name in lower case, else in upper case.
func either(getenv func(string) string, name string) string {
	if v := getenv(name); v != "" {
		return v
	}
	return getenv(strings.ToUpper(name))
}

// schemes are those that a proxy is named for.
func (p *proxies) schemes() []string {
	var list []string
	for s := range earl.RFC3986.Schemes() {
		if v, err := p.of(s.Name); v != nil || err != nil {
			list = append(list, s.Name)
		}
	}
	for name := range p.file {
		if name != "all" && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

// A proxy is an http proxy, or for http and https a SOCKS proxy.
type proxy struct {
	url     earl.URL
	ambient bool // the environment names it
}

// neverProxied are the schemes that no proxy is asked for: what they name is on
// this machine, or is no object.
var neverProxied = []string{"file", "mailto", "telnet"}

// ownTLS are the schemes that a proxy for all is not asked for: to send them
// there would take their protection away.
var ownTLS = []string{"ftps", "gophers", "nntps", "snews"}

// of returns the proxy for a scheme, nil for none.
func (p *proxies) of(scheme string) (*proxy, error) {
	if slices.Contains(neverProxied, scheme) {
		return nil, nil
	}
	names := []string{scheme, "all"}
	if slices.Contains(ownTLS, scheme) {
		names = names[:1]
	}
	for _, source := range [...]struct {
		name string // for messages
		get  func(name string) string
	}{
		{"--proxy", func(name string) string { return p.flag[name] }},
		{"", p.env},
		{"[proxy]", func(name string) string { return p.file[name] }},
	} {
		for _, name := range names {
			if text := source.get(name); text != "" {
				u, err := proxyURL(text)
				if err != nil {
					from := source.name
					if from == "" {
						from = name + "_proxy"
					}
					return nil, usagef("%s: %s is no URL of a proxy", from, redacted(text))
				}
				return &proxy{u, source.name == ""}, nil
			}
		}
	}
	return nil, nil
}

// env returns the variable that names the proxy for a scheme. HTTP_PROXY is not
// looked at where REQUEST_METHOD is set: there the field Proxy of anybody's
// request is called so.
func (p *proxies) env(scheme string) string {
	name := scheme + "_proxy"
	if scheme == "http" && p.getenv("REQUEST_METHOD") != "" {
		return p.getenv(name)
	}
	return either(p.getenv, name)
}

// proxyURL reads the URL of a proxy, which may lack its scheme.
func proxyURL(text string) (earl.URL, error) {
	if !strings.Contains(text, "://") {
		text = "http://" + text
	}
	u, err := earl.RFC3986.Parse(text)
	if host, _ := u.Host(); err == nil && host == "" {
		err = fmt.Errorf("%w: no host", open.ErrProtocol)
	}
	return u, err
}

// via returns the proxy for a server of a scheme, at "host:port" or "" if that is
// not known; nil for none. This machine is not asked for by a proxy that the
// environment names.
func (p *proxies) via(scheme, address string) (*proxy, error) {
	if address != "" && p.except.has(address) || len(p.except) == 1 && p.except[0] == "*" {
		return nil, nil
	}
	via, err := p.of(scheme)
	if err == nil && via != nil && via.ambient && isLoopback(address) {
		return nil, nil
	}
	return via, err
}

// http is the Options.Proxy of http and https.
func (p *proxies) http(r *nethttp.Request) (*url.URL, error) {
	via, err := p.via(r.URL.Scheme, r.URL.Host)
	if via == nil || err != nil {
		return nil, err
	}
	u, err := url.Parse(via.url.String())
	if err != nil {
		return nil, fmt.Errorf("%s is no URL of a proxy", via.url.Redacted())
	}
	return u, nil
}
