package open

import (
	"context"
	"io"
	"iter"
	"time"

	"github.com/earl-url/earl"
)

// Resource is what a URL turned out to designate: exactly one of *Document,
// *Listing, *Session, *Address, *Form or *Referral.
type Resource interface {
	// Base is the URL that relative references inside the resource are read
	// against: that of the retrieval, a listing's with a final slash.
	Base() earl.URL
	// Info is what is known of the resource. A change of it changes the resource.
	Info() *Meta
	sealed()
}

// Meta is what is known of a resource or of a listing's entry.
type Meta struct {
	URL  earl.URL
	Kind Kind
	Size int64     // octets of the whole object, wherever a request begins; -1: not known
	Time time.Time // last change; zero: not known
	Type string    // media type; "": not known
	Note []string  // what the opener has to say of how it read the URL: a fallback taken, a repair
	// Link is where a symbolic link points, as the server wrote it; "": it is none
	// as far as is known.
	Link string
	// Coding is what the octets are in, such as "gzip", where a server used a coding
	// that it was not asked for: they are then not those of Type. "": none.
	Coding string
	// Version names the state of the object: another means other octets. "": the
	// protocol has no such name, or the server gave none that can be relied on.
	Version string
	// RetryAfter is how long the server asks to be left alone. 0: it did not say.
	RetryAfter time.Duration
	// Status is the protocol's own code of the reply, such as 404 of http, whose
	// text is a document like any other. 0: none.
	Status int
}

// Base returns the URL. It makes every kind of resource that embeds Meta have one.
func (m *Meta) Base() earl.URL { return m.URL }

// Info returns m. It makes every kind of resource that embeds Meta have it.
func (m *Meta) Info() *Meta { return m }
func (m *Meta) sealed()     {}

// Kind is what sort of thing a URL leads to.
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
	KindInfo     Kind = "info" // a line of a menu that leads nowhere
)

// Document is a retrieved object. The caller closes Body. A body that the peer
// cut short ends in ErrCut, never in io.EOF, where the protocol can tell.
type Document struct {
	Meta
	Body io.ReadCloser
	// EndNotes returns notes like those of Meta that are known only after Body has
	// returned io.EOF. nil: there are none.
	EndNotes func() []string
}

// Splicer is a writer that a Body may copy itself to through ReadFrom, so that
// the kernel moves the octets from one connection to the other. Splice does
// nothing: it says that an error of the writer may come as one of the Body, which
// nothing tells apart then. ReadFrom is given an [io.LimitedReader]. It returns
// [os.ErrDeadlineExceeded] only for the Body: behind some octets that is a pause,
// and it is called again.
type Splicer interface {
	io.Writer
	io.ReaderFrom
	Splice()
}

// Listing is a directory, a menu or a list of hits, as a stream. Entries may be
// ranged over once; an early end closes the connection. A Listing that no one
// ranges over is closed by Close.
type Listing struct {
	Meta
	Shape   Shape
	Entries iter.Seq2[Entry, error]
	Close   func() error // never nil
}

// Shape says what the entries of a Listing are, and so how they are best shown.
type Shape uint8

// The shapes.
const (
	ShapeTable  Shape = iota // names with sizes and times, in no order: a directory
	ShapeMenu                // items among lines of text, in the server's order. Source: rfc1436
	ShapeGroups              // newsgroups. Source: rfc1738 3.6
	ShapeThread              // articles; each comes after what it answers, deeper by one
	ShapeHits                // what a search found, the best first. Source: rfc1738 3.9
)

// String returns the name for s in lower case.
func (s Shape) String() string {
	names := [...]string{"table", "menu", "groups", "thread", "hits"}
	if int(s) < len(names) {
		return names[s]
	}
	return ""
}

// Entry is one line of a Listing. Its URL is absolute and holds no password;
// the zero URL is a line that leads nowhere.
type Entry struct {
	Name string // as the server wrote it, not yet safe for a terminal
	Meta
	// Depth is how deep an entry is in its thread, in a listing that has
	// threads: 0 begins one, 1 answers the nearest 0 above it, and so on.
	Depth int
	// Group is what a list of newsgroups reports of a group. Nil: the entry is no group.
	Group *Newsgroup
}

// Newsgroup is what a news server lists of a group.
type Newsgroup struct {
	// Low and High are the lowest and the highest number of its articles. High is less
	// than Low in a group without articles. Source: rfc3977 7.6.3.
	Low, High int64
	// Description is what the group is about, as the server wrote it, not yet safe for
	// a terminal. "": not known. Source: rfc3977 7.6.6.
	Description string
}

// Articles returns how many articles g has at most: servers have removed some of the
// numbers.
func (g *Newsgroup) Articles() int64 { return max(0, g.High-g.Low+1) }

// Session is an interactive service. The caller closes Conn.
type Session struct {
	Meta
	Advice Login // the login in the URL: shown to the user, never sent
	Conn   SessionConn
}

// SessionConn joins a Session to a terminal: what is typed is written, what is
// to be shown is read. One goroutine may read while another writes; the other
// methods may be called by any.
type SessionConn interface {
	io.ReadWriteCloser
	// Resize tells the service how many columns and rows of characters the
	// window has, 0 for what is not known: before the first Read, and at each change.
	Resize(columns, rows uint16) error
	// OnTyping has Read call f whenever the service asks for another way of
	// typing; the zero Typing is what a session begins with. Call it before the
	// first Read.
	OnTyping(f func(Typing))
}

// Typing is how a service wants what is typed. Source: rfc857; rfc858.
type Typing struct {
	Echo bool // the service shows what is typed, or hides it: the terminal does not show it
	Keys bool // the service takes each key as it is pressed; else whole lines
}

// Address designates a mailbox: it is shown or written to, not fetched.
type Address struct {
	Meta
	AddrSpec string       // the first address, as RFC 822 has it; "": the URL names none
	To       []string     // every address, the first among them
	Headers  []MailHeader // what else the URL suggests for a letter, as it has it: rfc6068 2
}

// MailHeader is a header field of a letter, or its text under the name "body".
type MailHeader struct{ Name, Value string }

// Form is a question that must be answered before there is something to open.
type Form struct {
	Meta
	Title  string
	Fields []Question
	// About is what the server reports of what the question is about, such as the
	// documents that describe a database: what a listing of the URL shows. nil: nothing.
	About []Entry
	// Answer returns the URL that the answers lead to, one for each question. Of a
	// filled-out gopher form, and of a gopher search for no words, it is opened
	// with [Policy.Ask].
	Answer func(answers []string) (earl.URL, error)
}

// Question is one question of a Form.
type Question struct {
	Name    string // unique in the form
	Prompt  string // as the server wrote it, not yet safe for a terminal
	Default string
	Secret  bool     // the answer is not shown while it is typed
	Choices []string // empty: free text
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
	InputNone  Input = "none"  // a remark between the questions: its answer is not looked at
)

// Referral names other URLs that lead to the object, in the server's order of preference.
type Referral struct {
	Meta
	Targets   []earl.URL
	Permanent bool
	Reason    string // what the server said, such as "301 Moved Permanently"
}

// Opener opens the URLs of the schemes it names.
type Opener interface {
	// Schemes returns the schemes in lower case.
	Schemes() []string
	// Open opens one URL and follows nothing. Cancelling ctx ends the open and
	// every read of the resource that it returned.
	Open(ctx context.Context, c *Call) (Resource, error)
}

// Prober is an Opener that can tell what a URL leads to without retrieving it.
type Prober interface {
	Probe(ctx context.Context, c *Call) (Meta, error)
}
