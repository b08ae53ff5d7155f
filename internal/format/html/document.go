package html

import (
	"bytes"
	"slices"

	"golang.org/x/text/encoding"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/ascii"
)

// A document is an HTML document that is being read.
type document struct {
	w       *window
	o       Options
	charset charsetOf
	query   encoding.Encoding // of the queries of the value in p; nil: UTF-8
	edition *earl.Edition     // for parsing the base
	max     int               // MaxLength
	search  *extract.Searcher
	needs   *[256]bool // text without these bytes has no URL
	nesting int        // the number of documents around this one

	yield   func(extract.Match, error) bool
	stopped bool // the caller wants no more matches
	handing bool // the caller handles a match

	base   extract.Base
	head   head
	scopes []scope // open elements with xml:base, the innermost last

	template int  // open elements TEMPLATE, whose content is not yet in the document
	without  int  // open NOSCRIPT, NOFRAMES, NOEMBED and IFRAME, whose content is an alternative
	foreign  int  // open SVG and MATH
	inner    int  // open FOREIGNOBJECT in these, whose content is HTML
	titled   bool // the title was found
	hint     bool // the attribute that is being read specifies only a server
	official bool // it specifies the URL that the page wants to have

	tag  tag
	p    passage // the attribute that is being read
	text textReader
}

// newDocument returns a document at the start of w.
func newDocument(w *window, c charsetOf, o Options, yield func(extract.Match, error) bool) *document {
	d := &document{w: w, o: o, charset: c, edition: o.Edition, max: o.MaxLength, yield: yield, base: o.Base, head: head{open: true}}
	if d.edition == nil {
		d.edition = earl.RFC3986
	}
	if d.max <= 0 {
		d.max = extract.DefaultMaxLength
	}
	d.tag.every, d.search = o.Tag != nil, o.Searcher
	d.needs = &[256]bool{':': true, '&': true, '.': o.Hosts, '@': o.Addresses, '[': o.Defanged, '(': o.Defanged, '{': o.Defanged}
	return d
}

// read reads the document: text, markup, text, markup. If it panics, it reports the matches
// that are held first.
func (d *document) read() {
	defer func() {
		if !d.handing {
			d.release()
		}
	}()
	if d.search == nil {
		o := d.o.Options
		o.NoTerminal = true
		d.search = extract.NewSearcher(o)
	}
	for {
		d.running(run{w: d.w, until: aTag})
		if d.stopped || !d.markup() {
			break
		}
	}
	d.release()
	if d.w.err != nil && !d.stopped {
		d.yield(extract.Match{}, d.w.err)
	}
}

// markup reads markup, which starts with "<". It reports whether there was any.
// Source: HTML, tag open state.
func (d *document) markup() bool {
	w := d.w
	b := w.peek(3)
	if len(b) < 2 {
		return false
	}
	at := w.here()
	closed := true
	switch {
	case ascii.IsLetter(b[1]):
		d.startTag()
	case b[1] == '/' && ascii.IsLetter(b[2]):
		d.endTag()
	case (d.foreign > 0 || d.o.XML) && bytes.HasPrefix(w.peek(len(openCDATA)), []byte(openCDATA)):
		w.pos += len(openCDATA)
		d.running(run{w: w, until: aCDATAEnd})
		w.pos += len(w.peek(len(closeCDATA)))
	case bytes.HasPrefix(w.peek(len(openComment)), []byte(openComment)):
		w.pos += len(openComment)
		closed = w.skipComment()
	default: // a declaration, or something that is read as a comment
		w.pos += 2
		closed = w.skipPast('>')
	}
	if !closed {
		d.cut(at)
	}
	return true
}

// startTag reads a start tag, and the content of its element if that is not
// markup.
func (d *document) startTag() {
	at := d.w.here()
	d.w.pos++
	if !d.tag.read(d.w, d.max) {
		d.cut(at)
		return
	}
	name := string(d.tag.name)
	d.reportTag(name, at)
	if d.inHead() && !slices.Contains(headElements, name) || name == "body" && d.template == 0 {
		d.endHead()
	}
	if d.o.XML {
		d.enter(name)
	}
	d.links(name)
	if (d.foreign > 0 || d.o.XML) && d.tag.closed || d.stopped {
		d.leave(name)
		return
	}
	switch name {
	case "template":
		d.template++
	case "noscript", "noframes", "noembed", "iframe":
		d.without++
	case "svg", "math":
		if !d.tag.closed {
			d.foreign++
		}
	case "foreignobject":
		if d.foreign > 0 {
			d.inner++
		}
	default:
		if d.content(name) && len(d.w.rest()) == 0 { // the end tag is missing
			d.cut(at)
		}
	}
}

// content reads the content of an element if it is not markup, and reports
// whether only the element's end tag ends it.
func (d *document) content(name string) bool {
	r := run{w: d.w, until: anEndTag, name: name}
	switch name {
	case "script": // only running it shows which of its strings are URLs
		d.w.skipScript()
	case "style":
		d.style(r)
	case "title":
		d.title(r)
	case "textarea", "xmp":
		d.running(r)
	case "plaintext":
		d.running(run{w: d.w, until: theEnd})
		return false
	default:
		return false
	}
	return true
}

// headElements can be in a HEAD, or before it. All other elements end it.
// Source: HTML, before head and in head insertion modes; draft1996 14.
var headElements = []string{"base", "basefont", "bgsound", "head", "html", "isindex", "link", "meta", "nextid", "noframes",
	"noscript", "script", "style", "template", "title"}

// endTag reads an end tag.
func (d *document) endTag() {
	at := d.w.here()
	d.w.pos += 2
	if !d.tag.read(d.w, 0) {
		d.cut(at)
		return
	}
	d.reportTag("/"+string(d.tag.name), at)
	if len(d.scopes) > 0 {
		d.leave(string(d.tag.name))
	}
	switch string(d.tag.name) {
	case "head":
		d.endHead()
	case "template":
		d.template = max(0, d.template-1)
	case "noscript", "noframes", "noembed", "iframe":
		d.without = max(0, d.without-1)
	case "svg", "math":
		if d.foreign = max(0, d.foreign-1); d.foreign == 0 {
			d.inner = 0
		}
	case "foreignobject":
		d.inner = max(0, d.inner-1)
	}
}

// reportTag calls Options.Tag for the tag that was read.
func (d *document) reportTag(name string, at position) {
	if d.o.Tag == nil {
		return
	}
	t := Tag{Name: name, Start: at.offset, End: d.w.here().offset, Cut: d.tag.more}
	for _, l := range d.tag.list {
		if !l.Long {
			l.Value = d.decoded(l.start, l.end)
		}
		t.Attributes = append(t.Attributes, l.Attribute)
	}
	d.o.Tag(t)
}

// decoded returns the decoded text of a value between two offsets of d.tag.values.
func (d *document) decoded(start, end int) string {
	raw := d.tag.values[start:end]
	for _, c := range raw {
		if c == '&' || c == 0 || c >= 0x80 {
			d.decode(attribute{start: start, end: end})
			return string(d.p.text)
		}
	}
	return string(raw)
}

// cut reports that the document ends inside the construct that starts at a
// position.
func (d *document) cut(at position) {
	if d.w.err == nil {
		d.fault(at, ErrCut)
	}
}

// fault reports an error that has a position.
func (d *document) fault(at position, err error) {
	d.emit(extract.Match{Offset: at.offset, Line: at.line, Column: at.column, Kind: extract.Attribute}, err)
}
