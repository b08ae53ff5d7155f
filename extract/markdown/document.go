package markdown

import (
	"bytes"
	"slices"
	"strings"

	"github.com/earl-url/earl/base"
	"github.com/earl-url/earl/extract"
)

// A find is a match, or an error that comes with its place.
type find struct {
	extract.Match
	err error
}

// A document is read in three ways: its structure has the links, what is left of
// it is running text, and the raw HTML in it is one page.
type document struct {
	text  []byte
	o     Options
	finds []find
}

// newDocument returns a document that is to be read.
func newDocument(text []byte, o Options) *document {
	if o.MaxLength <= 0 {
		o.MaxLength = extract.DefaultMaxLength
	}
	return &document{text: text, o: o}
}

// read returns everything found, in order.
func (d *document) read() []find {
	s := newStructure(d.source())
	d.links(s)
	d.headings(s.headings)
	d.page(s.html)
	d.prose(s)
	slices.SortStableFunc(d.finds, func(a, b find) int { return int(a.Offset - b.Offset) })
	return d.finds
}

// source returns the document as goldmark reads it: without front matter, a mark of
// the octets' order, and line ends of a lone CR. Each octet stays where it is.
func (d *document) source() []byte {
	source := append(make([]byte, 0, len(d.text)+1), d.text...)
	body := bytes.TrimPrefix(d.text, []byte("\uFEFF"))
	start := len(d.text) - len(body)
	blank(source, span{0, start + frontMatter(string(body))}, ' ')
	for i, c := range source {
		if c == '\r' && (i+1 == len(source) || source[i+1] != '\n') {
			source[i] = '\n'
		}
	}
	return source
}

// blank writes an octet over a part of a text, but for its line ends.
func blank(text []byte, at span, with byte) {
	for i := at.start; i < at.end; i++ {
		if text[i] != '\n' && text[i] != '\r' {
			text[i] = with
		}
	}
}

// links adds what the structure has.
func (d *document) links(s *structure) {
	for _, at := range s.destinations {
		text := string(d.text[at.start:at.end])
		d.add(at, unescape(text, true), extract.Attribute)
	}
	s.autolinks = slices.DeleteFunc(s.autolinks, func(at span) bool { return isPrefixed(d.text[at.start:at.end]) })
	for _, at := range s.autolinks {
		d.add(at, unescape(string(d.text[at.start:at.end]), false), extract.Wrapped)
	}
	for _, at := range s.addresses {
		d.add(at, "mailto:"+string(d.text[at.start:at.end]), extract.Address)
	}
	if s.effort.spent() {
		d.finds = append(d.finds, find{extract.Match{Offset: int64(s.effort.spot)}, ErrEffort})
	}
	d.place()
}

// isPrefixed reports whether an autolink is the wrapper of RFC 1738, which is for
// package extract to read: its prefix is no scheme.
func isPrefixed(text []byte) bool {
	return len(text) >= 4 && bytes.EqualFold(text[:4], []byte("URL:"))
}

// spaces are what a destination in angle brackets may have, and no URL.
var spaces = strings.NewReplacer(" ", "%20", "\t", "%09")

// add adds what stands at a place.
func (d *document) add(at span, url string, kind extract.Kind) {
	f := find{Match: extract.Match{Offset: int64(at.start), Kind: kind, Confidence: extract.High, Base: d.o.Base}}
	if at.end-at.start > d.o.MaxLength {
		f.err = extract.ErrTooLong
		d.finds = append(d.finds, f)
		return
	}
	f.Text, f.URL = string(d.text[at.start:at.end]), spaces.Replace(url)
	if f.Relative = !hasScheme(f.URL); f.Relative && d.o.Base.From == base.None {
		f.Confidence = extract.Low
	}
	d.finds = append(d.finds, f)
}

// hasScheme reports whether a reference begins with a scheme. Source: rfc3986 3.1.
func hasScheme(ref string) bool {
	scheme, _, ok := strings.Cut(ref, ":")
	for i, c := range []byte(scheme) {
		isLetter := 'a' <= c|0x20 && c|0x20 <= 'z'
		if !isLetter && (i == 0 || (c < '0' || c > '9') && c != '+' && c != '-' && c != '.') {
			return false
		}
	}
	return ok && scheme != ""
}

// place gives what was added its line and column.
func (d *document) place() {
	slices.SortFunc(d.finds, func(a, b find) int { return int(a.Offset - b.Offset) })
	line, start, at := int64(1), 0, 0
	for i := range d.finds {
		f := &d.finds[i]
		span := d.text[at:f.Offset]
		line += int64(bytes.Count(span, []byte{'\n'}))
		if n := bytes.LastIndexByte(span, '\n'); n >= 0 {
			start = at + n + 1
		}
		at = int(f.Offset)
		f.Line, f.Column = line, f.Offset-int64(start)+1
	}
}

// headings says the names of the headings, and the title.
func (d *document) headings(list []heading) {
	names, titled := slugs{}, d.o.Title == nil
	for _, h := range list {
		if d.o.Anchor != nil {
			d.o.Anchor(names.name(h.text))
		}
		if h.level == 1 && !titled {
			d.o.Title(strings.TrimSpace(h.text))
			titled = true
		}
	}
}
