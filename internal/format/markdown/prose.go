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
	hide := [][]span{s.labels, s.html, s.hidden}
	if !d.o.Code {
		hide = append(hide, s.code)
	}
	for _, spans := range hide {
		for _, at := range spans {
			blank(piece, at, hidden)
		}
	}
}

// shown marks the matches in the text of links and pictures and in titles: a reader sees
// them, but they are no links. Source: GFM 6.6, 6.7.
func shown(found iter.Seq2[extract.Match, error], spans []span) iter.Seq2[extract.Match, error] {
	if len(spans) == 0 || found == nil {
		return found
	}
	return func(yield func(extract.Match, error) bool) {
		k, end := 0, 0
		for m, err := range found {
			for ; k < len(spans) && int64(spans[k].start) <= m.Offset; k++ {
				end = max(end, spans[k].end)
			}
			m.Shown = m.Shown || m.Offset < int64(end) && m.Kind != extract.Attribute
			if !yield(m, err) {
				return
			}
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
			autolinked(&m, piece)
			if m.Base = d.o.Base; !yield(m, err) {
				return
			}
		}
	}
}

// autolinked makes a match in a piece what GitHub makes a link of. White space ends it,
// also after "<": only an autolink of CommonMark is a wrapper. A reference to a character
// at its end, known or not, is left out, and those in it are decoded. Source: GFM 6.5, 6.9.
func autolinked(m *extract.Match, piece []byte) {
	if n := strings.IndexAny(m.Text, " \t\r\n"); m.Kind == extract.Wrapped && n > 0 && bytes.HasSuffix(piece[:m.Offset], []byte{'<'}) {
		m.Text, m.URL, m.Kind, m.Confidence, m.Alternatives = m.Text[:n], m.Text[:n], extract.Bare, extract.High, nil
	}
	if m.Doubt == extract.Escape { // GitHub keeps the backslash, other programs do not
		for _, long := range m.Alternatives {
			if bare := unescape(long, true); bare != long {
				m.Alternatives = append(m.Alternatives, bare)
			}
		}
	}
	if m.Kind == extract.Wrapped || m.Doubt != extract.Reference {
		return
	}
	prefix, ok := strings.CutSuffix(m.URL, m.Text)
	if !ok {
		return
	}
	last := strings.LastIndexByte(m.Text, '&')
	if name := m.Text[last+1:]; last >= 0 && end(*m) < int64(len(piece)) && piece[end(*m)] == ';' && name != "" && strings.Trim(name, alphanumeric) == "" {
		m.Text = m.Text[:last]
	}
	m.URL = prefix + unescape(m.Text, false)
	m.Doubt, m.Confidence, m.Alternatives = extract.Whole, extract.High, nil
}

const alphanumeric = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// end returns the offset after a match.
func end(m extract.Match) int64 { return m.Offset + int64(len(m.Text)) }
