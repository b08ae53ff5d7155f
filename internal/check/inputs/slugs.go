package inputs

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/format/markdown"
	"github.com/earl-url/earl/views"
)

// SlugWords are the values that [Slugs] takes.
var SlugWords = []string{"auto", "github", "gitlab", "kramdown", "mkdocs", "pandoc"}

// signs are the files and directories that show which dialect a repository uses.
var signs = []struct {
	name    string
	dialect markdown.Dialects
}{
	{"mkdocs.yml", markdown.MkDocs}, {"mkdocs.yaml", markdown.MkDocs},
	{"_config.yml", markdown.Kramdown}, {"_config.yaml", markdown.Kramdown}, {"_config.toml", markdown.Kramdown},
	{"_quarto.yml", markdown.Pandoc}, {"_bookdown.yml", markdown.Pandoc},
	{".gitlab-ci.yml", markdown.GitLab}, {".gitlab", markdown.GitLab},
	{".github", markdown.GitHub},
}

// Slugs returns the function of linkcheck.Options.Dialects for a dialect, or for
// "auto": the dialects whose signs are in the directory of a file, or in one above
// up to its repository, and that of the forge. Without a sign, and for documents of
// other servers, these are all dialects.
func Slugs(word string) (func(earl.URL) markdown.Dialects, error) {
	if word == "auto" {
		return (&slugFinder{known: map[string]markdown.Dialects{}}).of, nil
	}
	d, ok := markdown.ParseDialect(word)
	if !ok {
		return nil, fmt.Errorf("%q: must be %s", word, list(SlugWords))
	}
	return func(earl.URL) markdown.Dialects { return d }, nil
}

// list returns words as a sentence has them.
func list(words []string) string {
	text := ""
	for i, w := range words {
		switch {
		case i == 0:
		case i == len(words)-1:
			text += " or "
		default:
			text += ", "
		}
		text += w
	}
	return text
}

// A slugFinder finds the dialects of local files. Several goroutines may use it.
type slugFinder struct {
	mu    sync.Mutex
	known map[string]markdown.Dialects // by directory
}

// of returns the dialects of the document at a URL.
func (f *slugFinder) of(u earl.URL) markdown.Dialects {
	v, err := views.ParseFile(u)
	if err != nil {
		return markdown.AllDialects
	}
	path, err := v.NativePath(runtime.GOOS)
	if err != nil {
		return markdown.AllDialects
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	dir := filepath.Dir(path)
	d, ok := f.known[dir]
	if !ok {
		d = dialectsOf(dir)
		f.known[dir] = d
	}
	return d
}

// dialectsOf returns the dialects of the files in a directory.
func dialectsOf(dir string) (found markdown.Dialects) {
	exists := func(name string) bool {
		_, err := os.Lstat(filepath.Join(dir, name))
		return err == nil
	}
	for {
		for _, s := range signs {
			if exists(s.name) {
				found |= s.dialect
			}
		}
		above := filepath.Dir(dir)
		if above == dir || exists(".git") {
			break
		}
		dir = above
	}
	switch {
	case found == 0:
		return markdown.AllDialects
	case found&markdown.GitLab == 0:
		found |= markdown.GitHub
	}
	return found
}
