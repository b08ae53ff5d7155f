package proxy

import (
	"strings"
	"testing"

	"github.com/earl-url/earl"
)

// B7: Lynx writes the words of a gopher search after a "?". The proxy reads them as the answer.
func TestProxyTakesTheSearchOfLynx(t *testing.T) {
	for text, want := range map[string]string{
		"gopher://h/7/find?old+links%21": "gopher://h/7/find old links!",
		"gopher://h/7/find":              "gopher://h/7/find",
		"gopher://h/7/find?":             "gopher://h/7/find?",
		"gopher://h/7/find%09a?b":        "gopher://h/7/find%09a?b",
		"gopher://h/0/text?b":            "gopher://h/0/text?b",
		"http://h/7/find?b":              "http://h/7/find?b",
		"gopher://h/7/f?earl-answer-0=x": "gopher://h/7/f x",
	} {
		form, answers := answersIn(earl.RFC3986.MustParse(text))
		if got := strings.TrimSpace(form.String() + " " + strings.Join(answers, "|")); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
