package open

import (
	"context"
	"net"
	"slices"
	"time"

	"github.com/earl-url/earl"
)

// Request is what a caller requests from a [Client]: a URL, and how to open it.
// Only the URL is required.
type Request struct {
	URL    earl.URL
	Policy *Policy // nil: the client's
	// Login asks for the missing part of a login; nil means the client's.
	Login func(ctx context.Context, l Login) (Login, error)
	// Trace receives each protocol line, with passwords hidden; nil means the
	// client's.
	Trace  func(Event)
	Offset int64 // resume at this byte of the object; after its end: ErrBeyond
	End    int64 // stop before this byte; 0: at the end of the object
	// Version is the Meta.Version of the object that Offset belongs to. If the
	// object has changed since, an opener returns ErrChanged, if its protocol can
	// tell. "" accepts any version.
	Version string
	// Since is a time. If the object has not changed after it, the error is
	// ErrUnchanged, if the protocol reports times. The zero Time accepts any.
	Since time.Time
	// Referrers are the URLs that redirected to this one, in order, if the caller
	// followed them itself instead of calling Follow. The guards on a hop use
	// them.
	Referrers []earl.URL
	// Head requests only the header of an http object: the Document has no bytes.
	// Other protocols ignore it; use Probe for them.
	Head bool
	// Accept is the media types that the caller prefers, in the form of the http
	// field Accept. Other protocols ignore it. "" means any.
	Accept string
	// Coding is the content codings that the caller decodes, in the form of
	// Accept-Encoding, such as "gzip, br". "identity" means that the caller
	// requests none, but decodes what a server sends anyway. "" means that the
	// caller decodes nothing; a Note then reports coded content. Only http uses
	// it.
	// Source: rfc9110 12.5.3.
	Coding string
	// Untimed means that the caller does not need Meta.Time, so an opener sends no
	// command only for it, such as MDTM of ftp. Since takes precedence.
	Untimed bool
	// Observer receives the events of opening the URL. nil means no observer.
	Observer *Observer

	walk  *walk    // of the Follow that it is a part of, or nil
	asked earl.URL // the URL that a gateway to files opens as URL, or the zero URL
}

// wayTo returns the URLs that redirected to a request, and its own.
func wayTo(r *Request) []earl.URL { return append(slices.Clip(r.Referrers), r.URL) }

// Call is one open as an opener receives it: the complete Request, and what the
// client provides for it. The client creates it; openers only read it.
type Call struct {
	// Request has a Policy that is never nil, and effective: compare with its
	// fields, and do not change them. Its Login and Trace hide passwords; they are
	// nil if the caller has set none.
	Request
	// Dial connects to address, "host:port", on "tcp", "udp" or [UDPAnyPort]. It applies the
	// policy to the resolved address. Openers use only Dial and DialVia for every
	// connection, including data connections.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
	// DialVia is Dial for a host from a setting through which the URL is opened,
	// such as a proxy. No URL redirected to that host.
	DialVia func(ctx context.Context, network, address string) (net.Conn, error)
	// Pool identifies a pool of connections. A connection that an opener keeps
	// serves only calls with the same Pool, because their dials are checked alike.
	// "" means that it serves only this call.
	Pool string
	// Recorded reports that a Recorder receives the bytes of the connections.
	Recorded bool

	secrets *secrets
}

// Login is a user and a password for one scheme, host and port, and for no
// other.
type Login struct {
	Scheme   string
	Host     string // with the port that is dialled
	User     earl.Field
	Password earl.Secret
	Account  earl.Secret // ftp's ACCT; if user and password are set, only it is missing
	Prompt   string      // what the server sent with its question
}

// Event is one line of the exchange with a server.
type Event struct {
	Dir  byte   // 'C': sent by the client, 'S': by the server, '#': a remark
	Line string // printable, without its line end, passwords hidden
}
