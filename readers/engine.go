package readers

import (
	"fmt"
	"strings"

	"github.com/earl-url/earl/internal/ascii"
)

// rules is how one program reads: data, and functions for the stages of reading in
// which it has its own way. The zero rules read like rfc3986 appendix B, and split
// the authority at the last "@" and at a colon before digits.
type rules struct {
	trim   string // bytes removed at both ends
	drop   string // bytes removed everywhere
	refuse string // bytes that no accepted text contains

	clean    stage  // after trim, drop and refuse
	scheme   stage  // takes the scheme from rest; nil: cutScheme
	slashes  stage  // takes the authority from rest; nil: cutAuthority
	ends     string // the bytes that end an authority; "": "/?#"
	userinfo stage  // takes the user from the authority; nil: lastAt
	hostport stage  // takes the host and the port from the authority; nil: lastColon
	port     stage  // checks the port; nil: anyPort
	host     stage  // checks and changes the host; nil: unchanged
	path     stage  // takes the path from rest; nil: cutPath
}

// A stage is one step of reading. It changes p and returns false if the program
// refuses the text.
type stage func(p *parse) bool

// parse is the state of one reading.
type parse struct {
	Reading
	rules        *rules
	text         string // the whole text, before any change
	rest         string // what no stage has taken yet
	authority    string // what userinfo and hostport take apart
	hasAuthority bool
	hasPort      bool // there was a colon before the port, which can be empty
	done         bool // the text is read: no later stage runs
}

// run runs the stages in their order.
func (p *parse) run(r *rules) bool {
	p.rules = r
	if strings.ContainsAny(p.rest, r.refuse) {
		return false
	}
	p.rest = without(strings.Trim(p.rest, r.trim), r.drop)
	stages := [...]struct{ own, usual stage }{
		{r.clean, accept}, {r.scheme, cutScheme}, {r.slashes, cutAuthority},
		{r.userinfo, lastAt}, {r.hostport, lastColon}, {r.port, anyPort}, {r.host, accept}, {r.path, cutPath},
	}
	for i, s := range stages {
		if f := either(s.own, s.usual); (p.hasAuthority || i < firstOfAuthority || i > lastOfAuthority) && !f(p) {
			return false
		}
		if p.done {
			return true
		}
	}
	return true
}

// The stages from userinfo to host run only if there is an authority.
const firstOfAuthority, lastOfAuthority = 3, 6

func either(own, usual stage) stage {
	if own != nil {
		return own
	}
	return usual
}

func accept(*parse) bool { return true }

// isAny returns a function that reports whether a byte is in set.
func isAny(set string) func(byte) bool {
	return func(c byte) bool { return strings.IndexByte(set, c) >= 0 }
}

const (
	digits      = "0123456789"
	letters     = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	schemeBytes = letters + digits + "+-." // rfc3986 3.1
	controls    = "\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f" +
		"\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f"
)

// only reports whether s consists of bytes in set.
func only(s, set string) bool {
	for i := range len(s) {
		if strings.IndexByte(set, s[i]) < 0 {
			return false
		}
	}
	return true
}

// span returns the number of bytes at the start of s that are in set.
func span(s, set string) int {
	for i := range len(s) {
		if strings.IndexByte(set, s[i]) < 0 {
			return i
		}
	}
	return len(s)
}

// find returns the offset of the first byte of s that is in set, or len(s).
func find(s, set string) int {
	if i := strings.IndexAny(s, set); i >= 0 {
		return i
	}
	return len(s)
}

// without returns s without the bytes in set.
func without(s, set string) string {
	if !strings.ContainsAny(s, set) {
		return s
	}
	var b strings.Builder
	for i := range len(s) {
		if strings.IndexByte(set, s[i]) < 0 {
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

// lower returns s with A to Z in lower case, and no other letters.
func lower(s string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, s)
}

// unescape returns s with its escapes decoded, once. What is no escape stays.
func unescape(s string) string {
	if strings.IndexByte(s, '%') < 0 {
		return s
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if c, ok := escapeAt(s, i); ok {
			b = append(b, c)
			i += 2
			continue
		}
		b = append(b, s[i])
	}
	return string(b)
}

// escapeAt returns the byte that the escape at offset i of s means.
func escapeAt(s string, i int) (byte, bool) {
	if i+2 >= len(s) || s[i] != '%' {
		return 0, false
	}
	high, low := ascii.Hex(s[i+1]), ascii.Hex(s[i+2])
	return byte(high<<4 | low), high >= 0 && low >= 0
}

// escapeBytes writes the bytes that need it in a format such as "%%%02X".
func escapeBytes(s, format string, needsEscape func(byte) bool) string {
	var b strings.Builder
	for i := range len(s) {
		if needsEscape(s[i]) {
			fmt.Fprintf(&b, format, s[i])
		} else {
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

// escapesAreWhole reports whether two hexadecimal digits follow each "%".
func escapesAreWhole(s string) bool {
	for i := range len(s) {
		if s[i] == '%' {
			if _, ok := escapeAt(s, i); !ok {
				return false
			}
		}
	}
	return true
}
