package docs_test

import (
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/editions"
)

// verdictHead is the first line of a table of verdicts: whether a text is a URL
// in each edition.
const verdictHead = "| URL | draft1993 | draft1994 | rfc1738 | draft1996 | rfc2396 | rfc3986 | rfc3987 | whatwg |\n"

// verdicts returns the row of such a table that begins like row, for the text
// between its first two backquotes. A bar in the text is written "\\|" in a
// table.
func verdicts(t *testing.T, row string) string {
	t.Helper()
	part := strings.SplitN(row, "`", 3)
	if len(part) != 3 {
		t.Fatalf("%q has no text between backquotes", row)
	}
	cells := "| `" + part[1] + "` |"
	for e := range editions.All() {
		cells += " " + verdict(e, strings.ReplaceAll(part[1], `\|`, "|")) + " |"
	}
	return cells + "\n"
}

// verdict is the result of an edition for a text: "yes", "no", or "repaired" if
// the edition accepts it and reads another URL.
func verdict(e *earl.Edition, text string) string {
	if _, err := e.Parse(text); err != nil {
		return "no"
	}
	for v := range e.Check(text) {
		if v.Repaired {
			return "repaired"
		}
	}
	return "yes"
}
