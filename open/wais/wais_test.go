package wais_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/protocol/waisserver"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/opentest"
	"github.com/earl-url/earl/open/wais"
	"github.com/earl-url/earl/views"
)

// everything is a document with every byte, longer than one response.
var everything = func() []byte {
	b := make([]byte, 0, 256<<10)
	for i := range 256 << 10 {
		b = append(b, byte(i), byte(i>>8))
	}
	return b[:250_001]
}()

// library is a server with two databases.
func library() *waisserver.Server {
	return &waisserver.Server{Databases: []waisserver.Database{
		{Name: "books", Description: "Books about \"birds\" and ships.", Documents: []waisserver.Document{
			{ID: "\x01\x01a\x07\x01\x00", Type: "TEXT", Headline: "On zeppelins", Date: "19930704", Body: []byte("A zeppelin is a ship. A zeppelin flies.\n")},
			{ID: "\x01\x01b\x07\x01\x00", Type: "HTML", Headline: "Birds", Body: []byte("<p>No zeppelin is a bird.\n")},
			{ID: "\x00\xff/?;=\r\n%", Type: "GIF", Headline: "Everything", Body: everything},
			{ID: "\x01\x01e", Type: "TEXT", Headline: "Void"},
		}},
		{Name: "a/b c", Description: "Names of all sorts."},
	}}
}

// served returns a network in which every host is s, on pipes.
func served(s *waisserver.Server) open.Options {
	return opentest.InMemory(open.Options{}, func(conn net.Conn) { s.Converse(conn) })
}

// openAt opens a URL at a server.
func openAt(t testing.TB, o open.Options, r open.Request, url string) (open.Resource, error) {
	t.Helper()
	u, err := earl.RFC1738.Parse(url)
	if err != nil {
		t.Fatal(err)
	}
	r.URL = u
	return open.New(o, wais.Opener{}).Do(t.Context(), &r)
}

// B14, A27: a form, its answer, the hits, and the document of each hit byte for
// byte, from a server that was written independently of the client.
func TestLibrary(t *testing.T) {
	o := served(library())
	res, err := openAt(t, o, open.Request{}, "wais://wais.example/books")
	if err != nil {
		t.Fatal(err)
	}
	form := res.(*open.Form)
	if want := `books: Books about "birds" and ships.`; form.Title != want {
		t.Errorf("title %q, want %q", form.Title, want)
	}
	u, err := form.Answer([]string{"zeppelin* everything"})
	if err != nil {
		t.Fatal(err)
	}
	res, err = openAt(t, o, open.Request{}, u.String())
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for e, err := range res.(*open.Listing).Entries {
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, e.Name)
		res, err := openAt(t, o, open.Request{}, e.URL.String())
		if err != nil {
			t.Fatal(err)
		}
		doc := res.(*open.Document)
		b, err := io.ReadAll(doc.Body)
		doc.Body.Close()
		want := find(e.Name).Body
		if err != nil || !bytes.Equal(b, want) || e.Size != int64(len(want)) || e.Type != doc.Type {
			t.Errorf("%s: %d bytes of %s, %v, want %d of %s", e.Name, len(b), doc.Type, err, len(want), e.Type)
		}
	}
	if want := []string{"On zeppelins", "Birds", "Everything"}; !slices.Equal(names, want) {
		t.Errorf("hits %q, want %q", names, want)
	}
}

// find returns a document of the library by its headline.
func find(headline string) waisserver.Document {
	for _, doc := range library().Databases[0].Documents {
		if doc.Headline == headline {
			return doc
		}
	}
	return waisserver.Document{}
}

// urlOf returns the URL of a document of the library.
func urlOf(t testing.TB, headline string) string {
	t.Helper()
	doc := find(headline)
	u, err := views.WAIS{Host: "wais.example", Database: "books", WType: earl.Some(earl.Octets(doc.Type)), WPath: earl.Some(earl.Octets(doc.ID))}.URL(earl.RFC1738)
	if err != nil {
		t.Fatal(err)
	}
	return u.String()
}

// Offset and End request exactly that part, whatever their values are.
func TestParts(t *testing.T) {
	o := served(library())
	url := urlOf(t, "Everything")
	n := int64(len(everything))
	r := rand.New(rand.NewPCG(1, 2))
	for range 40 {
		req := open.Request{Offset: r.Int64N(n + 10), End: r.Int64N(n + 10)}
		if r.IntN(3) == 0 {
			req.End = req.Offset + r.Int64N(20)
		}
		res, err := openAt(t, o, req, url)
		if err != nil {
			t.Fatal(req.Offset, req.End, err)
		}
		body := res.(*open.Document).Body
		b, err := io.ReadAll(body)
		body.Close()
		end := min(n, req.End)
		if req.End == 0 {
			end = n
		}
		want := everything[min(req.Offset, n):max(end, min(req.Offset, n))]
		if err != nil || !bytes.Equal(b, want) {
			t.Errorf("from %d to %d: %d bytes, %v, want %d", req.Offset, req.End, len(b), err, len(want))
		}
	}
}

// A document of any length is read in constant memory.
func TestLongDocument(t *testing.T) {
	const size = 64 << 20
	text := strings.Repeat("x", 100_000)
	o := answering(func(_ int, request []byte) []byte {
		if request[27] == 20 {
			return waisserver.Message([]byte("\x15\x01"), nil)[:25+2+2]
		}
		start, end := asks(request)
		return part(text[:min(end, size)-start])
	})
	res, err := openAt(t, o, open.Request{}, "wais://wais.example/b/T/%01%01a")
	if err != nil {
		t.Fatal(err)
	}
	body := res.(*open.Document).Body
	defer body.Close()
	heap := func() int64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	before := heap()
	if n, err := io.Copy(io.Discard, body); n != size || err != nil {
		t.Errorf("%d bytes, %v, want %d", n, err, size)
	}
	if grown := heap() - before; grown > 1<<20 {
		t.Errorf("the heap grew by %d bytes", grown)
	}
}

// B13, B14: the first sent message is that of the plan, byte for byte, for a
// server that accepts Init.
func TestSendsWhatThePlanSays(t *testing.T) {
	for _, url := range []string{
		"wais://wais.example/books", "wais://wais.example/", "wais://wais.example/books?a%20b", "wais://wais.example/a%2Fb%20c?%22x", "wais://wais.example/books?a+b%2Bc",
		"wais://wais.example/books/TEXT/%01%01a", "wais://wais.example/books//%00%FF",
		"wais://wais.example/books/TEXT/12/1=a;2=/b;7=%00;", "wais://wais.example/books/TEXT/12000/1=a;7=%00;", "wais://wais.example/books/TEXT/1%3Da%3B7%3D%00%3B",
	} {
		u := earl.RFC3986.MustParse(url)
		var sent []string
		s := library()
		o := opentest.InMemory(open.Options{}, func(conn net.Conn) {
			ours, theirs := net.Pipe()
			go s.Converse(theirs)
			defer ours.Close()
			for {
				b := make([]byte, 1<<16)
				n, err := conn.Read(b)
				if err != nil {
					return
				}
				sent = append(sent, string(b[:n]))
				ours.Write(b[:n])
				n, err = ours.Read(b)
				if err != nil {
					return
				}
				conn.Write(b[:n])
			}
		})
		client := open.New(o, wais.Opener{})
		plan, err := client.Plan(t.Context(), &open.Request{URL: u})
		if err != nil {
			t.Fatal(err)
		}
		if res, err := client.Open(t.Context(), u); err == nil {
			if doc, ok := res.(*open.Document); ok {
				doc.Body.Close()
			}
		}
		for i := range min(len(plan.Steps), 2) {
			if len(sent) <= i || sent[i] != plan.Steps[i].Line {
				t.Errorf("%s: sent\n%q, the plan is\n%q", url, sent, plan.Steps)
			}
		}
	}
}

// The exchange is traced in words.
func TestTrace(t *testing.T) {
	var lines []string
	trace := func(e open.Event) { lines = append(lines, string(e.Dir)+": "+e.Line) }
	o := served(library())
	o.Trace = trace
	for _, url := range []string{"wais://wais.example/books?zeppelin", "wais://wais.example/books/TEXT/%01%01x", "wais://wais.example/books"} {
		openAt(t, o, open.Request{}, url)
	}
	want := []string{
		`C: search of database "books" for "zeppelin"`,
		"S: 2 hits",
		"C: init, messages of up to 100000 bytes",
		"S: init accepted, messages of up to 100000 bytes",
		`C: retrieval of document "%01%01x", type "TEXT", from database "books", bytes 0 to 99797`,
		`S: diagnostic SF: "Missing DocID in request"`,
		`C: search of database "books" without words, for its description`,
		"S: 2 hits",
		`C: retrieval of document "%03%06source", type "WSRC", from database "books", bytes 0 to 119`,
		"S: text of 119 bytes",
	}
	if !slices.Equal(lines, want) {
		t.Errorf("the trace is\n%s\nwant\n%s", strings.Join(lines, "\n"), strings.Join(want, "\n"))
	}
}

// Probe requests one byte of a document and reports what a URL refers to.
func TestProbe(t *testing.T) {
	for _, row := range []struct{ url, want string }{
		{urlOf(t, "On zeppelins"), "document -1 text/plain <nil>"},
		{"wais://wais.example/books?bird", "listing -1  <nil>"},
		{"wais://wais.example/books", "form -1  <nil>"},
		{"wais://wais.example/books/TEXT/no", "not found"},
		{"wais://wais.example/nosuch", "not found"},
	} {
		client := open.New(served(library()), wais.Opener{})
		m, err := client.Probe(context.Background(), earl.RFC1738.MustParse(row.url))
		got := fmt.Sprintf("%s %d %s %v", m.Kind, m.Size, m.Type, err)
		if errors.Is(err, open.ErrNotFound) {
			got = "not found"
		}
		if got != row.want {
			t.Errorf("Probe(%s) = %s, want %s", row.url, got, row.want)
		}
	}
}

// A form accepts one answer, of words or empty.
func TestFormAnswers(t *testing.T) {
	res, err := openAt(t, served(library()), open.Request{}, "wais://wais.example/a%2Fb%20c")
	if err != nil {
		t.Fatal(err)
	}
	answer := res.(*open.Form).Answer
	for _, answers := range [][]string{nil, {"a", "b"}, {"a\tb"}, {"a\r\nb"}, {"\x7f"}} {
		if u, err := answer(answers); err == nil {
			t.Errorf("Answer(%q) = %s, want an error", answers, u)
		}
	}
	if u, err := answer([]string{"C++ & <é>"}); err != nil || u.String() != "wais://wais.example/a%2Fb%20c?C%2B%2B%20&%20%3C%C3%A9%3E" {
		t.Errorf("Answer = %s, %v", u, err)
	}
}

// A document-id may contain any byte. None is lost between a hit and the
// request for it (A27).
func TestDocumentIDsRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		id := make([]byte, 1+r.IntN(300))
		for i := range id {
			id[i] = byte(r.Uint32())
		}
		s := &waisserver.Server{Databases: []waisserver.Database{{Name: "b", Documents: []waisserver.Document{{ID: string(id), Type: "T", Headline: "x", Body: []byte("here")}}}}}
		o := served(s)
		for _, e := range []*earl.Edition{earl.RFC1738, earl.RFC3986, earl.Draft1994} {
			res, err := open.New(o, wais.Opener{}).Open(t.Context(), e.MustParse("wais://wais.example/b?x"))
			if err != nil {
				t.Fatal(err)
			}
			for entry, err := range res.(*open.Listing).Entries {
				if err != nil || entry.URL.Edition() != e {
					t.Fatalf("%s: %q, %v", e.Name(), entry.URL, err)
				}
				body, _, err := get(t.Context(), o, entry.URL.String())
				if body != "here" || err != nil {
					t.Errorf("%s: id %q: %s: %q, %v", e.Name(), id, entry.URL, body, err)
				}
			}
		}
	}
}
