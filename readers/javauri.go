package readers

import (
	"strconv"
	"strings"
	"unicode"
)

// javaURI models new URI(text) with the getters of its raw parts.
var javaURI = &Reader{
	Name: "java-uri", Title: "java.net.URI", Language: "Java", Version: "17.0.15",
	Family: "java-uri",
	Departs: []string{
		"It follows rfc2396: a host has letters, digits, hyphens and dots, and its last label begins with a letter.",
		"An authority with another host is accepted, and has no host.",
		"It accepts visible characters outside ASCII.",
		"What follows the scheme without a slash is one opaque part, with its query.",
	},
	rules: &rules{scheme: javaURIScheme, slashes: javaURIAuthority, path: javaURIPath},
}

const (
	javaUnreserved = letters + digits + "_-!.~'()*"
	javaUser2396   = javaUnreserved + ";:&=+$,"
	javaRegistry   = javaUser2396 + "@"
	javaServer     = javaRegistry + "[]"
	javaPathBytes  = javaRegistry + "/"
	javaURIC       = javaPathBytes + "?[]"
)

// javaURIScheme takes a scheme, and the part after it if no slash follows.
func javaURIScheme(p *parse) bool {
	if colon := find(p.rest, ":/?#"); colon < len(p.rest) && p.rest[colon] == ':' {
		if !isScheme(p.rest[:colon]) {
			return false
		}
		p.Scheme, p.rest = p.rest[:colon], p.rest[colon+1:]
		if !strings.HasPrefix(p.rest, "/") {
			part, fragment, _ := strings.Cut(p.rest, "#")
			p.Path, p.done = part, true
			return part != "" && javaChars(part, javaURIC) && javaChars(fragment, javaURIC)
		}
	}
	return true
}

// javaChars reports whether s consists of bytes in set, escapes, and visible
// characters outside ASCII.
func javaChars(s, set string) bool {
	n, ok := javaSpan(s, set)
	return ok && n == len(s)
}

// javaSpan returns the number of bytes at the start of s that javaChars accepts, and
// false if a "%" there starts no escape.
func javaSpan(s, set string) (int, bool) {
	for i, r := range s {
		if r == '%' {
			if _, ok := escapeAt(s, i); !ok && strings.IndexByte(set, '%') < 0 {
				return i, false
			}
			continue
		}
		if r < 0x80 && strings.IndexByte(set, byte(r)) < 0 || r == 0x80 || r > 0x80 && (unicode.IsControl(r) || unicode.Is(unicode.Z, r)) {
			return i, true
		}
	}
	return len(s), true
}

// javaURIAuthority takes an authority, which is empty only if something follows it.
func javaURIAuthority(p *parse) bool {
	cutAuthority(p)
	if !p.hasAuthority {
		return true
	}
	authority := p.authority
	p.hasAuthority = false
	if authority == "" {
		return p.rest != ""
	}
	set := javaServer
	if strings.IndexByte(authority, ']') > 0 {
		set += "%"
	}
	isServer, ok := javaWhole(authority, set)
	isRegistry, ok2 := javaWhole(authority, javaRegistry)
	switch {
	case !ok || !ok2:
		return false
	case isServer && javaServerBased(p, authority):
		return true
	}
	p.User, p.Host, p.Port = "", "", ""
	return isRegistry
}

// javaWhole reports whether the characters of s are in set, and false for a broken
// escape.
func javaWhole(s, set string) (whole, ok bool) {
	n, ok := javaSpan(s, set)
	return n == len(s), ok
}

// javaServerBased takes user, host and port.
func javaServerBased(p *parse, authority string) bool {
	if user, rest, ok := strings.Cut(authority, "@"); ok {
		if !javaChars(user, javaUser2396) {
			return false
		}
		p.User, authority = user, rest
	}
	if strings.HasPrefix(authority, "[") {
		end := strings.IndexByte(authority, ']')
		if end < 0 || !javaReference(authority[1:end]) {
			return false
		}
		p.Host, authority = authority[:end+1], authority[end+1:]
	} else {
		host := authority[:find(authority, ":")]
		if !isJavaIPv4(host) && !isJavaHostname(host) {
			return false
		}
		p.Host, authority = host, authority[len(host):]
	}
	port, ok := strings.CutPrefix(authority, ":")
	if _, err := strconv.ParseInt(port, 10, 32); port != "" && err != nil || !only(port, digits) {
		return false
	}
	p.Port = plainNumber(port)
	return ok || authority == ""
}

// javaReference reports whether s is an IPv6 address, with an optional zone.
func javaReference(s string) bool {
	address, zone, ok := strings.Cut(s, "%")
	if ok && (zone == "" || !only(zone, letters+digits+"_.")) {
		return false
	}
	if i := strings.LastIndexByte(address, ':'); i >= 0 && isJavaIPv4(address[i+1:]) {
		address = address[:i+1] + "1.2.3.4"
	}
	return isIPv6(address)
}

// isJavaIPv4 reports whether s is four numbers up to 255, which can begin with zeros.
func isJavaIPv4(s string) bool {
	parts := strings.Split(s, ".")
	for _, part := range parts {
		n, err := strconv.ParseInt(part, 10, 32)
		if err != nil || n > 255 || !only(part, digits) {
			return false
		}
	}
	return len(parts) == 4
}

// isJavaHostname reports whether s is a hostname. Source: rfc2396 3.2.2.
func isJavaHostname(s string) bool {
	labels := strings.Split(strings.TrimSuffix(s, "."), ".")
	for _, label := range labels {
		if label == "" || !only(label, letters+digits+"-") || label[0] == '-' || label[len(label)-1] == '-' {
			return false
		}
	}
	last := labels[len(labels)-1]
	return len(labels) == 1 || strings.IndexByte(letters, last[0]) >= 0
}

func javaURIPath(p *parse) bool {
	cutPath(p)
	after := p.rest[len(p.Path):]
	after, fragment, _ := strings.Cut(after, "#")
	return javaChars(p.Path, javaPathBytes) && javaChars(strings.TrimPrefix(after, "?"), javaURIC) && javaChars(fragment, javaURIC)
}
