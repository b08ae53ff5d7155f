package waisserver

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"
	"testing"
)

// script returns what client and server sent in a transcript of the client's
// tests, which is a recording of freeWAIS-sf.
func script(t *testing.T, name string) (request, answer []byte) {
	t.Helper()
	b, err := os.ReadFile("../../../open/wais/testdata/" + name + ".txtar")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(b)) {
		side, text, _ := strings.Cut(strings.TrimRight(line, "\n"), ": ")
		octets, err := strconv.Unquote(`"` + strings.ReplaceAll(text, `"`, `\"`) + `"`)
		switch {
		case side == "C-" && err == nil:
			request = []byte(octets)
		case side == "S-" && err == nil:
			answer = []byte(octets)
		case side == "C-" || side == "S-":
			t.Fatal(name, err)
		}
	}
	return request, answer
}

// ask sends a message to a server and returns its response.
func ask(s *Server, requests ...[]byte) []byte {
	ours, theirs := net.Pipe()
	defer ours.Close()
	go s.Converse(theirs)
	var answer []byte
	for _, r := range requests {
		go ours.Write(r)
		header, body, err := readMessage(ours)
		if err != nil {
			return nil
		}
		answer = append(header[:], body...)
	}
	return answer
}

// books is the part of the database of the recordings that the tests need.
func books(t *testing.T) *Server {
	_, answer := script(t, "05-retrieve-small-text")
	id := answer[bytes.Index(answer, []byte("\x74\x81\x0b"))+3:][:139]
	return &Server{Databases: []Database{{Name: "books", Documents: []Document{{ID: string(id), Type: "TEXT", Headline: "02-short.txt", Body: answer[len(answer)-369:]}}}}}
}

// A retrieval is answered like in freeWAIS, byte for byte.
func TestAnswersAsRecorded(t *testing.T) {
	for _, name := range []string{
		"05-retrieve-small-text", "57-lynx-retrieve", "10-retrieve-unknown-docid", "11-retrieve-malformed-docid", "30-retrieve-end-beyond",
		"31-retrieve-start-at-end", "32-retrieve-start-beyond", "33-retrieve-wrong-type",
	} {
		request, want := script(t, name)
		if got := ask(books(t), request); !bytes.Equal(got, want) {
			t.Errorf("%s: the answer is\n%q, recorded\n%q", name, got, want)
		}
	}
}

// A hit has the elements and the order of a recorded one.
func TestHitAsRecorded(t *testing.T) {
	_, answer := script(t, "02-search-hits")
	first := answer[bytes.Index(answer, []byte("\x81\x16")):][:2+2+189]
	id := first[4+3:][:133]
	h := Hit{ID: string(id), Score: 270, Length: 224, Lines: 3, Types: []string{"HTML"}, Source: "/pub/db/books", Date: "0", Headline: "page.html"}
	if got := h.Element(); !bytes.Equal(got, first) {
		t.Errorf("the hit is\n%q, recorded\n%q", got, first)
	}
}

// The agreed size limits the server's answers. It answers an invalid request
// with an empty message.
func TestLimits(t *testing.T) {
	init := func(size int) []byte {
		return Message(append([]byte("\x14\x03\x01\x80\x04\x01\x80"), append(Number(5, size), Number(6, size)...)...), nil)
	}
	search := func(words string) []byte {
		return Message(append(make([]byte, 0), "\x16\x00\x00\x1e\x00\x13\x88\x00\x00\x1e\x01\x11\x00\x12\x05books\x14\x013"...),
			Element(99, Element(106, []byte(words)), Number(114, 200)))
	}
	retrieval, _ := script(t, "05-retrieve-small-text")
	hits := func(b []byte) int { return bytes.Count(b, []byte("\x81\x16")) }
	many := books(t)
	for i := range 20 {
		many.Databases[0].Documents = append(many.Databases[0].Documents, Document{ID: fmt.Sprint(i), Type: "TEXT", Headline: "zeppelin"})
	}
	for _, row := range []struct {
		name     string
		server   *Server
		requests [][]byte
		ok       func([]byte) bool
	}{
		{"all hits", many, [][]byte{search("zeppelin")}, func(b []byte) bool { return hits(b) == 21 }},
		{"hits that fit", many, [][]byte{init(600), search("zep*")}, func(b []byte) bool { return hits(b) > 0 && hits(b) < 21 && len(b)-25 <= 600 }},
		{"a text that does not", books(t), [][]byte{init(300), retrieval}, func(b []byte) bool { return string(b) == "0000000000z2wais        0" }},
		{"more than it has", books(t), [][]byte{init(1 << 20)}, func(b []byte) bool { return bytes.Contains(b, []byte("\x06\x03\x01\x86\xa0")) }},
		{"nothing found", books(t), [][]byte{search("nothing")}, func(b []byte) bool { return hits(b) == 0 }},
		{"its catalogue", &Server{Databases: books(t).Databases, Catalogue: true}, [][]byte{search("nothing")}, func(b []byte) bool { return hits(b) == 1 && bytes.Contains(b, []byte("\x76\x01\x00")) }},
		{"about itself", books(t), [][]byte{search("?")}, func(b []byte) bool { return hits(b) == 2 }},
		{"no APDU", books(t), [][]byte{Message(nil, nil)}, func(b []byte) bool { return len(b) == 25 }},
		{"another APDU", books(t), [][]byte{Message([]byte("\x18"), nil)}, func(b []byte) bool { return len(b) == 25 }},
		{"no length", books(t), [][]byte{[]byte("GET / HTTP/1.0\r\n\r\n          ")}, func(b []byte) bool { return b == nil }},
		{"version 3", books(t), [][]byte{[]byte("0000000000z3wais        0")}, func(b []byte) bool { return b == nil }},
	} {
		if got := ask(row.server, row.requests...); !row.ok(got) {
			t.Errorf("%s: %q", row.name, got)
		}
	}
}

// INFO describes the databases.
func TestINFO(t *testing.T) {
	s := &Server{Databases: []Database{{Name: "a", Description: `of "birds"`}, {Name: "b"}}}
	d, ok := s.database("", 2210)
	if !ok || len(d.Documents) != 2 || !strings.Contains(string(d.Documents[0].Body), `:description "of \"birds\""`) ||
		!strings.Contains(string(d.Documents[0].Body), ":tcp-port 2210") {
		t.Errorf("INFO is %+v", d)
	}
}

// Close ends everything that Serve started.
func TestServe(t *testing.T) {
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := books(t)
	done := make(chan error)
	go func() { done <- s.Serve(l) }()
	conn, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	request, _ := script(t, "05-retrieve-small-text")
	if _, err := conn.Write(request); err != nil {
		t.Fatal(err)
	}
	if _, _, err := readMessage(conn); err != nil {
		t.Error(err)
	}
	l.Close()
	<-done
	s.Close()
	if _, err := conn.Read(make([]byte, 1)); err == nil {
		t.Error("the connection is still open")
	}
}

// The database's own scores decide which documents are found, and in which
// order. IDs that are not in the database are left out.
func TestScores(t *testing.T) {
	asked := ""
	d := Database{Name: "books", Documents: []Document{{ID: "a", Headline: "zeppelin"}, {ID: "b"}, {ID: "c"}}}
	d.Scores = func(words string) map[string]int {
		asked = words
		return map[string]int{"b": 5, "c": 1000, "nowhere": 7}
	}
	hits := d.search("Zeppelin  raid")
	if asked != "Zeppelin  raid" || len(hits) != 2 || hits[0].ID != "c" || hits[0].Score != 1000 || hits[1].ID != "b" || hits[1].Score != 5 {
		t.Errorf("%q found %+v", asked, hits)
	}
}
