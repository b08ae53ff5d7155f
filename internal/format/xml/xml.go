package xml

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"iter"
	"sort"
	"unicode/utf8"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/format/literal"
)

// Options are the settings of [URLs]. With the zero Options, URLs finds links, names, and wrapped
// and bare URLs in the text.
type Options struct {
	extract.Options
	// Base is the base of the document that its environment specifies: the URL from which it was
	// retrieved. The zero Base means none.
	Base extract.Base
	// Part means that the document is a part of an office document or of an EPUB. Names, comments
	// and attributes that are not links are not reported, and the pieces of a paragraph are joined.
	Part bool
}

// The errors of a document. All but ErrNotXML and, in a part, ErrCut come with a match that has
// only a position, and the sequence continues after them.
var (
	// ErrNotXML means that a part does not begin like XML.
	ErrNotXML = errors.New("xml: this part is not XML: it is encrypted or damaged")
	// ErrCut means that the document ends inside a tag or, in a part, inside an element.
	ErrCut = errors.New("xml: unexpected end: the document is damaged")
	// ErrTag means that a tag is too long. It is read as text.
	ErrTag = errors.New("xml: a tag is longer than 64 KiB: it was read as text")
	// ErrDepth means that elements are nested too deep. Those in them are read as text.
	ErrDepth = errors.New("xml: elements are nested more than 10000 deep: those inside were read as text")
	// ErrBase means that an xml:base is not used.
	ErrBase = errors.New("xml: this xml:base is not used: it is not a URL, or is relative without a base")
)

// HeldBytes is the size of the matches of a feed that are held until its own URL is known.
const HeldBytes = 1 << 20

// URLs finds the URLs of a document, in its order. The sequence can be iterated only once, by one
// goroutine. An error without a position ends it.
func URLs(r io.Reader, o Options) iter.Seq2[extract.Match, error] {
	return func(yield func(extract.Match, error) bool) {
		if o.Edition == nil {
			o.Edition = earl.RFC3986
		}
		if o.MaxLength <= 0 {
			o.MaxLength = extract.DefaultMaxLength
		}
		if o.Part {
			b := bufio.NewReader(r)
			if head, _ := b.Peek(len("\uFEFF<")); !beginsXML(head) {
				yield(extract.Match{}, ErrNotXML)
				return
			}
			r = b
		}
		s := &search{d: newDecoder(&o), o: &o, yield: yield}
		defer s.end()
		for m, err := range literal.URLs(r, s.d, literal.Options{Options: o.Options}) {
			if err != nil && m.Line == 0 && m.URL == "" {
				s.release()
				s.give(held{m: m, err: err})
				s.stopped = true
				return
			}
			if s.match(m, err); s.stopped {
				return
			}
		}
		s.done = true
	}
}

// beginsXML reports whether head, the first bytes of a document, can be the start of XML.
func beginsXML(head []byte) bool {
	text := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\uFEFF")), " \t\r\n")
	return len(text) == 0 || text[0] == '<'
}

// A search passes on the matches of a document, with their bases.
type search struct {
	d       *decoder
	o       *Options
	yield   func(extract.Match, error) bool
	stopped bool // the caller wants no more matches
	handing bool // the caller handles a match
	done    bool // the document was read to its end

	held  []held
	bytes int // the size of held
}

// A held match waits until the base of the document is known.
type held struct {
	m    extract.Match
	err  error
	base *base
}

// match handles a match of the decoded text.
func (s *search) match(m extract.Match, err error) {
	s.faults(m.Offset)
	c := s.d.contextAt(m.Offset)
	if c.text && m.Kind == extract.Bare && m.Doubt != extract.Name {
		m.Kind = extract.XMLText
	}
	if m.Doubt == extract.Whole && !utf8.ValidString(m.Text) { // in another charset
		m.Doubt, m.Confidence = extract.Character, extract.Low
	}
	m.Base.At = extract.BasePlace{} // that of a page in a text is in the text
	s.add(held{m, err, c.base})
}

// add passes on a match, or holds it.
func (s *search) add(h held) {
	if len(s.held) == 0 && !s.d.awaitsSelf() {
		s.give(h)
		return
	}
	const itself = 256 // the size of a held, in bytes
	s.held = append(s.held, h)
	if s.bytes += itself + len(h.m.Text) + len(h.m.URL); s.bytes > HeldBytes || !s.d.awaitsSelf() {
		s.release()
	}
}

// faults passes on the errors of the decoder up to an offset.
func (s *search) faults(offset int64) {
	for len(s.d.faults) > 0 && s.d.faults[0].m.Offset <= offset {
		f := s.d.faults[0]
		s.d.faults = s.d.faults[1:]
		s.add(f)
	}
}

// release passes on the held matches.
func (s *search) release() {
	s.d.seekSelf(false)
	list := s.held
	s.held, s.bytes = nil, 0
	for _, h := range list {
		s.give(h)
	}
}

// give yields a match with its base.
func (s *search) give(h held) {
	if s.stopped {
		return
	}
	if h.m.Base.From == extract.NoBase {
		h.m.Base = h.base.resolve(s.d.documentBase(), s.o.Edition)
		if h.m.Relative && h.m.Doubt == extract.Whole {
			h.m.Confidence = confidence(h.m.Base)
		}
	}
	s.handing = true
	s.stopped = !s.yield(h.m, h.err)
	s.handing = false
}

// confidence returns the confidence of a relative reference in an attribute.
func confidence(b extract.Base) extract.Confidence {
	if b.From == extract.NoBase { // draft1996 8.4
		return extract.Low
	}
	return extract.High
}

// end ends the search. If the reader panicked, it passes on the matches that are held.
func (s *search) end() {
	if s.handing {
		return // the caller panicked
	}
	s.faults(s.d.at.offset)
	s.release()
	if s.done && s.o.Part && !s.stopped && s.d.isOpen() {
		s.yield(extract.Match{}, ErrCut)
	}
}

// A base is an xml:base. It is resolved when the base of the document is known. nil is the base of
// the document.
type base struct {
	outer *base
	ref   string
	at    extract.BasePlace

	known    bool
	resolved extract.Base
}

// resolve returns the base as a URL. One that is not a URL is that around it.
func (b *base) resolve(document extract.Base, e *earl.Edition) extract.Base {
	if b == nil {
		return document
	}
	if !b.known {
		b.known, b.resolved = true, b.outer.resolve(document, e)
		if u, err := b.resolved.Resolve(e, b.ref); err == nil {
			b.resolved = extract.Base{URL: u.WithoutFragment(), From: extract.FromEmbedded, Message: b.resolved.Message, At: b.at}
		}
	}
	return b.resolved
}

// A context is what applies to the document from an offset on.
type context struct {
	from int64
	base *base
	text bool // bare URLs are those of a vocabulary that is not known, or of an attribute
}

// context notes what applies from the byte at i of the token that is read.
func (d *decoder) context(i int, text bool) {
	c := context{d.at.offset + int64(i), d.base, text}
	if last := d.contexts[len(d.contexts)-1]; last.base != c.base || last.text != c.text {
		d.contexts = append(d.contexts, c)
	}
}

// contextAt returns what applies to the byte at an offset.
func (d *decoder) contextAt(offset int64) context {
	k := sort.Search(len(d.contexts), func(i int) bool { return d.contexts[i].from > offset })
	return d.contexts[max(0, k-1)]
}

// forget forgets what applies before an offset.
func (d *decoder) forget(offset int64) {
	k := sort.Search(len(d.contexts), func(i int) bool { return d.contexts[i].from > offset }) - 1
	if k > len(d.contexts)/2 {
		d.contexts = d.contexts[:copy(d.contexts, d.contexts[k:])]
	}
}
