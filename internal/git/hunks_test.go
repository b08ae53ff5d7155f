package git

import (
	"strings"
	"testing"
)

// The user's settings for hunks do not add lines to the changes.
func TestDiffWithHunkSettings(t *testing.T) {
	lines := strings.Split(strings.Repeat("line\n", 9), "\n")
	dir := repository(t, map[string]string{"a.md": strings.Join(lines, "\n")})
	do(t, dir, "config", "diff.interHunkContext", "50")
	lines[1], lines[7] = "new", "new"
	write(t, dir, map[string]string{"a.md": strings.Join(lines, "\n")})
	c, err := Diff(t.Context(), dir, "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	name := dir + "/a.md"
	if !c.Has(name, 2, 2) || !c.Has(name, 8, 8) || c.Has(name, 5, 5) {
		t.Errorf("changes %+v, want lines 2 and 8", c)
	}
}
