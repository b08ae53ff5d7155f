package office

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"iter"
	"strings"

	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/format/charref"
)

// Options are the settings of [URLs]. With the zero Options, URLs finds wrapped
// and bare URLs, and links.
type Options struct {
	extract.Options
	// Base is the base for relative references.
	Base extract.Base
}

const (
	// maxTag is the longest tag, in bytes: more than any program writes.
	maxTag = 1 << 20
	// maxText is how much text of one paragraph is joined, in bytes.
	maxText = 1 << 20
)

var (
	// ErrNotXML means that a part does not begin like XML: it is encrypted or
	// damaged.
	ErrNotXML = errors.New("office: this part is not XML: it is encrypted or damaged")
	// ErrCut means that a part ends inside a tag, a comment or an element.
	ErrCut = errors.New("office: unexpected end of the XML: the part is damaged")
	// ErrTag means that a tag is longer than 1 MiB.
	ErrTag = errors.New("office: a tag is longer than 1 MiB: the part was not searched further")
)

// URLs finds the URLs in a part, in the order of the part: links of the kind
// [extract.Attribute], and URLs in the text, whose pieces are joined within a
// paragraph. The position of a link is that of its tag. The sequence can be
// iterated only once, by one goroutine. An error without a position ends it.
func URLs(r io.Reader, o Options) iter.Seq2[extract.Match, error] {
	return func(yield func(extract.Match, error) bool) {
		p := &part{
			in: bufio.NewReaderSize(r, 32<<10), o: o, yield: yield,
			search: extract.NewSearcher(o.Options), at: position{line: 1},
		}
		err := p.read()
		p.flush()
		if err != nil && !p.stopped {
			yield(extract.Match{}, err)
		}
	}
}

// A position is a position in the part.
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

// A mark is the position of a byte of the joined text. The text from it to the
// next mark is the same as in the part.
type mark struct {
	text int
	at   position
}

// A part is the state of the search in one part of a document.
type part struct {
	in     *bufio.Reader
	o      Options
	search *extract.Searcher
	at     position // of the next byte of in
	tag    []byte

	text       []byte // of the paragraph so far
	marks      []mark
	paragraphs int    // open elements whose text is joined
	within     string // the element that the last text was directly in
	open       []string
	depth      int

	yield   func(extract.Match, error) bool
	stopped bool
}

// read reads the part.
func (p *part) read() error {
	head, err := p.in.Peek(len("\xEF\xBB\xBF<"))
	if len(bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xEF\xBB\xBF")), " \t\r\n")) == 0 && err == io.EOF {
		return nil
	}
	if text := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xEF\xBB\xBF")), " \t\r\n"); len(text) > 0 && text[0] != '<' {
		return ErrNotXML
	}
	for !p.stopped {
		err := p.characters()
		if err == nil {
			err = p.markup()
		}
		switch {
		case err == io.EOF && p.depth > 0:
			return ErrCut
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		}
	}
	return nil
}

// characters reads text up to and including the next "<". A reference that is
// split at the end of the buffer is read together with the text after it.
func (p *part) characters() error {
	var held []byte
	for {
		b, err := p.in.ReadSlice('<')
		text := append(held, bytes.TrimSuffix(b, []byte{'<'})...)
		held = nil
		if i := bytes.LastIndexByte(text, '&'); err == bufio.ErrBufferFull && i >= 0 && len(text)-i < charref.Longest {
			held = bytes.Clone(text[i:])
			text = text[:i]
		}
		if len(text) > 0 {
			p.add(text)
			p.at = p.at.after(text)
		}
		if err == nil {
			p.at.offset++
		}
		if err != bufio.ErrBufferFull {
			return err
		}
	}
}

// markup reads the markup after "<".
func (p *part) markup() error {
	start := p.at
	start.offset--
	head, err := p.in.Peek(1)
	if err != nil {
		return cut(err)
	}
	switch head[0] {
	case '!':
		return p.declaration()
	case '?':
		return p.skip("?>", nil)
	}
	if err := p.readTag(); err != nil {
		return err
	}
	tag := p.tag[:len(p.tag)-1]
	if tag[0] == '/' {
		p.endElement(local(string(bytes.TrimSpace(tag[1:]))))
		return nil
	}
	closed := bytes.HasSuffix(tag, []byte{'/'})
	name, attributes := parseTag(string(bytes.TrimSuffix(tag, []byte{'/'})))
	p.startElement(local(name), closed)
	p.links(local(name), attributes, start)
	return nil
}

// cut returns ErrCut for the end of the input.
func cut(err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return ErrCut
	}
	return err
}

// readTag reads a tag with its ">" into p.tag. A ">" in quotes does not end it.
func (p *part) readTag() error {
	p.tag = p.tag[:0]
	for quote := byte(0); ; {
		c, err := p.in.ReadByte()
		if err != nil {
			return cut(err)
		}
		if p.tag = append(p.tag, c); len(p.tag) > maxTag {
			return ErrTag
		}
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '>':
			p.at = p.at.after(p.tag)
			return nil
		}
	}
}

// declaration reads a comment, a CDATA section or a DOCTYPE.
func (p *part) declaration() error {
	const comment, data = "!--", "![CDATA["
	if head, _ := p.in.Peek(len(comment)); string(head) == comment {
		return p.skip("-->", nil)
	}
	if head, _ := p.in.Peek(len(data)); string(head) == data {
		p.at = p.at.after([]byte(data))
		p.in.Discard(len(data))
		return p.skip("]]>", p.addRaw)
	}
	if err := p.readTag(); err != nil {
		return err
	}
	if bytes.IndexByte(p.tag, '[') >= 0 && bytes.IndexByte(p.tag, ']') < 0 {
		return p.skip("]>", nil)
	}
	return nil
}

// skip reads up to and including an end mark. It passes the text before it to
// take.
func (p *part) skip(end string, take func([]byte)) error {
	last := end[len(end)-1]
	p.tag = p.tag[:0]
	for {
		b, err := p.in.ReadSlice(last)
		p.tag = append(p.tag, b...)
		if err != nil && err != bufio.ErrBufferFull {
			return cut(err)
		}
		done := bytes.HasSuffix(p.tag, []byte(end))
		if !done && len(p.tag) <= maxText {
			continue
		}
		kept := min(len(p.tag), len(end)) // it may be the start of the end mark
		body := p.tag[:len(p.tag)-kept]
		if take != nil {
			take(body)
		}
		p.at = p.at.after(body)
		if p.tag = append(p.tag[:0], p.tag[len(body):]...); done {
			p.at = p.at.after(p.tag)
			return nil
		}
	}
}

// startElement handles the start of an element.
func (p *part) startElement(name string, closed bool) {
	if p.breaks(name) {
		p.flush()
	}
	if closed {
		return
	}
	if isParagraph(name) {
		p.paragraphs++
	}
	if p.depth++; p.depth <= maxDepth {
		p.open = append(p.open, name)
	}
}

// maxDepth is how many names of open elements are remembered. Deeper text is
// treated as text in an element without a name.
const maxDepth = 1000

// endElement handles the end of an element.
func (p *part) endElement(name string) {
	if p.breaks(name) {
		p.flush()
	}
	if isParagraph(name) {
		p.paragraphs = max(0, p.paragraphs-1)
	}
	if p.depth = max(0, p.depth-1); p.depth < len(p.open) {
		p.open = p.open[:p.depth]
	}
}

// isParagraph reports whether the text in an element is joined, even if its
// pieces are in different elements: in paragraphs and headings, and in strings
// of a sheet.
func isParagraph(name string) bool { return name == "p" || name == "h" || name == "si" || name == "is" }

// breaks reports whether a tag ends the text. Outside of paragraphs every tag
// does.
func (p *part) breaks(name string) bool {
	switch name {
	case "tab", "br", "cr", "line-break", "s", "fldChar", "rPh":
		return true
	}
	return p.paragraphs == 0 || isParagraph(name)
}

// local returns a name without its prefix.
func local(name string) string { return name[strings.LastIndexByte(name, ':')+1:] }
