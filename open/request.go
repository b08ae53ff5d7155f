package open

import (
	"context"
	"net"
	"time"

	"github.com/earl-url/earl"
)

// Request is one open: the URL, and what the opener may do for it. The Client
// makes it; an opener reads it and changes nothing.
type Request struct {
	URL    earl.URL
	Policy *Policy // never nil, read only, effective: compare with the fields as they are
	// Dial connects to address, "host:port", on "tcp" or "udp". It applies the
	// policy to the resolved address; openers dial by nothing else, data
	// connections too.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
	// DialVia is Dial for the host by way of which a setting of ours opens the URL,
	// such as a proxy: whoever referred to the URL did not refer there.
	DialVia func(ctx context.Context, network, address string) (net.Conn, error)
	// Login asks for what is missing of a login; nil: nobody to ask.
	Login func(ctx context.Context, l Login) (Login, error)
	// Trace takes each protocol line, passwords hidden; nil: none.
	Trace  func(Event)
	Offset int64 // resume at this octet of the object
	End    int64 // stop before this octet; 0: at the end of the object
	// Version is the state of the object, as Meta.Version has it, that Offset is
	// an octet of. An opener whose protocol can tell answers with ErrChanged if the
	// object has another by now. "": any.
	Version string
	// Since is a time that the object must have changed after: else the answer is
	// ErrUnchanged, where the protocol tells times. Zero: any.
	Since time.Time
	// Referrers are the URLs whose referrals led here, in order, where the caller
	// followed them and not Follow: the guards on a hop judge URL by them.
	Referrers []earl.URL

	// Pool names a pool of connections: one that an opener keeps may serve
	// requests with the same Pool alone, whose dials are judged alike. The Client
	// sets it.
	Pool string

	secrets *secrets // nil before Do
	walk    *walk    // of the Follow that it is a part of; nil before Do
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
