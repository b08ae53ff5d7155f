package markdown

import (
	"bytes"
	"iter"
	"strings"

	"github.com/earl-url/earl/extract"
)

// hidden overwrites everything that is not text. No URL and no wrapper can
// contain it, so no match extends over it.
const hidden = 0

// hide overwrites everything in a piece that is not text.
func (d *document) hide(s *structure, piece []byte) {
	for _, l := range s.links {
		if l.limit == "" {
			blank(piece, span{l.start, l.end}, hidden)
		}
	}
	hide := [][]span{s.labels, s.html}
	if !d.o.Code {
		hide = append(hide, s.code)
	}
	for _, spans := range hide {
		for _, at := range spans {
			blank(piece, at, hidden)
		}
	}
}

// prose returns the URLs of the text, and what GitHub always makes links of:
// hosts that begin with "www.", and e-mail addresses. Source: GFM 6.9.
func (d *document) prose(piece []byte) iter.Seq2[extract.Match, error] {
	o := d.o.Options
	found := d.scan(piece, o)
	if bytes.IndexByte(piece, '@') < 0 && !bytes.Contains(piece, []byte("www.")) {
		return found
	}
	o.Hosts, o.Addresses = true, true
	return func(yield func(extract.Match, error) bool) {
		next, stop := iter.Pull2(found)
		defer stop()
		m, err, ok := next()
		for bare, failed := range d.scan(piece, o) {
			for ; ok && end(m) <= bare.Offset; m, err, ok = next() {
				if !yield(m, err) {
					return
				}
			}
			linked := bare.Kind == extract.Address || bare.Kind == extract.SchemeLess && strings.HasPrefix(bare.Text, "www.")
			if overlaps := ok && m.Offset < end(bare); !linked || failed != nil || overlaps {
				continue
			}
			if !yield(bare, nil) {
				return
			}
		}
		for ; ok; m, err, ok = next() {
			if !yield(m, err) {
				return
			}
		}
	}
}

// scan returns the URLs in a piece that the options select.
func (d *document) scan(piece []byte, o extract.Options) iter.Seq2[extract.Match, error] {
	return func(yield func(extract.Match, error) bool) {
		for m, err := range extract.Text(bytes.NewReader(piece), o) {
			if m.Base = d.o.Base; !yield(m, err) {
				return
			}
		}
	}
}

// end returns the offset after a match.
func end(m extract.Match) int64 { return m.Offset + int64(len(m.Text)) }
