package linkcheck_test

import (
	"bufio"
	"crypto/tls"
	"io"
	"net"
	nethttp "net/http"
	"net/http/httptest"
	"testing"

	"github.com/earl-url/earl/linkcheck"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/http"
)

// A prefixed connection returns bytes that were read ahead first.
type prefixed struct {
	net.Conn
	r *bufio.Reader
}

func (c prefixed) Read(p []byte) (int, error) { return c.r.Read(p) }

// An http link is a fault if the same URL works by https, and only with
// RequireHTTPS.
func TestRequireHTTPS(t *testing.T) {
	t.Parallel()
	cert := httptest.NewUnstartedServer(nil)
	cert.StartTLS()
	t.Cleanup(cert.Close)
	config := cert.TLS.Clone()
	config.NextProtos = nil
	both := listen(t, func(conn net.Conn) { // http and https on one port
		r := bufio.NewReader(conn)
		first, err := r.Peek(1)
		if err != nil {
			return
		}
		var c net.Conn = prefixed{conn, r}
		if first[0] == 0x16 {
			c = tls.Server(c, config)
			r = bufio.NewReader(c)
		}
		if _, err := nethttp.ReadRequest(r); err == nil {
			io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
		}
		c.Close()
	})
	plain := serve(t, nethttp.HandlerFunc(func(nethttp.ResponseWriter, *nethttp.Request) {}))
	for _, row := range []struct {
		url      string
		required bool
		want     linkcheck.Status
	}{
		{"http://" + both + "/x", true, linkcheck.Failed},
		{"http://" + both + "/x", false, linkcheck.OK},
		{"https://" + both + "/x", true, linkcheck.OK},
		{plain + "/x", true, linkcheck.OK},
	} {
		o := quick(t)
		o.Client = open.New(open.Options{}, &http.Opener{Options: http.Options{TLS: &tls.Config{InsecureSkipVerify: true}}})
		t.Cleanup(func() { o.Client.Close() })
		o.RequireHTTPS = row.required
		if got := one(t, o, row.url); got.Status != row.want {
			t.Errorf("%s, required %v: %v: %s, want %v", row.url, row.required, got.Status, got.Message, row.want)
		}
	}
}
