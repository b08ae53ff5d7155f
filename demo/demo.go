// Package demo is a small library of texts and pictures, served on this machine
// by small servers of our own for http, ftp and gopher, and as files; and a tour
// that opens URLs of all four schemes through the public packages and checks
// what comes back. It needs no network and no set-up.
//
//	servers, err := demo.Start(ctx, demo.Options{})
//	defer servers.Close()
//	fmt.Println(servers.URL("ftp", "welcome.txt"))
//
// The servers follow RFC 959 with RFC 2428 and RFC 3659 (ftp), RFC 1436
// (gopher) and net/http. They serve for reading only, listen on the loopback
// address alone, and hold to limits: they are real, but not meant for a network.
package demo

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/earl-url/earl"
)

// Options are the settings of [Start] and [Run]. The zero Options are the
// documented behaviour.
type Options struct {
	// Once ends Run after the tour. Without it Run goes on to serve until its
	// context is cancelled.
	Once bool
	// Command is how the person calls the command, for the lines that Run
	// suggests. "" means "earl".
	Command string
	// Host is the address to listen on. "" means 127.0.0.1.
	Host string
	// Idle is how long a client may be silent. 0 means a minute.
	Idle time.Duration
}

// Servers are the running servers and the copy of the library on this
// machine's disk. Any number of goroutines may use them.
type Servers struct {
	HTTP, FTP, Gopher string // "127.0.0.1:port"
	Dir               string // the copy; Close removes it

	library *library
	http    *httpd
	ftp     *ftpd
	gopher  *gopherd
	stop    func() bool
	once    sync.Once
	err     error
}

// Start starts the servers on free ports and copies the library into a
// temporary directory. Cancelling ctx closes the servers, as Close does; Close is
// needed all the same, to wait for it.
func Start(ctx context.Context, o Options) (*Servers, error) {
	if o.Host == "" {
		o.Host = "127.0.0.1"
	}
	if o.Idle == 0 {
		o.Idle = defaultIdle
	}
	s := &Servers{library: newLibrary()}
	if err := s.start(o); err != nil {
		s.Close()
		return nil, fmt.Errorf("demo: %w", err)
	}
	s.stop = context.AfterFunc(ctx, s.shut)
	return s, nil
}

// start makes the copy, then all listeners, because a menu names the other
// servers, and then begins to serve.
func (s *Servers) start(o Options) error {
	dir, err := os.MkdirTemp("", "earl-demo-")
	if err != nil {
		return err
	}
	s.Dir = dir
	if err := s.library.shelf.copyTo(dir); err != nil {
		return err
	}
	web, err := net.Listen("tcp", net.JoinHostPort(o.Host, "0"))
	if err != nil {
		return err
	}
	s.http, s.HTTP = newHTTPD(web, s.library, o.Idle), web.Addr().String()
	ftp, err := listen(o.Host, "421 Too many readers. Come back later.\r\n")
	if err != nil {
		return err
	}
	s.ftp, s.FTP = &ftpd{ftp, s.library, o.Idle}, ftp.listener.Addr().String()
	gopher, err := listen(o.Host, "3Too many readers. Come back later.\t\terror.host\t1\r\n.\r\n")
	if err != nil {
		return err
	}
	s.gopher, s.Gopher = newGopherd(gopher, s.library, o.Idle,
		s.link("The same rooms by http", s.URL("http", "")),
		s.link("The same rooms by ftp", s.URL("ftp", ""))), gopher.listener.Addr().String()
	ftp.begin(s.ftp.handle)
	gopher.begin(s.gopher.handle)
	return nil
}

// link returns a menu item for a URL of another scheme.
func (s *Servers) link(display, url string) menuItem {
	return menuItem{kind: 'h', display: display, selector: "URL:" + url}
}

// URL returns the URL of something in the library under one of the four
// schemes. The path is as in a URL, already escaped, without its first slash:
// "names/two%20words.txt", for a directory "articles/"; for gopher it begins
// with the item type: "0/welcome.txt". It panics for another scheme.
func (s *Servers) URL(scheme, path string) string {
	switch scheme {
	case "http":
		return "http://" + s.HTTP + "/" + path
	case "ftp":
		return "ftp://" + s.FTP + "/" + path
	case "gopher":
		return "gopher://" + s.Gopher + "/" + path
	case "file":
		return "file://" + fileURLPath(s.Dir) + "/" + path
	}
	panic("demo: no server for the scheme " + scheme)
}

// ReaderURL returns the URL of something that the user reader sees by ftp, the
// password in it.
func (s *Servers) ReaderURL(path string) string {
	return "ftp://" + Reader + ":" + Password + "@" + s.FTP + "/" + path
}

// Content returns the octets of a file of the library, for tests that compare.
// The path is as in URL for http. It is false for what is no file.
func (s *Servers) Content(path string) (string, bool) {
	n := s.http.at("/" + path)
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

// Close stops the servers, ends every connection, waits for all of it, and
// removes the copy. It may be called more than once, by any goroutine.
func (s *Servers) Close() error {
	if s.stop != nil {
		s.stop()
	}
	s.shut()
	return s.err
}

// shut does what Close says, once.
func (s *Servers) shut() {
	s.once.Do(func() {
		if s.http != nil {
			s.http.close()
		}
		if s.ftp != nil {
			s.ftp.close()
		}
		if s.gopher != nil {
			s.gopher.close()
		}
		if s.Dir != "" {
			s.err = os.RemoveAll(s.Dir)
		}
	})
}
