package extract_test

import (
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract"
)

// seeds are texts that are easy to get wrong.
var seeds = []string{
	"<URL:ftp://h/a-\n  b>", "> <URL:http://h/\n> >", "<http://h/a b\nc>", "(see http://h/a(b), http://c.d)", "URL:x:y",
	"news:comp.lang.c, mailto:a@b.c; urn:isbn:0-395-36341-1", "http://[::1]:80/", "http://例え.テスト/é", "hxxp[://]a[.]b/c d[@]e[.]org",
	"www.example.org/a. joe@example.org", "http://h/((((((((((((((((((", "news:", "A000://00000000000000", "hXXp[://00[.][.]0[.]00", "http://u:p@h:", "12:30 std::x C:\\a foo:bar", "<URL:<URL:../g>",
	"file:/a, file:///b; afs:/c", "\xff\xfehttp://h/\xc3", "http://h/😀😀", "http://a,http://b;ftp://c", "a@b@c.de", "<ht\ntp://h/>", "A0000000000000000000: ", "A000://0000*/00000000", "a://b**/c", "http://h/{<%= x %>}", "see:\\\"x", "file:/aaaaaaa[aaaaaaaaa", "n.aC$00000000000000000", "http://${a}/aaaaaaaaaaaaaaaa", "\x1b[1mhttp://h.de/é（a）’s",
}

// everything finds all kinds of matches.
var everything = extract.Options{Hosts: true, Addresses: true, Defanged: true}

// collect returns all matches, and the number of those that were too long.
func collect(t *testing.T, r io.Reader, o extract.Options) (list []extract.Match) {
	for m, err := range extract.Text(r, o) {
		if err != nil && !errors.Is(err, extract.ErrTooLong) {
			t.Fatal(err)
		}
		list = append(list, m)
	}
	return list
}

// Offsets, lines and columns are correct; matches do not overlap; the sizes of
// the reads do not matter. SPEC E3.
func FuzzText(f *testing.F) {
	for _, s := range seeds {
		f.Add(s, uint8(0))
		f.Add(s, uint8(15))
	}
	f.Fuzz(func(t *testing.T, text string, options uint8) {
		o := extract.Options{Hosts: options&1 != 0, Addresses: options&2 != 0, Defanged: options&4 != 0}
		if options&8 != 0 {
			o.MaxLength = 20
		}
		whole := collect(t, strings.NewReader(text), o)
		past := int64(0)
		for _, m := range whole {
			before := text[:m.Offset]
			switch {
			case m.Offset < past:
				t.Fatalf("%q: %+v overlaps what was before it", text, m)
			case !strings.HasPrefix(text[m.Offset:], m.Text):
				t.Fatalf("%q: %+v is not at its position", text, m)
			case m.Line != int64(strings.Count(before, "\n"))+1 || m.Column != m.Offset-int64(strings.LastIndexByte(before, '\n')):
				t.Fatalf("%q: %+v has another line and column", text, m)
			case o.MaxLength > 0 && len(m.Text) > o.MaxLength && !strings.ContainsAny(m.Text, "\x1b\\^") && strings.IndexByte(m.Text, 0x9b) < 0: // without sequences of a terminal
				t.Fatalf("%q: %+v is too long", text, m)
			}
			past = m.Offset + int64(len(m.Text))
		}
		if parted := collect(t, iotest.OneByteReader(strings.NewReader(text)), o); !reflect.DeepEqual(parted, whole) {
			t.Fatalf("%q byte by byte: %+v, whole: %+v", text, parted, whole)
		}
	})
}

// E6: a wrapped URL is found again, at any width, with certainty; no line ends
// with a hyphen, and none is longer than necessary.
func FuzzWrap(f *testing.F) {
	f.Add("ftp://info.cern.ch/pub/www/doc;type=d", 20)
	f.Add("http://h/a-----------b-c", 3)
	f.Add("x:", 1)
	f.Add("news:*", 0)
	f.Add("http://h/é", 13)
	f.Fuzz(func(t *testing.T, s string, width int) {
		u, err := earl.RFC3986.Parse(s)
		if err != nil {
			t.Skip()
		}
		wrapped, err := extract.Wrap(u.String(), width)
		if err != nil {
			t.Fatalf("Wrap(%q): %v", s, err)
		}
		for line := range strings.Lines(wrapped) {
			line, broken := strings.CutSuffix(line, "\n")
			if broken && strings.HasSuffix(line, "-") {
				t.Fatalf("Wrap(%q, %d) = %q: a break after a hyphen", s, width, wrapped)
			}
			if width > len("<URL:") && len(line) > width && !strings.Contains(line, "-") && len(line) > len("x>") {
				t.Fatalf("Wrap(%q, %d) = %q: a line of %d bytes", s, width, wrapped, len(line))
			}
		}
		for _, around := range []string{"%", "see %, and", "x\n  %\n"} {
			got := collect(t, strings.NewReader(strings.Replace(around, "%", wrapped, 1)), extract.Options{})
			if len(got) != 1 || got[0].URL != s || got[0].Alternatives != nil || got[0].Confidence != extract.High {
				t.Fatalf("%q gives %+v, want %q", wrapped, got, s)
			}
		}
	})
}
