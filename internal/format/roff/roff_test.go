package roff_test

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/earl-url/earl/internal/format/literal"
	"github.com/earl-url/earl/internal/format/roff"
)

// found returns the matches of a document, one per line.
func found(r io.Reader) (got []string) {
	for m, err := range literal.URLs(r, &roff.Decoder{}, literal.Options{}) {
		if err != nil {
			got = append(got, fmt.Sprintf("%d:%d %v", m.Line, m.Column, err))
			continue
		}
		got = append(got, fmt.Sprintf("%d:%d@%d %s %s", m.Line, m.Column, m.Offset, m.URL, m.Text))
	}
	return got
}

// The escapes that programs write into man pages. Source: groff(7), groff_char(7).
func TestEscapes(t *testing.T) {
	for line, want := range map[string]string{
		`\fBhttp://www\&.freedesktop\&.org/a\fR`:                 "http://www.freedesktop.org/a",
		`\fIhttps://h.example/a\-b\-c/\fP.`:                      "https://h.example/a-b-c/",
		`\f5https://h.example/a\fR`:                              "https://h.example/a",
		`\f(CWhttps://h.example/a\f[R]`:                          "https://h.example/a",
		`\(aqhttps://h.example/a\(aq`:                            "https://h.example/a",
		`\*(Aqhttp://h.example/a\*(Aq`:                           "http://h.example/a",
		`\(dqhttp://h.example/a\(dq`:                             "http://h.example/a",
		`\(lahttps://h.example/a\(ra`:                            "https://h.example/a",
		`\[u2018]https://h.example/a\[u2019]`:                    "https://h.example/a",
		`\%http://h.example/a\:b\:c`:                             "http://h.example/abc",
		`\s-1https://h.example/a\s0`:                             "https://h.example/a",
		`\s+2https://h.example/a\s'10'`:                          "https://h.example/a",
		`\m[blue]\fBhttps://h.example/a\fR\m[]\&\s-2\u[1]\d\s+2`: "https://h.example/a",
		`https://h.example/\(tiy\(hyz`:                           "https://h.example/~y-z",
		`https://h.example/~x\~y`:                                "https://h.example/~x",
		`https://h.example/a\/b`:                                 "https://h.example/ab",
		`https://h.example/a \" https://h.example/b`:             "https://h.example/a",
		`.UR https://h.example/a\-b`:                             "https://h.example/a-b",
		`.Lk https://h.example/a name`:                           "https://h.example/a",
		`"See\n(.lhttps://h.example/a"`:                          "https://h.example/a",
		`a\ehttps://h.example/a\e`:                               "https://h.example/a",
		`\h'-04'\(bu\h'+03'https://h.example/a`:                  "https://h.example/a",
		`https://h.example/a\c`:                                  "https://h.example/a",
		`https://h.example/a\*(Xy/b`:                             "https://h.example/a",
	} {
		var got []string
		for m, err := range literal.URLs(strings.NewReader(line+"\n"), &roff.Decoder{}, literal.Options{}) {
			if got = append(got, m.URL); err != nil {
				t.Errorf("%s: %v", line, err)
			}
		}
		if !slices.Equal(got, []string{want}) {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}

// A position and a Text are those of the file.
func TestURLs(t *testing.T) {
	const page = ".TH A 1\r\n.\\\" http://h.example/comment\n'\\\" http://h.example/comment\n. \\\" http://h.example/comment\n" +
		"See \\fBhttp://www\\&.h.example/a\\-b\\fR, \\fIftp://h.example/c\\fR\nhttp://h.example/d <URL:http://h.example/e>"
	want := []string{
		`5:8@104 http://www.h.example/a-b http://www\&.h.example/a\-b`, `5:43@139 ftp://h.example/c ftp://h.example/c`,
		`6:1@160 http://h.example/d http://h.example/d`, `6:25@184 http://h.example/e http://h.example/e`,
	}
	if got := found(strings.NewReader(page)); !slices.Equal(got, want) {
		t.Errorf("got:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if got := found(iotest.OneByteReader(strings.NewReader(page))); !slices.Equal(got, want) {
		t.Errorf("in pieces:\n%s", strings.Join(got, "\n"))
	}
	broken := errors.New("broken")
	if got := found(io.MultiReader(strings.NewReader("http://h.example/a\n"), iotest.ErrReader(broken))); len(got) != 2 || got[1] != "0:0 broken" {
		t.Errorf("a broken reader: %q", got)
	}
	long := found(strings.NewReader(strings.Repeat("b", 3<<20) + "\nhttp://h.example/c\n"))
	if want := []string{"2:1@3145729 http://h.example/c http://h.example/c"}; !slices.Equal(long, want) {
		t.Errorf("a long line: %q", long)
	}
}

// A man page is known by its first line.
func TestStarts(t *testing.T) {
	for head, want := range map[string]bool{
		".TH A 1\n": true, "\n.TH \"A\" 1\n": true, ".\\\" Copyright": true, "'\\\" t\n": true, ".Dd May 1\n": true,
		".THEME": false, "text": false, "'quoted'": false, "": false, ".": false,
	} {
		if is, sure := roff.Starts(head, true); is != want || !sure {
			t.Errorf("Starts(%q) = %v, %v", head, is, sure)
		}
	}
	for head, want := range map[string]bool{"": false, "\n": false, ".": false, ".T": false, "x": true, ".x": true} {
		if _, sure := roff.Starts(head, false); sure != want {
			t.Errorf("Starts(%q) is sure: %v", head, sure)
		}
	}
}
