package html

import (
	"testing"

	"golang.org/x/text/encoding/charmap"
)

// Each part of a text has its original position, whatever was forgotten before
// it, even if the forgotten part ends inside a character.
func TestPassageForgets(t *testing.T) {
	for cut := range int64(len("─&é─") + 1) { // ─ has three bytes in UTF-8
		var p passage
		p.reset(position{line: 1, column: 1})
		p.raw = append(p.raw, "\x80&amp;\xC3\x80\nhttp://h/"...)
		p.decode(decoder{charset: charmap.KOI8R.NewDecoder(), references: true}, true)
		if string(p.text) != "─&ц─\nhttp://h/" {
			t.Fatalf("%q", p.text)
		}
		p.forget(cut)
		if at, raw := p.original(9, 10); raw != "\n" || at.offset != 8 || at.line != 1 || at.column != 9 {
			t.Errorf("forgotten %d: %q is at %+v", cut, raw, at)
		}
		if at, raw := p.original(10, 19); raw != "http://h/" || at.offset != 9 || at.line != 2 || at.column != 1 {
			t.Errorf("forgotten %d: %q is at %+v", cut, raw, at)
		}
		if p.forget(10); string(p.raw) != "http://h/" || string(p.text) != "http://h/" {
			t.Errorf("forgotten %d: %q, %q", cut, p.raw, p.text)
		}
	}
}
