// Package literal finds URLs in documents that write text with escapes, such as JSON, where
// "http:\/\/h\/a" is http://h/a. A [Decoder] for each format says which text the bytes of a document
// represent. The text is searched, and each match has its position in the document.
//
// The document is a stream: memory use does not grow with it.
package literal

import (
	"bytes"
	"io"
	"iter"
	"strings"

	"github.com/earl-url/earl/extract"
)

// A Decoder reads a document of one format, which begins where the previous call ended. It is used
// by one goroutine.
type Decoder interface {
	// Decode reads the start of src with the methods of t. It reads as much as it can. If it needs
	// more bytes than src has to decide, it leaves them unread, up to [Look]; then, and if last is
	// set, it must read at least one byte. last means that the document ends with src.
	Decode(t *Text, src []byte, last bool)
}

const (
	// Look is the number of bytes that a decoder may need to decide what one of them represents.
	Look = 64 << 10

	smallest   = 1 << 10  // bytes of the first read
	windowSize = 64 << 10 // bytes per read
	emptyReads = 100      // as in bufio: a reader that returns no bytes this often is broken
	maxWidth   = 4        // bytes of a document for each byte of a part in it, as of \\"
	longest    = 16 << 20 // bytes of a document in another one, which is held in memory
)

// Steps calls step with the rest of src until that has read all of it, or returns 0 because it needs
// more bytes. step returns how many bytes it has read.
func Steps(t *Text, src []byte, last bool, step func(t *Text, src []byte, last bool) int) {
	for len(src) > 0 {
		n := step(t, src, last)
		if n == 0 {
			return
		}
		src = src[n:]
	}
}

// Options are the settings of [URLs].
type Options struct {
	// Options are the options for text.
	extract.Options
	// Base is the URL from which the document was retrieved. The zero Base means none.
	Base extract.Base
	// Searcher searches the text, with the same options. It is for many small documents; nil means a
	// new one.
	Searcher *extract.Searcher
}

// URLs finds the URLs of a document, in its order. The Text of a match is unchanged, with its
// escapes. The sequence can be iterated only once, by one goroutine. An error of r ends it;
// [extract.ErrTooLong] does not.
func URLs(r io.Reader, d Decoder, o Options) iter.Seq2[extract.Match, error] {
	return func(yield func(extract.Match, error) bool) {
		if o.MaxLength <= 0 {
			o.MaxLength = extract.DefaultMaxLength
		}
		doc := &document{r: r, decoder: d, o: o, searcher: o.Searcher, yield: yield, line: 1}
		if doc.searcher == nil {
			o.Decoded = true
			doc.searcher = extract.NewSearcher(o.Options)
		}
		doc.run()
	}
}

// A document is a document that is read. It implements io.Reader: its next running text, up to a
// span or the end.
type document struct {
	r        io.Reader
	decoder  Decoder
	o        Options
	searcher *extract.Searcher
	yield    func(extract.Match, error) bool
	stopped  bool

	text  Text
	pos   int64 // offset in the text of the next byte to search
	start int64 // of the running text that is searched

	raw  []byte // the document from rawBase: what is not decoded, and what matches can still be in
	base int64  // offset of raw[0]
	eof  bool
	err  error

	counted, line, lineStart int64 // lines are counted up to this offset
}

// run yields all matches.
func (d *document) run() {
	for !d.stopped {
		d.start = d.pos
		for m, err := range d.searcher.Text(d) {
			if !d.give(m, err, d.start) {
				return
			}
		}
		if len(d.text.span) == 0 {
			break
		}
		d.readSpan()
	}
	if d.err != nil && !d.stopped {
		d.yield(extract.Match{}, d.err)
	}
}

// Read implements io.Reader.
func (d *document) Read(p []byte) (int, error) {
	for {
		end := d.text.end()
		if len(d.text.span) > 0 {
			end = d.text.span[0].from
		}
		if n := copy(p, d.text.bytes(d.pos, max(d.pos, end))); n > 0 {
			d.pos += int64(n)
			return n, nil
		}
		if len(d.text.span) > 0 || !d.decode() {
			return 0, io.EOF
		}
	}
}

// decode decodes more of the document. It returns false at its end.
func (d *document) decode() bool {
	passed := d.start + d.searcher.Passed()
	d.text.passed = d.text.start(min(passed, d.pos))
	d.forget(d.text.passed)
	d.text.discard(d.pos, min(passed, d.pos))
	before, enough := d.text.src, false
	for {
		src := d.raw[d.text.src-d.base:]
		if len(src) == 0 && d.eof {
			return false
		}
		last := d.eof || enough
		if len(src) > 0 {
			d.decoder.Decode(&d.text, src, last)
		}
		switch {
		case d.text.src > before:
			return true
		case last: // a decoder reads at least one byte
			d.text.Copy(src[:1])
			return true
		}
		if enough = len(src) >= Look; !enough { // what it leaves unread is not longer
			d.fill()
		}
	}
}

// fill reads once.
func (d *document) fill() {
	if window := int(min(d.base+int64(len(d.raw))+smallest, windowSize)); cap(d.raw)-len(d.raw) < window/2 {
		d.raw = append(make([]byte, 0, 2*len(d.raw)+window), d.raw...)
	}
	for range emptyReads {
		n, err := d.r.Read(d.raw[len(d.raw):cap(d.raw)])
		d.raw = d.raw[:len(d.raw)+n]
		if err != nil {
			if d.eof = true; err != io.EOF {
				d.err = err
			}
			return
		}
		if n > 0 {
			return
		}
	}
	d.eof, d.err = true, io.ErrNoProgress
}

// forget discards the document before an offset, if that frees half of the memory.
func (d *document) forget(off int64) {
	if n := int(off - d.base); n > len(d.raw)/2 {
		d.count(off)
		d.raw = d.raw[:copy(d.raw, d.raw[n:])]
		d.base = off
	}
}

// count counts lines up to an offset of the document.
func (d *document) count(off int64) {
	if off <= d.counted {
		return
	}
	b := d.raw[d.counted-d.base : off-d.base]
	if n := bytes.LastIndexByte(b, '\n'); n >= 0 {
		d.line += int64(bytes.Count(b, []byte{'\n'}))
		d.lineStart = d.counted + int64(n) + 1
	}
	d.counted = off
}

// position returns the line and the column of an offset, up to which lines are counted at least.
func (d *document) position(off int64) (line, column int64) {
	line, start := d.line, d.lineStart
	for start > off { // a reader of another document may yield a match after one that follows it
		line--
		start = d.base + int64(bytes.LastIndexByte(d.raw[:start-1-d.base], '\n')) + 1
	}
	return line, off - start + 1
}

// readSpan yields the matches of the span at pos.
func (d *document) readSpan() {
	limit := longest
	if d.text.span[0].read == nil {
		limit = d.o.MaxLength
	}
	for d.text.open && len(d.text.span) == 1 {
		from := d.text.span[0].from
		if written := d.text.src - d.text.start(from); int(d.text.end()-from) > limit || written > maxWidth*int64(limit) || !d.decode() {
			d.text.span[0].cut = !d.eof
			d.text.Close()
		}
	}
	s := d.text.span[0]
	d.text.span = d.text.span[1:]
	inside := d.text.bytes(s.from, s.to)
	d.pos = s.to
	switch {
	case s.read == nil && s.cut:
		d.give(extract.Match{Kind: extract.Attribute}, extract.ErrTooLong, s.from)
	case s.label:
		d.start = s.from
		for m, err := range d.searcher.Text(bytes.NewReader(inside)) {
			m.Shown = true
			if !d.give(m, err, s.from) {
				return
			}
		}
	case s.read == nil:
		d.link(inside, s)
	default:
		for m, err := range s.read(bytes.NewReader(inside)) {
			if !d.give(m, err, s.from) {
				return
			}
		}
		if s.cut {
			d.give(extract.Match{}, extract.ErrTooLong, s.from)
		}
	}
}

// link yields a link, without the white space in it.
func (d *document) link(ref []byte, s span) {
	text := bytes.TrimSpace(ref)
	if len(text) == 0 {
		return
	}
	m := extract.Match{
		Text: string(text), URL: strings.Join(strings.Fields(string(text)), ""),
		Offset: int64(bytes.Index(ref, text)), Kind: extract.Attribute, Confidence: extract.High,
	}
	if m.Relative = isRelative(m.URL); m.Relative && d.o.Base.From == extract.NoBase {
		m.Confidence = extract.Low
	}
	if m.Doubt = s.doubt; m.Doubt == extract.Whole && extract.PlaceholderIn(m.URL) {
		m.Doubt = extract.Placeholder
	}
	if m.Doubt != extract.Whole {
		m.Confidence = extract.Low
	}
	d.give(m, nil, s.from)
}

// isRelative reports whether a reference has no scheme. Source: draft1996 9, step 2.
func isRelative(ref string) bool {
	i := strings.IndexAny(ref, ":/?#")
	return i <= 0 || ref[i] != ':'
}

// give yields a match of the text that begins at an offset, and reports whether to continue.
func (d *document) give(m extract.Match, err error, from int64) bool {
	first := from + m.Offset
	m.Offset = d.text.start(first)
	if n := int64(len(m.Text)); n > 0 {
		m.Text = string(d.raw[m.Offset-d.base : d.text.after(first+n-1)-d.base])
	}
	d.count(m.Offset)
	m.Line, m.Column = d.position(m.Offset)
	if m.Base.From == extract.NoBase {
		m.Base = d.o.Base
	}
	d.stopped = !d.yield(m, err)
	return !d.stopped
}
