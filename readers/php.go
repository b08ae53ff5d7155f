package readers

import "strings"

// php models parse_url.
var php = &Reader{
	Name: "php", Title: "PHP parse_url", Language: "PHP", Version: "8.2.36",
	Family: "php",
	Departs: []string{
		"A control character becomes an underscore.",
		"A colon before digits is a port, even without a scheme.",
		"It takes the number at the start of a port, and ignores what follows it.",
		"It accepts every character in a host.",
	},
	rules: &rules{scheme: phpScheme, hostport: phpHostport, port: accept, path: phpPath},
}

// phpScheme takes a scheme, or decides that a colon starts a port, and takes the
// authority.
func phpScheme(p *parse) bool {
	s := p.rest
	colon := strings.IndexByte(s, ':')
	switch {
	case colon <= 0:
		return phpNoScheme(p, colon)
	case !only(s[:colon], schemeBytes):
		if colon+1 < len(s) && colon < find(s, "?#") {
			return phpPortOrPath(p, colon)
		}
		return phpNoScheme(p, -1)
	case colon+1 == len(s):
		p.Scheme, p.rest = s[:colon], ""
		return true
	case s[colon+1] != '/':
		n := span(s[colon+1:], digits)
		if end := colon + 1 + n; n > 0 && n < 6 && (end == len(s) || s[end] == '/') {
			return phpPortOrPath(p, colon)
		}
		p.Scheme, p.rest = s[:colon], s[colon+1:]
		return true
	}
	p.Scheme, p.rest = s[:colon], s[colon+1:]
	if lower(p.Scheme) == "file" && strings.HasPrefix(p.rest, "///") {
		p.rest, p.done = p.rest[2:], true
		if len(p.rest) > 2 && p.rest[2] == ':' { // file:///c:/
			p.rest = p.rest[1:]
		}
		return phpPath(p)
	}
	return true
}

// phpNoScheme reads a text without a scheme.
func phpNoScheme(p *parse, colon int) bool {
	if colon == 0 {
		return phpPortOrPath(p, 0)
	}
	return true
}

// phpPortOrPath reads a text whose first colon starts no scheme.
func phpPortOrPath(p *parse, colon int) bool {
	after := p.rest[colon+1:]
	n := min(span(after, digits), 6)
	isPort := n > 0 && n < 6 && (n == len(after) || after[n] == '/')
	switch {
	case isPort && !portInRange(plainNumber(after[:n])), !isPort && after == "":
		return false
	case isPort && !strings.HasPrefix(p.rest, "//"):
		p.rest = "//" + p.rest
	}
	if isPort {
		p.Port = plainNumber(after[:n])
	}
	return true
}

// phpHostport takes the port after the last colon. A host keeps its brackets and is
// never empty.
func phpHostport(p *parse) bool {
	p.Host = p.authority
	isBracketed := strings.HasPrefix(p.authority, "[") && strings.HasSuffix(p.authority, "]")
	if host, port, ok := cutLast(p.authority, ':'); ok && !isBracketed {
		p.Host = host
		if p.Port != "" && p.Port != "0" { // found before the authority
			port = ""
		}
		if len(port) > 5 || port != "" && !phpPort(p, port) {
			return false
		}
	}
	p.Host = phpText(p.Host)
	return p.Host != ""
}

// phpPort takes the number at the start, as C's strtol.
func phpPort(p *parse, port string) bool {
	s := strings.TrimLeft(port, " \t\n\v\f\r")
	if s != "" && (s[0] == '+' || s[0] == '-') {
		if n := span(s[1:], digits); s[0] == '-' && (n == 0 || strings.Trim(s[1:1+n], "0") != "") {
			return false
		}
		s = s[1:]
	}
	n := span(s, digits)
	p.Port = plainNumber(s[:n])
	return n > 0 && portInRange(p.Port)
}

func phpPath(p *parse) bool {
	cutPath(p)
	p.Path, p.Scheme, p.User = phpText(p.Path), phpText(p.Scheme), phpText(p.User)
	return true
}

// phpText replaces control characters by underscores.
func phpText(s string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x20 || r == 0x7F {
			return '_'
		}
		return r
	}, s)
}
