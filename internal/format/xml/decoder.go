package xml

import (
	"bytes"

	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/format/literal"
)

// A state is what the decoder is in.
type state uint8

const (
	inText state = iota
	inComment
	inData   // a CDATA section
	inSubset // the declarations of a DOCTYPE
)

// A position is a position in the document.
type position struct {
	offset    int64
	line      int64 // from 1
	lineStart int64 // offset of the first byte of the line
}

// after returns the position after a text.
func (p position) after(text []byte) position {
	if n := bytes.LastIndexByte(text, '\n'); n >= 0 {
		p.line += int64(bytes.Count(text, []byte{'\n'}))
		p.lineStart = p.offset + int64(n) + 1
	}
	p.offset += int64(len(text))
	return p
}

// A decoder implements [literal.Decoder].
type decoder struct {
	o     *Options
	at    position // of the token that is read
	state state
	needs [256]bool // an attribute without these bytes has no URL

	elements []element // that are open
	deeper   int       // how many more are open
	deep     bool      // ErrDepth was reported
	cut      bool      // and ErrCut
	bindings []binding // of namespaces, in scope
	tag      tag
	rooted   bool // the root element was read
	forms    forms
	entities entities

	content bool // the text of the element is a link or a document of its own
	joined  int  // open paragraphs, whose pieces are joined
	field   bool // the last text was the instruction of a field

	base     *base // xml:base here
	self     *base // the URL of a feed
	waiting  bool  // the feed may still have one
	contexts []context
	faults   []held
}

// newDecoder returns a decoder at the start of a document.
func newDecoder(o *Options) *decoder {
	d := &decoder{o: o, at: position{line: 1}, contexts: []context{{text: !o.Part}}}
	d.needs = [256]bool{':': true, '&': true, '.': o.Hosts, '@': o.Addresses, '[': o.Defanged, '(': o.Defanged, '{': o.Defanged}
	d.forms.searcher = extract.NewSearcher(o.Options)
	d.forms.o = o
	return d
}

// Decode implements [literal.Decoder].
func (d *decoder) Decode(t *literal.Text, src []byte, last bool) {
	d.forget(t.Passed())
	more := len(src) >= literal.Look // then last is only about the first token
	for len(src) > 0 {
		n := d.next(t, src, last)
		if n == 0 {
			return
		}
		d.at = d.at.after(src[:n])
		src = src[n:]
		last = last && !more
	}
}

// next reads the token at the start of src and returns its length, or 0 if more bytes are needed.
func (d *decoder) next(t *literal.Text, src []byte, last bool) int {
	switch d.state {
	case inComment:
		return d.comment(t, src, last)
	case inData:
		return d.data(t, src, last)
	case inSubset:
		return d.subset(t, src, last)
	}
	switch src[0] {
	case '<':
		return d.markup(t, src, last)
	case '&':
		return d.reference(t, src, last)
	}
	const near = 4 << 10 // a text of many tokens is not searched to its end for each
	n := bytes.IndexAny(src[:min(len(src), near)], "<&")
	if n < 0 {
		n = min(len(src), near)
	}
	t.Copy(src[:n])
	return n
}

// The starts and ends of markup that is not a tag.
const (
	openComment = "<!--"
	openData    = "<![CDATA["
	openDoctype = "<!DOCTYPE"
)

// markup reads what "<" begins.
func (d *decoder) markup(t *literal.Text, src []byte, last bool) int {
	if len(src) < len(openData) && !last {
		return 0
	}
	switch {
	case len(src) == 1:
	case bytes.HasPrefix(src, []byte(openComment)):
		d.state = inComment
		d.gap(t, len(openComment), true)
		return len(openComment)
	case bytes.HasPrefix(src, []byte(openData)):
		d.state = inData
		d.gap(t, len(openData), false)
		return len(openData)
	case bytes.HasPrefix(src, []byte(openDoctype)):
		return d.declaration(t, src, last, '[')
	case src[1] == '!':
		return d.declaration(t, src, last, 0)
	case src[1] == '?':
		return d.instruction(t, src, last)
	case src[1] == '/', isNameStart(src[1]):
		return d.tagOf(t, src, last)
	}
	t.Copy(src[:1])
	return 1
}

// gap passes over n bytes of markup. cut means that no URL continues after them, unless they are
// in a link or in a document of its own.
func (d *decoder) gap(t *literal.Text, n int, cut bool) {
	if cut && !d.content {
		t.Break(n)
	} else if n > 0 {
		t.Put("", n)
	}
}

// tagOf reads a tag. One that does not end is text.
func (d *decoder) tagOf(t *literal.Text, src []byte, last bool) int {
	end := tagEnd(src)
	switch {
	case !last && (end < 0 || end == len(src)): // what follows a tag shows whether the text around it is joined
		return 0
	case end < 0 && len(src) < literal.Look:
		d.fault(ErrCut)
		d.cut = true
		d.gap(t, len(src), true)
		return len(src)
	case end < 0:
		d.fault(ErrTag)
	case end > 0 && isTag(src[:end]):
		return d.readTag(t, src, end)
	}
	t.Copy(src[:1])
	return 1
}

// isTag reports whether white space or the end of the tag follows the name in a tag, unlike in
// <http://h/>, which is text.
func isTag(src []byte) bool {
	rest := bytes.TrimPrefix(src[1:], []byte("/"))
	rest = rest[nameLength(rest):]
	return rest[0] != '/' || len(rest) == len("/>")
}

// tagEnd returns the offset after the ">" of a tag, 0 if it is not a tag, or -1 if it does not end.
// A value contains no "<". Source: XML 2.4, 3.1.
func tagEnd(src []byte) int {
	for i := 1; ; {
		n := bytes.IndexAny(src[i:], `<>"'`)
		if n < 0 {
			return -1
		}
		i += n
		switch src[i] {
		case '<':
			return 0
		case '>':
			return i + 1
		}
		end, value := bytes.IndexByte(src[i+1:], src[i]), src[i+1:]
		if end >= 0 {
			value = value[:end]
		}
		switch {
		case bytes.IndexByte(value, '<') >= 0:
			return 0
		case end < 0:
			return -1
		}
		i += end + 2
	}
}

// comment reads the text of a comment.
func (d *decoder) comment(t *literal.Text, src []byte, last bool) int {
	n := d.until(t, src, last, "-->", func(text []byte) {
		if d.o.Part || d.content {
			d.gap(t, len(text), true)
		} else {
			d.value(t, text)
		}
	})
	return n
}

// data reads the text of a CDATA section.
func (d *decoder) data(t *literal.Text, src []byte, last bool) int {
	return d.until(t, src, last, "]]>", t.Copy)
}

// until reads up to and including an end mark, and passes the text before it to take.
func (d *decoder) until(t *literal.Text, src []byte, last bool, mark string, take func([]byte)) int {
	n := bytes.Index(src, []byte(mark))
	switch {
	case n == 0:
		d.gap(t, len(mark), d.state == inComment)
		d.state = inText
		return len(mark)
	case n < 0 && last:
		n = len(src)
	case n < 0:
		n = len(src) - (len(mark) - 1) // it may be the start of the mark
		if d.state == inComment {
			n -= longestReference
		}
	}
	if n <= 0 {
		return 0
	}
	take(src[:n])
	return n
}

// instruction reads a processing instruction. Source: XML 2.6; Associating Style Sheets 1.0.
func (d *decoder) instruction(t *literal.Text, src []byte, last bool) int {
	end := bytes.Index(src[len("<?"):], []byte("?>"))
	if end < 0 && !last {
		return 0
	}
	if end >= 0 {
		end += len("<?")
	}
	const sheet = "<?xml-stylesheet"
	switch {
	case end < 0:
		d.gap(t, 1, true)
		return 1
	case d.o.Part || d.content:
		d.gap(t, end+2, true)
		return end + 2
	}
	d.context(0, true)
	if !bytes.HasPrefix(src, []byte(sheet)) {
		d.gap(t, 2, true)
		d.value(t, src[2:end])
		d.gap(t, 2, true)
		return end + 2
	}
	done := 0
	for a := range attributesOf(src[:end], len(sheet)) {
		if string(src[a.name:a.nameEnd]) == "href" {
			d.gap(t, a.start-done, true)
			d.write(t, src[a.start:a.end], link)
			done = a.end
		}
	}
	d.gap(t, end+2-done, true)
	return end + 2
}

// fault reports an error at the token that is read.
func (d *decoder) fault(err error) {
	m := extract.Match{Offset: d.at.offset, Line: d.at.line, Column: d.at.offset - d.at.lineStart + 1, Kind: extract.Attribute}
	d.faults = append(d.faults, held{m: m, err: err, base: d.base})
}

// isOpen reports whether the document ends in an element or in other markup, and this was not
// reported yet.
func (d *decoder) isOpen() bool { return !d.cut && (len(d.elements)+d.deeper > 0 || d.state != inText) }
