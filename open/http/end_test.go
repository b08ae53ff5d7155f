package http_test

import (
	"bufio"
	"crypto/tls"
	"errors"
	"io"
	"net"
	nethttp "net/http"
	"net/http/httptest"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/http"
)

// TestEndWithoutCloseNotify checks that a document that ends with its connection is
// truncated if TLS did not announce the end. Its bytes are delivered.
// Source: rfc9112 9.8.
func TestEndWithoutCloseNotify(t *testing.T) {
	t.Parallel()
	certificate := httptest.NewTLSServer(nil)
	defer certificate.Close()
	for _, tt := range []struct {
		name, reply string
		raw         bool // the server closes without close_notify
		cut         bool
	}{
		{"announced", "HTTP/1.1 200 OK\r\n\r\nbody", false, false},
		{"cut", "HTTP/1.1 200 OK\r\n\r\nbody", true, true},
		{"cut, HTTP/1.0", "HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\n\r\nbody", true, true},
		{"announced, HTTP/1.0", "HTTP/1.0 200 OK\r\n\r\nbody", false, false},
		{"length", "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody", true, false},
		{"chunked", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n", true, false},
	} {
		l, err := net.Listen("tcp4", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		go func() {
			below, err := l.Accept()
			if err != nil {
				return
			}
			conn := tls.Server(below, &tls.Config{Certificates: certificate.TLS.Certificates})
			if _, err := nethttp.ReadRequest(bufio.NewReader(conn)); err != nil {
				t.Error(err)
			}
			io.WriteString(conn, tt.reply)
			if !tt.raw {
				conn.CloseWrite()
			}
			below.Close()
		}()
		o := open.Options{}
		o.LookupNetIP, o.DialContext = everyHost(l.Addr().String())
		client := open.New(o, &http.Opener{Options: http.Options{TLS: trusting(certificate)}})
		res, err := client.Open(t.Context(), earl.RFC3986.MustParse("https://example.com/"))
		if err != nil {
			t.Fatal(err)
		}
		doc := res.(*open.Document)
		body, err := io.ReadAll(doc.Body)
		doc.Body.Close()
		if string(body) != "body" || errors.Is(err, open.ErrCut) != tt.cut || !tt.cut && err != nil {
			t.Errorf("%s: %q, %v, want truncated %v", tt.name, body, err, tt.cut)
		}
		if tt.cut && open.ClassOf(err) != open.ClassTruncated {
			t.Errorf("%s: class %v, want truncated", tt.name, open.ClassOf(err))
		}
		client.Close()
	}
}
