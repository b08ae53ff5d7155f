package gemtext_test

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
	"github.com/earl-url/earl/internal/format/gemtext"
)

// G8: the kind of each line. Source: gemtext specification.
func TestLines(t *testing.T) {
	const page = "# One\r\n##Two\n### Three\n#### Four\n=> /a A page\n=>gemini://h/\tx \n=>   \n* item\n*no item\n> quote\n>\nplain\n```alt text\n# not a heading\n=> /b\n```ignored\n\nend"
	var lines gemtext.Lines
	var got []string
	for text := range strings.Lines(page) {
		l := lines.Next(text)
		got = append(got, fmt.Sprintf("%d %d %q %q %d %v", l.Kind, l.Level, l.Text, l.URL, l.At, l.Open))
	}
	want := []string{
		`2 1 "One" "" 0 false`, `2 2 "Two" "" 0 false`, `2 3 "Three" "" 0 false`, `2 3 "# Four" "" 0 false`,
		`1 0 "A page" "/a" 3 false`, `1 0 "x" "gemini://h/" 2 false`, `0 0 "=>   " "" 0 false`,
		`3 0 "item" "" 0 false`, `0 0 "*no item" "" 0 false`, `4 0 "quote" "" 0 false`, `4 0 "" "" 0 false`, `0 0 "plain" "" 0 false`,
		`6 0 "alt text" "" 0 true`, `5 0 "# not a heading" "" 0 false`, `5 0 "=> /b" "" 0 false`, `6 0 "ignored" "" 0 false`,
		`0 0 "" "" 0 false`, `0 0 "end" "" 0 false`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// found returns the matches of a page, one per line.
func found(r io.Reader, o gemtext.Options) (got []string) {
	for m, err := range gemtext.URLs(r, o) {
		if err != nil {
			got = append(got, fmt.Sprintf("%d:%d %v", m.Line, m.Column, err))
			continue
		}
		got = append(got, fmt.Sprintf("%d:%d@%d %s %s %s relative=%v", m.Line, m.Column, m.Offset, m.URL, m.Kind, m.Confidence, m.Relative))
	}
	return got
}

// G8: the URLs of link lines and of the text, with their positions.
func TestURLs(t *testing.T) {
	const page = "# A http://h/0\n=> /a A http://h/no\n\n=>gemini://h/b\nSee http://h/c, and <URL:ftp://h/d>.\n```\nhttp://h/e\n```\n=> x"
	u := earl.RFC3986.MustParse("gemini://h/")
	var title string
	o := gemtext.Options{Base: extract.BaseOf(u), Title: func(text string) { title += text }}
	want := []string{
		"1:5@4 http://h/0 bare high relative=false", "2:4@18 /a attribute high relative=true", "4:3@38 gemini://h/b attribute high relative=false",
		"5:5@55 http://h/c bare high relative=false", "5:26@76 ftp://h/d wrapped high relative=false", "9:4@110 x attribute high relative=true",
	}
	if got := found(strings.NewReader(page), o); !slices.Equal(got, want) || title != "A http://h/0" {
		t.Errorf("title %q, got:\n%s\nwant:\n%s", title, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if got := found(iotest.OneByteReader(strings.NewReader(page)), o); !slices.Equal(got, want) {
		t.Errorf("in pieces:\n%s", strings.Join(got, "\n"))
	}
	code := found(strings.NewReader("```\nhttp://h/e\n"), gemtext.Options{Code: true})
	if want := []string{"2:1@4 http://h/e bare high relative=false"}; !slices.Equal(code, want) {
		t.Errorf("with Code: %q, want %q", code, want)
	}
	if got := found(strings.NewReader("=> a"), gemtext.Options{}); !slices.Equal(got, []string{"1:4@3 a attribute low relative=true"}) {
		t.Errorf("without a base: %q", got)
	}
}

// A URL and a line that are too long are errors with a position, and a broken reader ends the
// sequence.
func TestLimits(t *testing.T) {
	page := "=> gemini://h/" + strings.Repeat("a", 99) + "\n" + strings.Repeat("b", 3<<20) + "\n=> gemini://h/c\n"
	want := []string{"1:4 " + extract.ErrTooLong.Error(), "2:1 " + extract.ErrTooLong.Error(), "3:4@3145846 gemini://h/c attribute high relative=false"}
	if got := found(strings.NewReader(page), gemtext.Options{Options: extract.Options{MaxLength: 50}}); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	broken := errors.New("broken")
	if got := found(io.MultiReader(strings.NewReader("=> a\n"), iotest.ErrReader(broken)), gemtext.Options{}); len(got) != 2 || got[1] != "0:0 broken" {
		t.Errorf("a broken reader: %q", got)
	}
}

// FuzzURLs: each match is in the text at its offset, in order.
func FuzzURLs(f *testing.F) {
	f.Add("# a\n=> /b c\n```\n=> d\n```\nhttp://h/")
	f.Add("=>\t\xff\r\n=>")
	f.Fuzz(func(t *testing.T, page string) {
		last := int64(-1)
		for m, err := range gemtext.URLs(strings.NewReader(page), gemtext.Options{}) {
			if err != nil {
				t.Fatal(err)
			}
			if m.Offset < last || !strings.HasPrefix(page[m.Offset:], m.Text) || strings.Count(page[:m.Offset], "\n") != int(m.Line)-1 {
				t.Errorf("%q: the match %+v is not at its position", page, m)
			}
			last = m.Offset
		}
	})
}
