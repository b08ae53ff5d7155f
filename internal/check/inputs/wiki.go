package inputs

import (
	"cmp"
	"io/fs"
	"net/url"
	"path"
	"path/filepath"
	"strings"
)

// maxPages is how many files of a wiki are known: more than people write.
const maxPages = 200_000

// wikiPages are the files below a directory, by their names in lower case, without
// their extension and with it. Of several files with a name the first counts.
type wikiPages map[string][]string

// pagesOf returns the files below a directory. Hidden directories have none.
func pagesOf(root string) wikiPages {
	pages := wikiPages{}
	n := 0
	_ = filepath.WalkDir(root, func(name string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil // what cannot be read has no pages
		case e.IsDir() && name != root && strings.HasPrefix(e.Name(), "."):
			return fs.SkipDir
		case e.IsDir():
			return nil
		}
		if n++; n > maxPages {
			return fs.SkipAll
		}
		base := strings.ToLower(e.Name())
		pages[base] = append(pages[base], name)
		if short := strings.TrimSuffix(base, path.Ext(base)); short != base {
			pages[short] = append(pages[short], name)
		}
		return nil
	})
	return pages
}

// find returns the file of a page, which may have directories before its name.
func (p wikiPages) find(page string) (name string, ok bool) {
	page = strings.ToLower(path.Clean(filepath.ToSlash(page)))
	for _, name := range p[path.Base(page)] {
		full := "/" + strings.ToLower(filepath.ToSlash(name))
		if strings.HasSuffix(full, "/"+page) || strings.HasSuffix(strings.TrimSuffix(full, path.Ext(full)), "/"+page) {
			return name, true
		}
	}
	return "", false
}

// wikiReference returns the reference from a file to the page of its wiki, or to a
// file of that name that does not exist.
func (in *Set) wikiReference(page, file string) string {
	root := cmp.Or(in.o.WikiRoot, filepath.Dir(file))
	pages, ok := in.pages[root]
	if !ok {
		if in.pages == nil {
			in.pages = map[string]wikiPages{}
		}
		pages = pagesOf(root)
		in.pages[root] = pages
	}
	to := page + ".md"
	if name, ok := pages.find(page); ok {
		if rel, err := filepath.Rel(filepath.Dir(file), name); err == nil {
			to = filepath.ToSlash(rel)
		}
	}
	return "./" + (&url.URL{Path: "/" + to}).EscapedPath()[1:]
}
