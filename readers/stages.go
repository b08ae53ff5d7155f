package readers

import (
	"strconv"
	"strings"
)

// cutScheme takes a scheme: a letter, then letters, digits, "+", "-" and ".", up to
// a colon. Without one the text is a relative reference. Source: rfc3986 3.1.
func cutScheme(p *parse) bool {
	if scheme, rest, ok := strings.Cut(p.rest, ":"); ok && isScheme(scheme) {
		p.Scheme, p.rest = lower(scheme), rest
	}
	return true
}

// keepScheme is cutScheme for a program that keeps capital letters.
func keepScheme(p *parse) bool {
	whole := p.rest
	cutScheme(p)
	p.Scheme = whole[:len(p.Scheme)]
	return true
}

// needScheme is cutScheme for a program that refuses a text without a scheme.
func needScheme(p *parse) bool { return cutScheme(p) && p.Scheme != "" }

// isScheme reports whether s is a scheme. Source: rfc3986 3.1.
func isScheme(s string) bool {
	return s != "" && strings.IndexByte(letters, s[0]) >= 0 && only(s, schemeBytes)
}

// cutAuthority takes an authority after two slashes. Source: rfc3986 3.2.
func cutAuthority(p *parse) bool {
	if rest, ok := strings.CutPrefix(p.rest, "//"); ok {
		p.takeAuthority(rest)
	}
	return true
}

// takeAuthority makes the start of rest the authority, up to a byte that ends it.
func (p *parse) takeAuthority(rest string) {
	ends := p.rules.ends
	if ends == "" {
		ends = "/?#"
	}
	i := find(rest, ends)
	p.authority, p.rest, p.hasAuthority = rest[:i], rest[i:], true
}

// lastAt takes the user before the last "@" of the authority.
func lastAt(p *parse) bool {
	if i := strings.LastIndexByte(p.authority, '@'); i >= 0 {
		p.User, p.authority = p.authority[:i], p.authority[i+1:]
	}
	return true
}

// firstAt takes the user before the first "@" of the authority.
func firstAt(p *parse) bool {
	if i := strings.IndexByte(p.authority, '@'); i >= 0 {
		p.User, p.authority = p.authority[:i], p.authority[i+1:]
	}
	return true
}

// lastColon takes the host, in brackets or up to the last colon, and the port.
func lastColon(p *parse) bool {
	if strings.HasPrefix(p.authority, "[") {
		return bracketed(p)
	}
	if i := strings.LastIndexByte(p.authority, ':'); i >= 0 {
		p.Host, p.Port, p.hasPort = p.authority[:i], p.authority[i+1:], true
		return true
	}
	p.Host = p.authority
	return true
}

// bracketed takes a host in brackets, without them, and what follows ":" as port.
func bracketed(p *parse) bool {
	end := strings.IndexByte(p.authority, ']')
	if end < 0 {
		return false
	}
	host, after := p.authority[1:end], p.authority[end+1:]
	if after == "" {
		p.Host = host
		return true
	}
	port, ok := strings.CutPrefix(after, ":")
	p.Host, p.Port, p.hasPort = host, port, true
	return ok
}

// anyPort accepts digits and removes leading zeros.
func anyPort(p *parse) bool {
	if !only(p.Port, digits) {
		return false
	}
	p.Port = plainNumber(p.Port)
	return true
}

// port16 accepts a number up to 65535, and an empty port as none.
func port16(p *parse) bool {
	return anyPort(p) && portInRange(p.Port)
}

// portInRange reports whether a number without leading zeros is at most 65535.
func portInRange(port string) bool {
	n, err := strconv.Atoi(port)
	return port == "" || err == nil && n <= 65535
}

// plainNumber returns a number without leading zeros, "0" for zeros, "" for "".
func plainNumber(s string) string {
	if s == "" {
		return ""
	}
	if s = strings.TrimLeft(s, "0"); s == "" {
		return "0"
	}
	return s
}

// cutPath takes the path up to "?" or "#", unchanged.
func cutPath(p *parse) bool {
	p.Path = p.rest[:find(p.rest, "?#")]
	return true
}

// startsWithPort reports whether s begins with digits and then ends or has a slash.
func startsWithPort(s string) bool {
	n := span(s, digits)
	return n > 0 && (n == len(s) || s[n] == '/')
}
