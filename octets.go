package earl

import (
	"strings"

	"github.com/earl-url/earl/internal/jsonstring"
)

// Octets is decoded data: what the characters and escapes of a component stand
// for. Its type keeps it apart from URL text, which is a string: nothing
// decodes twice. It is comparable, and a substring of the URL where nothing
// was escaped. Source: rfc1738 2.2.
type Octets string

// MarshalText returns the octets as printable text: "%" and everything outside
// 20-7E as %HH. The error is always nil.
func (o Octets) MarshalText() ([]byte, error) { return []byte(o.Printable()), nil }

// Printable returns the octets as text that a terminal, a log or a page can
// show: "%" and everything outside 20-7E as %HH.
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

// isPrintable reports whether Printable leaves c as it is.
func isPrintable(c byte) bool { return 0x20 <= c && c <= 0x7E && c != '%' }

// Field is a component that may be absent. The zero Field is absent; an empty
// one is {"", true}. Source: rfc1738 3.1.
type Field struct {
	Value   Octets
	Present bool
}

// Some returns the Field that is present with the value v.
func Some(v Octets) Field { return Field{Value: v, Present: true} }

// MarshalText returns the value as [Octets.MarshalText] does.
func (f Field) MarshalText() ([]byte, error) { return f.Value.MarshalText() }

// MarshalJSON writes an absent Field as null, else its value as a string.
func (f Field) MarshalJSON() ([]byte, error) {
	if !f.Present {
		return []byte("null"), nil
	}
	return jsonstring.Append(nil, f.Value.Printable()), nil
}
