package html

import (
	"bytes"
	"io"

	"github.com/earl-url/earl/internal/ascii"
)

// An end is the markup that ends a run of text.
type end uint8

const (
	aTag      end = iota // any markup
	anEndTag             // the end tag of the element around it
	aCDATAEnd            // "]]>"
	theEnd               // of the document
)

// A run is a text up to its end, which has not been read yet.
type run struct {
	w     *window
	until end
	name  string // of the element, for anEndTag
	done  bool
}

// piece returns the next piece of the run, or nil at its end. It is valid until
// the next call.
func (r *run) piece() []byte {
	opener := byte('<')
	if r.until == aCDATAEnd {
		opener = ']'
	}
	w := r.w
	b := w.rest()
	if r.done || len(b) == 0 {
		return nil
	}
	n := bytes.IndexByte(b, opener)
	switch {
	case n < 0 || r.until == theEnd:
		n = len(b)
	case n == 0:
		if r.ends() {
			r.done = true
			return nil
		}
		n = 1
	}
	w.pos += n
	return w.buf[w.pos-n : w.pos]
}

// ends reports whether the run ends here.
func (r *run) ends() bool {
	switch r.until {
	case aTag:
		return isMarkup(r.w.peek(3))
	case anEndTag:
		b := r.w.peek(len("</") + len(r.name) + 1)
		n := len(b) - 1
		return n == len("</")+len(r.name) && b[1] == '/' && bytes.EqualFold(b[2:n], []byte(r.name)) && endsName(b[n])
	case aCDATAEnd:
		return string(r.w.peek(len(closeCDATA))) == closeCDATA
	}
	return false
}

// isMarkup reports whether "<" and the bytes after it are markup. Source: HTML,
// tag open state.
func isMarkup(b []byte) bool {
	return len(b) > 1 && (ascii.IsLetter(b[1]) || b[1] == '!' || b[1] == '?' || b[1] == '/' && len(b) > 2)
}

// A textReader reads a run as a text, and maps it to positions in the file.
type textReader struct {
	d       *document
	run     run
	p       passage
	decoder decoder
	read    int64 // offset in the text
	last    bool  // nothing follows the text in p
	title   []byte
	titling bool // the text is kept in title
}

// Read implements io.Reader.
func (t *textReader) Read(b []byte) (n int, err error) {
	if passed := t.d.search.Passed(); passed-t.p.textBase > int64(len(t.p.text)/2) {
		t.p.forget(passed)
	}
	for t.read == t.p.textBase+int64(len(t.p.text)) {
		if t.last {
			return 0, io.EOF
		}
		piece := t.run.piece()
		t.last = piece == nil
		t.d.sees(t.run, piece)
		t.p.raw = append(t.p.raw, piece...)
		t.p.decode(t.decoder, t.last)
	}
	n = copy(b, t.p.text[t.read-t.p.textBase:])
	if t.titling {
		t.title = append(t.title, b[:min(n, MaxTitle-len(t.title))]...)
	}
	t.read += int64(n)
	return n, nil
}

// running searches a run of text.
func (d *document) running(r run) {
	if d.skipRun(r) {
		return
	}
	t := &d.text
	t.d, t.run, t.read, t.last, t.title = d, r, 0, false, t.title[:0]
	t.decoder = d.charset.decoder(nil)
	t.decoder.references = r.until == aTag || r.name == "textarea" || r.name == "title"
	t.p.reset(d.w.here())
	for m, err := range d.search.Text(t) {
		at, text := t.p.original(m.Offset, m.Offset+int64(len(m.Text)))
		m.Text, m.Offset, m.Line, m.Column = text, at.offset, at.line, at.column
		if d.emit(m, err); d.stopped {
			return
		}
	}
}

// skipRun skips a run that is completely in the buffer and has no URL, as most
// have.
func (d *document) skipRun(r run) bool {
	if r.until != aTag {
		return false
	}
	b := d.w.rest()
	n := bytes.IndexByte(b, '<')
	if n < 0 || len(b) < n+3 || !isMarkup(b[n:n+3]) {
		return false
	}
	for _, c := range b[:n] {
		if d.needs[c] {
			return false
		}
	}
	d.sees(r, b[:n])
	d.w.pos += n
	return true
}

// sees ends the HEAD if the text has more than white space.
func (d *document) sees(r run, piece []byte) {
	if d.inHead() && r.until == aTag && len(bytes.TrimLeft(piece, " \t\n\f\r")) > 0 {
		d.endHead()
	}
}

// title searches a title, and reports the first one.
func (d *document) title(r run) {
	t := &d.text
	t.titling = d.o.Title != nil && !d.titled && d.foreign == 0 && d.template == 0
	d.running(r)
	if t.titling {
		d.titled, t.titling = true, false
		d.o.Title(string(bytes.Join(bytes.Fields(bytes.ToValidUTF8(t.title, nil)), []byte{' '})))
	}
}
