package mail

import (
	"errors"
	"io"
	"iter"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/base"
	"github.com/earl-url/earl/extract"
)

// Options say what is looked for, and where the message is from.
type Options struct {
	extract.Options
	// Base is what the message has for a base if it names none: that of the URL it was
	// retrieved by. The zero Base is none.
	Base   base.Base
	Limits Limits
}

// Limits bound what a message can ask for. In each 0 means the default.
type Limits struct {
	Header int // octets of one header, or of that of a part
	Parts  int // parts of one message
	Depth  int // parts within parts
}

// The limits that a zero field of [Limits] means.
const (
	// DefaultHeader is more than any message has to say of itself, and little to hold.
	DefaultHeader = 256 << 10
	// DefaultParts is more than the longest digest has.
	DefaultParts = 10_000
	// DefaultDepth is more than forwarding a forwarded message comes to.
	DefaultDepth = 32
)

// effective returns l with a number in each field.
func (l Limits) effective() Limits {
	if l.Header <= 0 {
		l.Header = DefaultHeader
	}
	if l.Parts <= 0 {
		l.Parts = DefaultParts
	}
	if l.Depth <= 0 {
		l.Depth = DefaultDepth
	}
	return l
}

// ErrForgotten comes with a match whose place is 0, or whose Text is as it was decoded:
// more stood in the file between it and what had to be read for it than is held. That
// are some megabytes, of soft line breaks in a URL or before the BASE of a page.
var ErrForgotten = errors.New("mail: where a URL stands, or as what, was forgotten")

// The errors of a message that is broken or past a limit. Each comes with a Match
// that has a place and nothing else, and is not the last: what follows is read.
// ErrBoundary can come behind what it is about.
var (
	ErrHeader   = errors.New("mail: a header is longer than the limit Limits.Header; what follows is read as text")
	ErrParts    = errors.New("mail: there are more parts than the limit Limits.Parts; the others are read as text")
	ErrDepth    = errors.New("mail: parts are nested deeper than the limit Limits.Depth; they are read as text")
	ErrBoundary = errors.New("mail: a multipart has no boundary, or none of its parts begins with it; it is read as text")
	ErrBase64   = errors.New("mail: octets that are not base64 stand in a part that should be; they are passed over")
)

// URLs finds the URLs of one message, such as a file of a maildir or an article:
// those of each header and then those of its parts, in the order in which they stand.
//
// Match.Text is what stands in the file, with the soft line breaks and escapes of
// quoted-printable and in the charset of the file. In a part in base64, which shows no
// text, it is the decoded one, and its place that of the first of the four octets in
// which it begins. Line ends and columns are those of the file. Match.Kind is Attribute in the
// fields of the header that hold URLs: Content-Base, Content-Location, Archived-At
// and those of mailing lists. Match.Base is that of the part.
//
// The sequence can be ranged over once, by one goroutine. An error of r is the last
// that it yields. Those of this package, of extract/html, [extract.ErrTooLong] and
// [base.ErrNotAbsolute] are not.
func URLs(r io.Reader, o Options) iter.Seq2[extract.Match, error] {
	return func(yield func(extract.Match, error) bool) {
		p := newParser(r, o, yield)
		p.lines = &lines{in: p.file}
		p.skipBlank()
		p.entity(o.Base, 0, "text/plain")
		p.finish()
	}
}

// Mbox finds the URLs of every message of an mbox as [URLs] does, with their places
// in the whole file. A message begins with a line "From " that has a time in it,
// behind an empty line; one ">" is taken from each line ">From " of the others.
// Source: rfc4155.
func Mbox(r io.Reader, o Options) iter.Seq2[extract.Match, error] {
	return func(yield func(extract.Match, error) bool) {
		p := newParser(r, o, yield)
		p.lines = &lines{in: &unquoted{in: p.file, line: true}, mbox: true}
		for p.skipBlank(); !p.stopped && !p.lines.atEnd(); p.skipBlank() {
			if n := p.lines.line(0, longestLine); isEnvelope(p.lines.rest()[:n]) {
				p.lines.take(n)
			}
			p.parts = 0
			p.entity(o.Base, 0, "text/plain")
		}
		p.finish()
	}
}

// newParser returns a parser of a file, of which no lines are read yet.
func newParser(r io.Reader, o Options, yield func(extract.Match, error) bool) *parser {
	if o.Edition == nil {
		o.Edition = earl.RFC3986
	}
	if o.MaxLength <= 0 {
		o.MaxLength = extract.DefaultMaxLength
	}
	l := o.Limits.effective()
	return &parser{o: o, limits: l, yield: yield, file: newFile(r, l.Header, o.MaxLength), searcher: extract.NewSearcher(o.Options)}
}
