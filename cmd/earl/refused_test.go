package main

import (
	"encoding/json"
	"net"
	"os"
	"path/filepath"
	"testing"
)

// Nothing is sent for a text that RFC 3986 does not accept under -e rfc3986, and nothing is
// looked up: a proxy that counts sees no connection. The texts are those that programs read
// differently, and some for which no shared data is needed. Source: rfc3986 appendix A.
func TestRefusedTextsAreNotSent(t *testing.T) {
	texts := []string{
		"http://h\\@x/", "http://a@b@c/", "http://h:80:90/", "http://h x/", "http://[::1/", "http://h:8a/", "http://h/\x00", "http://h/\n", "http://[::1]x/",
		"http://h/%", "http://h/%g1", "http://\u00fc/", "http://h/^", "http://h/`", "http://h<>/", "http://[1::2::3]/", "http://[v.x]/", "http://h/|", "http://h/{x}", "http://h#a#b",
	}
	var file struct {
		Cases []struct {
			Input   string
			RFC3986 *struct{ Valid bool } `json:"rfc3986"`
		}
	}
	if text, err := os.ReadFile("../../../shared/conformance/confusion/urls.json"); err == nil {
		if err := json.Unmarshal(text, &file); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range file.Cases {
		if c.RFC3986 != nil && !c.RFC3986.Valid {
			texts = append(texts, c.Input)
		}
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	sent := make(chan string, 1)
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				close(sent)
				return
			}
			b := make([]byte, 200)
			n, _ := c.Read(b)
			c.Close()
			sent <- string(b[:n])
		}
	}()
	out := filepath.Join(t.TempDir(), "out")
	for _, text := range texts {
		_, errs, status := runIn(t, t.TempDir(), "get", "--globoff", "--no-config", "-e", "rfc3986", "--max-time", "2", "--retry", "0", "-x", "http://"+l.Addr().String(), "--noproxy", "", "-o", out, "--", text)
		select {
		case what := <-sent:
			t.Errorf("%q: sent %q", text, what)
		default:
		}
		if status != statusNo && status != statusUsage && status != statusRefused || errs == "" {
			t.Errorf("%q: status %d, %q; want a refusal", text, status, errs)
		}
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("a refused text left a file")
	}
	t.Logf("%d texts, nothing sent", len(texts))
}
