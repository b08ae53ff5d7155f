package open

import (
	"context"
	"io"
	"iter"
	"time"

	"github.com/earl-url/earl"
)

// Resource is the result of opening a URL: exactly one of *Document, *Listing,
// *Session, *Address, *Form or *Referral.
type Resource interface {
	// Base is the URL against which relative references inside the resource are
	// resolved: the URL that was retrieved, with a final slash for a listing.
	Base() earl.URL
	// Info describes the resource. A change of the Meta changes the resource.
	Info() *Meta
	sealed()
}

// Meta describes a resource, or an entry of a listing.
type Meta struct {
	URL  earl.URL
	Kind Kind
	Size int64     // bytes of the whole object, whatever the Offset of the request; -1: not known
	Time time.Time // last change; zero: not known
	Type string    // media type; "": not known
	Note []string  // how the opener read the URL, such as a fallback or a repair
	// Link is the target of a symbolic link, as the server sent it. "" means not a
	// link, as far as is known.
	Link string
	// Coding is the coding of the bytes, such as "gzip", if a server used a coding
	// that was not requested. The bytes are then not of the media type Type. ""
	// means no coding.
	Coding string
	// Version identifies the state of the object: another value means other bytes.
	// "" means that the protocol has no version, or that the server sent none that
	// is reliable.
	Version string
	// RetryAfter is how long the server asks to wait before the next request. 0
	// means that it did not say.
	RetryAfter time.Duration
	// Status is the protocol's own code of the reply, such as 404 of http, which
	// comes with a document like any other. 0 means no code.
	Status int
}

// Base returns the URL. With it every type that embeds Meta has the method
// Base.
func (m *Meta) Base() earl.URL { return m.URL }

// Info returns m. With it every type that embeds Meta has the method Info.
func (m *Meta) Info() *Meta { return m }
func (m *Meta) sealed()     {}

// Kind is the type of resource that a URL refers to.
type Kind string

// The kinds.
const (
	KindUnknown  Kind = ""
	KindDocument Kind = "document"
	KindListing  Kind = "listing"
	KindSession  Kind = "session"
	KindAddress  Kind = "address"
	KindForm     Kind = "form"
	KindReferral Kind = "referral"
	KindInfo     Kind = "info" // a line of a menu that has no URL
)

// Document is a retrieved object. The caller closes Body. If the server stops
// early, Body ends in ErrCut instead of io.EOF, if the protocol can tell. It
// ends in a *Refusal after Policy.MaxSize bytes, and in an error when the
// context of the request ends. A page of an http error is a Document too: see
// Meta.Status.
type Document struct {
	Meta
	Body io.ReadCloser
	// EndNotes returns notes like those of Meta that are known only after Body has
	// returned io.EOF. nil means no notes.
	EndNotes func() []string
}

// Splicer is a writer that a Body may copy itself to with ReadFrom, so that the
// kernel moves the bytes from one connection to the other. Splice does nothing:
// the method marks a writer that accepts that its own errors and those of the
// Body cannot be told apart. ReadFrom receives an [io.LimitedReader]. It
// returns [os.ErrDeadlineExceeded] only for the Body. If some bytes came
// before, that is a pause, and ReadFrom is called again.
type Splicer interface {
	io.Writer
	io.ReaderFrom
	Splice()
}

// Listing is a directory, a menu or a list of search results, as a stream. A
// caller may range over Entries once; stopping early closes the connection. A
// caller that does not range over Entries calls Close.
//
// Entries yields an Entry or an error. After a [NotUnderstood], which comes with
// the zero Entry, the iteration continues; any other error ends it. A caller that
// does not know the type stops, and then the listing is not complete.
type Listing struct {
	Meta
	Shape   Shape
	Ordered bool // the order of a ShapeTable has a meaning, such as the newest message first: a program keeps it
	Entries iter.Seq2[Entry, error]
	Close   func() error // never nil
	// Doubt, if not nil, returns after Entries ended without an error why the server
	// may have more entries, such as an empty reply of a protocol whose servers also
	// fail like that, or "". A program deletes nothing because of such a listing.
	Doubt func() string
}

// Shape is the kind of entries in a Listing. It decides how they are best
// shown.
type Shape uint8

// The shapes.
const (
	ShapeTable  Shape = iota // names with sizes and times: a directory, in no order, or a mailbox. See Listing.Ordered
	ShapeMenu                // items among lines of text, in the server's order. Source: rfc1436
	ShapeGroups              // newsgroups. Source: rfc1738 3.6
	ShapeThread              // articles; each comes after the one it replies to, one level deeper
	ShapeHits                // results of a search, the best first. Source: rfc1738 3.9
)

// String returns the name for s in lower case.
func (s Shape) String() string {
	names := [...]string{"table", "menu", "groups", "thread", "hits"}
	if int(s) < len(names) {
		return names[s]
	}
	return ""
}

// Entry is one line of a Listing. Its URL is absolute and has no password. The
// zero URL means a line without a link.
type Entry struct {
	Name string // as the server sent it, not yet safe for a terminal
	Meta
	// Depth is the level of an entry in its thread, in a listing with threads. 0
	// begins a thread, 1 replies to the nearest 0 above it, and so on.
	Depth int
	// Group is what a list of newsgroups reports of a group. nil means not a
	// group.
	Group *Newsgroup
}

// Newsgroup is the description of a group by a news server.
type Newsgroup struct {
	// Low and High are the lowest and the highest number of its articles. High is less
	// than Low in a group without articles. Source: rfc3977 7.6.3.
	Low, High int64
	// Description is what the group is about, as the server sent it, not yet safe
	// for a terminal. "" means not known. Source: rfc3977 7.6.6.
	Description string
}

// Articles returns the largest possible number of articles of g: servers may
// have removed some.
func (g *Newsgroup) Articles() int64 { return max(0, g.High-g.Low+1) }

// Session is an interactive service. The caller closes Conn.
type Session struct {
	Meta
	Advice Login // the login in the URL: shown to the user, never sent
	Conn   SessionConn
	// Screen is the terminal of a service that sends whole screens. Conn then reads
	// the screens as text, and takes commands for it as lines. nil means that Conn
	// is all there is.
	Screen Screen
}

// SessionConn connects a Session to a terminal: a program writes what the user
// types, and shows what it reads. One goroutine may read while another writes;
// any goroutine may call the other methods.
type SessionConn interface {
	io.ReadWriteCloser
	// Resize tells the service the size of the window in columns and rows of
	// characters, 0 if not known. Call it before the first Read and at each
	// change.
	Resize(columns, rows uint16) error
	// OnTyping makes Read call f whenever the service requests another input mode.
	// A session begins with the zero Typing. Call OnTyping before the first Read.
	OnTyping(f func(Typing))
}

// Typing is the input mode that a service requests. Source: rfc857; rfc858.
type Typing struct {
	Echo bool // the service shows or hides what the user types; the terminal does not show it
	Keys bool // the service takes each key as it is pressed; else it takes whole lines
}

// Address is a mailbox. Programs show it or write to it; they do not retrieve
// it.
type Address struct {
	Meta
	AddrSpec string       // the first address, in the form of RFC 822; "" if the URL has none
	To       []string     // every address, including the first
	Headers  []MailHeader // the other header fields in the URL, unchanged: rfc6068 2
}

// MailHeader is a header field of an email. Under the name "body" it is the
// text.
type MailHeader struct{ Name, Value string }

// Form is a question that the user must answer before there is something to
// open.
type Form struct {
	Meta
	Title  string
	Fields []Question
	// About is what the server reports about the subject of the question, such as
	// the documents that describe a database. A listing of the URL shows the same.
	// nil means nothing.
	About []Entry
	// Answer returns the URL for the answers, one for each question. For a gopher
	// ASK form, and for a gopher search without words, open that URL with
	// [Policy.Ask].
	Answer func(answers []string) (earl.URL, error)
}

// Question is one question of a Form.
type Question struct {
	Name    string // unique in the form
	Prompt  string // as the server sent it, not yet safe for a terminal
	Default string
	Secret  bool     // the answer is not shown while the user types it
	Choices []string // empty means free text
	Input   Input
}

// Input is how a question is answered.
type Input string

// The values of Input.
const (
	InputLine  Input = ""      // a line, or one of Choices
	InputLines Input = "lines" // any number of lines, with a line end between them
	InputCheck Input = "check" // "1" for yes, "0" for no
	InputFile  Input = "file"  // the content of a file that the user chooses; "" for no file
	InputNone  Input = "none"  // a remark between the questions: its answer is ignored
)

// Referral is a redirect: URLs at which the object can be found, in the
// server's order of preference.
type Referral struct {
	Meta
	Targets   []earl.URL
	Permanent bool
	Reason    string // the server's text, such as "301 Moved Permanently"
	// Instead is the document that the URL refers to if no target can be opened,
	// for a server that answers and also redirects. Follow returns it with the
	// errors of the targets as notes. nil means that there is no such document. The
	// caller closes its Body.
	Instead *Document
}

// Opener opens the URLs of its schemes. An opener that keeps connections is also
// an io.Closer. The limits of [Policy] on time, and the end of ctx, are for the
// opener to apply to its connections: package stream does this, and package
// opentest tests it. The client applies the guards and MaxSize.
type Opener interface {
	// Schemes returns the schemes in lower case.
	Schemes() []string
	// Open opens one URL and follows no redirect. Cancelling ctx ends the open and
	// every read of the resource that it returned.
	Open(ctx context.Context, c *Call) (Resource, error)
}

// Prober is an Opener that can report what a URL refers to without retrieving
// it.
type Prober interface {
	Probe(ctx context.Context, c *Call) (Meta, error)
}

// PartOpener is an Opener whose URLs can identify a part of what another URL
// identifies, such as a part of a message. A program that has the whole, as an
// archive has, opens the part without the place where the opener looks.
type PartOpener interface {
	// Whole returns the URL of the whole, or the zero URL if u identifies no part.
	// The error says why it is not known.
	Whole(u earl.URL) (earl.URL, error)
	// OpenPart opens the part that the URL of c identifies. It calls whole, which
	// returns the whole from its first byte, more than once.
	OpenPart(ctx context.Context, c *Call, whole func() (*Document, error)) (Resource, error)
}
