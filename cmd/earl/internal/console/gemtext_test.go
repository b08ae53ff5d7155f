package console

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/term"
)

// G8: a page of gemini on a terminal: headings, absolute links, and no control characters.
func TestGemtext(t *testing.T) {
	const page = "# One\n=> ../b A page\n=> http://u:geheim@h/c\n=> http://[::\n* item\n> quote\n```alt\n# \x1b[2Jx\n```\nplain \x9b\nend"
	const want = "# One\n=> A page  gemini://h/b\n=> http://u:xxxxx@h/c\n=> http://[::\n* item\n> quote\n```alt\n# \\x1B[2Jx\n```\nplain \\x9B\nend\n"
	base := earl.RFC3986.MustParse("gemini://h/a/")
	for _, r := range []io.Reader{strings.NewReader(page), iotest.OneByteReader(strings.NewReader(page))} {
		var b strings.Builder
		n, err := Gemtext(&b, r, base, term.Painter{})
		if b.String() != want || n != int64(len(page)) || err != nil {
			t.Errorf("%d bytes, %v:\n%q\nwant:\n%q", n, err, b.String(), want)
		}
	}
	var b strings.Builder
	if _, err := Gemtext(&b, strings.NewReader("# A\n=> b C"), base, term.Painter{On: true}); err != nil || b.String() != "\x1b[1m# A\x1b[0m\n=> \x1b[1mC\x1b[0m  \x1b[36mgemini://h/a/b\x1b[0m\n" {
		t.Errorf("in colour: %q, %v", b.String(), err)
	}
	broken := errors.New("broken")
	if _, err := Gemtext(io.Discard, iotest.ErrReader(broken), base, term.Painter{}); err != broken {
		t.Errorf("a broken page: %v", err)
	}
	b.Reset()
	long := strings.Repeat("x", 3*gemtextLine)
	if _, err := Gemtext(&b, strings.NewReader(long), base, term.Painter{}); err != nil || strings.ReplaceAll(b.String(), "\n", "") != long {
		t.Errorf("a long line: %d bytes, %v", b.Len(), err)
	}
}
