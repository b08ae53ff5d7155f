package earl

import (
	"strings"

	"github.com/earl-url/earl/internal/jsonstring"
)

// Octets is decoded data: the bytes that the characters and escapes of a
// component represent. URL text is a string, so the types prevent decoding
// twice. Octets is comparable, and a substring of the URL if nothing was
// escaped. Source: rfc1738 2.2.
type Octets string

// MarshalText returns the bytes as printable text, in which "%" and everything
// outside 0x20-0x7E is %HH. The error is always nil.
func (o Octets) MarshalText() ([]byte, error) { return []byte(o.Printable()), nil }

// Printable returns the bytes as text that is safe for a terminal, a log or a
// page: "%" and everything outside 0x20-0x7E is %HH.
func (o Octets) Printable() string {
	n := 0
	for i := range len(o) {
		if !isPrintable(o[i]) {
			n++
		}
	}
	if n == 0 {
		return string(o)
	}
	var b strings.Builder
	b.Grow(len(o) + 2*n)
	for i := range len(o) {
		if isPrintable(o[i]) {
			b.WriteByte(o[i])
		} else {
			b.WriteByte('%')
			b.WriteByte(hexDigits[o[i]>>4])
			b.WriteByte(hexDigits[o[i]&15])
		}
	}
	return b.String()
}

// isPrintable reports whether Printable does not change c.
func isPrintable(c byte) bool { return 0x20 <= c && c <= 0x7E && c != '%' }

// Field is a component that may be absent. The zero Field is absent. A field
// that is present and empty is {"", true}. Source: rfc1738 3.1.
type Field struct {
	Value   Octets
	Present bool
}

// Some returns a Field that is present and has the value v.
func Some(v Octets) Field { return Field{Value: v, Present: true} }

// MarshalText returns the value like [Octets.MarshalText].
func (f Field) MarshalText() ([]byte, error) { return f.Value.MarshalText() }

// MarshalJSON returns null if the Field is absent, else its value as a string.
func (f Field) MarshalJSON() ([]byte, error) {
	if !f.Present {
		return []byte("null"), nil
	}
	return jsonstring.Append(nil, f.Value.Printable()), nil
}
