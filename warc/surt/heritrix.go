package surt

import (
	"strings"

	"github.com/earl-url/earl/internal/ascii"
)

// AppendHeritrix appends the SURT of a URL in the form of the crawler Heritrix to
// b: "http://(com,example,www,:8080@user)/path". It only reorders the host and
// writes https as http and ASCII in lower case. Path, query and fragment stay.
// text is a URL as a crawler has it: in ASCII, with a host in Punycode.
//
// The crawler uses these keys as prefixes: the key of
// "http://example.com/" without ")/", which is "http://(com,example,", is a
// prefix of the keys of all URLs of the domain and its subdomains. An IPv4
// address is not reversed and has no comma.
//
// A text without "://" and a host, or with white space inside, is its own key.
// AppendHeritrix does not allocate if b has room.
//
// Departs: Heritrix reads the host up to the first slash and the user up to the
// first "@", splits IPv6 addresses at dots and keeps a dot at the end of a host.
// These only differ for texts that its own parser changes first.
func AppendHeritrix(b []byte, text string) []byte {
	text = strings.Trim(text, blanks)
	scheme, rest, ok := strings.Cut(text, "://")
	if !ok || !isWord(scheme) || hasBlank(rest) {
		return append(b, text...)
	}
	end := 0
	for end < len(rest) && rest[end] != '/' && rest[end] != '?' && rest[end] != '#' {
		end++
	}
	authority, rest := rest[:end], rest[end:]
	at := strings.LastIndexByte(authority, '@')
	user, host := authority[:max(at, 0)], authority[at+1:]
	port := ""
	if i := strings.LastIndexByte(host, ':'); i >= 0 && i+1 < len(host) && allDigits(host[i+1:]) {
		host, port = host[:i], host[i:]
	}
	host = strings.TrimSuffix(host, ".")
	if host == "" {
		return append(b, text...)
	}
	start := len(b)
	if strings.EqualFold(scheme, "https") {
		scheme = "http"
	}
	b = append(append(b, scheme...), "://("...)
	b = appendLabels(b, host)
	b = append(b, port...)
	if at >= 0 {
		b = append(append(b, '@'), user...)
	}
	b = append(append(b, ')'), rest...)
	lower(b[start:])
	return b
}

// appendLabels appends the labels of a host in reverse order, each with a comma.
func appendLabels(b []byte, host string) []byte {
	start := len(b)
	b = append(b, host...)
	if isDottedQuad(b[start:]) {
		return b
	}
	if host[0] != '[' {
		reverse(b[start:])
	}
	return append(b, ',')
}

// isWord reports whether s has only letters, digits and "_", and is not empty.
func isWord(s string) bool {
	for i := range len(s) {
		if c := s[i]; !ascii.IsLetter(c) && (c < '0' || c > '9') && c != '_' {
			return false
		}
	}
	return s != ""
}

// hasBlank reports whether s contains white space.
func hasBlank(s string) bool {
	for i := range len(s) {
		if s[i] <= ' ' && strings.IndexByte(blanks, s[i]) >= 0 {
			return true
		}
	}
	return false
}
