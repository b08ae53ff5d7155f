package demo

import (
	"crypto/sha256"
	"encoding/base64"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

// request sends one http request and returns the whole response: the status
// line and the header, and the body.
func request(t *testing.T, s *Servers, lines ...string) (head, body string) {
	t.Helper()
	p := dial(t, s.HTTP)
	p.send(strings.Join(lines, "\r\n") + "\r\nHost: " + s.HTTP + "\r\nConnection: close\r\n\r\n")
	head, body, _ = strings.Cut(p.rest(), "\r\n\r\n")
	return head + "\r\n", body
}

func TestHTTPAnswers(t *testing.T) {
	t.Parallel()
	s := started(t)
	for _, c := range []struct {
		name string
		ask  []string
		head []string // texts that the header must contain
		body string   // the body or, after "...", a text that it must contain
	}{
		{"a text", []string{"GET /a/b%2Fc/f HTTP/1.1"}, // SPEC B23: the path is sent unchanged
			[]string{"HTTP/1.1 200 OK", "Content-Length: 118", "Content-Type: text/plain; charset=utf-8", "Last-Modified: Thu, 01 Dec 1994 12:00:00 GMT"}, "...three steps"},
		{"a decoded slash", []string{"GET /a/b/c/f HTTP/1.1"}, []string{"HTTP/1.1 404 Not Found"}, "...nothing with that name"},
		{"a range", []string{"GET /octets.bin HTTP/1.1", "Range: bytes=65-67"},
			[]string{"HTTP/1.1 206 Partial Content", "Content-Range: bytes 65-67/256"}, "ABC"},
		{"a range behind the end", []string{"GET /octets.bin HTTP/1.1", "Range: bytes=256-"}, []string{"HTTP/1.1 416 "}, "..."},
		{"a redirect", []string{"GET /old-tour.txt HTTP/1.1"}, []string{"HTTP/1.1 301 Moved Permanently", "Location: /tour.txt"}, "..."},
		{"a directory", []string{"GET /names HTTP/1.1"}, []string{"HTTP/1.1 301 Moved Permanently", "Location: /names/"}, "..."},
		{"names", []string{"GET /names/ HTTP/1.1"}, []string{"HTTP/1.1 200 OK"}, `...<a href="/names/semi%3Bcolon.txt">semi;colon.txt</a>`},
		{"more names", []string{"GET /names/ HTTP/1.1"}, nil, `...<a href="/names/100%25.txt">100%.txt</a>`},
		{"head", []string{"HEAD /tour.txt HTTP/1.1"}, []string{"HTTP/1.1 200 OK"}, ""},
		{"post", []string{"POST /tour.txt HTTP/1.1", "Content-Length: 0"}, []string{"HTTP/1.1 405 Method Not Allowed", "Allow: GET, HEAD"}, "...reading only"},
		{"put", []string{"PUT /x HTTP/1.1", "Content-Length: 0"}, []string{"HTTP/1.1 405 Method Not Allowed"}, "..."},
		{"escape", []string{"GET /../../../etc/passwd HTTP/1.1"}, []string{"HTTP/1.1 404 Not Found"}, "..."},
		{"encoded escape", []string{"GET /%2E%2E/%2e%2e%2fetc/passwd HTTP/1.1"}, []string{"HTTP/1.1 404 Not Found"}, "..."},
		{"only ftp", []string{"GET /home/reader/notes.txt HTTP/1.1"}, []string{"HTTP/1.1 404 Not Found"}, "..."},
		{"a file with a slash", []string{"GET /tour.txt/ HTTP/1.1"}, []string{"HTTP/1.1 404 Not Found"}, "..."},
		{"an absolute form", []string{"GET http://elsewhere/tour.txt HTTP/1.1"}, []string{"HTTP/1.1 200 OK"}, "...Ten schemes"},
		{"markup in a search", []string{"GET /search?q=%22%3E%3Cb%3E HTTP/1.1"}, []string{"HTTP/1.1 200 OK"}, `...value="&#34;&gt;&lt;b&gt;"`},
		{"a search", []string{"GET /search?q=semicolon+hidden HTTP/1.1"}, nil, `...<a href="/articles/three-characters-for-one-octet.txt">Three characters for one octet</a>`},
	} {
		t.Run(c.name, func(t *testing.T) {
			head, body := request(t, s, c.ask...)
			for _, want := range c.head {
				if !strings.Contains("\r\n"+head, "\r\n"+want) {
					t.Errorf("no %q in %q", want, head)
				}
			}
			if want, part := strings.CutPrefix(c.body, "..."); part && !strings.Contains(body, want) || !part && body != want {
				t.Errorf("body %q, want %q", body, c.body)
			}
		})
	}
}

// TestHTTPPolicy: the page's policy allows its style sheet, and the page refers
// to no other site.
func TestHTTPPolicy(t *testing.T) {
	s := started(t)
	r, err := http.Get(s.URL("http", ""))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	defer http.DefaultClient.CloseIdleConnections()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(b), "<style>")
	sheet, _, ok := strings.Cut(rest, "</style>")
	sum := sha256.Sum256([]byte(sheet))
	if want := "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"; !ok || !strings.Contains(r.Header.Get("Content-Security-Policy"), want) {
		t.Errorf("the policy %q lacks %s", r.Header.Get("Content-Security-Policy"), want)
	}
	if strings.Contains(string(b), "http:") || strings.Contains(string(b), "//") || strings.Contains(string(b), "<script") {
		t.Errorf("something from outside in %s", b)
	}
}

// TestHTTPHalfOpen: connections without a request do not keep the server from
// closing. When one ends, another can connect.
func TestHTTPHalfOpen(t *testing.T) {
	t.Parallel()
	s := started(t)
	var peers []*peer
	for range maxConns {
		p := dial(t, s.HTTP)
		p.send("GET / HT")
		peers = append(peers, p)
	}
	late := dial(t, s.HTTP)
	late.send("GET /tour.txt HTTP/1.1\r\nHost: x\r\n\r\n")
	peers[0].conn.Close()
	late.want("HTTP/1.1 200 OK")
	dial(t, s.HTTP) // waits for a slot when the server closes
	start := time.Now()
	s.Close()
	if d := time.Since(start); d > 5*time.Second {
		t.Errorf("Close took %v", d)
	}
}
