package explanation

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/earl-url/earl/explain"
	"github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/readers"
)

// TestTextFits: no line of an explanation is wider than 80 columns, and neither the
// text nor the JSON contains the password.
func TestTextFits(t *testing.T) {
	for _, text := range []string{
		"ftp://me:geheim@host.dom/%2Fetc/motd;type=a",
		"http://me:geheim@h/a b|" + strings.Repeat("c", 200),
		"http:\\\\me:geheim@0x7f.1/é",
		"gopher://h/0a%0D%0Ab", "x", "", "http://me:geheim@h/" + strings.Repeat("é", 200), "http://me:geheim@" + strings.Repeat("ü.", 60) + ":x/",
		"http://127。0。0。1/", "http:／／good.example/", "http://ⓖⓞⓞⓓ.example:80/",
	} {
		x := Explanation{
			Explanation: explain.Explain(t.Context(), text, explain.Options{Readers: readers.All()}), Typed: text,
			Flag: func(string) string { return "" },
		}
		page := x.Text(term.Painter{})
		if !utf8.ValidString(page) {
			t.Errorf("%q: the text is not UTF-8", text)
		}
		for line := range strings.Lines(page) {
			if n := term.TextCells(strings.TrimSuffix(line, "\n")); n > term.Columns {
				t.Errorf("%q: a line of %d columns: %q", text, n, line)
			}
		}
		object := x.AppendJSON(nil)
		if !json.Valid(object) {
			t.Errorf("%q: not JSON: %s", text, object)
		}
		if strings.Contains(page, "geheim") || strings.Contains(string(object), "geheim") {
			t.Errorf("F3: %q: the password appears in\n%s\n%s", text, page, object)
		}
	}
}

// TestStepLines: a step is its bytes with the reason next to them, or below if they are long.
func TestStepLines(t *testing.T) {
	for _, c := range []struct {
		step open.Step
		want string
	}{
		{open.Step{Line: "NOOP"}, "NOOP"},
		{open.Step{Line: "NOOP", Why: "to wait"}, "NOOP                    to wait"},
		{open.Step{Line: strings.Repeat("x", 30), Why: "to wait"}, strings.Repeat("x", 30) + "\n                        to wait"},
		{open.Step{Line: "a "}, "a                       with a space at its end"},
		{open.Step{}, `""                      an empty line`},
	} {
		if got := strings.Join(StepLines(term.Painter{}, c.step, 76), "\n"); got != c.want {
			t.Errorf("StepLines(%+v) = %q, want %q", c.step, got, c.want)
		}
	}
}
