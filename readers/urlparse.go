package readers

import "strings"

// urlParse models the npm package url-parse with an empty location.
var urlParse = &Reader{
	Name: "url-parse", Title: "npm url-parse", Language: "JavaScript", Version: "1.5.10",
	Family: "url-parse",
	Departs: []string{
		"It refuses nothing except a wrong escape in the user.",
		"It reads a backslash as a slash, and accepts any number of slashes before the host.",
		"It removes tabs and line ends, and control characters and spaces at the start.",
		"A colon that no digits follow belongs to the host.",
	},
	Gaps:  []string{"The program gives a port with its leading zeros."},
	rules: &rules{clean: urlParseClean, scheme: cutScheme, slashes: urlParseSlashes, userinfo: lastDecodableAt, hostport: urlParseHostport, port: accept, path: urlParsePath},
}

// jsSpace are the characters that JavaScript's \s matches, except controls.
const jsSpace = "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"

// urlParseClean trims, removes line ends, and trims again.
func urlParseClean(p *parse) bool {
	for range 2 {
		p.rest = without(strings.TrimLeft(p.rest, controls+" "+jsSpace), "\t\r\n")
	}
	return true
}

// urlParseSlashes counts slashes of both kinds before it takes an authority.
func urlParseSlashes(p *parse) bool {
	n := span(p.rest, `/\`)
	forward := strings.HasPrefix(p.rest, "//")
	authority := forward || isSpecial(p.Scheme)
	switch {
	case p.Scheme == "file":
		if n >= 2 {
			p.rest = p.rest[2:]
		}
		authority = n == 2 && !isDrive(p.rest)
	case isSpecial(p.Scheme):
		p.rest = p.rest[n:]
	case p.Scheme != "" && forward:
		p.rest = p.rest[2:]
	}
	if i := find(p.rest, "?#"); isSpecial(p.Scheme) {
		p.rest = strings.ReplaceAll(p.rest[:i], `\`, "/") + p.rest[i:]
	}
	if authority {
		p.takeAuthority(p.rest)
	}
	return true
}

// isDrive reports whether s starts with a drive letter and a colon.
func isDrive(s string) bool {
	return len(s) > 1 && strings.IndexByte(letters, s[0]) >= 0 && s[1] == ':'
}

// urlParseHostport takes digits after the last colon as port, and drops the usual port
// of the scheme.
func urlParseHostport(p *parse) bool {
	p.Host = lowerText(p.authority)
	if host, port, ok := cutLast(p.Host, ':'); ok && only(port, digits) {
		p.Host, p.Port = host, port
	}
	p.Port = plainNumber(p.Port)
	isUsual := p.Port == knownPort(p.Scheme) && (isSpecial(p.Scheme) || p.Scheme == "gopher")
	if p.Port == "0" || isUsual || p.Scheme == "file" {
		p.Port = ""
	}
	return true
}

// urlParsePath ends a path without a host at a line separator. It starts the path of a special scheme with a slash.
func urlParsePath(p *parse) bool {
	cutPath(p)
	if !p.hasAuthority {
		p.Path = p.Path[:find(p.Path, "\u2028\u2029")]
	}
	if isSpecial(p.Scheme) && !strings.HasPrefix(p.Path, "/") {
		p.Path = "/" + p.Path
	}
	return true
}
