package main

import (
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/term"
)

// wrapperHint says which URL stands in a text that has a wrapper, or the prefix
// "URL:", around one; "" if there is none. Source: rfc1738 appendix.
func wrapperHint(text string) string {
	const prefix = "url:"
	what := "the wrapper"
	if len(text) >= len(prefix) && strings.EqualFold(text[:len(prefix)], prefix) {
		what = `the prefix "URL:"`
	} else if !strings.HasPrefix(text, "<") {
		return ""
	}
	for m := range extract.Text(strings.NewReader(text), extract.Options{}) {
		return what + " is no part of the URL: " + term.Safe(earl.Redact(m.URL))
	}
	return ""
}
