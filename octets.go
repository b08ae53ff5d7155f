package earl

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"

	"github.com/earl-url/earl/internal/jsonstring"
	"github.com/earl-url/earl/internal/octet"
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
			b.WriteByte(octet.HexDigits[o[i]>>4])
			b.WriteByte(octet.HexDigits[o[i]&15])
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

// Unescape returns the bytes that the text of one component represents. It does
// not allocate if the text has no escapes. A "%" without two hexadecimal
// digits, which only whatwg accepts, represents itself. Split a URL into
// components before you unescape: an escaped delimiter does not delimit
// anything. Source: rfc1738 2.2.
func Unescape(text string) Octets {
	i := strings.IndexByte(text, '%')
	if i < 0 {
		return Octets(text)
	}
	b := make([]byte, 0, len(text))
	for start := 0; ; {
		b = append(b, text[start:i]...)
		if start = i; octet.IsEscape(text, i) {
			b = append(b, octet.Unescape(text, i))
			start += 3
		} else {
			b = append(b, '%')
			start++
		}
		k := strings.IndexByte(text[start:], '%')
		if k < 0 {
			return Octets(append(b, text[start:]...))
		}
		i = start + k
	}
}

// PlainText returns the text of a component without the escapes that mean the same as their
// bytes, such as "type" for "t%79pe": so a view recognizes its keywords. Source: rfc3986 2.3.
func (e *Edition) PlainText(text string) string {
	if strings.IndexByte(text, '%') < 0 {
		return text
	}
	return string(e.normalEscapes(nil, text, LevelEscapes, e.same, 0))
}

// AppendEscape appends o to b as the text of a component. A byte that is in
// also, or that every component of the edition can contain, is appended
// unchanged. All others become escapes with upper-case digits. Source: rfc1738
// 2.2.
func (e *Edition) AppendEscape(b []byte, o Octets, also string) []byte {
	e = e.writer()
	text := string(o)
	for i := 0; ; i++ {
		plain := octet.Stretch(e.classes, text, i, e.plain)
		b = append(b, text[i:plain]...)
		if i = plain; i == len(text) {
			return b
		}
		if c := text[i]; strings.IndexByte(also, c) >= 0 {
			b = append(b, c)
		} else {
			b = append(b, '%', octet.HexDigits[c>>4], octet.HexDigits[c&15])
		}
	}
}

// Hidden is printed instead of a password.
const Hidden = "xxxxx"

// Secret is a password. It may be absent, and no verb of fmt, no slog handler
// and no JSON encoder shows it. The zero Secret is absent. Do not compare
// secrets with ==; compare what Reveal returns. A Secret is safe for concurrent
// use. Source: rfc1738 6.
type Secret struct{ octets *Octets }

// NewSecret returns a Secret that is present and has the value o, which may be
// empty.
func NewSecret(o Octets) Secret { return Secret{&o} }

// Reveal returns the value of the secret and whether it is present. It is the
// only way to get the value.
func (s Secret) Reveal() (Octets, bool) {
	if s.octets == nil {
		return "", false
	}
	return *s.octets, true
}

// equal reports whether two secrets are equal, or both absent.
func (s Secret) equal(t Secret) bool {
	o, ok := s.Reveal()
	p, present := t.Reveal()
	return ok == present && o == p
}

// Format writes [Hidden] for every verb.
func (Secret) Format(s fmt.State, _ rune) { io.WriteString(s, Hidden) }

// MarshalText returns [Hidden]. The error is always nil.
func (Secret) MarshalText() ([]byte, error) { return []byte(Hidden), nil }

// MarshalJSON returns null if the secret is absent, else [Hidden].
func (s Secret) MarshalJSON() ([]byte, error) {
	if s.octets == nil {
		return []byte("null"), nil
	}
	return []byte(`"` + Hidden + `"`), nil
}

// UnmarshalText returns an error, because the result of [Secret.MarshalText] is
// not the password. Without it, reading a written secret again would give the
// password "xxxxx".
func (*Secret) UnmarshalText([]byte) error {
	return errors.New("earl: a secret cannot be read back: its text is not the password")
}

// LogValue returns [Hidden].
func (Secret) LogValue() slog.Value { return slog.StringValue(Hidden) }
