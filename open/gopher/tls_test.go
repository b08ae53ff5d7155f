package gopher_test

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
	"github.com/earl-url/earl/open/gopher"
)

// tlsPeer is a gopher server on loopback over TLS, with its own certificate for
// example.com. It calls end for each request.
type tlsPeer struct {
	roots   *x509.CertPool
	names   chan string // the server names that clients requested
	dialled chan string
	client  func(gopher.Options, open.Policy) *open.Client
}

// startTLS starts a server; end sends the reply and closes.
func startTLS(t *testing.T, end func(conn *tls.Conn)) *tlsPeer {
	t.Helper()
	s := httptest.NewUnstartedServer(nil) // only for its certificate
	s.StartTLS()
	defer s.Close()
	p := &tlsPeer{roots: x509.NewCertPool(), names: make(chan string, 9), dialled: make(chan string, 9)}
	p.roots.AddCert(s.Certificate())
	config := &tls.Config{Certificates: s.TLS.Certificates}
	config.GetConfigForClient = func(h *tls.ClientHelloInfo) (*tls.Config, error) {
		p.names <- h.ServerName
		return nil, nil
	}
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go end(tls.Server(conn, config))
		}
	}()
	p.client = func(o gopher.Options, policy open.Policy) *open.Client {
		return open.New(open.Options{
			Policy: policy,
			LookupNetIP: func(context.Context, string, string) ([]netip.Addr, error) {
				return []netip.Addr{netip.MustParseAddr("192.0.2.7")}, nil
			},
			DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
				p.dialled <- address
				return new(net.Dialer).DialContext(ctx, network, l.Addr().String())
			},
		}, gopher.Opener{Options: o})
	}
	return p
}

// reads reads a line of a request, and reports whether it arrived.
func reads(conn *tls.Conn) bool {
	for c := make([]byte, 1); c[0] != '\n'; {
		if _, err := conn.Read(c); err != nil {
			conn.Close()
			return false
		}
	}
	return true
}

// fetchTLS opens a URL and reads the document.
func fetchTLS(t *testing.T, client *open.Client, text string) (string, error) {
	t.Helper()
	u, err := edition.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	res, err := client.Open(t.Context(), u)
	if err != nil {
		return "", err
	}
	doc := res.(*open.Document)
	defer doc.Body.Close()
	b, err := io.ReadAll(doc.Body)
	return string(b), err
}

// gophers: TLS from the first byte, on port 70, for the host in the URL, with
// the opener's TLS settings.
func TestTLS(t *testing.T) {
	p := startTLS(t, func(conn *tls.Conn) {
		defer conn.Close()
		if reads(conn) {
			io.WriteString(conn, "+2\r\nok")
		}
	})
	trusting := gopher.Options{TLS: &tls.Config{RootCAs: p.roots}}
	got, err := fetchTLS(t, p.client(trusting, open.Policy{}), "gophers://example.com/0/a%09%09+")
	if got != "ok" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	if name, address := <-p.names, <-p.dialled; name != "example.com" || address != "192.0.2.7:70" {
		t.Errorf("dialled %s for the name %q", address, name)
	}
	if _, err := fetchTLS(t, p.client(trusting, open.Policy{}), "gophers://other.test:7443/0/a"); !errors.Is(err, open.ErrConnect) {
		t.Errorf("the certificate of another host: %v, want ErrConnect", err)
	}
	if name, address := <-p.names, <-p.dialled; name != "other.test" || address != "192.0.2.7:7443" {
		t.Errorf("dialled %s for the name %q", address, name)
	}
	if _, err := fetchTLS(t, p.client(gopher.Options{}, open.Policy{}), "gophers://example.com/0/a"); !errors.Is(err, open.ErrConnect) {
		t.Errorf("a self-signed certificate: %v, want ErrConnect", err)
	}
	mine := gopher.Options{TLS: &tls.Config{RootCAs: p.roots, ServerName: "example.com"}}
	if got, err := fetchTLS(t, p.client(mine, open.Policy{}), "gophers://other.test/0/a%09%09+"); got != "ok" || err != nil {
		t.Errorf("a name of the caller's: %q, %v", got, err)
	}
	if mine.TLS.ServerName != "example.com" || trusting.TLS.ServerName != "" {
		t.Error("the caller's settings were changed")
	}
}

// TestTLSWithoutItsEnd checks that the bytes before a truncation are delivered.
func TestTLSWithoutItsEnd(t *testing.T) {
	p := startTLS(t, func(conn *tls.Conn) {
		if reads(conn) {
			io.WriteString(conn, "+9\r\nhalf of ")
		}
		conn.NetConn().Close()
	})
	o := gopher.Options{TLS: &tls.Config{RootCAs: p.roots}}
	if got, err := fetchTLS(t, p.client(o, open.Policy{}), "gophers://example.com/9/a"); got != "+9\r\nhalf of " || !errors.Is(err, open.ErrCut) {
		t.Errorf("%q, %v, want ErrCut", got, err)
	}
	if got, err := fetchTLS(t, p.client(o, open.Policy{}), "gophers://example.com/9/a%09%09+"); got != "half of " || !errors.Is(err, open.ErrCut) {
		t.Errorf("%q, %v, want ErrCut", got, err)
	}
}

// A server that is silent during the TLS handshake is waited for at most
// Policy.Login.
func TestTLSSilent(t *testing.T) {
	over := make(chan struct{})
	defer close(over)
	p := startTLS(t, func(conn *tls.Conn) {
		<-over
		conn.NetConn().Close()
	})
	begun := time.Now()
	_, err := fetchTLS(t, p.client(gopher.Options{}, open.Policy{Login: 50 * time.Millisecond}), "gophers://example.com/9/a")
	if !errors.Is(err, open.ErrConnect) || time.Since(begun) > 20*time.Second {
		t.Errorf("error %v after %v, want ErrConnect", err, time.Since(begun))
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	u, _ := edition.Parse("gophers://example.com/9/a")
	if _, err := p.client(gopher.Options{}, open.Policy{}).Open(ctx, u); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of ctx", err)
	}
}

// TestTLSEnd checks that a connection without close_notify truncates an object,
// except after a line ".", which means that the object is complete.
func TestTLSEnd(t *testing.T) {
	for _, tt := range []struct {
		reply, path string
		raw         bool // the server closes without close_notify
		want        error
	}{
		{"some text", "9a", false, nil},
		{"some text", "9a", true, open.ErrCut},
		{"text\r\n", "0a", false, nil},
		{"text\r\n", "0a", true, open.ErrCut},
		{"text\r\n.\r\n", "0a", true, nil},
		{"3no such\t\terror.host\t1\r\n", "0a", true, open.ErrNotFound},
	} {
		peer := startTLS(t, func(conn *tls.Conn) {
			if !reads(conn) {
				return
			}
			io.WriteString(conn, tt.reply)
			if tt.raw {
				conn.NetConn().Close()
			} else {
				conn.Close()
			}
		})
		client := peer.client(gopher.Options{TLS: &tls.Config{RootCAs: peer.roots}}, open.Policy{})
		text, err := fetchTLS(t, client, "gophers://example.com/"+tt.path)
		if !errors.Is(err, tt.want) {
			t.Errorf("%q, without close_notify %v: %q, %v, want %v", tt.reply, tt.raw, text, err, tt.want)
		}
	}
}
