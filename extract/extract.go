package extract

import (
	"errors"
	"io"
	"iter"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/base"
)

// Match is one URL in a text.
type Match struct {
	// Member is the path in an archive of the file that the match is in, such as
	// "OEBPS/ch1.xhtml"; in an archive within an archive, the paths with "!" between
	// them; in a PDF, "page 3". The position is in that file. "" for what is no archive.
	Member string
	// Shown is set for a URL in the text of a page in an archive: a reader sees it, and
	// it is no link.
	Shown bool

	Text string // as it stands, without wrapper and prefix, with its line breaks and the marks of quoted mail
	URL  string // what it says: white space taken out, a scheme put before it where it had none

	Offset int64 // of Text, in octets from 0
	Line   int64 // from 1; a line feed ends a line
	Column int64 // in octets from 1

	Kind       Kind
	Confidence Confidence
	// Relative is set for a reference without a scheme, in a wrapper or an attribute.
	// URL is the reference; Base is what it is resolved against.
	Relative bool
	// Followed is set for a reference in HTML that leads a reader elsewhere: the HREF
	// of A and AREA, and META REFRESH. The others name what belongs to the document,
	// or where a form goes. Source: HTML, following hyperlinks.
	Followed bool
	// Hint is set for the HREF of a LINK that only names a server to connect to soon:
	// its REL is preconnect or dns-prefetch. Nothing need be at that URL.
	Hint bool
	// Base is the base URL of the part of the document where the match stands, with
	// what named it. Plain text has none. Source: draft1996 8.
	Base base.Base
	// Alternatives are other readings of the same text: without a hyphen that may
	// have come with a line break (rfc1738 appendix), with a space that may belong
	// to the URL (draft1993 Wrappers). Nil where there is only one reading.
	Alternatives []string
}

// Kind is how a URL stands in a text.
type Kind uint8

// The kinds.
const (
	Wrapped    Kind = iota // <URL:...> or <...>
	Bare                   // a scheme and a colon, nothing around it
	SchemeLess             // a host, and perhaps more, without a scheme
	Address                // an e-mail address
	Attribute              // where the document's own syntax has a URL: an attribute, a header, a link of Markdown
)

// String returns the word for k: "wrapped", "bare", "scheme-less", "address" or "attribute".
func (k Kind) String() string {
	return [...]string{"wrapped", "bare", "scheme-less", "address", "attribute"}[k]
}

// Confidence is how sure it is that the text is a URL, and just this one.
type Confidence uint8

// The degrees.
const (
	Low    Confidence = iota // a host that could be a file name; a reference without a base
	Medium                   // a scheme that nobody registered; an address; more than one reading
	High                     // a wrapper, a prefix, a registered scheme
)

// String returns the word for c: "low", "medium" or "high".
func (c Confidence) String() string { return [...]string{"low", "medium", "high"}[c] }

// Options say what is looked for. The zero Options find wrapped and bare URLs.
type Options struct {
	// Edition is the one whose registry says which schemes there are. Nil means [earl.RFC3986].
	Edition *earl.Edition
	// Hosts finds hosts without a scheme, such as www.example.org/a.
	Hosts bool
	// Addresses finds e-mail addresses.
	Addresses bool
	// Defanged finds URLs that were made harmless, such as hxxp://example[.]org, and
	// returns them as they were. Such a host is found without a scheme too.
	Defanged bool
	// MaxLength bounds the Text of a match, in octets: so much of a text must be held.
	// 0 means DefaultMaxLength. What is longer comes as [ErrTooLong].
	MaxLength int
}

// DefaultMaxLength is more than any server takes, and little to hold.
const DefaultMaxLength = 1 << 20

// ErrTooLong says that a URL is longer than Options.MaxLength. The match that
// comes with it has a place and no text, and is not the last.
var ErrTooLong = errors.New("extract: a URL is longer than the limit MaxLength")

// Text finds the URLs of a plain text, in the order in which they stand; they do
// not overlap. The sequence can be ranged over once, by one goroutine. An error
// of r is the last that it yields; [ErrTooLong] is not.
func Text(r io.Reader, o Options) iter.Seq2[Match, error] {
	return func(yield func(Match, error) bool) {
		newScanner(r, o).run(yield)
	}
}
