package open

import (
	"net"
	"net/netip"

	"github.com/earl-url/earl"
)

// Observer receives the events of opening a URL. Programs use it to show times, addresses and
// headers. A nil function is not called. Several goroutines may call the functions, also after the
// open has returned its error.
type Observer struct {
	// Lookup is called when the addresses of a host are known.
	Lookup func()
	// Connect is called for each connection that is made.
	Connect func(remote netip.AddrPort)
	// Secure is called when the handshake of TLS is done.
	Secure func(s Security)
	// Response is called for the header of each response of an http server.
	Response func(r *Response)
}

// Security is the protection of a connection by TLS.
type Security struct {
	Version string // such as "TLS 1.3"
	Subject string // of the server's certificate, such as "CN=example.org"
}

// Response is the header of an http response. It contains what the server sent, including secrets
// such as cookies.
type Response struct {
	URL    earl.URL // the requested URL
	Method string
	Proto  string // such as "HTTP/1.1"
	Code   int
	Status string // the code and the server's text, such as "200 OK"
	Remote netip.AddrPort
	TLS    Security // zero: the connection is not protected
	// Fields are the fields of the header by their names in canonical form, such as "Content-Type". Do
	// not change it.
	Fields map[string][]string
}

// looked reports that a lookup is complete.
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
