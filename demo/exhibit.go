package demo

import (
	"net"
	"strings"
	"time"
)

// exhibits are the schemes that RFC 1738 does not define.
var exhibits = []exhibit{fingerExhibit}

// exhibit is everything that the demo has for one such scheme with a server over TCP: the
// server, an example, a page of the gateway and stops on the tour.
type exhibit struct {
	scheme string
	full   string // the message to a client over the limit
	// serve returns the function that serves one connection.
	serve   func(l *library, idle time.Duration) func(net.Conn)
	example Example // without its scheme and URL
	path    string  // of the URL of the example and of the page of the gateway
	holds   string  // a text that the page must contain
	stops   []stop  // with a path, without a URL
}

// openExhibits makes the listeners of the exhibits.
func (s *Servers) openExhibits(host string) error {
	s.exhibited = map[string]*server{}
	for _, x := range exhibits {
		srv, err := listen(host, x.full)
		if err != nil {
			return err
		}
		s.running = append(s.running, srv)
		s.exhibited[x.scheme] = srv
	}
	return nil
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
		list = append(list, gatewayPage{s.URL(x.scheme, x.path), x.holds})
	}
	return list
}

// Addresses returns the address of each server, "host:port", for a policy that
// allows them.
func (s *Servers) Addresses() []string {
	list := []string{s.HTTP, s.FTP, s.Gopher, s.NNTP, s.Telnet, s.WAIS, s.Prospero}
	for _, x := range exhibits {
		list = append(list, s.exhibited[x.scheme].listener.Addr().String())
	}
	return list
}

// exhibitURL returns the URL of a path on the server of an exhibit. ok is false if the scheme
// is not that of an exhibit.
func (s *Servers) exhibitURL(scheme, path string) (string, bool) {
	srv, ok := s.exhibited[scheme]
	if !ok {
		return "", false
	}
	//lint:ignore urlconcat the path is escaped
	return scheme + "://" + srv.listener.Addr().String() + "/" + strings.TrimPrefix(path, "/"), true
}
