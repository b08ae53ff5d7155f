package demo

import (
	"net"
	"strings"
	"sync"
	"time"
)

// exhibits are the schemes that RFC 1738 does not define.
var exhibits = []exhibit{
	fingerExhibit,
	ldapExhibit,
	dictExhibit,
	geminiExhibit,
	rloginExhibit,
	nfsExhibit,
	dataExhibit,
	midExhibit,
	cidExhibit,
	sessionExhibit,
	retrievalExhibit,
	whoisExhibit,
	mailserverExhibit,
	afsExhibit,
	popExhibit,
	tn3270Exhibit,
	sftpExhibit,
	imapExhibit,
	tftpExhibit,
}

// exhibit is everything that the demo has for one such scheme: the server, if its URLs name
// one, an example, a page of the gateway and stops on the tour.
type exhibit struct {
	scheme string
	full   string // the message to a client over the limit
	// serve returns the function that serves one connection over TCP. nil means no such server.
	serve func(l *library, idle time.Duration) func(net.Conn)
	// aside returns the function that serves one connection of a second service, on a port of
	// its own. nil means no such service.
	aside func(l *library, idle time.Duration) func(net.Conn)
	// packets returns the function that serves over UDP until conn is closed. nil means no such
	// server.
	packets func(l *library, idle time.Duration) func(conn net.PacketConn)
	// url returns the URL of a path. nil means "scheme://host:port/path", with the address of the
	// server.
	url     func(s *Servers, path string) string
	example Example // without its scheme and URL
	path    string  // of the URL of the example and of the page of the gateway
	holds   string  // a text that the page must contain
	stops   []stop  // with a path, without a URL
	fails   bool    // opening the URL of path fails, and the page of the error contains holds
}

// openExhibits makes the listeners of the exhibits.
func (s *Servers) openExhibits(host string) error {
	s.exhibited = map[string]*server{}
	s.datagrams = map[string]*packetServer{}
	s.asides = map[string]*server{}
	for _, x := range exhibits {
		if x.serve != nil {
			srv, err := listen(host, x.full)
			if err != nil {
				return err
			}
			s.running = append(s.running, srv)
			s.exhibited[x.scheme] = srv
		}
		if x.aside != nil {
			srv, err := listen(host, "")
			if err != nil {
				return err
			}
			s.running = append(s.running, srv)
			s.asides[x.scheme] = srv
		}
		if x.packets != nil {
			conn, err := net.ListenPacket("udp", net.JoinHostPort(host, "0"))
			if err != nil {
				return err
			}
			srv := &packetServer{conn: conn}
			s.running = append(s.running, srv)
			s.datagrams[x.scheme] = srv
		}
	}
	return nil
}

// beginExhibits serves the library on the listeners of the exhibits.
func (s *Servers) beginExhibits(idle time.Duration) {
	for _, x := range exhibits {
		if x.serve != nil {
			s.exhibited[x.scheme].begin(x.serve(s.library, idle))
		}
		if x.aside != nil {
			s.asides[x.scheme].begin(x.aside(s.library, idle))
		}
		if x.packets != nil {
			s.datagrams[x.scheme].begin(x.packets(s.library, idle))
		}
	}
}

// packetServer is a server over UDP.
type packetServer struct {
	conn net.PacketConn
	wait sync.WaitGroup
}

// begin serves until close.
func (p *packetServer) begin(serve func(net.PacketConn)) { p.wait.Go(func() { serve(p.conn) }) }

// close stops the server and waits for it.
func (p *packetServer) close() {
	p.conn.Close()
	p.wait.Wait()
}

// exhibitStops returns the stops of the exhibits.
func (s *Servers) exhibitStops() (list []stop) {
	for _, x := range exhibits {
		for _, stop := range x.stops {
			stop.url = s.URL(x.scheme, stop.path)
			list = append(list, stop)
		}
	}
	return list
}

// exhibitExamples returns the examples of the exhibits.
func (s *Servers) exhibitExamples() (list []Example) {
	for _, x := range exhibits {
		d := x.example
		d.Scheme, d.URL = x.scheme, s.URL(x.scheme, x.path)
		list = append(list, d)
	}
	return list
}

// exhibitPages returns a page of the gateway for each exhibit.
func (s *Servers) exhibitPages() (list []gatewayPage) {
	for _, x := range exhibits {
		list = append(list, gatewayPage{s.URL(x.scheme, x.path), x.holds, x.fails})
	}
	return list
}

// Addresses returns the address of each server, "host:port", for a policy that
// allows them.
func (s *Servers) Addresses() []string {
	list := []string{s.HTTP, s.FTP, s.Gopher, s.NNTP, s.Telnet, s.WAIS, s.Prospero}
	for _, x := range exhibits {
		if address, ok := s.exhibitAddress(x.scheme); ok {
			list = append(list, address)
		}
	}
	return list
}

// exhibitAddress returns the address of the server of an exhibit, "host:port". ok is false if
// it has no server.
func (s *Servers) exhibitAddress(scheme string) (address string, ok bool) {
	if srv, ok := s.exhibited[scheme]; ok {
		return srv.listener.Addr().String(), true
	}
	if srv, ok := s.datagrams[scheme]; ok {
		return srv.conn.LocalAddr().String(), true
	}
	return "", false
}

// exhibitURL returns the URL of a path on the server of an exhibit. ok is false if the scheme
// is not that of an exhibit.
func (s *Servers) exhibitURL(scheme, path string) (url string, ok bool) {
	for _, x := range exhibits {
		if x.scheme == scheme && x.url != nil {
			return x.url(s, path), true
		}
	}
	address, ok := s.exhibitAddress(scheme)
	if !ok {
		return "", false
	}
	//lint:ignore urlconcat the path is escaped
	return scheme + "://" + address + "/" + strings.TrimPrefix(path, "/"), true
}
