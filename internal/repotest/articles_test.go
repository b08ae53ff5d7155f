package repotest

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A fixed article before a name that is inserted later is often wrong: "a
// address", "an document".
func TestNoArticleBeforeAName(t *testing.T) {
	article := regexp.MustCompile(`\b[Aa]n? (%[+#]?[a-zA-Z]|\{\{|" \+)`)
	files := 0
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && strings.HasPrefix(d.Name(), ".") && path != ".", d.Name() == "testdata":
			return filepath.SkipDir
		case d.IsDir() || strings.HasSuffix(path, "_test.go"), !strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, ".html"):
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		files++
		for n, line := range strings.Split(string(text), "\n") {
			if at := article.FindString(line); at != "" && !strings.HasPrefix(strings.TrimSpace(line), "//") {
				t.Errorf("%s:%d: %q: write the sentence without an article before the name", path, n+1, at)
			}
		}
		return nil
	})
	if err != nil || files < 100 {
		t.Errorf("%d files: %v", files, err)
	}
}
