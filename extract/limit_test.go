package extract_test

import (
	"errors"
	"io"
	"os"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/labelled"
	"github.com/earl-url/earl/internal/longtest"
	"github.com/earl-url/earl/internal/racedetector"
)

// A repeater repeats a text up to a size, followed by a tail. It does not hold
// all of its text in memory.
type repeater struct {
	text string
	left int64
	tail string
	at   int
}

func (r *repeater) Read(p []byte) (n int, err error) {
	for r.left > 0 && n < len(p) {
		k := copy(p[n:min(int64(len(p)), int64(n)+r.left)], r.text[r.at:])
		n, r.left, r.at = n+k, r.left-int64(k), (r.at+k)%len(r.text)
	}
	k := copy(p[n:], r.tail)
	r.tail = r.tail[k:]
	if n += k; n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

// E3: in a line of 100 MB the URL at its end is found, in constant memory: a
// few windows are allocated in total.
func TestLongLine(t *testing.T) {
	const size = 100_000_000
	for _, word := range []string{"word: ", "a<b ", "......", "://", "<URL:", "http://("} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		r := &repeater{text: word, left: size, tail: " http://example.org/end."}
		if word != "word: " && (testing.Short() || os.Getenv("EARL_GROWTH") == "") {
			r.left = size / 50
		}
		left := r.left
		n := 0
		var last extract.Match
		for m, err := range extract.Text(r, extract.Options{}) {
			if err != nil {
				t.Fatal(err)
			}
			last, n = m, n+1
		}
		runtime.ReadMemStats(&after)
		if n != 1 || last.URL != "http://example.org/end" || last.Line != 1 || last.Column != left+2 || last.Offset != left+1 {
			t.Errorf("%q: %d, last %+v", word, n, last)
		}
		if used := after.TotalAlloc - before.TotalAlloc; used > 8<<20 {
			t.Errorf("%q: %d bytes allocated", word, used)
		}
	}
}

// The sizes of the reads do not matter for a text of many windows. SPEC E3.
func TestPiecesOfManyWindows(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: reads each byte by itself")
	}
	var b strings.Builder
	for i := 0; b.Len() < 1<<20; i++ {
		for _, d := range labelled.Parse(labelledText) {
			b.WriteString(d.Text)
			b.WriteByte(" \n"[i%2])
		}
		b.WriteString("<URL:http://h/" + strings.Repeat("abc-\n", i*100) + ">\n")
	}
	text := b.String()
	want := collect(t, strings.NewReader(text), everything)
	for _, size := range []int{1, 7, 1000, 4096, 100_000, 1 << 17} {
		got := collect(t, &sized{text, size}, everything)
		if !slices.EqualFunc(got, want, func(a, b extract.Match) bool { return reflect.DeepEqual(a, b) }) {
			t.Errorf("in pieces of %d bytes: %d matches, want the same %d", size, len(got), len(want))
		}
	}
	for _, m := range want {
		if text[m.Offset:m.Offset+int64(len(m.Text))] != m.Text {
			t.Fatalf("%+v is not at its position", m)
		}
	}
}

// sized is a reader that returns at most a number of bytes per read.
type sized struct {
	text string
	size int
}

func (s *sized) Read(p []byte) (int, error) {
	if s.text == "" {
		return 0, io.EOF
	}
	n := copy(p[:min(len(p), s.size)], s.text)
	s.text = s.text[n:]
	return n, nil
}

// A URL is not held beyond the limit, and the text after it is searched. An
// unclosed wrapper is not a wrapper.
func TestMaxLength(t *testing.T) {
	for _, c := range []struct {
		text      string
		max       int
		long      int
		urls      []string
		allocated uint64
	}{
		{"http://h/" + strings.Repeat("a", 20) + " http://h/b", 28, 1, []string{"http://h/b"}, 0},
		{"http://h/" + strings.Repeat("a", 19) + " http://h/b", 28, 0, []string{"http://h/" + strings.Repeat("a", 19), "http://h/b"}, 0},
		{"<URL:http://h/ " + strings.Repeat("a ", 40) + "> http://h/b", 28, 0, []string{"http://h/", "http://h/b"}, 0},
		{"http://h/[" + strings.Repeat("a", 20) + " http://h/b", 28, 1, []string{"http://h/b"}, 0},
		{"http://${a}/" + strings.Repeat("a", 20) + " http://h/b", 28, 0, []string{"http://h/b"}, 0},
		{"http://h/" + strings.Repeat("a", extract.DefaultMaxLength) + " http://h/b", 0, 1, []string{"http://h/b"}, 0},
	} {
		long := 0
		var got []string
		for m, err := range extract.Text(strings.NewReader(c.text), extract.Options{MaxLength: c.max}) {
			switch {
			case errors.Is(err, extract.ErrTooLong) && m.Text == "" && m.Offset == 0 && m.Line == 1:
				long++
			case err != nil:
				t.Fatal(err)
			default:
				got = append(got, m.URL)
			}
		}
		if long != c.long || strings.Join(got, " ") != strings.Join(c.urls, " ") {
			t.Errorf("%.40q, limit %d: %d too long, %q, want %d, %q", c.text, c.max, long, got, c.long, c.urls)
		}
	}
}

// A defanged URL that is too long is not truncated; one without marks is found
// unchanged.
func TestLongDefanged(t *testing.T) {
	path := strings.Repeat("a", 3000)
	for _, c := range []struct{ text, want string }{
		{"http://h/" + path, "http://h/" + path},
		{"hxxp://h.example/" + path, "hxxp://h.example/" + path},
		{"h[.]example[.]org/" + path, ""},
	} {
		if got := strings.Join(urls(t, c.text, extract.Options{Defanged: true}), " "); got != c.want {
			t.Errorf("Text(%.30q) = %.30q of %d bytes, want %.30q of %d", c.text, got, len(got), c.want, len(c.want))
		}
	}
}

// Brackets are followed 16 deep; a URL ends before deeper ones.
func TestNestedBrackets(t *testing.T) {
	for n, whole := range map[int]bool{16: true, 17: false} {
		text := "http://h/" + strings.Repeat("(", n) + "a" + strings.Repeat(")", n)
		want := "http://h/"
		if whole {
			want = text
		}
		if got := urls(t, text, extract.Options{}); len(got) != 1 || got[0] != want {
			t.Errorf("Text(%q) = %q, want %q", text, got, want)
		}
	}
}

// nasty are pieces of texts in which something is searched for repeatedly.
var nasty = []string{"http://h/(", "<URL:", "<URL:a", "<http:", "http://a,", "http://a@", "news:a.", "mailto:a,", "mailto:a@b,", "urn:a", "urn:ab:", "::", "a.b",
	"a@b.", "www.", "hxxp://a[.]", "a[.]b", "[.]", "http://[", "http://[::", "'http://", "http://h/'", "http://h/....", "http://h/[", "😀http://h/😀", "\n>", "<URL:x\n>", "a-\n", "http://h/a,b;", "://",
	"http://${", "x://{a}", "http://{a}", "http://h/{a}", "http://h/%s", "http://h/a\"b", "http://例。", "a.例。", "http://a例.", "例@", "http://h/[a", "http://h/（",
	"http://h/é（", "\x1b[1m", "\x1b]8;;", `\e]8;;x\a`, "\x9b", "[.", ".]", " dot ", "hxxp://a dot ", "http://h[x]"}

// The time is linear in the length of the text, not quadratic: a text takes at
// most 4 times as long as its pieces, even on a busy machine.
func TestGrowth(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	const size, growth, bar, floor = 4 << 10, 16, 4, 50 * time.Millisecond
	for _, piece := range nasty {
		var parts, whole time.Duration
		for range 5 {
			parts, whole = elapsed(piece, size, growth), elapsed(piece, growth*size, 1)
			if whole <= max(floor, bar*parts) {
				break
			}
		}
		if whole > max(floor, bar*parts) {
			t.Errorf("many %q: in %d pieces %v, at once %v", piece, growth, parts, whole)
		}
	}
}

// elapsed returns the time for searching a text that repeats a piece, several
// times.
func elapsed(piece string, size, times int) time.Duration {
	text := strings.Repeat(piece, size/len(piece))
	start := time.Now()
	for range times {
		for range extract.Text(strings.NewReader(text), everything) {
		}
	}
	return max(time.Since(start), time.Microsecond)
}

// defangedShapes are texts in which each trigger might be read again with
// everything after it. Requirement E3.
var defangedShapes = []string{"http://h/((((", "http://a,", "http://[::1", "hxxp[://]", "http://h/'", "'http://h/'", "((((",
	"a[.]b", "hxxp://a[.]b", strings.Repeat("a[.]b", 400) + " ", strings.Repeat("http://a,", 220) + "[.] ", strings.Repeat("file:/", 300) + "|[.] "}

// With Defanged too the time is linear in the length of the text: a text that
// is 16 times as long takes at most 32 times as long, even on a busy machine.
func TestDefangedGrowth(t *testing.T) {
	size, floor := int64(1<<20), 20*time.Millisecond
	if racedetector.On || !longtest.InGate() {
		size, floor = 64<<10, 2*time.Millisecond
	}
	const growth, bar = 16, 32
	for _, shape := range defangedShapes {
		var short, long time.Duration
		for range 5 {
			short, long = defangedTime(shape, size), defangedTime(shape, growth*size)
			if long <= bar*max(short, floor) {
				break
			}
		}
		if long > bar*max(short, floor) {
			t.Errorf("many %.20q: %d bytes take %v, %d times as many %v", shape, size, short, growth, long)
		}
	}
}

// defangedTime returns how long it takes to search a text of some bytes.
func defangedTime(shape string, size int64) time.Duration {
	start := time.Now()
	for range extract.Text(&repeater{text: shape, left: size}, extract.Options{Defanged: true, MaxLength: 32 << 10}) {
	}
	return time.Since(start)
}
