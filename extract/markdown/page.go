package markdown

import (
	"bytes"

	"github.com/earl-url/earl/extract/html"
)

// page adds the URLs of the raw HTML: read as one page, in which what is Markdown
// is blank, since a tag and what belongs to it may stand in different paragraphs.
func (d *document) page(spans []span) {
	if len(spans) == 0 {
		return
	}
	page := bytes.Clone(d.text)
	at := 0
	for _, s := range spans {
		blank(page, span{at, max(at, s.start)}, ' ')
		at = max(at, s.end)
	}
	blank(page, span{at, len(page)}, ' ')
	o := html.Options{Options: d.o.Options, Base: d.o.Base, MediaType: "text/html; charset=utf-8", Anchor: d.o.Anchor}
	for m, err := range html.URLs(bytes.NewReader(page), o) {
		d.finds = append(d.finds, find{m, err})
	}
}
