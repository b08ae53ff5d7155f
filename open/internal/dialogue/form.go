package dialogue

import (
	"fmt"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// SearchForm returns the form for the words of a search. found returns the URL
// of a search for them. Its errors begin with the scheme of m's URL.
// Source: rfc1738 3.4.2, 3.9.
func SearchForm(m open.Meta, title string, found func(words earl.Octets) (earl.URL, error)) *open.Form {
	return &open.Form{
		Meta:   m,
		Title:  title,
		Fields: []open.Question{{Name: "search", Prompt: "Words to search for"}},
		Answer: func(answers []string) (earl.URL, error) {
			words, err := searchWords(answers)
			if err != nil {
				return earl.URL{}, fmt.Errorf("%s: %w", m.URL.Scheme(), err)
			}
			return found(words)
		},
	}
}

// searchWords returns the only answer. It may be empty, for a search without
// words.
func searchWords(answers []string) (earl.Octets, error) {
	switch {
	case len(answers) != 1:
		return "", fmt.Errorf("one question, but %d answers", len(answers))
	case strings.ContainsFunc(answers[0], IsControl):
		return "", fmt.Errorf("the search words: %w", earl.ErrControl)
	}
	return earl.Octets(answers[0]), nil
}

// IsControl reports whether r is a control character: 0x00-0x1F or 0x7F.
func IsControl(r rune) bool { return r < ' ' || r == 0x7F }
