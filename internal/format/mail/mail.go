package mail

import (
	"errors"
	"io"
	"iter"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/mbox"
)

// Options are the settings of [URLs] and [Mbox].
type Options struct {
	extract.Options
	// Base is the base of the message if it specifies none: the URL from which
	// it was retrieved. The zero Base means none.
	Base   extract.Base
	Limits Limits
	// Part returns the reader for a part with a media type, without parameters, and a
	// file name, which may be "". It returns nil for parts that are read as text or not at
	// all. It is not called for messages, plain text and HTML. If it is nil, there are no other readers.
	Part func(media, name string) *Reader
}

// A Reader finds the URLs of a part that is neither text nor HTML.
type Reader struct {
	// URLs finds the URLs of a part. charset is "utf-8", or "" if Charsets is set and the
	// header of the part specifies none.
	URLs func(r io.Reader, b extract.Base, charset string) iter.Seq2[extract.Match, error]
	// Charsets means that URLs finds the charset itself if the header specifies none.
	Charsets bool
}

// Limits limits the memory and work that a message can cause. In each field 0
// means the default.
type Limits struct {
	Header int // bytes of the header of a message or a part
	Parts  int // parts of one message
	Depth  int // levels of nested parts
}

// The defaults of [Limits].
const (
	// DefaultHeader is more than the header of any real message, and little
	// memory.
	DefaultHeader = 256 << 10
	// DefaultParts is more than the longest digest has.
	DefaultParts = 10_000
	// DefaultDepth is more than repeated forwarding of a message needs.
	DefaultDepth = 32
)

// effective returns l with its defaults.
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

// ErrForgotten comes with a match whose position is 0, or whose Text is
// decoded. Its position or original text is not known, because too many bytes
// of the file were between it and what had to be read first. This takes some
// megabytes of soft line breaks in a URL, or before the BASE of a page.
var ErrForgotten = errors.New("mail: the position or the original text of this URL is not known")

// The errors of a message that is invalid or exceeds a limit. Each comes with a
// Match that has only a position, and the sequence continues after it.
// ErrBoundary can come after the part that it is about.
var (
	ErrHeader   = errors.New("mail: a header is longer than the limit Limits.Header; the rest is read as text")
	ErrParts    = errors.New("mail: there are more parts than the limit Limits.Parts; the others are read as text")
	ErrDepth    = errors.New("mail: parts are nested deeper than the limit Limits.Depth; they are read as text")
	ErrBoundary = errors.New("mail: a multipart has no boundary, or none of its parts begins with it; it is read as text")
	ErrBase64   = errors.New("mail: bytes that are not base64 in a base64 part are skipped")
)

// URLs finds the URLs of one message, such as a file of a maildir or an
// article: first those of the header, then those of the parts, in the order of
// the message.
//
// Match.Text is the text in the file, with the soft line breaks and escapes of
// quoted-printable and in the charset of the file. In a base64 part it is the
// decoded text, and its position is that of the group of four characters in
// which it begins. Line ends and columns are those of the file. Match.Kind is
// Attribute in the header fields that contain URLs: Content-Base,
// Content-Location, Archived-At and those of mailing lists. Match.Base is the
// base of the part. For a cid URL, Match.Base.Message is the message, whose parts
// are known when the sequence has ended or has reached another message.
//
// The sequence can be iterated only once, by one goroutine. An error of r ends
// it. The errors of this package, of internal/format/html, [extract.ErrTooLong] and
// [extract.ErrNotAbsolute] do not.
func URLs(r io.Reader, o Options) iter.Seq2[extract.Match, error] {
	return func(yield func(extract.Match, error) bool) {
		p := newParser(r, o, yield)
		p.lines = &lines{in: p.file}
		p.skipBlank()
		p.message(o.Base, 0)
		p.finish()
	}
}

// Mbox finds the URLs of every message of an mbox, as [URLs] does, with their
// positions in the whole file. A message begins with a line "From " that
// contains a time and follows an empty line. In other lines that begin with
// ">From ", the ">" is removed. Source: rfc4155.
func Mbox(r io.Reader, o Options) iter.Seq2[extract.Match, error] {
	return func(yield func(extract.Match, error) bool) {
		p := newParser(r, o, yield)
		p.lines = &lines{in: &unquoted{in: p.file, line: true}, mbox: true}
		for p.skipBlank(); !p.stopped && !p.lines.atEnd(); p.skipBlank() {
			if n := p.lines.line(0, longestLine); mbox.IsEnvelope(p.lines.rest()[:n]) {
				p.lines.take(n)
			}
			p.parts = 0
			p.message(o.Base, 0)
		}
		p.finish()
	}
}

// newParser returns a parser of a file that was not read yet.
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
