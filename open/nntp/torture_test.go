package nntp_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/nntp"
	"github.com/earl-url/earl/open/opentest"
)

// pipe is a network with one server in memory, which plays a script. It sends
// pieces of a size, and ends after cut bytes if cut is not negative.
func pipe(s *opentest.Script, size, cut int) open.Options {
	return (&opentest.Pieces{Wires: s.Wires, Size: size, Cut: cut}).Options(open.Options{})
}

// lengthOf returns how many bytes a transcript's server sends before the QUIT.
func lengthOf(s *opentest.Script) (n int) {
	for _, step := range s.Wires[0] {
		if step.Op == opentest.Done {
			break
		}
		if step.Op == opentest.ServerSends {
			n += len(step.Text)
		}
	}
	return n
}

// opened describes the result of a transcript's URL in a network.
func opened(t *testing.T, s *opentest.Script, o open.Options) string {
	set := settingsOf(t, s)
	o.Policy, o.Login = set.Options.Policy, set.Options.Login
	return report(t, open.New(o, nntp.Opener{Options: set.opener}), set, strings.ReplaceAll(s.URL, "HOST", "192.0.2.7"))
}

// wanted returns the transcripts that end without an error.
func wanted(t *testing.T) map[string]*opentest.Script {
	all := opentest.Transcripts(t)
	for name, s := range all {
		want, _ := s.File("want")
		options, _ := s.File("options")
		if strings.Contains(want, "\nerror ") || strings.HasPrefix(want, "error ") || strings.Contains(options, "probe") {
			delete(all, name)
		}
	}
	if len(all) < 20 {
		t.Fatalf("%d transcripts end well", len(all))
	}
	return all
}

// DESIGN 6: each good session has the same result one byte at a time.
func TestOneOctetAtATime(t *testing.T) {
	t.Parallel()
	for name, s := range wanted(t) {
		want, _ := s.File("want")
		synctest.Test(t, func(t *testing.T) {
			for _, size := range []int{1, 2, 3, 7} {
				if got := strings.ReplaceAll(opened(t, s, pipe(s, size, -1)), "192.0.2.7", "HOST"); got != want {
					t.Errorf("%s, %d bytes at a time: got\n%swant\n%s", name, size, got, want)
				}
			}
		})
	}
}

// DESIGN 10: each good session, truncated after every byte, never looks
// complete.
func TestCutAfterEveryOctet(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("-short: plays a transcript for each byte")
	}
	for name, s := range wanted(t) {
		options, _ := s.File("options")
		if strings.Contains(options, "end ") {
			continue // a truncation in a part that is not requested is not noticed
		}
		synctest.Test(t, func(t *testing.T) {
			for cut := range lengthOf(s) {
				if got := opened(t, s, pipe(s, 4096, cut)); !strings.Contains(got, "error cut") && !strings.Contains(got, "error connect") {
					t.Errorf("%s, truncated after %d bytes: %s", name, cut, got)
				}
			}
		})
	}
}

// rfc3977 3.1.1: the extra dots are removed and nothing else changes, in pieces
// of any size.
func TestDots(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("-short: tries each short text")
	}
	const alphabet = ".\r\na"
	texts := []string{""}
	for from := 0; len(texts[from]) < 5; from++ { // every text of up to five of these bytes
		for i := range alphabet {
			texts = append(texts, texts[from]+alphabet[i:i+1])
		}
	}
	synctest.Test(t, func(t *testing.T) {
		for _, text := range texts {
			text += "\r\n"
			stuffed := strings.ReplaceAll("\r\n"+text, "\r\n.", "\r\n..")[2:]
			s := &opentest.Script{Wires: [][]opentest.Step{{
				{Op: opentest.ServerSends, Text: "200 hello\r\n"}, {Op: opentest.ClientSends}, {Op: opentest.ServerSends, Text: "200 hello\r\n"},
				{Op: opentest.ClientSends}, {Op: opentest.ServerSends, Text: "220 0 <a@b>\r\n" + stuffed + ".\r\n"},
			}}}
			for _, size := range []int{1, 2, 3, 100} {
				c := open.New(pipe(s, size, -1), nntp.Opener{Options: nntp.Options{Server: "news.example"}})
				res, err := c.Open(t.Context(), edition.MustParse("news:a@b.example"))
				if err != nil {
					t.Fatal(err)
				}
				doc := res.(*open.Document)
				got, err := readBy(doc.Body, size)
				if doc.Body.Close(); err != nil || got != text {
					t.Fatalf("%q in pieces of %d: %q, %v, want %q", stuffed, size, got, err, text)
				}
			}
		}
	})
}

// readBy reads everything, size bytes at a time.
func readBy(r io.Reader, size int) (string, error) {
	var b strings.Builder
	buf := make([]byte, size)
	for {
		n, err := r.Read(buf)
		b.Write(buf[:n])
		if err == io.EOF {
			return b.String(), nil
		}
		if err != nil {
			return b.String(), err
		}
	}
}

// After a cancellation an open ends at once; with a silent server or a slow one
// it ends in time.
func TestTime(t *testing.T) {
	t.Parallel()
	s := opentest.Transcript(t, "testdata/inn-article.txtar")
	for name, test := range map[string]struct {
		steps int // the server's script, before it becomes silent
		took  time.Duration
		word  string
	}{"greeting": {0, 20 * time.Second, "deadline"}, "article": {7, 5 * time.Second, "deadline"}} {
		synctest.Test(t, func(t *testing.T) {
			silent := *s
			silent.Wires = [][]opentest.Step{append(s.Wires[0][:test.steps:test.steps], opentest.Step{Op: opentest.Stall})}
			o := pipe(&silent, 4096, -1)
			o.Policy = open.Policy{Idle: 5 * time.Second, Login: 20 * time.Second}
			if name == "greeting" {
				o.Policy.Idle = time.Minute
			}
			began := time.Now()
			got := report(t, open.New(o, nntp.Opener{Options: nntp.Options{Server: "news.example"}}), settings{}, s.URL)
			if took := time.Since(began); took != test.took || !strings.Contains(got, test.word) {
				t.Errorf("%s: after %v: %s", name, took, got)
			}
		})
	}
}

// A body may be closed early, and more than once; a listing is ranged over once.
func TestClose(t *testing.T) {
	t.Parallel()
	peer := opentest.Play(t, documentText)
	res, err := peer.Client(open.Options{}, nntp.Opener{}).Open(t.Context(), earl.RFC3986.MustParse(peer.URL))
	if err != nil {
		t.Fatal(err)
	}
	body := res.(*open.Document).Body
	if err := errors.Join(body.Close(), body.Close()); err != nil {
		t.Error(err)
	}
	if n, err := body.Read(make([]byte, 9)); n != 0 || !errors.Is(err, net.ErrClosed) {
		t.Errorf("Read of a closed body = %d, %v", n, err)
	}
	for _, text := range []string{listingText, "# B10\n-- url --\nnews:*\n-- wire --\n" + readerText + "C: LIST\nS: 215 list\nS: a.b 2 1 y\nS: c.d 1 1 y\nS: .\n"} {
		peer := opentest.Play(t, text)
		o := nntp.Opener{Options: nntp.Options{Server: "news.example"}}
		res, err := peer.Client(open.Options{}, o).Open(t.Context(), earl.RFC3986.MustParse(peer.URL))
		if err != nil {
			t.Fatal(err)
		}
		list := res.(*open.Listing)
		for range list.Entries {
			break
		}
		for e := range list.Entries {
			t.Errorf("a second range yields %q", e.Name)
		}
		list.Close()
	}
}

// DESIGN 4: limits end the endless output of a hostile server.
func TestMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: receives many MiB")
	}
	line := func(i int) string {
		return fmt.Sprintf("%d\\t%s\\ta@b.example\\tFri, 20 Nov 2026 10:29:17 -0000\\t<a@b.example>\\t%s\\t373\\t3\\r\\n", i, strings.Repeat("s", 400), strings.Repeat("<r@b>", 100))
	}
	head := "-- url --\nnntp://HOST/a.b\n-- wire --\n" + readerText + "C: GROUP a.b\nS: 211 9 1 9 a.b\n"
	for name, wire := range map[string]string{
		"overview":       head + "C: OVER 1-9\nS: 224 follows\nflood: " + line(1) + "\n",
		"a line":         head + "C: OVER 1-9\nS: 224 follows\nflood: x\n",
		"a header":       head + "C: OVER 1-9\nS: 500 no\nC: XOVER 1-9\nS: 500 no\nC: LISTGROUP\nS: 500 no\nC: HEAD 1\nS: 221 1\nflood: X-a: b\\r\\n\n",
		"numbers":        head + "C: OVER 1-9\nS: 500 no\nC: XOVER 1-9\nS: 500 no\nC: LISTGROUP\nS: 211 numbers\nflood: 7\\r\\n\n",
		"many who reply": head + "C: OVER 1-9\nS: 224 follows\nflood: 1\\ts\\ta\\tb\\t<a>\\t<b>\\t1\\t1\\r\\n\n",
	} {
		peer := opentest.Play(t, wire)
		client := peer.Client(open.Options{Policy: open.Policy{Entries: 40_000}}, nntp.Opener{})
		var before, now runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		most, n := uint64(0), 0
		look := func() {
			runtime.GC()
			runtime.ReadMemStats(&now)
			most = max(most, now.HeapAlloc-min(before.HeapAlloc, now.HeapAlloc))
		}
		res, err := client.Open(t.Context(), earl.RFC3986.MustParse(peer.URL))
		if err == nil {
			for _, err = range res.(*open.Listing).Entries {
				if n++; n%20_000 == 1 {
					look()
				}
			}
		}
		if look(); err == nil || !errors.Is(err, open.ErrCut) && !errors.Is(err, open.ErrProtocol) {
			t.Errorf("%s: %d entries, %v", name, n, err)
		}
		if most > 28<<20 {
			t.Errorf("%s: %d bytes of heap", name, most)
		}
	}
}

// TestArticleSize checks the limit for an endless article.
func TestArticleSize(t *testing.T) {
	t.Parallel()
	const block = 1 << 20
	talk := func(conn net.Conn) {
		lines := bufio.NewScanner(conn)
		io.WriteString(conn, "200 hello\r\n")
		for lines.Scan() {
			if verb, _, _ := strings.Cut(lines.Text(), " "); verb != "ARTICLE" {
				io.WriteString(conn, map[string]string{"MODE": "200 ok\r\n", "GROUP": "211 1 1 1 a.b\r\n"}[verb])
				continue
			}
			io.WriteString(conn, "220 1 <a@b>\r\n")
			text := []byte(strings.Repeat("x", block-2) + "\r\n")
			for {
				if _, err := conn.Write(text); err != nil {
					return
				}
			}
		}
	}
	for size, want := range map[int64]int64{0: nntp.DefaultArticleSize, 100: 100, -1: 80 * block} {
		client := open.New(opentest.InMemory(open.Options{}, talk), nntp.Opener{Options: nntp.Options{ArticleSize: size}})
		res, err := client.Open(t.Context(), earl.RFC3986.MustParse("nntp://h.test/a.b/1"))
		if err != nil {
			t.Fatal(err)
		}
		body := res.(*open.Document).Body
		n, err := io.CopyN(io.Discard, body, 80*block)
		if n != want || (size >= 0) != errors.Is(err, open.ErrCut) || size >= 0 && !strings.Contains(err.Error(), "nntp.Options.ArticleSize") {
			t.Errorf("ArticleSize %d: %d bytes, %v, want %d", size, n, err, want)
		}
		body.Close()
		client.Close()
	}
}
