package surt

import (
	"bytes"

	"github.com/earl-url/earl/internal/ascii"
)

// aspSession is the number of letters and digits in a session id of ASP.NET.
const aspSession = 24

// stripPathSession removes the session ids that ASP.NET puts into the path in b
// from start: the last segment such as "(S(id)F(id))" and then the last segment
// "(id)". Only segments before a name with ".aspx" are removed. An id is 24
// letters or digits.
func stripPathSession(b []byte, start int) []byte {
	if bytes.IndexByte(b[start:], '(') < 0 {
		return b
	}
	b = stripSegment(b, start, groupsLen)
	return stripSegment(b, start, idLen)
}

// stripSegment removes the last segment that length accepts, with the slash
// after it. length returns the number of bytes of the segment at the start of
// its argument, or 0.
func stripSegment(b []byte, start int, length func([]byte) int) []byte {
	name := -1 // the last ".aspx" after i without "?" between
	for i := len(b) - 1; i >= start; i-- {
		switch b[i] {
		case '?':
			name = -1
		case '.':
			if name < 0 && hasFold(b[i:], ".aspx") {
				name = i
			}
		case '/':
			if name < 0 {
				continue
			}
			n := length(b[i+1:])
			end := i + 1 + n // of the segment
			if n > 0 && end < len(b) && b[end] == '/' && name > end+1 {
				return append(b[:i+1], b[end+1:]...)
			}
		}
	}
	return b
}

// groupsLen returns the length of "(S(id)F(id))", with any letters and one or
// more groups.
func groupsLen(b []byte) int {
	if len(b) == 0 || b[0] != '(' {
		return 0
	}
	n := 1
	for n < len(b) && ascii.IsLetter(b[n]) {
		id := idLen(b[n+1:])
		if id == 0 {
			break
		}
		n += 1 + id
	}
	if n == 1 || len(b) <= n || b[n] != ')' {
		return 0
	}
	return n + 1
}

// idLen returns the length of "(id)".
func idLen(b []byte) int {
	if len(b) < aspSession+2 || b[0] != '(' || b[aspSession+1] != ')' || wordLen(b[1:aspSession+1], true) != aspSession {
		return 0
	}
	return aspSession + 2
}

// wordLen returns the number of letters, or of letters and digits, at the start
// of b.
func wordLen(b []byte, digits bool) int {
	for i, c := range b {
		if !ascii.IsLetter(c) && !(digits && '0' <= c && c <= '9') {
			return i
		}
	}
	return len(b)
}

// hasFold reports whether b starts with prefix, which has no capitals.
func hasFold(b []byte, prefix string) bool {
	if len(b) < len(prefix) {
		return false
	}
	for i := range len(prefix) {
		if c := b[i]; c != prefix[i] && (c|0x20 != prefix[i] || !ascii.IsLetter(c)) {
			return false
		}
	}
	return true
}

// stripQuerySession removes session ids from the query in b from start: of each
// kind the last one, with the "&" after it. A session id is also found at the
// end of a longer name.
func stripQuerySession(b []byte, start int) []byte {
	b = stripID(b, start, "jsessionid", 0)
	b = stripID(b, start, "phpsessid", 0)
	b = stripID(b, start, "sid", 0)
	b = stripID(b, start, "aspsessionid", 8)
	return stripColdFusion(b, start)
}

// stripID removes the last session id with a name. If suffix is not 0, the name
// ends in so many letters, and the id has 24 letters. Otherwise the id has 32
// letters or digits. The id ends at "&" or at the end of the query.
func stripID(b []byte, start int, name string, suffix int) []byte {
	length := 32
	if suffix > 0 {
		length = 24
	}
	for equals := len(b); ; {
		if equals = start + bytes.LastIndexByte(b[start:equals], '='); equals < start {
			return b
		}
		first, end := equals-suffix-len(name), equals+1+length
		if first < start || end > len(b) || end < len(b) && b[end] != '&' || !hasFold(b[first:], name) {
			continue
		}
		if wordLen(b[equals-suffix:equals], false) == suffix && wordLen(b[equals+1:end], suffix == 0) == length {
			return append(b[:first], b[min(end+1, len(b)):]...)
		}
	}
}

// stripColdFusion removes the last "cfid=value&cftoken=value", with the "&" after
// it. It reads each argument once, from the last to the first.
func stripColdFusion(b []byte, start int) []byte {
	after := 0 // the end of the argument after the one that ends at end
	for end := len(b); end >= start; {
		first := start + bytes.LastIndexByte(b[start:end], '&') + 1
		if after > end+len("&cftoken=") && hasFold(b[end:], "&cftoken=") {
			for i := end - len("cfid=") - 1; i >= first; i-- {
				if hasFold(b[i:end], "cfid=") {
					return append(b[:i], b[min(after+1, len(b)):]...)
				}
			}
		}
		after, end = end, first-1
	}
	return b
}
