package readers

import "strings"

// Disagrees returns a reader of a program that accepts the text and would contact
// another server than s, or nil. A program that finds no host contacts no server, and
// one that finds a host in a text whose scheme has none does not count.
func Disagrees(text string, s Server) *Reader {
	list := all[:]
	if isPlain(text) {
		list = plainReaders[:]
	}
	for _, r := range list {
		reading, ok := r.Read(text)
		if !ok || reading.Guess {
			continue
		}
		if other := reading.Server(); other != s && other != (Server{}) {
			return r
		}
	}
	return nil
}

// plainReaders are a reader that accepts every plain text.
var plainReaders = [...]*Reader{php}

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
	return len(host) <= 253 && isLetter(host[0]) && isLetter(last[0])
}

// isPlainLabel reports whether label has 1 to 63 letters, digits and hyphens, no hyphen at
// its ends, and none of the prefixes of IDNA.
func isPlainLabel(label string) bool {
	if label == "" || len(label) > 63 || label[0] == '-' || label[len(label)-1] == '-' || len(label) > 3 && label[2:4] == "--" {
		return false
	}
	for i := range len(label) {
		if c := label[i]; !isLetter(c) && c != '-' && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

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
