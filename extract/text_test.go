package extract_test

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract"
)

// E2: a hyphen before a line break might or might not belong to the URL; white space around the
// break is ignored; both readings are returned.
func TestHyphenBeforeLineBreak(t *testing.T) {
	for _, c := range []struct {
		text, url    string
		alternatives []string
		confidence   extract.Confidence
	}{
		{"<URL:http://h/a-\n  b>", "http://h/a-b", []string{"http://h/ab"}, extract.Medium},
		{"<URL:http://h/a- \t\r\n\tb>", "http://h/a-b", []string{"http://h/ab"}, extract.Medium},
		{"> <http://h/a-\n> b>", "http://h/a-b", []string{"http://h/ab"}, extract.Medium},
		{"<URL:http://h/a-\nb-\nc>", "http://h/a-b-c", []string{"http://h/ab-c", "http://h/a-bc", "http://h/abc"}, extract.Medium},
		{"<URL:x:-\na-\nb-\nc-\nd>", "x:-a-b-c-d", []string{"x:abcd"}, extract.Medium},
		{"<URL:http://h/a\n-b>", "http://h/a-b", nil, extract.High},
		{"<URL:http://h/a-b\n>", "http://h/a-b", nil, extract.High},
		{"<URL:http://h/a-\n>", "http://h/a-", nil, extract.High},
		// R21: a space inside a line may belong to the URL, in draft1993.
		{"<URL:http://h/a b>", "http://h/ab", []string{"http://h/a b"}, extract.Medium},
		{"<URL:http://h/a b-\nc>", "http://h/ab-c", []string{"http://h/abc", "http://h/a b-c", "http://h/a bc"}, extract.Medium},
		{"<URL: http://h/a\n b >", "http://h/ab", nil, extract.High},
	} {
		got := all(t, c.text, extract.Options{})
		if len(got) != 1 || got[0].URL != c.url || !slices.Equal(got[0].Alternatives, c.alternatives) || got[0].Confidence != c.confidence {
			t.Errorf("Text(%q) = %+v, want %q or %q, %v", c.text, got, c.url, c.alternatives, c.confidence)
		}
	}
}

// What can be in a wrapper, and what cannot.
func TestWrappers(t *testing.T) {
	for _, c := range []struct {
		src, text string
		want      []string
	}{
		{"E1: any scheme after the prefix", "<URL:x-unknown:a b\nc>", []string{"x-unknown:abc"}},
		{"E1: the prefix in any case", "<url:ftp://h/>", []string{"ftp://h/"}},
		{"E1: a blank line", "<URL:ftp://h/\n\na>", []string{"ftp://h/a"}},
		{"draft1993 Wrappers: no blank line without the prefix", "<ftp://h/\n\na>", []string{"ftp://h/"}},
		{"draft1993 Wrappers: an unknown scheme is no URL", "<a:b> <xs:element>", nil},
		{"draft1993 Wrappers: comparisons", "a < http://h/ and b > c", []string{"http://h/"}},
		{"E1: only a fragment after a break", "<URL:http://h/a\n#b>", []string{"http://h/a#b"}},
		{"E1: not closed", "<URL:http://h/a and so on", []string{"http://h/a"}},
		{"E1: the next one opens first", "<URL:http://h/a <URL:http://h/b>", []string{"http://h/a", "http://h/b"}},
		{"E1: words are no URL", "<URL:see below> <URL:...> <URL:>", nil},
		{"E4: the prefix alone", "URL:ftp://h/a, URL:x-unknown:b. my-URL:x:c", []string{"ftp://h/a", "x-unknown:b"}},
		{"E5: other delimiters", `<a href="http://h/a">b</a> [c](http://h/d)`, []string{"http://h/a", "http://h/d"}},
		{"E6: a URL of the scheme url", "<URL:url:a>", []string{"url:a"}},
		{"a control character", "<URL:http://h/\x00a>", []string{"http://h/"}},
		{"a quotation mark belongs to a URL of draft1993", `<URL:http://h/"a">`, []string{`http://h/"a"`}},
		{"draft1993 Wrappers: words before a URL are not its scheme", "<LICENSE or http://h/a>, <see\nhttp://h/b>", []string{"http://h/a", "http://h/b"}},
		{"Slack", "<http://h/a|a label>", []string{"http://h/a"}},
	} {
		if got := urls(t, c.text, extract.Options{}); !slices.Equal(got, c.want) {
			t.Errorf("%s: Text(%q) = %q, want %q", c.src, c.text, got, c.want)
		}
	}
}

// D14: a relative reference in a wrapper is reported as such, and not resolved.
func TestRelativeReferenceIsNotResolved(t *testing.T) {
	got := all(t, "see http://base.example/ and <URL:../a\n b#c>", extract.Options{})
	if len(got) != 2 || got[1].URL != "../ab#c" || !got[1].Relative || got[1].Confidence != extract.Low || got[0].Relative {
		t.Errorf("got %+v", got)
	}
}

// Kinds and options: hosts without a scheme, and defanged URLs, are found only
// if an option is set.
func TestOptions(t *testing.T) {
	const text = "www.example.org/a joe@example.org hxxp://a[.]example/b c(.)example[dot]org/d e[at]f[.]de http[://]g.example/h hxxps://i.example:80/j."
	for _, c := range []struct {
		o    extract.Options
		want string
	}{
		{extract.Options{}, "[low bare hxxp://a][medium bare hxxps://i.example:80/j]"},
		{extract.Options{Hosts: true}, "[medium scheme-less http://www.example.org/a][low bare hxxp://a][medium bare hxxps://i.example:80/j]"},
		{extract.Options{Addresses: true}, "[medium address mailto:joe@example.org][low bare hxxp://a][medium bare hxxps://i.example:80/j]"},
		{extract.Options{Defanged: true}, "[medium bare http://a.example/b][medium scheme-less http://c.example.org/d][medium address mailto:e@f.de]" +
			"[medium bare http://g.example/h][medium bare https://i.example:80/j]"},
	} {
		got := ""
		for _, m := range all(t, text, c.o) {
			got += fmt.Sprintf("[%v %v %s]", m.Confidence, m.Kind, m.URL)
		}
		if got != c.want {
			t.Errorf("%+v:\ngot  %s\nwant %s", c.o, got, c.want)
		}
	}
}

// A name that is too long is not truncated.
func TestLongNames(t *testing.T) {
	long := strings.Repeat("a", 80)
	for _, c := range []struct{ text, want string }{
		{long + "://h/", ""},
		{long + ".http://h/", "http://h/"},
		{long + "@example.org", ""},
		{long + ".joe@example.org", ""},
		{"a.b@example.org", "mailto:a.b@example.org"},
	} {
		if got := strings.Join(urls(t, c.text, extract.Options{Addresses: true}), " "); got != c.want {
			t.Errorf("Text(%q) = %q, want %q", c.text, got, c.want)
		}
	}
}

// In programs and JSON, an escape before a URL is not a part of its scheme.
func TestEscapeBeforeURL(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`"See:\nhttps://h.example/a\thttp://h.example/c"`, "https://h.example/a http://h.example/c"},
		{`"\rftp://h.example/"`, "ftp://h.example/"},
		{`\nntp://h.example/g`, "nntp://h.example/g"}, // a scheme of its own
		{`nhttps://h.example/a`, "nhttps://h.example/a"},
		{`\xhttps://h.example/a`, "xhttps://h.example/a"},
	} {
		if got := strings.Join(urls(t, c.text, extract.Options{}), " "); got != c.want {
			t.Errorf("Text(%q) = %q, want %q", c.text, got, c.want)
		}
	}
}

// E3, rfc1738 4: a scheme that a program has added is found like the registered ones.
func TestAddedScheme(t *testing.T) {
	e := earl.RFC1738.With(earl.Scheme{Name: "x-finger"}).With(earl.Scheme{Name: "x-no", Check: func(string) (int, int, earl.Rule) { return 0, 1, "x-no | here | never" }})
	const text = "see x-finger:joe, x-no:joe"
	if got := urls(t, text, extract.Options{Edition: e}); !slices.Equal(got, []string{"x-finger:joe"}) {
		t.Errorf("got %q", got)
	}
	if got := urls(t, text, extract.Options{}); got != nil {
		t.Errorf("without it: %q", got)
	}
}

// E3: bare URLs of every registered scheme.
func TestEveryRegisteredScheme(t *testing.T) {
	for scheme := range earl.RFC3986.Schemes() {
		url := scheme.Name + "://h.example/a"
		switch scheme.Name {
		case "mailto", "mid", "cid":
			url = scheme.Name + ":a@h.example"
		case "news":
			url = "news:comp.lang.c"
		case "urn":
			url = "urn:isbn:0"
		}
		got := all(t, "("+strings.ToUpper(url[:1])+url[1:]+"), see.", extract.Options{})
		if len(got) != 1 || !strings.EqualFold(got[0].URL, url) || got[0].Confidence != extract.High {
			t.Errorf("%s: %+v", url, got)
		}
	}
}

// An error of the reader comes last, after the matches before it.
func TestReaderFails(t *testing.T) {
	broken := errors.New("broken")
	for _, c := range []struct {
		r    io.Reader
		want error
	}{
		{io.MultiReader(strings.NewReader("http://h/a http://h/b"), iotest.ErrReader(broken)), broken},
		{io.MultiReader(strings.NewReader("http://h/a http://h/b"), idle{}), io.ErrNoProgress},
	} {
		n, last := 0, error(nil)
		for m, err := range extract.Text(c.r, extract.Options{}) {
			if last != nil || err == nil && m.URL == "" {
				t.Errorf("%+v, %v after %v", m, err, last)
			}
			if last = err; err == nil {
				n++
			}
		}
		if n != 2 || !errors.Is(last, c.want) {
			t.Errorf("%d URLs, then %v, want 2, then %v", n, last, c.want)
		}
	}
}

// idle is a reader that returns no bytes.
type idle struct{}

func (idle) Read([]byte) (int, error) { return 0, nil }

// A caller that stops gets no more matches.
func TestBreakOff(t *testing.T) {
	for range extract.Text(strings.NewReader(strings.Repeat("http://h/ ", 3)), extract.Options{}) {
		break
	}
	for range extract.Text(strings.NewReader("http://h/"+strings.Repeat("a", 30)), extract.Options{MaxLength: 20}) {
		break
	}
}

// Wrap refuses what a wrapper would change.
func TestCannotWrap(t *testing.T) {
	for _, url := range []string{"http://h/a b", "http://h/\n", "http://h/>", "http://h/<", "http://h/\x7f", "http://h/\x00"} {
		if got, err := extract.Wrap(url, 0); !errors.Is(err, extract.ErrCannotWrap) || got != "" {
			t.Errorf("Wrap(%q) = %q, %v", url, got, err)
		}
	}
}

// E6: lines are broken as in the appendix, and never after a hyphen.
func TestWrap(t *testing.T) {
	for _, c := range []struct {
		url   string
		width int
		want  string
	}{
		{"ftp://ds.internic.net/rfc", 0, "<URL:ftp://ds.internic.net/rfc>"},
		{"ftp://ds.internic.net/rfc", 40, "<URL:ftp://ds.internic.net/rfc>"},
		{"ftp://ds.internic.net/rfc", 15, "<URL:ftp://ds.i\nnternic.net/rf\nc>"}, // no line begins with the bracket
		{"http://h/abc-def", 18, "<URL:http://h/abc\n-def>"},
		{"http://h/a--------b", 12, "<URL:http://\nh/a\n--------b>"},
		{"http://h/éé", 16, "<URL:http://h/é\né>"},
	} {
		got, err := extract.Wrap(c.url, c.width)
		if err != nil {
			t.Fatal(err)
		}
		if got != c.want {
			t.Errorf("Wrap(%q, %d) = %q, want %q", c.url, c.width, got, c.want)
		}
	}
}
