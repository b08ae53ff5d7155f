package html

import (
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/ascii"
)

// sheet returns a reader of the CSS in d.p.
func (d *document) sheet() sheet { return sheet{max: d.max, found: d.styled, long: d.tooLong} }

// tooLong reports a URL that starts at an offset of the text in d.p.
func (d *document) tooLong(start int) {
	at, _ := d.p.original(d.p.textBase+int64(start), d.p.textBase+int64(start))
	d.fault(at, extract.ErrTooLong)
}

// styled reports a URL of CSS, which has its own escapes.
func (d *document) styled(start, end int, url []byte) {
	if from, to := trim(url, 0, len(url)); from < to {
		m := d.match(start, end)
		m.URL = clean(url[from:to])
		m.Relative = !ascii.HasScheme(m.URL)
		d.emit(m, nil)
	}
}

// style reports the URLs of an element STYLE.
func (d *document) style(r run) {
	p := &d.p
	p.reset(d.w.here())
	decoder := d.charset.decoder(nil)
	decoder.replaceNUL = true
	s := d.sheet()
	again := 0 // less text than this cannot give a new result
	for last := false; !last && !d.stopped; {
		piece := r.piece()
		last = piece == nil
		p.raw = append(p.raw, piece...)
		p.decode(decoder, last)
		if len(p.text) >= again || last {
			p.forget(p.textBase + int64(s.read(p.text, last)))
			again = 2 * len(p.text)
		}
	}
}
