package literal

import (
	"io"
	"iter"
	"sort"
	"strings"

	"github.com/earl-url/earl/extract"
)

// Text is the text that a document represents, with the position of each byte in the document. A
// [Decoder] writes it. Copy, Put and Break read the next bytes of the document.
type Text struct {
	b      []byte // from base
	base   int64  // offset in the text of b[0]
	src    int64  // offset in the document of the next byte
	runs   []run  // in ascending order
	passed int64
	empty  int    // bytes of the document since the last text
	open   bool   // the last span is open
	span   []span // to be read, in ascending order
}

// A run maps the text from an offset on, up to the next run, to the document. width 0 means that
// each byte represents itself; another width that the bytes of the text together represent so many
// bytes of the document.
type run struct {
	text, src int64
	width     int
}

// A span is a part of the text that is not searched as running text: a link or a document.
type span struct {
	from, to int64
	read     Reader // nil: a link or a label
	label    bool   // the text of a link
	doubt    extract.Doubt
	cut      bool // it was longer than the limit
}

// A Reader finds the URLs of a document that is in another one.
type Reader func(r io.Reader) iter.Seq2[extract.Match, error]

// Passed returns the offset in the document before which no match begins any more.
func (t *Text) Passed() int64 { return t.passed }

// Copy reads bytes that represent themselves.
func (t *Text) Copy(b []byte) {
	if len(b) == 0 {
		return
	}
	if n := len(t.runs); n == 0 || t.runs[n-1].width != 0 || t.runs[n-1].src+t.end()-t.runs[n-1].text != t.src {
		t.runs = append(t.runs, run{t.end(), t.src, 0})
	}
	t.b = append(t.b, b...)
	t.src += int64(len(b))
	t.empty = 0
}

// Put reads n bytes that together represent s. If s is "", they represent no text, and the text
// before and after them is one word, except if they are very many.
func (t *Text) Put(s string, n int) {
	if t.empty += n; s == "" && t.empty > Look {
		s = filler // else the searcher, which gets no text, would never pass what is before them
	}
	if s != "" {
		t.empty = 0
		t.runs = append(t.runs, run{t.end(), t.src, n})
		t.b = append(t.b, s...)
	}
	t.src += int64(n)
}

// breaking ends a URL of any text. A quotation mark does not. Source: uts58 Link_Term.
const breaking = ">"

// filler is empty lines: enough to keep the document not much longer than its text.
var filler = strings.Repeat("\n", Look/16)

// Break reads n bytes that are not searched and that no URL continues after.
func (t *Text) Break(n int) {
	if n > 0 {
		t.Put(breaking, n)
	}
}

// Open begins a part of the text that is a document of its own, which read finds the URLs of. If
// read is nil, the part is a link: an absolute URL or a relative reference. A part contains no
// other part.
func (t *Text) Open(read Reader) {
	t.span = append(t.span, span{from: t.end(), read: read})
	t.open = true
}

// Label begins the text of a link. Its URLs are shown to the reader, and are no links.
func (t *Text) Label() {
	t.span = append(t.span, span{from: t.end(), label: true})
	t.open = true
}

// Doubt says why the link that Open began may be only a part of a URL, or no link.
func (t *Text) Doubt(d extract.Doubt) {
	if t.open {
		t.span[len(t.span)-1].doubt = d
	}
}

// IsOpen reports whether a part is open.
func (t *Text) IsOpen() bool { return t.open }

// Close ends the part that Open or Label began.
func (t *Text) Close() {
	if t.open {
		t.span[len(t.span)-1].to = t.end()
		t.open = false
	}
}

// Offset returns the offset in the text of what is read next.
func (t *Text) Offset() int64 { return t.end() }

// end returns the offset of the next byte of the text.
func (t *Text) end() int64 { return t.base + int64(len(t.b)) }

// bytes returns the text from one offset to another.
func (t *Text) bytes(from, to int64) []byte { return t.b[from-t.base : to-t.base] }

// at returns the run with the byte at an offset of the text, and the index of the byte in it.
func (t *Text) at(off int64) (run, int64) {
	k := sort.Search(len(t.runs), func(i int) bool { return t.runs[i].text > off }) - 1
	if k < 0 {
		return run{off, t.src, 0}, 0
	}
	return t.runs[k], off - t.runs[k].text
}

// start returns the offset in the document where the byte at an offset of the text begins.
func (t *Text) start(off int64) int64 {
	if off >= t.end() {
		return t.src
	}
	r, i := t.at(off)
	if r.width != 0 {
		return r.src
	}
	return r.src + i
}

// after returns the offset in the document after the byte at an offset of the text.
func (t *Text) after(off int64) int64 {
	r, i := t.at(off)
	if r.width != 0 {
		return r.src + int64(r.width)
	}
	return r.src + i + 1
}

// discard forgets the text before an offset, and its map before another one.
func (t *Text) discard(text, mapped int64) {
	if n := int(text - t.base); n > len(t.b)/2 {
		t.b = t.b[:copy(t.b, t.b[n:])]
		t.base = text
	}
	if k := sort.Search(len(t.runs), func(i int) bool { return t.runs[i].text > mapped }) - 1; k > len(t.runs)/2 {
		t.runs = t.runs[:copy(t.runs, t.runs[k:])]
	}
}
