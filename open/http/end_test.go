package http_test

import (
	"bufio"
	"crypto/tls"
	"io"
	"net"
	nethttp "net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/http"
)

// TestEndWithoutCloseNotify checks the note on a document that ends with its
// connection, if TLS did not announce the end.
func TestEndWithoutCloseNotify(t *testing.T) {
	t.Parallel()
	certificate := httptest.NewTLSServer(nil)
	defer certificate.Close()
	for _, tt := range []struct {
		name, reply string
		raw         bool // the server closes without close_notify
		noted       bool
	}{
		{"announced", "HTTP/1.1 200 OK\r\n\r\nbody", false, false},
		{"cut", "HTTP/1.1 200 OK\r\n\r\nbody", true, true},
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
		if notes := doc.EndNotes(); len(notes) > 0 {
			t.Errorf("%s: %q before the end", tt.name, notes)
		}
		body, err := io.ReadAll(doc.Body)
		doc.Body.Close()
		notes := strings.Join(doc.EndNotes(), ", ")
		if string(body) != "body" || err != nil || strings.Contains(notes, "close_notify") != tt.noted {
			t.Errorf("%s: %q, %v, notes %q, want a note %v", tt.name, body, err, notes, tt.noted)
		}
		client.Close()
	}
}
