package html

import "github.com/earl-url/earl/extract"

// style gives the URLs of an element STYLE.
func (d *document) style(r run) {
	p := &d.p
	p.reset(d.w.here())
	decoder := d.charset.decoder(nil)
	decoder.replaceNUL = true
	var s sheet
	again := 0 // there is nothing new to learn of less text than this
	for last := false; !last && !d.stopped; {
		piece := r.piece()
		last = piece == nil
		p.raw = append(p.raw, piece...)
		p.decode(decoder, last)
		if len(p.text) < again && !last {
			continue
		}
		n := s.read(p.text, last, d.styled)
		if rest := p.text[n:]; len(rest) > d.max {
			at, _ := p.stands(p.textBase+int64(n), p.textBase+int64(n))
			d.fault(at, extract.ErrTooLong)
			s.until = closer(rest)
			n = len(p.text)
		}
		p.forget(p.textBase + int64(n))
		again = 2 * len(p.text)
	}
}
