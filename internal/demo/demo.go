// Package demo is a small library of texts, pictures and sounds. Small servers on this
// machine serve it in all ten schemes of RFC 1738 and in the schemes of its exhibits, such as
// finger, gemini, imap and nfs. A tour opens URLs of each scheme through the public packages
// and checks the results. It needs no network and no set-up.
//
//	servers, err := demo.Start(ctx, demo.Options{})
//	defer servers.Close()
//	fmt.Println(servers.URL("ftp", "welcome.txt"))
//
// The servers follow RFC 959 with RFC 2428 and RFC 3659 (ftp), net/http, RFC 1436 and the
// Gopher+ of July 1993 (gopher), RFC 3977 (nntp), RFC 854 with RFC 857, 858 and 1073
// (telnet), Z39.50-1988 in the profile of WAIS (wais), the Prospero protocol of 12 June
// 1993 (prospero) and, for messages to the address of a mailto URL, RFC 5321. The file of an
// exhibit says what its server follows. They are read-only, listen only on the loopback address, and have limits:
// they are real servers, but not meant for a network.
package demo

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/earl-url/earl"
)

// Options are the settings of [Start] and [Run]. The zero value has the documented defaults.
type Options struct {
	// Once ends Run after the tour. Otherwise Run serves until its context is cancelled.
	Once bool
	// Command is the command that Run prints in its suggestions. "" means "earl".
	Command string
	// Host is the address to listen on. "" means 127.0.0.1.
	Host string
	// Idle is how long a client may be silent. 0 means a minute.
	Idle time.Duration
	// Gateway returns a handler, which Servers.Gateway serves on a listener of its own, and the
	// start link that Run prints. The handler is a gateway to all the servers. Gateway is
	// called once, when the fields of Servers are set. Nil means no gateway.
	Gateway func(*Servers) (h http.Handler, link string)
}

// Servers are the running servers and the copy of the library on this
// machine's disk. Any number of goroutines may use them.
type Servers struct {
	HTTP, FTP, Gopher  string // "127.0.0.1:port"
	NNTP, Telnet, WAIS string
	Prospero           string // a UDP port
	SMTP               string // the mailbox
	Gateway            string // "" without Options.Gateway
	Dir                string // the copy; Close removes it
	Mail               string // the mailbox with the messages of mid URLs; Close removes it

	library   *library
	box       *mailbox
	link      string // the start link of the gateway
	running   []interface{ close() }
	exhibited map[string]*server       // the servers of the other schemes over TCP, by scheme
	datagrams map[string]*packetServer // those over UDP
	asides    map[string]*server       // the second services of some schemes
	stop      func() bool
	once      sync.Once
	err       error
}

// Start starts the servers on free ports and copies the library into a temporary directory.
// When ctx is cancelled, the servers close. Call Close too: it waits for them.
func Start(ctx context.Context, o Options) (*Servers, error) {
	if o.Host == "" {
		o.Host = "127.0.0.1"
	}
	if o.Idle == 0 {
		o.Idle = defaultIdle
	}
	s := &Servers{box: new(mailbox)}
	if err := s.start(o); err != nil {
		s.Close()
		return nil, fmt.Errorf("demo: %w", err)
	}
	s.stop = context.AfterFunc(ctx, s.shut)
	return s, nil
}

// start makes all listeners first, because texts and menus contain the addresses of the other
// servers. Then it builds the library with these addresses, copies it, and begins to serve.
func (s *Servers) start(o Options) error {
	dir, err := os.MkdirTemp("", "earl-demo-")
	if err != nil {
		return err
	}
	s.Dir = dir
	l, err := s.listen(o)
	if err != nil {
		return err
	}
	s.library = newLibrary(s.addresses())
	if err := s.library.files.copyTo(dir); err != nil {
		return err
	}
	if err := s.writeMail(); err != nil {
		return err
	}
	l.begin(s, o)
	return nil
}

// listeners are the servers before they serve.
type listeners struct {
	ftp, gopher, nntp, telnet, wais, smtp *server
	http, gateway                         *httpServer
	prospero                              *prosperod
}

// listen makes the listeners, each on a free port.
func (s *Servers) listen(o Options) (l listeners, err error) {
	for _, t := range []struct {
		to      **server
		address *string
		full    string // the message to a client over the limit
	}{
		{&l.ftp, &s.FTP, "421 Too many readers. Come back later.\r\n"},
		{&l.gopher, &s.Gopher, "3Too many readers. Come back later.\t\terror.host\t1\r\n.\r\n"},
		{&l.nntp, &s.NNTP, "400 Too many readers. Come back later.\r\n"},
		{&l.telnet, &s.Telnet, "Too many readers. Come back later.\r\n"},
		{&l.wais, &s.WAIS, ""}, // the message of wais to a client over the limit
		{&l.smtp, &s.SMTP, "421 Too many messages. Come back later.\r\n"},
	} {
		if *t.to, err = listen(o.Host, t.full); err != nil {
			return l, err
		}
		s.running = append(s.running, *t.to)
		*t.address = (*t.to).listener.Addr().String()
	}
	if l.http, err = listenHTTP(o.Host, maxConns, o.Idle); err != nil {
		return l, err
	}
	s.running = append(s.running, l.http)
	s.HTTP = l.http.listener.Addr().String()
	if o.Gateway != nil {
		if l.gateway, err = listenHTTP(o.Host, maxGatewayConns, o.Idle); err != nil {
			return l, err
		}
		s.running = append(s.running, l.gateway)
		s.Gateway = l.gateway.listener.Addr().String()
	}
	if err := s.openExhibits(o.Host); err != nil {
		return l, err
	}
	conn, err := net.ListenPacket("udp", net.JoinHostPort(o.Host, "0"))
	if err != nil {
		return l, err
	}
	l.prospero = &prosperod{conn: conn, now: time.Now}
	s.running = append(s.running, l.prospero)
	s.Prospero = conn.LocalAddr().String()
	return l, nil
}

// begin serves the library on the listeners.
func (l listeners) begin(s *Servers, o Options) {
	lib := s.library
	lib.where, lib.doors = s.urlsOf, s.URLs
	l.ftp.begin((&ftpd{l.ftp, lib, o.Idle}).handle)
	l.gopher.begin(newGopherd(l.gopher, lib, o.Idle, s.links()...).handle)
	l.nntp.begin((&nntpd{l.nntp, lib.news, o.Idle, time.Now}).handle)
	l.telnet.begin((&telnetd{lib, o.Idle}).handle)
	l.wais.begin(newWAISD(l.wais, lib, o.Idle, s.Examples()).handle)
	s.beginExhibits(o.Idle)
	l.smtp.begin((&smtpd{l.smtp, s.box, o.Idle}).handle)
	l.prospero.catalog = newCatalog(lib, s.Prospero, s.FTP, s.Gopher, s.Telnet)
	l.prospero.begin()
	l.http.server.WriteTimeout = 5 * o.Idle // a gateway may have a session in it
	l.http.begin(&httpd{lib, s.box, s.Examples()})
	if l.gateway != nil {
		var h http.Handler
		h, s.link = o.Gateway(s)
		l.gateway.begin(h)
	}
}

// Content returns the bytes of a file of the library, for tests that compare. The path is that
// of an http URL. It returns false if the path is not that of a file.
func (s *Servers) Content(path string) (string, bool) {
	n := s.library.at("/" + path)
	if n == nil || n.dir {
		return "", false
	}
	return n.data, true
}

// fileURLPath returns the path of a file URL for a native directory name.
func fileURLPath(dir string) string {
	dir = filepath.ToSlash(dir)
	if !strings.HasPrefix(dir, "/") {
		dir = "/" + dir // a drive
	}
	var b []byte
	for i, name := range strings.Split(dir, "/") {
		if i > 0 {
			b = append(b, '/')
		}
		b = earl.RFC1738.AppendEscape(b, earl.Octets(name), ":")
	}
	return string(b)
}

// Close stops the servers, ends every connection, waits until all have ended, and removes the
// copy. Any goroutine may call it, more than once.
func (s *Servers) Close() error {
	if s.stop != nil {
		s.stop()
	}
	s.shut()
	return s.err
}

// shut implements Close. It is called once.
func (s *Servers) shut() {
	s.once.Do(func() {
		for _, r := range s.running {
			r.close()
		}
		if s.Dir != "" {
			s.err = errors.Join(os.RemoveAll(s.Dir), os.RemoveAll(s.Dir+".mail"))
		}
	})
}
