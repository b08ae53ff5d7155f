package gopher_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/gopher"
	"github.com/earl-url/earl/open/opentest"
	"github.com/earl-url/earl/views"
)

func TestSuite(t *testing.T) {
	opentest.Run(t, gopher.Opener{}, opentest.Fixture{
		Edition:  earl.RFC1738,
		Document: "-- url --\ngopher://gopher.example/0/a\n-- wire --\nC: /a\nS: one\nS: ..two\nS: .\n",
		Listing:  "-- url --\ngopher://gopher.example/1/m\n-- wire --\nC: /m\nS: 0A\\t/a\\tgopher.example\\t70\nS: 0B\\t/b\\tgopher.example\\t70\n",
		Endless:  "-- url --\ngopher://gopher.example/9/a\n-- wire --\nC: /a\nflood: x\n",
		EndlessListing: "-- url --\ngopher://gopher.example/1/m\n-- wire --\nC: /m\n" +
			"flood: 0A\\t/a\\tgopher.example\\t70\\r\\n\n",
		Hostile: []opentest.Hostile{
			{URL: "gopher://gopher.example/{}a"},
			{URL: "gopher://gopher.example/0/a{}b", Pass: "\t"}, // %09 ends the selector
			{URL: "gopher://gopher.example/7/a%09b{}c", Pass: "\t"},
			{URL: "gopher://gopher.example/7/a%09b%09+c{}d"},
			{URL: "gopher://gopher{}.example/0/a"},
		},
	})
}

// The suite again, for a text that never ends.
func TestEndlessText(t *testing.T) {
	opentest.Run(t, gopher.Opener{}, opentest.Fixture{
		Edition: earl.RFC1738,
		Endless: "-- url --\ngopher://gopher.example/0/a\n-- wire --\nC: /a\nflood: ..x\\r\\n\n",
	})
}

// 1.2: a text that ends in a line "." is complete, even if the server does not close the
// connection.
func TestServerThatDoesNotClose(t *testing.T) {
	for _, test := range []struct{ wire, want string }{
		{"-- url --\ngopher://gopher.example/0/a\n-- wire --\nC: /a\nS: one\nS: .\nstall\n", "document size=-1 type=text/plain\n\t\"one\\r\\n\"\n"},
		{"-- url --\ngopher://gopher.example/1/a\n-- wire --\nC: /a\nS: .\nstall\n", "listing size=-1 type=application/gopher-menu\n\tdoubt the menu has no items: some servers send that when they fail\n"},
		{"-- url --\ngopher://gopher.example/0/a\n-- wire --\nC: /a\nS: 3no\\t\\terror.host\\t1\nS: .\nstall\n", "error not-found: gopher: \"no\"\n"},
		{"-- url --\ngopher://gopher.example/0/a%09%09+\n-- wire --\nC: /a\\t+\nS: --1\nS: 1 me\nS: no\nS: .\nstall\n", "error not-found: gopher: code 1: \"no\"\n"},
		{"-- url --\ngopher://gopher.example/0/a\n-- wire --\nC: /a\nS: one\nS-: .\nstall\n", // half a line
			"document size=-1 type=text/plain\n\t\"one\\r\\n\"\n\t\".\"\nerror deadline: gopher: the server sent nothing for 100ms: i/o timeout\n\tanother attempt can succeed after 0s\n"},
		{"-- url --\ngopher://gopher.example/0/a\n-- wire --\nC: /a\nS: one\nstall\n",
			"document size=-1 type=text/plain\n\t\"one\\r\\n\"\nerror deadline: gopher: the server sent nothing for 100ms: i/o timeout\n\tanother attempt can succeed after 0s\n"},
	} {
		peer := opentest.Play(t, test.wire)
		client := peer.Client(open.Options{Policy: open.Policy{Idle: 100 * time.Millisecond}}, gopher.Opener{})
		if got := report(t, client, open.Request{}, peer.URL); got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}

// document opens a URL with this reply and returns the document.
func document(t testing.TB, o gopher.Options, url, reply string, size int) *open.Document {
	t.Helper()
	u, err := edition.Parse(url)
	if err != nil {
		t.Fatal(err)
	}
	res, err := open.New(pieces(size, reply), gopher.Opener{Options: o}).Open(t.Context(), u)
	if err != nil {
		t.Fatal(err)
	}
	doc, ok := res.(*open.Document)
	if !ok {
		t.Fatalf("%s is a %T", url, res)
	}
	t.Cleanup(func() { doc.Body.Close() })
	return doc
}

// unstuffed is the slow twin of the text reader: it applies the rules to a complete text.
func unstuffed(raw string) string {
	var lines []string
	for line := range strings.Lines(raw) {
		lines = append(lines, line)
	}
	bare := func(line string) string { return strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r") }
	if len(lines) == 0 || bare(lines[len(lines)-1]) != "." {
		return raw
	}
	lines = lines[:len(lines)-1]
	lone, one := false, false
	for _, line := range lines {
		lone = lone || bare(line) == "."
		one = one || strings.HasPrefix(line, ".") && bare(line) != "." && !strings.HasPrefix(line, "..")
	}
	for i, line := range lines {
		if !lone && strings.HasPrefix(line, "..") && (!one || bare(line) == "..") {
			lines[i] = line[1:]
		}
	}
	return strings.Join(lines, "")
}

// FuzzText: the reader gives the same text as the rules for a complete text, for any sizes of
// the reads.
func FuzzText(f *testing.F) {
	for _, s := range opentest.Transcripts(f) {
		f.Add(replies(s)[0], uint16(7))
	}
	f.Add("..\r\n.\r\n", uint16(1))
	f.Add(strings.Repeat("..\n", 9000)+".x\n..\n.", uint16(4096))
	f.Add(strings.Repeat("x", 40000)+"\n.\n.\n", uint16(4096))
	f.Fuzz(func(t *testing.T, raw string, size uint16) {
		if len(raw) > gopher.HoldMax || strings.ContainsAny(raw[:min(len(raw), 1)], "03") {
			return // longer than the reader holds back, or possibly an error
		}
		doc := document(t, gopher.Options{}, "gopher://gopher.example/0/a", raw, int(size)+1)
		if err := iotest.TestReader(doc.Body, []byte(unstuffed(raw))); err != nil {
			t.Error(err)
		}
	})
}

// A text of any length is read in constant memory. An ambiguous dot is left in the text.
func TestLongText(t *testing.T) {
	long := strings.Repeat("a line of text of the usual length, or a little more than that\r\n", 40<<10)
	for _, test := range []struct{ name, raw, want string }{
		{"no dots", long + ".\r\n", long},
		{"undecided", "..a\r\n" + long + "..\r\n.\r\n", "..a\r\n" + long + "..\r\n"},
		{"decided at the end", long + "..\r\n..a\r\n.\r\n", long + ".\r\n.a\r\n"},
		{"decided before", "a\r\n.b\r\n" + long + "..\r\n..a\r\n.\r\n", "a\r\n.b\r\n" + long + ".\r\n..a\r\n"},
	} {
		doc := document(t, gopher.Options{}, "gopher://gopher.example/0/a", test.raw, 64<<10)
		b, err := io.ReadAll(doc.Body)
		if err != nil || string(b) != test.want {
			t.Errorf("%s: %d bytes, %v, want %d", test.name, len(b), err, len(test.want))
		}
	}
}

// FuzzMenu checks every entry of every menu: an absolute URL that parses as
// itself, without a password and without bytes that end a line.
func FuzzMenu(f *testing.F) {
	for _, s := range opentest.Transcripts(f) {
		f.Add(replies(s)[0])
	}
	f.Fuzz(func(t *testing.T, raw string) {
		u, _ := edition.Parse("gopher://gopher.example/1")
		res, err := open.New(pieces(4096, raw), gopher.Opener{}).Open(t.Context(), u)
		if err != nil {
			return
		}
		n := 0
		for e, err := range res.(*open.Listing).Entries {
			if err != nil {
				break
			}
			if n++; e.URL.IsZero() {
				continue
			}
			again, err := e.URL.Edition().Parse(e.URL.String())
			if err != nil || again != e.URL {
				t.Errorf("Parse(%q) = %q, %v", e.URL, again, err)
			}
			if _, ok := e.URL.Password(); ok || e.URL.Scheme() == "file" {
				t.Errorf("an entry with the URL %s", e.URL.Redacted())
			}
			if v, err := views.ParseGopher(e.URL); err == nil && strings.ContainsAny(string(v.Selector), "\t\r\n") {
				t.Errorf("a selector %q", v.Selector)
			}
		}
		if n > strings.Count(raw, "\n")+1 {
			t.Errorf("%d entries in %q", n, raw)
		}
	})
}

// A binary item is copied unread, to a file by the kernel.
func TestWriteTo(t *testing.T) {
	octets := bytes.Repeat([]byte("0123456789abcdef\r\n.\r\n"), 200<<10/21)
	script := "-- url --\ngopher://gopher.example/9/a\n-- wire --\nC: /a\n" + strings.Repeat("S: "+strings.Repeat("x", 1000)+"\n", 300)
	peer := opentest.Play(t, script)
	u, _ := edition.Parse(peer.URL)
	res, err := peer.Client(open.Options{}, gopher.Opener{}).Open(t.Context(), u)
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.Create(filepath.Join(t.TempDir(), "a"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	n, err := io.Copy(file, res.(*open.Document).Body)
	if n != 300*1002 || err != nil {
		t.Errorf("io.Copy = %d, %v, want %d", n, err, 300*1002)
	}
	doc := document(t, gopher.Options{}, "gopher://gopher.example/9/a", string(octets), 999)
	var b bytes.Buffer
	if _, err := io.Copy(&b, doc.Body); err != nil || !bytes.Equal(b.Bytes(), octets) {
		t.Errorf("%d bytes, %v, want %d", b.Len(), err, len(octets))
	}
}

// The error of the writer is the error of the copy, not one of the server.
func TestWriterFails(t *testing.T) {
	mine := errors.New("disk full")
	for _, url := range []string{"gopher://gopher.example/9/a", "gopher://gopher.example/0/a"} {
		doc := document(t, gopher.Options{}, url, strings.Repeat("line\n", 100<<10), 64<<10)
		if _, err := io.Copy(failing{mine}, doc.Body); !errors.Is(err, mine) {
			t.Errorf("%s: io.Copy = %v, want %v", url, err, mine)
		}
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// A menu of any length is read in constant memory, and so is a directory with attributes.
func TestLongMenu(t *testing.T) {
	for _, script := range []string{
		"-- url --\ngopher://gopher.example/1\n-- wire --\nC:\nflood: 0A\\t/a\\tgopher.example\\t70\\r\\n\n",
		"-- url --\ngopher://gopher.example/1%09%09$\n-- wire --\nC: \\t$\nS: +-1\n" + infoFlood,
	} {
		if grown := growth(t, script, 100_000); grown > 4<<20 {
			t.Errorf("the heap grew by %d bytes in a menu of 100,000 entries: %s", grown, script)
		}
	}
}

// growth returns by how many bytes the heap grows while that many entries are read.
func growth(t *testing.T, script string, entries int) int64 {
	peer := opentest.Play(t, script)
	u, _ := edition.Parse(peer.URL)
	res, err := peer.Client(open.Options{}, gopher.Opener{}).Open(t.Context(), u)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	var before, after runtime.MemStats
	for _, err := range res.(*open.Listing).Entries {
		if err != nil {
			t.Fatal(err)
		}
		if n++; n == 1000 {
			runtime.GC()
			runtime.ReadMemStats(&before)
		}
		if n == entries {
			runtime.GC()
			runtime.ReadMemStats(&after)
			break
		}
	}
	return int64(after.HeapAlloc) - int64(before.HeapAlloc)
}

// The plan has steps if Open connects, and none otherwise.
func TestPlanSaysWhetherOpenConnects(t *testing.T) {
	var paths []string
	for _, plus := range []string{"", "%09", "%09w", "%09%09+", "%09w%09+", "%09%09!", "%09%09$", "%09%09?", "%09%09?x", "%09%09x", "%09%09+%091%0D%0A+-1%0D%0Aa%0D%0A.%0D%0A"} {
		for _, typ := range []string{"", "0", "1", "2", "3", "7", "8", "9", "T", "i", "h", "hURL:http://h/", "h/url:http://h/", "+"} {
			if typ != "" || plus == "" {
				paths = append(paths, typ+plus)
			}
		}
	}
	for _, path := range paths {
		dialled := false
		client := open.New(open.Options{
			Policy: open.Policy{Ask: strings.Contains(path, "%091%0D%0A")}, // otherwise an empty search is sent
			LookupNetIP: func(context.Context, string, string) ([]netip.Addr, error) {
				return []netip.Addr{netip.MustParseAddr("192.0.2.1")}, nil
			},
			DialContext: func(context.Context, string, string) (net.Conn, error) {
				dialled = true
				return nil, open.ErrConnect
			},
		}, gopher.Opener{})
		u := earl.RFC1738.MustParse("gopher://gopher.example/" + path)
		client.Open(t.Context(), u)
		plan, err := client.Plan(t.Context(), &open.Request{URL: u})
		if err != nil || (plan.Effect == open.EffectSends) != dialled || (len(plan.Steps) > 0) != dialled || !dialled && plan.Note == "" {
			t.Errorf("%s: Plan = %+v, %v; connected: %v", u, plan, err, dialled)
		}
	}
}
