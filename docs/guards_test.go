package docs_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/earl-url/earl/open"
)

// security.md lists the guards as the code describes them.
func TestSecurityPageListsTheGuards(t *testing.T) {
	page := pages(t)["security.md"]
	for _, g := range open.Guards() {
		row := fmt.Sprintf("| `%s` | %s |", g.Name, g.Explanation)
		if !strings.Contains(page, "\n"+row) {
			t.Errorf("security.md: write this row into the table of the guards:\n%s", row)
		}
	}
}
