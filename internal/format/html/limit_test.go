package html_test

import (
	"errors"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/format/html"
	"github.com/earl-url/earl/internal/racedetector"
)

// A repeater repeats a text a number of times, between a head and a tail. It
// does not hold all of its text in memory.
type repeater struct {
	head, text, tail string
	times            int
	rest             string
	ended            bool
}

func (r *repeater) Read(p []byte) (n int, err error) {
	for n < len(p) {
		if r.rest == "" {
			switch {
			case r.head != "":
				r.rest, r.head = r.head, ""
			case r.times > 0:
				r.rest, r.times = r.text, r.times-1
			case !r.ended:
				r.rest, r.ended = r.tail, true
			default:
				if n == 0 {
					return 0, io.EOF
				}
				return n, nil
			}
		}
		k := copy(p[n:], r.rest)
		n, r.rest = n+k, r.rest[k:]
	}
	return n, nil
}

// E3: in a line of 100 MB, whatever its content, the URL at the end is found at
// its position, in constant memory. An item that is too long is reported with
// its position, and reading continues after it.
func TestLongLines(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: searches many MiB")
	}
	const size = 100_000_000
	for _, c := range []struct {
		name, head, text, tail string
		want                   string
		long                   int64 // the position of the item that is too long; 0: none
	}{
		{"text", "<p>", "word: ", "http://end/", "http://end/", 0},
		{"references", "<p>", "&amp; ", "http://end/", "http://end/", 0},
		{"references without end", "<p>", "&amp;:", " http://end/", "http://end/", 0},
		{"characters of one octet here and three in UTF-8", "<meta charset=koi8-r><p>", "\x80", " http://end/", "http://end/", 0},
		{"less-than signs", "<p>", "<", " http://end/", "http://end/", 0},
		{"spaces", "<p>", " ", "http://end/", "http://end/", 0},
		{"tags", "", "<p class=x>", "<a href=http://end/>", "http://end/", 0},
		{"a comment", "<!--", " -", "--><a href=http://end/>", "http://end/", 0},
		{"a script", "<script>", "a<b;", "</script><a href=http://end/>", "http://end/", 0},
		{"an escaped script", "<script><!--", "a<b-", "--></script><a href=http://end/>", "http://end/", 0},
		{"a style", "<style>", "a{b:c;d:'e'}", "f{g:url(http://end/)}</style>", "http://end/", 0},
		{"a comment in a style", "<style>/*", "url(x)", "*/f{g:url(http://end/)}</style>", "http://end/", 0},
		{"a title", "<title>", "a:b ", "</title><a href=http://end/>", "http://end/", 0},
		{"a name of an element", "<a", "a", " class=no><a href=http://end/>", "http://end/", 0},
		{"a name of an attribute", "<a ", "a", "=x href=http://end/>", "http://end/", 0},
		{"attributes", "<a", " a=b", " href=http://end/>", "http://end/", 0},
		{"the same attribute", "<a href=http://end/", " href=b", ">", "http://end/", 0},
		{"a value without a URL", "<a title='", "a", "' href=http://end/>", "http://end/", 0},
		{"a value", "<img src='", "a", "' longdesc=http://end/>", "http://end/", 10},
		{"a value without quotes", "<img src=", "a", " longdesc=http://end/>", "http://end/", 9},
		{"a source set", "<img srcset='", "a 1x,", "' longdesc=http://end/>", "http://end/", 13},
		{"a document in a document", "<iframe srcdoc='", "<p>", "' src=http://end/>", "http://end/", 16},
		{"a URL in text", "<p>http://a/", "&amp;a", "<a href=http://end/>", "http://end/", 3},
		{"a URL in a style", "<style>a{b:url(", "a", ");c:url(http://end/)}</style>", "http://end/", 15},
		{"a quoted URL in a style", "<style>a{b:url('", "a(", "');c:url(http://end/)}</style>", "http://end/", 15},
		{"a string in a style", "<style>a{b:\"", "a", "\";c:url(http://end/)}</style>", "http://end/", 0},
	} {
		times := size / len(c.text)
		if racedetector.On || c.name != "text" && os.Getenv("EARL_GROWTH") == "" {
			times /= 30
		}
		total := int64(len(c.head) + times*len(c.text) + strings.Index(c.tail, c.want))
		if c.name == "the same attribute" {
			total = int64(strings.Index(c.head, c.want))
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		var got []extract.Match
		var long []extract.Match
		for m, err := range html.URLs(&repeater{head: c.head, text: c.text, tail: c.tail, times: times}, html.Options{}) {
			switch {
			case errors.Is(err, extract.ErrTooLong):
				long = append(long, m)
			case err != nil:
				t.Fatalf("%s: %v", c.name, err)
			default:
				got = append(got, m)
			}
		}
		runtime.ReadMemStats(&after)
		if len(got) != 1 || got[0].URL != c.want || got[0].Offset != total || got[0].Column != total+1 || got[0].Line != 1 {
			t.Errorf("%s: %d matches, %+v, want one at %d", c.name, len(got), got, total)
		}
		if want := c.long > 0; want != (len(long) == 1) || want && (long[0].Offset != c.long || long[0].Column != c.long+1 || long[0].Text != "") {
			t.Errorf("%s: too long: %.3v, want one at %d", c.name, long, c.long)
		}
		most := uint64(48 << 20)
		if c.long > 0 { // the memory for what is held, which grows by doubling
			most = 128 << 20
		}
		if strings.HasPrefix(c.name, "a name") {
			most = 4 << 20
		}
		if used := after.TotalAlloc - before.TotalAlloc; used > most {
			t.Errorf("%s: %d bytes allocated", c.name, used)
		}
	}
}

// MaxLength limits a value; with a higher limit it is found.
func TestMaxLength(t *testing.T) {
	doc := "<a href='" + strings.Repeat("a", 100) + "'>"
	for limit, found := range map[int]bool{0: true, 99: false, 100: true} {
		var o html.Options
		o.MaxLength = limit
		if matches, faults := all(t, doc, o); (len(matches) == 1) != found || (len(faults) == 0) != found {
			t.Errorf("MaxLength %d: %d matches, %v", limit, len(matches), faults)
		}
	}
}

// Documents nested in SRCDOC are read up to the limit, and deeper ones are
// reported.
func TestNestingIsBounded(t *testing.T) {
	for depth := 1; depth < 50; depth++ {
		matches, faults := all(t, strings.Repeat("<iframe/srcdoc=", depth)+"<a/href=x"+strings.Repeat(">", depth+1), html.Options{})
		if depth == 1 && (len(matches) != 0 || faults == nil) {
			t.Errorf("%+v, %v", matches, faults) // ">" ends the value of the first
		}
		doc := "<a href=x>"
		for range depth {
			doc = "<iframe srcdoc=\"" + strings.NewReplacer("&", "&amp;", "\"", "&quot;").Replace(doc) + "\">"
			if len(doc) > 1<<20 {
				return
			}
		}
		matches, faults = all(t, doc, html.Options{})
		if found := depth <= html.MaxNesting; found != (len(matches) == 1 && faults == nil) || !found && (len(faults) != 1 || !errors.Is(faults[0], html.ErrNesting)) {
			t.Errorf("depth %d: %+v, %v", depth, matches, faults)
		}
	}
}

// The sizes of the reads do not matter for a document of many windows. SPEC E3.
func TestPiecesOfManyWindows(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: reads each byte by itself")
	}
	doc := string(pages(1<<20)) + "<style>" + strings.Repeat("a{b:url( 'c d' )}/* url(e) */@import 'f';\n", 5000) + "</style>" +
		strings.Repeat("see &lt;URL:http://a/&amp;\nb&gt; & http://c/&eacute; <\n", 5000)
	want, faults := all(t, doc, html.Options{})
	if len(want) < 20_000 || faults != nil {
		t.Fatalf("%d matches, %v", len(want), faults)
	}
	for _, m := range want {
		if doc[m.Offset:m.Offset+int64(len(m.Text))] != m.Text || m.Line != 1+int64(strings.Count(doc[:m.Offset], "\n")) {
			t.Fatalf("%+v is not at its position", m)
		}
	}
	for _, size := range []int{1, 7, 1000, 65535, 65537, 1 << 17} {
		var got []extract.Match
		for m, err := range html.URLs(&sized{doc, size}, html.Options{}) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, m)
		}
		if !slices.EqualFunc(got, want, func(a, b extract.Match) bool {
			return a.Offset == b.Offset && a.Line == b.Line && a.Column == b.Column && a.Text == b.Text && a.URL == b.URL && a.Base == b.Base
		}) {
			t.Errorf("in pieces of %d bytes: %d matches, want the same %d", size, len(got), len(want))
		}
	}
}

// sized is a reader that returns at most a number of bytes per read.
type sized struct {
	text string
	n    int
}

func (s *sized) Read(p []byte) (n int, err error) {
	if s.text == "" {
		return 0, io.EOF
	}
	n = copy(p[:min(len(p), s.n)], s.text)
	s.text = s.text[n:]
	return n, nil
}
