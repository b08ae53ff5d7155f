package markdown

import (
	"bytes"
	"slices"

	"github.com/earl-url/earl/extract"
)

// hidden is written over what is no running text. No URL has it in it, and no
// wrapper, so that none goes across.
const hidden = 0

// prose adds the URLs of the running text: of what no other part of the structure is.
func (d *document) prose(s *structure) {
	hide := [][]span{s.destinations, s.autolinks, s.addresses, s.labels, s.html}
	if !d.o.Code {
		hide = append(hide, s.code)
	}
	for _, spans := range hide {
		for _, at := range spans {
			blank(d.text, at, hidden)
		}
	}
	found := d.scan(d.o.Options)
	d.finds = append(d.finds, found...)
	d.finds = append(d.finds, d.bareLinks(found)...)
}

// scan returns the URLs of what is left of the text.
func (d *document) scan(o extract.Options) (finds []find) {
	for m, err := range extract.Text(bytes.NewReader(d.text), o) {
		m.Base = d.o.Base
		finds = append(finds, find{m, err})
	}
	return finds
}

// bareLinks returns what GitHub makes links of where nobody asked for it: hosts
// that begin with "www.", and e-mail addresses. Source: GFM 6.9.
func (d *document) bareLinks(found []find) []find {
	if bytes.IndexByte(d.text, '@') < 0 && !bytes.Contains(d.text, []byte("www.")) {
		return nil
	}
	o := d.o.Options
	o.Hosts, o.Addresses = true, true
	return slices.DeleteFunc(d.scan(o), func(f find) bool {
		for len(found) > 0 && end(found[0]) <= f.Offset {
			found = found[1:]
		}
		linked := f.Kind == extract.Address || f.Kind == extract.SchemeLess && bytes.HasPrefix([]byte(f.Text), []byte("www."))
		return !linked || f.err != nil || len(found) > 0 && found[0].Offset < end(f)
	})
}

// end returns where a find ends.
func end(f find) int64 { return f.Offset + int64(len(f.Text)) }
