package whois_test

import (
	"bytes"
	"encoding/hex"
	"io"
	"os/exec"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/demo"
	"github.com/earl-url/earl/internal/peers"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/whois"
)

// follow opens a URL, follows its redirects, and returns the text and the notes.
func follow(t *testing.T, url string) (text string, notes []string) {
	t.Helper()
	client := open.New(open.Options{}, whois.Opener{})
	defer client.Close()
	res, err := client.Follow(t.Context(), earl.RFC3986.MustParse(url))
	if err != nil {
		t.Fatalf("%s: %v", url, err)
	}
	doc := res.(*open.Document)
	defer doc.Body.Close()
	b, err := io.ReadAll(doc.Body)
	if err != nil {
		t.Fatalf("%s: %v", url, err)
	}
	return string(b), doc.Note
}

// G6, rfc3912 2: a server that is written in another language receives each query as one line, and
// its answer arrives unchanged.
func TestRealQueries(t *testing.T) {
	t.Parallel()
	p := peers.Whois(t)
	for path, line := range map[string]string{
		"":                                 "",
		"example.com":                      "example.com",
		"-T%20person%20jane":               "-T person jane",
		"caf%C3%A9.example":                "caf\u00e9.example",
		"2001:db8::1":                      "2001:db8::1",
		"n%20+%20192.0.2.1":                "n + 192.0.2.1",
		"a;b?c&d=e":                        "a;b?c&d=e",
		strings.Repeat("long.", 400) + "x": strings.Repeat("long.", 400) + "x",
	} {
		want := "% a registry in Python\r\nquery: " + hex.EncodeToString([]byte(line+"\r\n")) + "\r\nname: Caf\xe9\r\n"
		if got, _ := follow(t, p.URL(path)); got != want {
			t.Errorf("the answer to %.30q is %q, want %q", path, got, want)
		}
	}
}

// G6: a referral from one real server to another is followed, and one to a server that does not
// run is not the end.
func TestRealReferral(t *testing.T) {
	t.Parallel()
	first, second := peers.Whois(t), peers.Whois(t)
	text, notes := follow(t, first.URL("to%20"+second.Addr))
	if len(notes) != 2 || !strings.HasPrefix(notes[0], first.URL("to%20"+second.Addr)+" redirected to "+second.URL("to%20"+second.Addr)) ||
		!strings.HasSuffix(notes[1], "it was asked before") { // the second server sends the same line
		t.Errorf("%q has the notes %q", text, notes)
	}
	text, notes = follow(t, first.URL("to%20127.0.0.1:1")) // a port of another protocol
	if !strings.HasSuffix(text, "ReferralServer: whois://127.0.0.1:1\r\n") || len(notes) != 1 || !strings.Contains(notes[0], "bad-port-list") {
		t.Errorf("%q has the notes %q", text, notes)
	}
}

// Debian's client reads the server of the demo.
func TestRealClientReadsTheDemo(t *testing.T) {
	t.Parallel()
	program := peers.Program(t, "whois")
	s, err := demo.Start(t.Context(), demo.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	host, port, _ := strings.Cut(strings.TrimSuffix(strings.TrimPrefix(s.URL("whois", ""), "whois://"), "/"), ":")
	for query, want := range map[string]string{
		"library.example": "holder:  The Librarian",
		"192.0.2.17":      "range:   192.0.2.0 - 192.0.2.255",
		"none.example":    "% No object",
	} {
		out, err := exec.CommandContext(t.Context(), program, "-h", host, "-p", port, query).CombinedOutput()
		if err != nil || !bytes.Contains(out, []byte(want)) {
			t.Errorf("whois %s: %v, %s, want %q", query, err, out, want)
		}
	}
	text, notes := follow(t, s.URL("whois", "library.example"))
	if link := s.URL("http", "rdap/domain/library.example"); !strings.Contains(text, link) || len(notes) != 1 || !strings.Contains(notes[0], link) {
		t.Errorf("%q has the notes %q, want the address in RDAP", text, notes)
	}
}
