package extract

import (
	"errors"
	"io"
	"iter"

	"github.com/earl-url/earl"
)

// Match is one URL in a text.
type Match struct {
	// Member is the path in an archive of the file with the match, such as
	// "OEBPS/ch1.xhtml". In nested archives the paths are separated by "!". In
	// a PDF it is "page 3". The position is in that file. Member is "" if the
	// document is not an archive.
	Member string
	// Shown is set for a URL in the text of a page in an archive, and in the
	// text of a link of Markdown, which a reader sees but which is not a link.
	Shown bool

	Text string // unchanged, without wrapper and prefix, with line breaks and the marks of quoted mail
	URL  string // without white space; with a scheme, even if Text has none

	Offset int64 // of Text, in bytes from 0
	Line   int64 // from 1; a line feed ends a line
	Column int64 // in bytes from 1

	Kind       Kind
	Confidence Confidence
	// Relative is set for a reference without a scheme, in a wrapper or an attribute.
	// URL is the reference; Base is what it is resolved against.
	Relative bool
	// Followed is set for a reference in HTML that leads a reader to another
	// page: the HREF of A and AREA, and META REFRESH. Other references are to
	// parts of the document, or to where a form is sent. Source: HTML,
	// following hyperlinks.
	Followed bool
	// Hint is set for the HREF of a LINK that only specifies a server to
	// connect to soon: its REL is preconnect or dns-prefetch. The URL itself
	// might not exist.
	Hint bool
	// Base is the base URL of the part of the document with the match, and its
	// source. Plain text has none. Source: draft1996 8.
	Base Base
	// Doubt is why the match may be only a part of a URL, or no link. A program
	// must not open or rewrite a match with a Doubt without saying so. The zero
	// value means that the match is whole.
	Doubt Doubt
	// Alternatives are other readings of the same text: without a hyphen that
	// may belong to a line break (rfc1738 appendix), with a space that may
	// belong to the URL (draft1993 Wrappers), with what follows a match that
	// has a Doubt. It is nil if there is only one reading.
	Alternatives []string
}

// Kind is the kind of a match.
type Kind uint8

// The kinds.
const (
	Wrapped    Kind = iota // <URL:...> or <...>
	Bare                   // a scheme and a colon, nothing around it
	SchemeLess             // a host without a scheme, optionally with a path
	Address                // an e-mail address
	Attribute              // a URL in the document's own syntax: an attribute, a header, a link of Markdown
	XMLText                // in XML of a vocabulary that is not known, or in an attribute that is not a link
	Official               // the URL that a page wants to have: LINK REL=CANONICAL, og:url
	Template               // a URL of running text with a placeholder, such as ${name} or {id}; it has the Doubt Placeholder
	Repository             // an address of Git, such as git@host:path; the URL is that for ssh, an alternative that for https
)

// IsLink reports whether k is that of a URL in the document's own syntax: Attribute or Official.
func (k Kind) IsLink() bool { return k == Attribute || k == Official }

var kindWords = [...]string{"wrapped", "bare", "scheme-less", "address", "attribute", "text", "official", "template", "repository"}

// String returns the name of k, such as "wrapped", "text" for XMLText.
func (k Kind) String() string { return kindWords[k] }

// Confidence is how certain it is that the match is a URL, and the whole URL.
type Confidence uint8

// The levels of confidence.
const (
	Low    Confidence = iota // a host that could be a file name; a reference without a base; a match with a Doubt
	Medium                   // an unregistered scheme; an address; more than one reading
	High                     // a wrapper, a prefix, a registered scheme
)

// String returns the name of c: "low", "medium" or "high".
func (c Confidence) String() string { return [...]string{"low", "medium", "high"}[c] }

// Options select what is found. With the zero Options, wrapped and bare URLs
// are found.
type Options struct {
	// Edition is the edition whose registry lists the schemes. Nil means
	// [earl.RFC3986].
	Edition *earl.Edition
	// Hosts also finds hosts without a scheme, such as www.example.org/a.
	Hosts bool
	// Addresses also finds e-mail addresses.
	Addresses bool
	// Defanged also finds defanged URLs, such as hxxp://example[.]org, and
	// returns the original URLs. It also finds defanged hosts without a scheme.
	Defanged bool
	// Decoded means that the escapes of the text's own format are decoded: a backslash in it
	// is a character, or begins an escape of another format.
	Decoded bool
	// NoTerminal means that the text does not come from a terminal, as that of a page: the
	// sequences that control one are characters. Without it they are not a part of the text.
	NoTerminal bool
	// MaxLength is the longest Text of a match in bytes, because all of it must
	// be held in memory. Sequences for a terminal do not count. 0 means
	// DefaultMaxLength. A longer match is reported as [ErrTooLong].
	MaxLength int
}

// DefaultMaxLength is more than any server accepts, and little memory.
const DefaultMaxLength = 1 << 20

// ErrTooLong means that a URL is longer than Options.MaxLength. It comes with a
// match that has a position and no text. The sequence continues after it.
var ErrTooLong = errors.New("extract: a URL is longer than the limit MaxLength")

// Text finds the URLs of a plain text, in the order of the text; they do not
// overlap. The sequence can be iterated only once, by one goroutine. An error
// of r ends it; [ErrTooLong] does not.
func Text(r io.Reader, o Options) iter.Seq2[Match, error] {
	return func(yield func(Match, error) bool) {
		newScanner(r, o).run(yield)
	}
}
