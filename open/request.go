package open

import (
	"context"
	"net"
	"time"

	"github.com/earl-url/earl"
)

// Request is what a caller asks a [Client] for: a URL, and how to open it. Only
// the URL must be there.
type Request struct {
	URL    earl.URL
	Policy *Policy // nil: that of the client
	// Login asks for what is missing of a login; nil: that of the client.
	Login func(ctx context.Context, l Login) (Login, error)
	// Trace takes each protocol line, passwords hidden; nil: that of the client.
	Trace  func(Event)
	Offset int64 // resume at this byte of the object
	End    int64 // stop before this byte; 0: at the end of the object
	// Version is the state of the object, as Meta.Version has it, that Offset is
	// a byte of. An opener whose protocol can tell returns ErrChanged if the object
	// has another by now. "": any.
	Version string
	// Since is a time that the object must have changed after: else the error is
	// ErrUnchanged, where the protocol tells times. Zero: any.
	Since time.Time
	// Referrers are the URLs whose referrals led here, in order, where the caller
	// followed them and not Follow: the guards on a hop judge URL by them.
	Referrers []earl.URL
	// Head requests only the header of an http object: the Document has no bytes.
	// Other protocols ignore it; for them there is Probe.
	Head bool
	// Accept is the media types that the caller prefers, as the field Accept of http
	// has them. Other protocols ignore it. "": any.
	Accept string
	// Coding is the codings of content that the caller decodes, as Accept-Encoding
	// has them, such as "gzip, br"; "identity" if it requests none and decodes what a
	// server sends all the same. "": the caller decodes nothing, and a Note says that
	// the content is coded. It is for http. Source: rfc9110 12.5.3.
	Coding string
	// Untimed says that the caller does not need Meta.Time, so that an opener sends no
	// command that asks only for it, such as MDTM of ftp. Since takes precedence.
	Untimed bool
	// Observer is told what happens. nil: no one is.
	Observer *Observer

	walk *walk // of the Follow that it is a part of, or nil
}

// Call is one open, as an opener gets it: the Request, complete, and what the
// client lends for it. The client makes it; an opener reads it and changes nothing.
type Call struct {
	// Request has a Policy that is never nil, read only and effective: compare with
	// its fields. Its Login and Trace hide passwords; they are nil if there is no
	// one to ask or to tell.
	Request
	// Dial connects to address, "host:port", on "tcp" or "udp". It applies the
	// policy to the resolved address; openers dial by nothing else, data
	// connections too.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
	// DialVia is Dial for the host through which a setting opens the URL, such as
	// a proxy: the URL that referred to this one did not refer there.
	DialVia func(ctx context.Context, network, address string) (net.Conn, error)
	// Pool names a pool of connections: a connection that an opener keeps serves
	// only calls with the same Pool, whose dials are checked alike. "": it serves
	// this call only.
	Pool string

	secrets *secrets
}

// Login is a user and a password for one scheme, host and port, and to no other.
type Login struct {
	Scheme   string
	Host     string // with the port, as it is dialled
	User     earl.Field
	Password earl.Secret
	Account  earl.Secret // ftp's ACCT; it alone is missing where user and password are there
	Prompt   string      // what the server said when it asked
}

// Event is one line of a protocol's dialogue.
type Event struct {
	Dir  byte   // 'C': we sent it, 'S': the server did, '#': a remark
	Line string // printable, without its line end, passwords hidden
}
