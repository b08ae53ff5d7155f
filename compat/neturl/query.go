package neturl

import (
	"cmp"
	"iter"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/earl-url/earl"
)

// Query is the decoded names and values of a query in the format
// application/x-www-form-urlencoded, in order. It is like URLSearchParams of
// the URL Standard, but does not belong to a URL: set the query of a URL with
// [earl.URL.With]. The zero Query is empty. A Query is a slice: len is its
// size, slices.Contains finds a name with a value, and slices.DeleteFunc
// removes pairs. Source: whatwg URLSearchParams class.
type Query []QueryPair

// QueryPair is one name and its value, in UTF-8.
type QueryPair struct{ Name, Value string }

// ParseQuery reads a query, with or without its "?". It never fails: a piece
// without "=" has an empty value, an empty piece is skipped, and bytes that are
// not UTF-8 become U+FFFD. Source: whatwg application/x-www-form-urlencoded
// parsing.
func ParseQuery(text string) Query {
	text = strings.TrimPrefix(text, "?")
	if text == "" {
		return nil
	}
	q := make(Query, 0, strings.Count(text, "&")+1)
	for piece := range strings.SplitSeq(text, "&") {
		if piece != "" {
			name, value, _ := strings.Cut(piece, "=")
			q = append(q, QueryPair{decodeForm(name), decodeForm(value)})
		}
	}
	return q
}

// decodeForm decodes a name or a value. It does not allocate if nothing is
// encoded.
func decodeForm(text string) string {
	if strings.IndexByte(text, '+') >= 0 {
		text = strings.ReplaceAll(text, "+", " ")
	}
	text = string(earl.Unescape(text))
	if utf8.ValidString(text) {
		return text
	}
	return decodeUTF8(text)
}

// decodeUTF8 returns a text with U+FFFD for each longest piece that could have
// begun a code point, and for each other byte that is not valid UTF-8. Source:
// Encoding Standard, UTF-8 decoder.
func decodeUTF8(text string) string {
	b := make([]byte, 0, len(text)+len(text)/2)
	for text != "" {
		r, n := utf8.DecodeRuneInString(text)
		if r == utf8.RuneError {
			for n < len(text) && !utf8.FullRuneInString(text[:n+1]) {
				n++
			}
		}
		b = utf8.AppendRune(b, r)
		text = text[n:]
	}
	return string(b)
}

// Get returns the first value of a name, and whether there is one.
func (q Query) Get(name string) (string, bool) {
	for i := range q {
		if q[i].Name == name {
			return q[i].Value, true
		}
	}
	return "", false
}

// All yields every value of a name, in order.
func (q Query) All(name string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for i := range q {
			if q[i].Name == name && !yield(q[i].Value) {
				return
			}
		}
	}
}

// Append adds a name with a value at the end.
func (q *Query) Append(name, value string) { *q = append(*q, QueryPair{name, value}) }

// Delete removes every pair with a name.
func (q *Query) Delete(name string) {
	*q = slices.DeleteFunc(*q, func(p QueryPair) bool { return p.Name == name })
}

// Set sets the value of the first pair with a name and removes the other pairs
// with that name. If the query has no such pair, it adds one at the end.
func (q *Query) Set(name, value string) {
	set := false
	*q = slices.DeleteFunc(*q, func(p QueryPair) bool {
		again := set && p.Name == name
		set = set || p.Name == name
		return again
	})
	if !set {
		q.Append(name, value)
		return
	}
	for i := range *q {
		if p := &(*q)[i]; p.Name == name {
			p.Value = value
		}
	}
}

// Sort sorts the pairs by name, in the order of UTF-16 code units. Pairs with
// the same name keep their order.
func (q Query) Sort() {
	slices.SortStableFunc(q, func(a, b QueryPair) int { return compareUTF16(a.Name, b.Name) })
}

// compareUTF16 compares two texts by their UTF-16 code units. The order differs
// from that of code points only if one is above U+FFFF and the other U+E000 or
// above.
func compareUTF16(a, b string) int {
	for a != "" && b != "" {
		r, n := utf8.DecodeRuneInString(a)
		s, m := utf8.DecodeRuneInString(b)
		if r != s {
			r1, r2 := utf16.EncodeRune(r)
			s1, s2 := utf16.EncodeRune(s)
			if r <= 0xFFFF {
				r1, r2 = r, 0
			}
			if s <= 0xFFFF {
				s1, s2 = s, 0
			}
			return cmp.Or(cmp.Compare(r1, s1), cmp.Compare(r2, s2))
		}
		a, b = a[n:], b[m:]
	}
	return cmp.Compare(len(a), len(b))
}

// String returns the query as text, without "?". Letters, digits and "*-._" are
// unchanged, a space becomes "+", and everything else is escaped. Source:
// whatwg application/x-www-form-urlencoded serializing.
func (q Query) String() string {
	b, _ := q.AppendText(nil)
	return string(b)
}

// AppendText appends the text of [Query.String] to b. The error is always nil.
func (q Query) AppendText(b []byte) ([]byte, error) {
	for i, p := range q {
		if i > 0 {
			b = append(b, '&')
		}
		b = appendForm(append(appendForm(b, p.Name), '='), p.Value)
	}
	return b, nil
}

// appendForm appends a name or a value, encoded. Bytes that are not valid UTF-8
// become U+FFFD.
func appendForm(b []byte, text string) []byte {
	for _, r := range text {
		switch {
		case r == ' ':
			b = append(b, '+')
		case r < utf8.RuneSelf && isFormPlain(byte(r)):
			b = append(b, byte(r))
		default:
			var octets [utf8.UTFMax]byte
			for _, o := range octets[:utf8.EncodeRune(octets[:], r)] {
				b = append(b, '%', "0123456789ABCDEF"[o>>4], "0123456789ABCDEF"[o&15])
			}
		}
	}
	return b
}

// isFormPlain reports whether o is outside the
// application/x-www-form-urlencoded percent-encode set.
func isFormPlain(o byte) bool {
	return 'a' <= o|0x20 && o|0x20 <= 'z' || '0' <= o && o <= '9' || o == '*' || o == '-' || o == '.' || o == '_'
}
