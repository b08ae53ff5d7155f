package mail

import (
	"io"
	"iter"
	"math"

	"github.com/earl-url/earl/extract"
)

// The limits of what is held about the origin of decoded bytes: one run for
// each line of the file, and for each escape between other bytes.
const (
	textRuns = 1 << 18 // enough if every second byte of the buffered text is escaped
	htmlRuns = 1 << 16 // the lines of a HEAD, whose URLs are reported at its end
)

// A trail is a stream as a reader that remembers where its bytes came from,
// until no match can begin there.
type trail struct {
	p      *parser
	in     stream
	passed func() int64 // no match still to come begins before
	most   int          // the maximum number of runs
	rest   chunk
	read   int64 // the number of bytes read
	runs   []run // of the bytes read
	err    error
}

// Read implements io.Reader.
func (t *trail) Read(p []byte) (int, error) {
	t.forget()
	if t.p.stopped {
		return 0, io.EOF
	}
	for len(t.rest.b) == 0 {
		if t.rest, t.err = t.in.next(); t.err != nil {
			return 0, t.err
		}
	}
	n := min(len(p), len(t.rest.b))
	now := t.rest.slice(0, n)
	for b, r := range now.spans() {
		r.off = t.read
		t.runs = join(t.runs, r)
		t.read += int64(len(b))
	}
	t.rest = t.rest.slice(n, len(t.rest.b))
	return copy(p, now.b), nil
}

// forget discards what is no longer needed.
func (t *trail) forget() {
	passed := t.passed()
	k := max(find(t.runs, passed), len(t.runs)-t.most)
	if k >= 0 {
		t.p.file.keep = t.runs[k].at(max(passed, t.runs[k].off)).offset
	}
	if k > len(t.runs)/4 {
		t.runs = t.runs[:copy(t.runs, t.runs[k:])]
	}
}

// following yields the matches of a reader of the trail, which come in order.
func (t *trail) following(matches iter.Seq2[extract.Match, error]) iter.Seq2[extract.Match, error] {
	past := int64(0)
	t.passed, t.most = func() int64 { return past }, htmlRuns
	return func(yield func(extract.Match, error) bool) {
		for m, err := range matches {
			past = max(past, m.Offset)
			if !yield(m, err) {
				return
			}
		}
	}
}

// end ends the use of a trail.
func (t *trail) end() { t.p.file.keep = math.MaxInt64 }

// place returns the position in the file of a base in the stream, or the zero BasePlace
// if it is no longer held.
func (t *trail) place(at extract.BasePlace) extract.BasePlace {
	k := find(t.runs, at.Offset)
	if k < 0 {
		return extract.BasePlace{}
	}
	p := t.runs[k].at(at.Offset)
	return extract.BasePlace{Offset: p.offset, Line: p.line, Column: p.offset - p.start + 1}
}

// position sets the position of a match in the file, and its text to that in the
// file unless asDecoded is set. It returns ErrForgotten if these are no longer
// held.
func (t *trail) position(m *extract.Match, asDecoded bool) error {
	k := find(t.runs, m.Offset)
	if k < 0 {
		m.Offset, m.Line, m.Column = 0, 0, 0
		return ErrForgotten
	}
	r, last := t.runs[k], m.Offset+int64(len(m.Text))-1
	p := r.at(m.Offset)
	m.Offset, m.Line, m.Column = p.offset, p.line, p.offset-p.start+1
	if asDecoded || m.Text == "" {
		return nil
	}
	text, ok := t.p.file.text(p.offset, t.runs[find(t.runs, last)].end(last))
	if !ok {
		return ErrForgotten
	}
	if m.Text != text {
		m.Text = text
	}
	return nil
}
