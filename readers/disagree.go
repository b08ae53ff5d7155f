package readers

import (
	"strings"

	"github.com/earl-url/earl/internal/ascii"
)

// Disagrees returns a reader of a program that would contact another server than the one
// in r, or nil if [Compare] finds that programs, r among them, agree. r is how another
// parser, such as that of an HTTP client, reads the text.
func Disagrees(text string, r Reading) *Reader {
	if isPlain(text) { // every reader that accepts it finds the server that php finds
		if found, ok := php.Read(text); ok && found.Server() == r.Server() {
			return nil
		}
	}
	findings := make([]Finding, 0, len(all))
	for _, reader := range all {
		if found, ok := reader.Read(text); ok {
			findings = append(findings, Finding{reader, found})
		}
	}
	if !Compare(text, findings, r).Split {
		return nil
	}
	want, written := Finding{Reading: r}.compared(r.Server(), text)
	for _, f := range findings {
		got, w := f.compared(f.Reading.Server(), text)
		if got.Host != want.Host || got != want && w && written {
			return f.Reader
		}
	}
	return findings[0].Reader
}

// isPlain reports whether all readers that accept the text find the same server in it:
// http or https, a name of letters, digits and inner hyphens, which starts with a letter and
// whose last label starts with one, an optional port, and optionally a path, query or
// fragment of printable characters of US-ASCII without a backslash.
func isPlain(text string) bool {
	rest, ok := strings.CutPrefix(text, "http")
	if !ok {
		return false
	}
	if rest, ok = strings.CutPrefix(strings.TrimPrefix(rest, "s"), "://"); !ok {
		return false
	}
	end := find(rest, "/?#")
	authority, path := rest[:end], rest[end:]
	host, port, hasPort := strings.Cut(authority, ":")
	return isPlainName(host) && (!hasPort || isPlainPort(port)) && isPlainPath(path)
}

// isPlainName reports whether host is a name that no program changes, except to lower case,
// or refuses, and that is no address.
func isPlainName(host string) bool {
	last := ""
	for last = range strings.SplitSeq(host, ".") {
		if !isPlainLabel(last) {
			return false
		}
	}
	return len(host) <= 253 && ascii.IsLetter(host[0]) && ascii.IsLetter(last[0])
}

// isPlainLabel reports whether label has 1 to 63 letters, digits and hyphens, no hyphen at
// its ends, and none of the prefixes of IDNA.
func isPlainLabel(label string) bool {
	if label == "" || len(label) > 63 || label[0] == '-' || label[len(label)-1] == '-' || len(label) > 3 && label[2:4] == "--" {
		return false
	}
	for i := range len(label) {
		if c := label[i]; !ascii.IsLetter(c) && c != '-' && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}

// isPlainPort reports whether port is a number from 1 to 9999 without leading zeros.
func isPlainPort(port string) bool {
	return port != "" && len(port) < 5 && port[0] != '0' && only(port, digits)
}

// isPlainPath reports whether path, query and fragment have only printable characters of US-ASCII, and no
// backslash.
func isPlainPath(path string) bool {
	for i := range len(path) {
		if c := path[i]; c <= ' ' || c >= 0x7F || c == '\\' {
			return false
		}
	}
	return true
}
