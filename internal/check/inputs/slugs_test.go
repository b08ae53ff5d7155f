package inputs

import (
	"path/filepath"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/format/markdown"
)

// The dialects in use are those whose signs are near a file.
func TestSlugs(t *testing.T) {
	dir := write(t, map[string]string{
		"a/.git/HEAD": "", "a/mkdocs.yml": "", "a/docs/x.md": "", "b/.git/HEAD": "", "b/_config.yml": "", "b/.gitlab-ci.yml": "",
		"c/.git/HEAD": "", "d/.git/HEAD": "", "d/.github/x": "", "d/e/.git/HEAD": "", "d/e/_quarto.yml": "",
	})
	auto, err := Slugs("auto")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]markdown.Dialects{
		"a/docs/x.md": markdown.MkDocs | markdown.GitHub, "b/y.md": markdown.Kramdown | markdown.GitLab, "c/x.md": markdown.AllDialects,
		"d/x.md": markdown.GitHub, "d/e/x.md": markdown.Pandoc | markdown.GitHub,
	} {
		u, err := FileURL(filepath.Join(dir, name), earl.RFC3986)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 { // found, then remembered
			if got := auto(u); got != want {
				t.Errorf("%s: %b, want %b", name, got, want)
			}
		}
	}
	u, _ := earl.RFC3986.Parse("http://h.example/x.md")
	if got := auto(u); got != markdown.AllDialects {
		t.Errorf("of a server: %b", got)
	}
	for _, word := range SlugWords[1:] {
		one, err := Slugs(word)
		if err != nil {
			t.Fatal(err)
		}
		if want, _ := markdown.ParseDialect(word); one(u) != want {
			t.Errorf("%s: %b, want %b", word, one(u), want)
		}
	}
	if _, err := Slugs("word"); err == nil || err.Error() != `"word": must be auto, github, gitlab, kramdown, mkdocs or pandoc` {
		t.Errorf("Slugs(word): %v", err)
	}
}
