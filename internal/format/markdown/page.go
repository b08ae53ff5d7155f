package markdown

import (
	"bytes"
	"iter"

	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/format/html"
)

// page returns the URLs of the raw HTML of a piece. It is read as one page, in
// which the Markdown is blank, because a tag and its end tag may be in
// different paragraphs.
func (d *document) page(spans []span, piece []byte) iter.Seq2[extract.Match, error] {
	if len(spans) == 0 {
		return nil
	}
	page := bytes.Clone(piece)
	at := 0
	for _, s := range spans {
		blank(page, span{at, max(at, s.start)}, ' ')
		at = max(at, s.end)
	}
	blank(page, span{at, len(page)}, ' ')
	return html.URLs(bytes.NewReader(page),
		html.Options{Options: d.o.Options, Base: d.o.Base, Part: true, MediaType: "text/html; charset=utf-8", Anchor: d.o.Anchor})
}
