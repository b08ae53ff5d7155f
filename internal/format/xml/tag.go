package xml

import (
	"bytes"
	"iter"
	"strings"

	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/format/literal"
)

// space is the white space of XML. Source: XML 2.3.
const space = " \t\r\n"

// isNameStart reports whether a name can begin with c. Source: XML 2.3.
func isNameStart(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_' || c == ':' || c >= 0x80
}

// nameLength returns the length of the name at the start of b.
func nameLength(b []byte) int {
	n := 0
	for n < len(b) && (isNameStart(b[n]) || n > 0 && (b[n] == '-' || b[n] == '.' || '0' <= b[n] && b[n] <= '9')) {
		n++
	}
	return n
}

// An attribute is the offsets of an attribute in its tag.
type attribute struct{ name, nameEnd, start, end int }

// attributesOf yields the attributes of a tag from an offset on. It stops at what is not one.
func attributesOf(src []byte, i int) iter.Seq[attribute] {
	return func(yield func(attribute) bool) {
		skip := func() {
			for i < len(src) && strings.IndexByte(space, src[i]) >= 0 {
				i++
			}
		}
		for {
			skip()
			a := attribute{name: i}
			i += nameLength(src[i:])
			a.nameEnd = i
			if skip(); a.nameEnd == a.name || i >= len(src) || src[i] != '=' {
				return
			}
			i++
			if skip(); i >= len(src) || src[i] != '"' && src[i] != '\'' {
				return
			}
			n := bytes.IndexByte(src[i+1:], src[i])
			if n < 0 {
				return
			}
			a.start, a.end = i+1, i+1+n
			if i = a.end + 1; !yield(a) {
				return
			}
		}
	}
}

// A tag is a start tag that is read.
type tag struct {
	src   []byte
	attrs []attribute
	keys  []string // the canonical names of attrs
}

// value returns the value of an attribute with a canonical name, decoded.
func (d *decoder) valueOf(key string) (value string, ok bool) {
	for i, k := range d.tag.keys {
		if k == key {
			return d.decoded(d.tag.src[d.tag.attrs[i].start:d.tag.attrs[i].end]), true
		}
	}
	return "", false
}

// An element is an open element.
type element struct {
	raw      string // its name in the document
	prefix   string // of its vocabulary: see namespaces
	local    string
	base     *base // around it
	bindings int   // how many were in scope around it
	joins    bool
}

// maxDepth is how deep elements are read as such.
const maxDepth = 10_000

// readTag reads the tag that ends before end.
func (d *decoder) readTag(t *literal.Text, src []byte, end int) int {
	if d.content {
		t.Close()
		d.content = false
	}
	next := byte('<')
	if end < len(src) && !bytes.HasPrefix(src[end:], []byte("<![")) {
		next = src[end]
	} else if end < len(src) {
		next = 0
	}
	if src[1] == '/' {
		name := bytes.TrimRight(src[2:end-1], space)
		cut := d.cuts(name)
		d.endElement(name)
		enters := d.entersField(next)
		d.gap(t, end, cut || d.joined == 0 || enters)
		d.context(end, d.isForeign())
		return end
	}
	body := end - 1
	closed := src[body-1] == '/'
	if closed {
		body--
	}
	n := nameLength(src[1:body]) + 1
	if len(d.elements) == maxDepth {
		d.tooDeep(t, src[:end], closed)
		return end
	}
	d.startElement(src[:body], n)
	cut := d.cuts(src[1:n]) || d.joined == 0
	done := d.attributes(t, cut)
	f := none
	if closed {
		d.endElement(src[1:n])
	} else {
		e := &d.elements[len(d.elements)-1]
		f = d.formOf(e.prefix, e.local, "")
	}
	enters := d.entersField(next)
	d.gap(t, end-done, cut || enters)
	if f != none {
		d.content = true
		t.Open(d.forms.reader(f))
	}
	d.context(end, d.isForeign())
	return end
}

// tooDeep reads a start tag that is nested too deep as text.
func (d *decoder) tooDeep(t *literal.Text, src []byte, closed bool) {
	if d.deeper == 0 && !d.deep {
		d.deep = true
		d.fault(ErrDepth)
	}
	if !closed {
		d.deeper++
	}
	d.gap(t, 1, true)
	d.value(t, src[1:])
}

// attributes writes the attributes of the tag that is read, and returns the
// offset after what was read. cut means that no URL of the text continues after the tag.
func (d *decoder) attributes(t *literal.Text, cut bool) (done int) {
	e := d.elements[len(d.elements)-1]
	for i, a := range d.tag.attrs {
		f := d.formOf(e.prefix, e.local, d.tag.keys[i])
		raw := d.tag.src[a.start:a.end]
		switch {
		case f == skip || d.o.Part && (f == none || f == name || f == pairs):
			continue
		case f == self:
			d.noteSelf(raw, a)
		case f == page:
			d.noteBase(raw, a)
		case f == outer && d.base != nil: // with a base, a relative reference is not to the archive
			f = link
		case f == none && !d.hasURL(raw):
			continue
		}
		d.context(0, true)
		d.gap(t, a.start-done, cut || f == none)
		if f == none {
			d.value(t, raw)
		} else {
			d.write(t, raw, f)
		}
		done = a.end
		cut = cut || f == none
	}
	return done
}

// hasURL reports whether a value may contain a URL.
func (d *decoder) hasURL(value []byte) bool {
	for _, c := range value {
		if d.needs[c] {
			return true
		}
	}
	return false
}

// write writes a value that has a form.
func (d *decoder) write(t *literal.Text, value []byte, f form) {
	t.Open(d.forms.reader(f))
	d.value(t, value)
	t.Close()
}

// startElement opens the element of a tag whose name ends at n.
func (d *decoder) startElement(src []byte, n int) {
	e := element{raw: string(src[1:n]), base: d.base, bindings: len(d.bindings)}
	d.tag.src, d.tag.attrs, d.tag.keys = src, d.tag.attrs[:0], d.tag.keys[:0]
	for a := range attributesOf(src, n) {
		d.tag.attrs = append(d.tag.attrs, a)
		d.bind(src[a.name:a.nameEnd], src[a.start:a.end])
	}
	for _, a := range d.tag.attrs {
		d.tag.keys = append(d.tag.keys, d.attributeName(string(src[a.name:a.nameEnd])))
	}
	e.prefix, e.local = d.elementName(e.raw)
	d.setBase()
	d.passFeed(e.prefix, e.local)
	if e.joins = d.o.Part && joins(e.local); e.joins {
		d.joined++
	}
	d.elements = append(d.elements, e)
}

// setBase notes the xml:base of the tag that is read. It is the base of its own attributes too.
// Source: XML Base 1.1, 3, 4.
func (d *decoder) setBase() {
	for i, key := range d.tag.keys {
		if key != "xml:base" {
			continue
		}
		a := d.tag.attrs[i]
		b := &base{outer: d.base, ref: strings.Trim(d.decoded(d.tag.src[a.start:a.end]), space), at: d.placeOf(a)}
		if _, err := d.o.Edition.ParseReference(b.ref); err != nil {
			d.fault(ErrBase)
			continue
		}
		d.base = b
		d.context(0, d.contexts[len(d.contexts)-1].text)
	}
}

// placeOf returns the position of the value of an attribute.
func (d *decoder) placeOf(a attribute) extract.BasePlace {
	p := d.at.after(d.tag.src[:a.start])
	return extract.BasePlace{Offset: p.offset, Line: p.line, Column: p.offset - p.lineStart + 1}
}

// endElement ends the innermost element with a name, and those in it that have no end tag.
func (d *decoder) endElement(raw []byte) {
	const near = 64 // so many elements can lack their end tag
	if d.deeper > 0 {
		d.deeper--
		return
	}
	for i := len(d.elements) - 1; i >= max(0, len(d.elements)-near); i-- {
		if d.elements[i].raw != string(raw) {
			continue
		}
		for _, e := range d.elements[i:] {
			if e.joins {
				d.joined--
			}
		}
		d.base, d.bindings = d.elements[i].base, d.bindings[:d.elements[i].bindings]
		d.elements = d.elements[:i]
		return
	}
}

// isForeign reports whether the text here is that of a vocabulary that is not known.
func (d *decoder) isForeign() bool {
	n := len(d.elements)
	return !d.o.Part && (n == 0 || d.deeper > 0 || !isKnown(d.elements[n-1].prefix))
}

// joins reports whether the text in an element of an office document is joined, even if its pieces
// are in different elements: in paragraphs and headings, and in strings of a sheet.
func joins(local string) bool {
	return local == "p" || local == "h" || local == "si" || local == "is"
}

// cuts reports whether no URL continues after the tag of an element.
func (d *decoder) cuts(raw []byte) bool {
	switch local := string(raw[bytes.IndexByte(raw, ':')+1:]); local {
	case "tab", "br", "cr", "line-break", "s", "fldChar", "rPh":
		return true
	default:
		return !d.o.Part || joins(local)
	}
}

// entersField reports whether the text that begins with c after a tag is the instruction of a
// field and the text before it was not, or the other way round.
func (d *decoder) entersField(c byte) bool {
	if n := len(d.elements); c != '<' && n > 0 {
		before := d.field
		d.field = d.elements[n-1].local == "instrText"
		return before != d.field
	}
	return false
}
