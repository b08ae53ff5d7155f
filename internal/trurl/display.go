package trurl

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/uts46"
)

// Display sets how a URL is printed. It does not change the URL, and the printed text is
// not always a URL of the edition. The zero value prints the URL unchanged.
type Display struct {
	DefaultPort bool // print the scheme's port if the URL has none
	Punycode    bool // print the host in ASCII
	IDN         bool // print the host in Unicode
}

// Host returns the host of u as it is printed, and whether u has one.
func (d Display) Host(u earl.URL) (string, bool) {
	host, ok := u.Host()
	switch {
	case d.Punycode:
		return punycode(host), ok
	case d.IDN:
		return unicodeHost(host), ok
	}
	return host, ok
}

// Port returns the port of u as it is printed, and whether it is printed.
func (d Display) Port(u earl.URL) (string, bool) {
	port, ok := u.Port()
	if d.DefaultPort && port == "" {
		if n, known := u.PortNumber(); known {
			return strconv.Itoa(int(n)), true
		}
	}
	return port, ok
}

// Text returns u as it is printed, with its password.
func (d Display) Text(u earl.URL) string {
	text := u.String()
	off, n, ok := u.Span(earl.ComponentHost)
	if d == (Display{}) || !ok {
		return text
	}
	host, _ := d.Host(u)
	port, given := d.Port(u)
	rest := text[off+n:]
	if written, colon := u.Port(); colon {
		rest = rest[1+len(written):]
	}
	if given {
		host += ":" + port
	}
	return text[:off] + host + rest
}

// punycode returns a host in ASCII. A host that is not a domain name in Unicode
// is unchanged.
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

// unicodeHost returns a host in Unicode. A host without a valid xn-- label is
// unchanged.
func unicodeHost(host string) string {
	if !strings.Contains(strings.ToLower(host), "xn--") {
		return host
	}
	if text, ok := uts46.ToUnicode(host); ok {
		return text
	}
	return host
}
