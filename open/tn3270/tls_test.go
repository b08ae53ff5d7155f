package tn3270_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/http/httptest"
	"net/netip"
	"testing"
	"time"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/opentest"
	"github.com/earl-url/earl/open/tn3270"
)

// network returns options in which every host is what dial returns.
func network(dial func() (net.Conn, error)) open.Options {
	return open.Options{
		LookupNetIP: func(context.Context, string, string) ([]netip.Addr, error) {
			return []netip.Addr{netip.MustParseAddr("192.0.2.7")}, nil
		},
		DialContext: func(context.Context, string, string) (net.Conn, error) { return dial() },
	}
}

// Port 992 is for TLS: a certificate of the host is verified, and then the
// session is as on any port.
func TestTLS(t *testing.T) {
	t.Parallel()
	s := httptest.NewUnstartedServer(nil) // only for its certificate, which is for example.com
	s.StartTLS()
	defer s.Close()
	roots := x509.NewCertPool()
	roots.AddCert(s.Certificate())
	config := &tls.Config{Certificates: s.TLS.Certificates}
	options := network(func() (net.Conn, error) {
		ours, theirs := net.Pipe()
		go func() {
			conn := tls.Server(theirs, config)
			io.WriteString(conn, "\xff\xfd\x19\xff\xfb\x19\xff\xfd\x00\xff\xfb\x00")
			if _, err := io.ReadFull(conn, make([]byte, 12)); err == nil {
				io.WriteString(conn, "\xf5\xc3\xc1\xff\xef")
			}
			conn.Close()
		}()
		return ours, nil
	})
	client := open.New(options, tn3270.Opener{Options: tn3270.Options{TLS: &tls.Config{RootCAs: roots}}})
	session, err := openSession(t.Context(), client, "tn3270://example.com:992/")
	if err != nil {
		t.Fatal(err)
	}
	shown, err := io.ReadAll(session.Conn)
	if string(shown) != "A\n[row 1, column 1: ready]\n" || err != nil {
		t.Errorf("shown %q, %v", shown, err)
	}
	for _, url := range []string{"tn3270://other.example:992/", "tn3270://example.com:992/"} {
		client := open.New(options, tn3270.Opener{}) // it has no authority for this certificate
		if _, err := openSession(t.Context(), client, url); !errors.Is(err, open.ErrConnect) {
			t.Errorf("%s: %v, want an ErrConnect", url, err)
		}
	}
}

// FuzzSession: for any bytes of a host, a session ends with the host, shows no
// control character but line ends, and has a cursor on its screen.
func FuzzSession(f *testing.F) {
	for _, script := range opentest.Transcripts(f) {
		all := ""
		for _, step := range script.Wires[0] {
			if step.Op == opentest.ServerSends {
				all += step.Text
			}
		}
		f.Add(all)
	}
	f.Add("\xff\xfd\x28\xff\xfa\x28\x03\x04\x02\xff\xf0\x00\x00\x02\x00\x07\xf5\xc3\xc1\xff\xef\x00\xff\xef\x05\x00\x00\x00\x00text\xff\xef")
	f.Add("system: \x1b[2J\x9b\xff\xff\r\n\xff\xfa\x28\x02\x06\xff\xf0")
	f.Fuzz(func(t *testing.T, says string) {
		ours, theirs := net.Pipe()
		go func() {
			go io.Copy(io.Discard, theirs)
			io.WriteString(theirs, says)
			theirs.Close()
		}()
		client := open.New(network(func() (net.Conn, error) { return ours, nil }), tn3270.Opener{Options: tn3270.Options{Wait: time.Millisecond}})
		session, err := openSession(t.Context(), client, "tn3270://host.example/")
		if err != nil {
			t.Fatal(err)
		}
		defer session.Conn.Close()
		shown, err := io.ReadAll(session.Conn)
		if err != nil && !errors.Is(err, open.ErrProtocol) && !errors.Is(err, io.ErrClosedPipe) {
			t.Errorf("%q: %v", says, err)
		}
		for _, c := range string(shown) {
			if c < ' ' && c != '\n' || c >= 0x7F && c < 0xA0 {
				t.Errorf("%q: shown %q", says, shown)
				break
			}
		}
		if v := session.Screen.Show(); v.Cursor < 0 || v.Cursor >= len(v.Cells) {
			t.Errorf("%q: cursor %d of %d", says, v.Cursor, len(v.Cells))
		}
	})
}
