package surt

import (
	"cmp"
	"strings"
)

// blanks are the bytes that are removed at both ends of a text.
const blanks = " \t\n\v\f\r"

// parts are the components of a URL, as its text has them. An absent component
// is empty.
type parts struct {
	scheme, host, port, path, query string
}

// clean removes white space at the ends of a text, and tabs and line ends
// everywhere. Of "http://https://host" it returns the inner URL.
func clean(text string) string {
	text = strings.Trim(text, blanks)
	if hasBreak(text) {
		kept := make([]byte, 0, len(text))
		for i := range len(text) {
			if c := text[i]; !isBreak(c) {
				kept = append(kept, c)
			}
		}
		text = string(kept)
	}
	for rest, outer := cutWeb(text); outer; rest, outer = cutWeb(text) {
		if _, inner := cutWeb(rest); !inner {
			break
		}
		text = rest
	}
	return text
}

// isBreak reports whether c is a tab or ends a line.
func isBreak(c byte) bool { return c == '\t' || c == '\r' || c == '\n' }

// hasBreak reports whether s contains a tab or the end of a line.
func hasBreak(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' && isBreak(s[i]) {
			return true
		}
	}
	return false
}

// cutWeb returns text without "http://" or "https://" before it.
func cutWeb(text string) (rest string, ok bool) {
	if rest, ok = strings.CutPrefix(text, "http://"); ok {
		return rest, true
	}
	return strings.CutPrefix(text, "https://")
}

// split returns the components of a text. A text without a scheme starts with
// the host, and its scheme is http. The fragment and the user are left out.
func split(text string) (p parts) {
	text, _, _ = strings.Cut(text, "#")
	text, p.query, _ = strings.Cut(text, "?")
	authority := ""
	if end := schemeEnd(text); end > 0 {
		p.scheme, p.path = text[:end], text[end+1:]
		if rest, ok := strings.CutPrefix(p.path, "//"); ok {
			authority, p.path = cutSlash(rest)
		}
	} else {
		p.scheme = "http"
		authority, p.path = cutSlash(text)
	}
	p.host, p.port = splitAuthority(authority)
	if p.host == "" && strings.HasPrefix(p.scheme, "http") {
		// "http:host" and "http:////host" mean "http://host". All of it is the host.
		if p.path != "" {
			p.host, p.path = cutSlash(strings.TrimLeft(p.path, "/"))
			p.path = cmp.Or(p.path, "/")
		}
	}
	return p
}

// schemeEnd returns the offset of the colon after a scheme, or 0.
func schemeEnd(text string) int {
	for i := range len(text) {
		switch c := text[i]; {
		case 'a' <= c|0x20 && c|0x20 <= 'z':
		case i > 0 && ('0' <= c && c <= '9' || c == '+' || c == '-' || c == '.'):
		case c == ':':
			return i
		default:
			return 0
		}
	}
	return 0
}

// cutSlash splits text before its first slash.
func cutSlash(text string) (before, after string) {
	if i := strings.IndexByte(text, '/'); i >= 0 {
		return text[:i], text[i:]
	}
	return text, ""
}

// splitAuthority returns the host, without brackets, and the port. It ignores
// the user, colons at the end, and text beside the brackets.
func splitAuthority(authority string) (host, port string) {
	authority = strings.TrimRight(authority, ":")
	authority = authority[strings.LastIndexByte(authority, '@')+1:]
	if _, bracketed, ok := strings.Cut(authority, "["); ok {
		host, port, _ = strings.Cut(bracketed, "]")
		_, port, _ = strings.Cut(port, ":")
		return host, port
	}
	host, port, _ = strings.Cut(authority, ":")
	if _, ok := portNumber(port); host == "" && !ok {
		return authority, "" // an IPv6 address without brackets
	}
	return host, port
}

// portNumber returns the number of a port, 0 for an empty port. ok is false if
// port is not a number that a port can have.
func portNumber(port string) (n int, ok bool) {
	for i := range len(port) {
		if port[i] < '0' || port[i] > '9' {
			return 0, false
		}
		if n = n*10 + int(port[i]-'0'); n > 1<<16-1 {
			return 0, false
		}
	}
	return n, true
}
