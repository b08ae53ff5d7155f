package signs

import (
	"slices"
	"strings"

	"github.com/earl-url/earl/linkcheck/internal/page"
)

// lineSet returns a function that returns the set of the lines of a text.
func lineSet(text string) func() map[string]bool {
	return page.Set(strings.SplitSeq(strings.TrimSpace(text), "\n"))
}

// containsAny reports whether a text contains one of the parts.
func containsAny(text string, parts []string) bool {
	return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(text, part) })
}

// beginsWithAny reports whether a text begins with one of the phrases.
func beginsWithAny(text string, phrases []string) bool {
	return slices.ContainsFunc(phrases, func(phrase string) bool { return strings.HasPrefix(text, phrase) })
}

// segments returns a title, and its parts between separators such as " | ".
func segments(title string) []string {
	list := []string{title}
	for _, separator := range [...]string{" | ", " - ", " – ", " — ", " · ", " • ", " :: ", " » ", ": "} {
		for i := 0; i < len(list); i++ {
			if before, after, ok := strings.Cut(list[i], separator); ok {
				list = append(list, before, after)
			}
			if len(list) > maxSegments {
				return list
			}
		}
	}
	return list
}

// maxSegments is more than the parts of a title.
const maxSegments = 64
