package html

import (
	"sort"
	"unicode/utf8"

	"golang.org/x/net/html"

	"github.com/earl-url/earl/internal/ascii"
)

// A passage is a text of a document, in two forms: raw as in the document and
// decoded. It maps each byte of the decoded text to its position. It can grow
// at its end and be forgotten at its start, so its offsets are those of the
// whole text.
type passage struct {
	raw   []byte   // as in the document
	text  []byte   // decoded, in UTF-8
	marks []mark   // in ascending order; before the first mark both texts are the same
	at    position // of raw[counted]

	rawBase, textBase int64           // offset of raw[0] and text[0]
	decoded           int             // raw is decoded up to here
	counted           int             // lines are counted up to here
	known             []knownPosition // in ascending order, knownEvery bytes apart
}

// A knownPosition is the position of raw[raw].
type knownPosition struct {
	raw int
	at  position
}

// knownEvery is how many bytes are counted again at most to find a position before
// the last one that was requested.
const knownEvery = 4 << 10

// A mark is a position in a passage after which both texts are the same.
type mark struct{ text, raw int64 }

// reset empties p for a text that begins at a position.
func (p *passage) reset(at position) {
	*p = passage{raw: p.raw[:0], text: p.text[:0], marks: p.marks[:0], known: append(p.known[:0], knownPosition{0, at}), at: at}
}

const (
	// longestReference is the maximum length of a character reference in text.
	// The longest name has 33 bytes; a number with more leading zeros is not
	// decoded.
	longestReference = 64
	longestCharacter = 4 // in bytes, in every charset
)

// plain appends the start of raw that needs no decoding, up to n bytes.
func (p *passage) plain(n int) {
	p.text = append(p.text, p.raw[p.decoded:p.decoded+n]...)
	p.decoded += n
}

// replace appends the text that the next n bytes of raw represent.
func (p *passage) replace(n int, text string) {
	p.text = append(p.text, text...)
	p.mark(n)
}

// mark marks the position after the next n bytes of raw, which the text already
// has.
func (p *passage) mark(n int) {
	p.decoded += n
	p.marks = append(p.marks, mark{p.textBase + int64(len(p.text)), p.rawBase + int64(p.decoded)})
}

// decode decodes what was added to raw. Text that may continue after its end
// waits for more, unless last is set.
func (p *passage) decode(d decoder, last bool) {
	for p.decoded < len(p.raw) {
		b := p.raw[p.decoded:]
		n := d.plain(b)
		p.plain(n)
		if b = b[n:]; len(b) == 0 {
			return
		}
		switch c := b[0]; {
		case c == '&':
			if !last && len(b) < longestReference {
				return
			}
			p.reference(d, b)
		case c == 0:
			p.replace(1, string(utf8.RuneError))
		default:
			if !last && len(b) < longestCharacter {
				return
			}
			p.text, n = d.character(p.text, b)
			p.mark(n)
		}
	}
}

// reference reads the character reference that b may start with.
func (p *passage) reference(d decoder, b []byte) {
	if !d.attribute {
		b = b[:min(len(b), longestReference)]
	}
	if n, text := reference(b, d.attribute); n > 0 {
		p.replace(n, text)
		return
	}
	p.plain(1)
}

// reference returns the length of the character reference at the start of b,
// and the text that it represents, or 0. In an attribute, a name without a
// semicolon is not a reference if "=" follows or if it is only the start of a
// word, so "?a=b&copy=c" is unchanged.
func reference(b []byte, attribute bool) (n int, text string) {
	number := len(b) > 1 && b[1] == '#'
	n = 1
	if number {
		n++
	}
	for n < len(b) && ascii.IsAlphanumeric(b[n]) {
		n++
	}
	longest := 1 // in characters: only names with a semicolon represent two
	if n < len(b) && b[n] == ';' {
		n, longest = n+1, 2
	}
	name := string(b[:n])
	text = html.UnescapeString(name)
	switch {
	case text == name:
		return 0, ""
	case !number && utf8.RuneCountInString(text) <= longest: // all of the name
		if attribute && longest == 1 && n < len(b) && b[n] == '=' {
			return 0, ""
		}
		return n, text
	case !number && attribute:
		return 0, ""
	}
	_, size := utf8.DecodeRuneInString(text) // the rest of text is the rest of name
	return n - (len(text) - size), text[:size]
}

// find returns the offset in the raw text for an offset in the text.
func (p *passage) find(text int64) int64 {
	i := sort.Search(len(p.marks), func(i int) bool { return p.marks[i].text > text })
	from := mark{p.textBase, p.rawBase}
	if i > 0 {
		from = p.marks[i-1]
	}
	raw := from.raw + text - from.text
	if i < len(p.marks) { // inside a reference that is longer than its text
		raw = min(raw, p.marks[i].raw)
	}
	return raw
}

// original returns the position of a part of the text, and its raw text in the
// file. It is fastest if the parts are in ascending order.
func (p *passage) original(start, end int64) (position, string) {
	i, j := int(p.find(start)-p.rawBase), int(p.find(end)-p.rawBase)
	p.count(i)
	return p.at, string(p.raw[i:j])
}

// count sets the position to that of raw[i]. It can be before the last one: an
// error is reported at the start of a tag after its content has been read.
func (p *passage) count(i int) {
	if i < p.counted {
		k := sort.Search(len(p.known), func(k int) bool { return p.known[k].raw > i }) - 1
		p.counted, p.at = p.known[k].raw, p.known[k].at
	}
	for p.counted < i {
		n := min(i, p.counted+knownEvery)
		p.at = p.at.after(p.raw[p.counted:n])
		p.counted = n
		if n-p.known[len(p.known)-1].raw >= knownEvery {
			p.known = append(p.known, knownPosition{n, p.at})
		}
	}
}

// forget discards everything before an offset in the text.
func (p *passage) forget(text int64) {
	n := int(p.find(text) - p.rawBase)
	p.count(n)
	p.raw = p.raw[:copy(p.raw, p.raw[n:])]
	p.text = p.text[:copy(p.text, p.text[text-p.textBase:])]
	p.rawBase, p.textBase, p.decoded, p.counted = p.rawBase+int64(n), text, p.decoded-n, 0
	p.known = append(p.known[:0], knownPosition{0, p.at})
	k := sort.Search(len(p.marks), func(i int) bool { return p.marks[i].text > text })
	p.marks = p.marks[:copy(p.marks, p.marks[k:])]
}
