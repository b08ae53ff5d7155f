package surt

import (
	"slices"
	"strings"

	"github.com/earl-url/earl/internal/ascii"
)

const (
	lowerHex = "0123456789abcdef"
	upperHex = "0123456789ABCDEF"
)

// appendUnescaped appends s to b and unescapes it until no escape is left:
// "%2541" is "A". Every byte is pushed on b as on a stack. If the last three
// bytes are an escape, its byte replaces them. So the time is linear, however
// deep the escapes are.
func appendUnescaped(b []byte, s string) []byte {
	i := strings.IndexByte(s, '%')
	if i < 0 {
		return append(b, s...)
	}
	start := len(b)
	b = append(b, s[:i]...)
	for ; i < len(s); i++ {
		b = append(b, s[i])
		for {
			n := len(b)
			if n-start < 3 || b[n-3] != '%' {
				break
			}
			high, low := ascii.Hex(b[n-2]), ascii.Hex(b[n-1])
			if high < 0 || low < 0 {
				break
			}
			b = append(b[:n-3], byte(high<<4|low))
		}
	}
	return b
}

// isEscaped reports whether a key contains c only as an escape.
func isEscaped(c byte) bool { return c <= ' ' || c >= 0x7F || c == '#' || c == '%' }

// escape replaces the bytes of b from start that isEscaped selects with
// escapes, in place.
func escape(b []byte, start int, hex string) []byte {
	n := 0
	for _, c := range b[start:] {
		if isEscaped(c) {
			n++
		}
	}
	if n == 0 {
		return b
	}
	from := len(b)
	b = slices.Grow(b, 2*n)[:from+2*n]
	for to := len(b); from > start; {
		from--
		c := b[from]
		if isEscaped(c) {
			to -= 3
			b[to], b[to+1], b[to+2] = '%', hex[c>>4], hex[c&15]
			continue
		}
		to--
		b[to] = c
	}
	return b
}

// lower replaces the capitals of ASCII in b, in place.
func lower(b []byte) {
	for i, c := range b {
		if c-'A' < 26 {
			c |= 0x20
		}
		b[i] = c
	}
}
