package config

import (
	"fmt"
	nethttp "net/http"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/earl-url/earl"
)

// proxies are the proxies for schemes.
type proxies struct {
	flag   string            // for all schemes, or ""
	file   map[string]string // by scheme, or "all"
	getenv func(string) string
	except noProxy

	known sync.Map // by scheme: func() (*proxy, error), which reads the settings once
}

// newProxies returns the proxies of the options, the environment and the file.
func newProxies(o Options, file *File) *proxies {
	p := &proxies{flag: o.Proxy, file: file.proxies, getenv: o.Getenv}
	switch env := lowerOrUpper(o.Getenv, "no_proxy"); {
	case o.Given("noproxy"):
		p.except = newNoProxy(o.NoProxy)
	case env != "":
		p.except = newNoProxy(env)
	default:
		p.except = newNoProxy(file.noProxy)
	}
	return p
}

// lowerOrUpper returns the variable with a name in lower case, else in upper case.
func lowerOrUpper(getenv func(string) string, name string) string {
	if v := getenv(name); v != "" {
		return v
	}
	return getenv(strings.ToUpper(name))
}

// schemes returns the schemes that have a proxy.
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
	ambient bool // set by the environment
}

// tlsSchemes are the schemes that a proxy for all schemes is not used for: the
// proxy would read what TLS or SSH protects. pop and imap start TLS before a login.
var tlsSchemes = []string{"ftps", "gophers", "nntps", "snews", "gemini", "sftp", "ldaps", "pop", "pops", "imap", "imaps"}

// of returns the proxy for a scheme, or nil.
func (p *proxies) of(scheme string) (*proxy, error) {
	known, ok := p.known.Load(scheme)
	if !ok {
		known, _ = p.known.LoadOrStore(scheme, sync.OnceValues(func() (*proxy, error) { return p.find(scheme) }))
	}
	return known.(func() (*proxy, error))()
}

// find finds the proxy for a scheme. The method of keeps its results.
func (p *proxies) find(scheme string) (*proxy, error) {
	found, err := p.choose(scheme)
	if found != nil && err == nil {
		err = p.except.check()
	}
	return found, err
}

// choose returns the proxy of the first setting that has one for the scheme, or nil.
func (p *proxies) choose(scheme string) (*proxy, error) {
	if s, ok := earl.RFC3986.Scheme(scheme); ok && s.Designates != earl.Object {
		return nil, nil // its URLs refer to this machine, or to no object
	}
	names := []string{scheme, "all"}
	if slices.Contains(tlsSchemes, scheme) {
		names = names[:1]
	}
	for _, name := range names {
		if name == "all" && p.flag != "" {
			return newProxy("--proxy", p.flag, false)
		}
	}
	for _, name := range names {
		if text := p.env(name); text != "" {
			return newProxy(name+"_proxy", text, true)
		}
	}
	for _, name := range names {
		if text := p.file[name]; text != "" {
			return newProxy("[proxy]", text, false)
		}
	}
	return nil, nil
}

// proxySchemes are the schemes of proxies that package http uses.
var proxySchemes = []string{"http", "https", "socks5", "socks5h"}

// newProxy reads the URL of a proxy; the scheme may be missing. from is the setting, for
// the error.
func newProxy(from, text string, ambient bool) (*proxy, error) {
	full := text
	if !strings.Contains(text, "://") {
		full = "http://" + text
	}
	u, err := earl.RFC3986.Parse(full)
	if host, _ := u.Host(); err != nil || host == "" {
		return nil, errorf("%s: %s is not the URL of a proxy", from, redacted(text))
	}
	digits, _ := u.Port()
	_, valid := u.PortNumber()
	switch {
	case !slices.Contains(proxySchemes, u.Scheme()):
		return nil, errorf("%s: %s: the scheme of a proxy must be http, https, socks5 or socks5h", from, redacted(text))
	case digits != "" && !valid:
		return nil, errorf("%s: %s: the port must be 1 to 65535", from, redacted(text))
	}
	return &proxy{u, ambient}, nil
}

// env returns the variable with the proxy for a scheme or "all". It ignores HTTP_PROXY if
// REQUEST_METHOD is set: then the program runs under CGI, and HTTP_PROXY is the header
// field Proxy of a request.
func (p *proxies) env(scheme string) string {
	name := scheme + "_proxy"
	if scheme == "http" && p.getenv("REQUEST_METHOD") != "" {
		return p.getenv(name)
	}
	return lowerOrUpper(p.getenv, name)
}

// via returns the proxy for the server of a scheme at "host:port", or at "" if
// the URL has no host; or nil. A proxy from the environment is not used for
// this machine.
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
		return nil, fmt.Errorf("%s is not the URL of a proxy", via.url.Redacted())
	}
	return u, nil
}
