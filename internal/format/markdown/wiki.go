package markdown

import (
	"bytes"
	"iter"
	"regexp"
	"strings"
	"sync"

	"github.com/earl-url/earl/extract"
)

// wikiLink matches a wiki link: [[Page]], [[Page#Heading]] or [[Page|text]].
var wikiLink = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\[\[([^\[\]|#\n\x00]*)(#[^\[\]|\n\x00]*)?(\|[^\[\]\n\x00]*)?\]\]`)
})

// wiki returns the wiki links in a piece. Code has been removed from the piece.
func (d *document) wiki(piece []byte) iter.Seq2[extract.Match, error] {
	if d.o.Wiki == nil {
		return nil
	}
	return func(yield func(extract.Match, error) bool) {
		line, start, at := int64(1), 0, 0
		for _, m := range wikiLink().FindAllSubmatchIndex(piece, -1) {
			page, heading, end := string(piece[m[2]:m[3]]), "", m[3]
			if m[4] >= 0 {
				heading, end = strings.TrimSpace(string(piece[m[4]+1:m[5]])), m[5]
			}
			if m[6] >= 0 && end > m[2] && piece[end-1] == '\\' { // "\|" of a table: GFM 4.10
				end--
				page, heading = strings.TrimSuffix(page, "\\"), strings.TrimSuffix(heading, "\\")
			}
			if line += int64(bytes.Count(piece[at:m[2]], []byte{'\n'})); bytes.IndexByte(piece[at:m[2]], '\n') >= 0 {
				start = bytes.LastIndexByte(piece[:m[2]], '\n') + 1
			}
			at = m[2]
			link := extract.Match{Text: string(piece[m[2]:end]), URL: d.wikiURL(strings.TrimSpace(page), heading), Offset: int64(m[2]), Line: line,
				Column: int64(m[2]-start) + 1, Kind: extract.Attribute, Confidence: extract.High, Relative: true, Base: d.o.Base}
			if !yield(link, nil) {
				return
			}
		}
	}
}

// wikiURL returns the reference for a page and a heading. Either may
// be missing. For a block of a page, "^id", it returns the reference for the
// page.
func (d *document) wikiURL(page, heading string) string {
	ref := ""
	if page != "" {
		ref = d.o.Wiki(page)
	}
	if heading == "" || heading[0] == '^' {
		return ref
	}
	return ref + "#" + slugGitHub(heading[strings.LastIndexByte(heading, '#')+1:])
}
