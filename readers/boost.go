package readers

import (
	"strconv"
	"strings"

	"github.com/earl-url/earl"
)

// boost models parse_uri_reference.
var boost = &Reader{
	Name: "boost", Title: "Boost.URL", Language: "C++", Version: "1.81",
	Family: "boost",
	Departs: []string{
		"The authority ends where its grammar ends, and the rest is a path without a slash.",
		"An IPv4 address ends the host, whatever follows it.",
		"A second @ is the start of a path.",
	},
	rules: &rules{scheme: keepScheme, slashes: boostAuthority, userinfo: boostUser, hostport: boostHost, path: boostPath},
}

const (
	unreservedBytes = letters + digits + "-._~" // rfc3986 2.3
	subDelimiters   = "!$&'()*+,;="             // rfc3986 2.2
)

// spanEscaped is span with whole escapes.
func spanEscaped(s, set string) int {
	for i := 0; i < len(s); i++ {
		if _, ok := escapeAt(s, i); ok {
			i += 2
		} else if strings.IndexByte(set, s[i]) < 0 {
			return i
		}
	}
	return len(s)
}

// boostAuthority makes the whole rest the authority, which the next stages shorten.
func boostAuthority(p *parse) bool {
	if rest, ok := strings.CutPrefix(p.rest, "//"); ok {
		p.authority, p.hasAuthority = rest, true
		return true
	}
	return followsRFC3986(&parse{rest: p.text})
}

func boostUser(p *parse) bool {
	n := spanEscaped(p.authority, unreservedBytes+subDelimiters+":")
	if n < len(p.authority) && p.authority[n] == '@' {
		p.User, p.authority = p.authority[:n], p.authority[n+1:]
	}
	return true
}

func boostHost(p *parse) bool {
	n := ipv4Prefix(p.authority)
	if strings.HasPrefix(p.authority, "[") {
		n = strings.IndexByte(p.authority, ']') + 1
		if n == 0 || !isIPLiteral(p.authority[:n]) {
			return false
		}
	} else if n == 0 {
		n = spanEscaped(p.authority, unreservedBytes+subDelimiters)
	}
	p.Host, p.rest = p.authority[:n], p.authority[n:]
	p.closed = n > 0 && isName(p.authority[:find(p.authority, ":/?#")]) && find(p.authority, ":/?#") != n // boostorg/url#755
	if rest, ok := strings.CutPrefix(p.rest, ":"); ok {
		n := span(rest, digits)
		p.Port, p.rest = rest[:n], rest[n:]
	}
	return true
}

// isIPLiteral reports whether s, with its brackets, is an IPv6 address or one of a
// future version. Source: rfc3986 3.2.2.
func isIPLiteral(s string) bool {
	_, err := earl.RFC3986.ParseReference("//" + s)
	return err == nil && s[1] != 'V'
}

// ipv4Prefix returns the length of the IPv4 address at the start of s, or 0.
func ipv4Prefix(s string) int {
	n := 0
	for i := range 4 {
		if i > 0 {
			if n == len(s) || s[n] != '.' {
				return 0
			}
			n++
		}
		m := span(s[n:], digits)
		number, err := strconv.ParseUint(s[n:n+m], 10, 8)
		if err != nil || strconv.FormatUint(number, 10) != s[n:n+m] {
			return 0
		}
		n += m
	}
	return n
}

func boostPath(p *parse) bool {
	cutPath(p)
	_, err := earl.RFC3986.ParseReference("//h/" + p.rest)
	if first := p.Path[:find(p.Path, "/")]; p.Scheme == "" && strings.Contains(first, ":") {
		return false
	}
	return !p.hasAuthority || err == nil
}
