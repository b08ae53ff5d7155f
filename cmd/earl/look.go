package main

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/uts46"
)

// A look is how a URL is shown. It changes no meaning, but what is shown need
// not be a URL of the edition.
type look struct {
	defaultPort bool // the scheme's, where none is written
	puny        bool // the host in ASCII
	idn         bool // the host in Unicode
}

// host returns the host of u as it is shown.
func (l look) host(u earl.URL) (string, bool) {
	host, ok := u.Host()
	switch {
	case l.puny:
		return punycode(host), ok
	case l.idn:
		return unicodeHost(host), ok
	}
	return host, ok
}

// port returns the port of u as it is shown.
func (l look) port(u earl.URL) (string, bool) {
	port, ok := u.Port()
	if l.defaultPort && port == "" {
		if n, known := u.PortNumber(); known {
			return strconv.Itoa(int(n)), true
		}
	}
	return port, ok
}

// url returns the text of u as it is shown.
func (l look) url(u earl.URL) string {
	text := u.String()
	off, n, ok := u.Span(earl.ComponentHost)
	if l == (look{}) || !ok {
		return text
	}
	host, _ := l.host(u)
	port, given := l.port(u)
	rest := text[off+n:]
	if written, colon := u.Port(); colon {
		rest = rest[1+len(written):]
	}
	if given {
		host += ":" + port
	}
	return text[:off] + host + rest
}

// punycode returns a host in ASCII, as it is if it is in ASCII or no name.
func punycode(host string) string {
	text := string(earl.Unescape(host))
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			if ascii, ok := uts46.ToASCII(text); ok {
				return ascii
			}
			break
		}
	}
	return host
}

// unicodeHost returns a host in Unicode, as it is if that cannot be.
func unicodeHost(host string) string {
	if !strings.Contains(strings.ToLower(host), "xn--") {
		return host
	}
	if text, ok := uts46.ToUnicode(host); ok {
		return text
	}
	return host
}
