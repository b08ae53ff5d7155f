package http_test

import (
	"fmt"
	"io"
	"net"
	nethttp "net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/http"
)

// The sizes of chunks are never content: a chunked response of HTTP/1.0 is decoded, and any
// other use of Transfer-Encoding there is an error. Source: rfc9112 6.1, 6.3.
func TestTransferEncoding(t *testing.T) {
	t.Parallel()
	const chunks = "5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n"
	for _, tt := range []struct {
		version, fields, content string
		body, err                string
	}{
		{"1.0", "Transfer-Encoding: chunked", chunks, "hello world", "ok"},
		{"1.0", "TRANSFER-ENCODING:Chunked", chunks, "hello world", "ok"},
		{"1.0", "A: b\r\nTransfer-Encoding: \tchunked \r\nC: d", chunks, "hello world", "ok"},
		{"1.0", "Transfer-Encoding: chunked\r\nConnection: keep-alive", chunks + "HTTP/1.0 200 OK\r\n", "hello world", "ok"},
		{"1.0", "Transfer-Encoding: chunked", "5;x=y\r\nhello\r\n0\r\nTrailer: x\r\n\r\n", "hello", "ok"},
		{"1.0", "Transfer-Encoding: chunked", "5\r\nhello\r\n6\r\n wo", "hello wo", "cut"},
		{"1.0", "Transfer-Encoding: chunked", "hello\r\nx", "", "protocol"},
		{"1.0", "Transfer-Encoding: chunked", "", "", "cut"},
		{"1.0", "Transfer-Encoding: chunked\r\nContent-Length: 5", chunks, "", "protocol"},
		{"1.0", "Transfer-Encoding: gzip, chunked", chunks, "", "protocol"},
		{"1.0", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", chunks, "", "protocol"},
		{"1.0", "Transfer-Encoding: identity", "hello", "", "protocol"},
		{"1.0", "Transfer-Encoding: gzip", "hello", "", "protocol"},
		{"1.0", "X-Transfer-Encoding: chunked", "hello", "hello", "ok"},
		{"1.0", "X: \"Transfer-Encoding: chunked\"", "Transfer-Encoding: chunked\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n", "ok"},
		{"1.0", "X: y", chunks, chunks, "ok"},
		{"1.1", "Transfer-Encoding: chunked", chunks, "hello world", "ok"},
		{"1.1", "transfer-encoding: CHUNKED", chunks, "hello world", "ok"},
		{"1.1", "Transfer-Encoding: chunked\r\nContent-Length: 5", chunks, "hello world", "ok"},
		{"1.1", "Transfer-Encoding: gzip, chunked", chunks, "", "protocol"},
		{"1.1", "Transfer-Encoding: chunked, chunked", chunks, "", "protocol"},
		{"1.1", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", chunks, "", "protocol"},
		{"1.1", "Transfer-Encoding: identity", "hello", "", "protocol"},
		{"1.1", "Transfer-Encoding: xchunked", chunks, "", "protocol"},
	} {
		addr, _ := serve(t, "HTTP/"+tt.version+" 200 OK\r\n"+tt.fields+"\r\n\r\n"+tt.content)
		text, _, err := get(t, client(t, open.Options{}, nil), &open.Request{URL: parse(t, "http://"+addr+"/")})
		if text != tt.body || word(err) != tt.err {
			t.Errorf("HTTP/%s %q: %q, %v, want %q, %s", tt.version, tt.fields, text, err, tt.body, tt.err)
		}
	}
}

// The same holds with TLS, for a header in small pieces, and after another response on the
// same connection; the answer to a HEAD has no content.
func TestTransferEncodingInPieces(t *testing.T) {
	t.Parallel()
	s := httptest.NewUnstartedServer(nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
		conn, _, err := w.(nethttp.Hijacker).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		defer conn.Close()
		io.WriteString(conn, "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 3\r\n\r\none")
		if _, err := conn.Read(make([]byte, 4096)); err != nil {
			return
		}
		for _, c := range "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" {
			fmt.Fprint(conn, string(c))
		}
		if r.Method != nethttp.MethodHead {
			io.WriteString(conn, "3\r\ntwo\r\n0\r\n\r\n")
		}
	}))
	s.StartTLS()
	t.Cleanup(s.Close)
	c := client(t, open.Options{}, &http.Opener{Options: http.Options{TLS: s.Client().Transport.(*nethttp.Transport).TLSClientConfig}})
	for _, want := range []string{"one", "two"} {
		if text, doc, err := get(t, c, &open.Request{URL: parse(t, s.URL+"/")}); text != want || err != nil {
			t.Errorf("%q, %v, %v, want %q", text, doc, err, want)
		}
	}
	addr, _ := serve(t, "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
	if m, err := client(t, open.Options{}, nil).Probe(t.Context(), parse(t, "http://"+addr+"/")); err != nil || m.Status != 200 {
		t.Errorf("Probe = %+v, %v", m, err)
	}
}

// An endless header of HTTP/1.0 takes no more memory than the limit of a header.
func TestTransferEncodingInEndlessHeader(t *testing.T) {
	t.Parallel()
	addr := listen(t, func(conn net.Conn, done <-chan struct{}) {
		io.WriteString(conn, "HTTP/1.0 200 OK\r\n")
		for i := 0; ; i++ {
			if _, err := fmt.Fprintf(conn, "X-%d: %s\r\n", i, strings.Repeat("y", 1000)); err != nil {
				return
			}
		}
	})
	began := time.Now()
	if _, _, err := get(t, client(t, open.Options{}, nil), &open.Request{URL: parse(t, "http://"+addr+"/")}); word(err) != "protocol" {
		t.Errorf("%v after %v", err, time.Since(began))
	}
}

// Several fields Content-Encoding are one list; identity and empty elements are no codings.
// Source: rfc9110 5.3, 5.6.1.2, 8.4.
func TestContentEncodingIsAList(t *testing.T) {
	t.Parallel()
	for fields, want := range map[string]string{
		"Content-Encoding: gzip":                                    "gzip",
		"Content-Encoding: gzip\r\nContent-Encoding: br":            "gzip, br",
		"Content-Encoding: gzip, ,br ,\r\ncontent-encoding: X-Y":    "gzip, br, X-Y",
		"Content-Encoding: identity":                                "",
		"Content-Encoding: identity, Identity\r\nContent-Encoding:": "",
		"Content-Encoding: identity, gzip":                          "gzip",
		"Content-Encoding:":                                         "",
		"Content-Encoding: ,":                                       "",
		"X: y":                                                      "",
		"Content-Encoding: " + strings.Repeat("gzip, ", 50):         strings.Repeat("gzip, ", 50)[:200] + "...",
	} {
		addr, _ := serve(t, "HTTP/1.1 200 OK\r\n"+fields+"\r\nContent-Length: 0\r\n\r\n")
		if _, doc, err := get(t, client(t, open.Options{}, nil), &open.Request{URL: parse(t, "http://"+addr+"/")}); err != nil || doc.Coding != want {
			t.Errorf("%q: %+v, %v, want %q", fields, doc, err, want)
		}
	}
}
