package open

import (
	"net"
	"net/netip"

	"github.com/earl-url/earl"
)

// Observer is told what happens while a URL is opened: for times, addresses and
// headers that a program shows. A nil function is not called. Several goroutines may
// call the functions, also after the open has returned its error.
type Observer struct {
	// Lookup is called when the addresses of a host are known.
	Lookup func()
	// Connect is called for each connection that was made.
	Connect func(remote netip.AddrPort)
	// Secure is called when the handshake of TLS is done.
	Secure func(s Security)
	// Response is called for the header of each response of http.
	Response func(r *Response)
}

// Security is the protection of a connection by TLS.
type Security struct {
	Version string // such as "TLS 1.3"
	Subject string // of the server's certificate, such as "CN=example.org"
}

// Response is the header of a response of http. It has what the server sent, such
// as cookies, which may be secrets.
type Response struct {
	URL    earl.URL // that was requested
	Method string
	Proto  string // such as "HTTP/1.1"
	Code   int
	Status string // the code and the server's words, such as "200 OK"
	Remote netip.AddrPort
	TLS    Security // zero: the connection is not protected
	// Fields are the fields of the header by their names in canonical form, such as
	// "Content-Type". It is not changed.
	Fields map[string][]string
}

// looked reports that a lookup is done.
func (o *Observer) looked() {
	if o != nil && o.Lookup != nil {
		o.Lookup()
	}
}

// connected reports a connection.
func (o *Observer) connected(conn net.Conn) {
	if o != nil && o.Connect != nil {
		o.Connect(RemoteOf(conn))
	}
}

// Secured calls Secure. o may be nil.
func (o *Observer) Secured(s Security) {
	if o != nil && o.Secure != nil {
		o.Secure(s)
	}
}

// Responded calls Response. o may be nil.
func (o *Observer) Responded(r *Response) {
	if o != nil && o.Response != nil {
		o.Response(r)
	}
}

// RemoteOf returns the remote address of a connection, or the zero AddrPort if it has
// none.
func RemoteOf(conn net.Conn) netip.AddrPort {
	at, err := netip.ParseAddrPort(conn.RemoteAddr().String())
	if err != nil {
		return netip.AddrPort{}
	}
	return at
}
