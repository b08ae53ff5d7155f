// Site writes the manual as a static site. From the root of the repository:
//
//	go run ./docs/site OUT
//
// The pages are those of docs/*.md in the groups of docs/index.md, with the README,
// CHANGELOG.md, CONTRIBUTING.md and SECURITY.md. They look like the gateway. They need no
// server: OUT works from a disk and below any path of a web site. Only the search uses a
// script. The same repository always gives the same bytes.
//
// The command adds files to OUT and overwrites them, and removes none.
package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/earl-url/earl/docs"
	"github.com/earl-url/earl/internal/manual"
)

// source is the address of the repository.
const source = "https://github.com/earl-url/earl"

var (
	//go:embed page.html
	pageFile string
	//go:embed search.js
	searchScript []byte

	pageTemplate = template.Must(template.New("page").Parse(pageFile))
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: go run ./docs/site OUT")
		os.Exit(2)
	}
	files, err := build(os.DirFS("."))
	if err == nil {
		err = write(os.Args[1], files)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
	fmt.Printf("%s: %d files\n", os.Args[1], len(files))
}

// write writes the files of the site into a folder.
func write(out string, files map[string][]byte) error {
	if err := os.MkdirAll(filepath.Join(out, "images"), 0o755); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if err := os.WriteFile(filepath.Join(out, filepath.FromSlash(name)), files[name], 0o644); err != nil {
			return err
		}
	}
	return nil
}

// build returns the files of the site by their names. root is the repository.
func build(root fs.FS) (map[string][]byte, error) {
	files := map[string][]byte{"search.js": searchScript}
	if err := copyFiles(files, root); err != nil {
		return nil, err
	}
	m, err := newManual(root)
	if err != nil {
		return nil, err
	}
	for _, name := range m.Names() {
		p, _ := m.Page(name)
		add(files, page{Title: p.Title, Group: p.Group, Body: p.HTML}, pathOf(name))
	}
	add(files, page{Title: "Search", Search: true, Body: m.Results("") + noScript}, "search.html")
	index, err := json.Marshal(m.Index())
	files["index.js"] = slices.Concat([]byte(`"use strict"; const manual = `), index, []byte(";\n"))
	return files, err
}

// noScript is the text of the page of the search in a browser without scripts.
const noScript = `<noscript><p>The search needs JavaScript. <a href="index.html">The first page</a> lists all pages.</p></noscript>`

// page is what the template of a page shows.
type page struct {
	Title, Group string
	Search       bool // it has the scripts of the search
	Body         template.HTML
}

// Source returns the address of the repository.
func (page) Source() string { return source }

// add adds a page.
func add(files map[string][]byte, p page, path string) {
	var b bytes.Buffer
	if err := pageTemplate.Execute(&b, p); err != nil {
		panic(err) // the template does not fit the type page
	}
	files[path] = b.Bytes()
}

// copyFiles adds the style of the gateway and the pictures.
func copyFiles(files map[string][]byte, root fs.FS) error {
	for _, name := range []string{"style.css", "manual.css", "icon.svg", "icons.svg"} {
		text, err := fs.ReadFile(root, "cmd/earl/internal/gateway/static/"+name)
		if err != nil {
			return err
		}
		files[name] = text
	}
	pictures, err := fs.Glob(docs.FS, "images/*.png")
	for _, name := range pictures {
		files[name], _ = docs.FS.ReadFile(name) // it is embedded
	}
	return err
}

// pathOf returns the file of a page or a picture.
func pathOf(name string) string {
	if strings.HasPrefix(name, "images/") {
		return name
	}
	return name + ".html"
}

// newManual returns the manual with the documents at the root of the repository.
func newManual(root fs.FS) (*manual.Manual, error) {
	o := manual.Options{Path: pathOf, Link: func(url string) string { return url }}
	project := manual.Group{Title: "The project"}
	for _, p := range []manual.Source{
		{Name: "changelog", Label: "Changes", File: "../CHANGELOG.md"},
		{Name: "contributing", Label: "Contributing", File: "../CONTRIBUTING.md"},
		{Name: "security-policy", Label: "Security policy", File: "../.github/SECURITY.md"},
	} {
		text, err := document(root, strings.TrimPrefix(p.File, "../"))
		if err != nil {
			return nil, err
		}
		p.Text = text
		project.Pages = append(project.Pages, p)
	}
	o.More = []manual.Group{project}
	home, err := home(root)
	o.Home = home
	return manual.New(o), err
}

// home returns the first page: the title and the first paragraphs of the README, and index.md
// without its title.
func home(root fs.FS) (string, error) {
	readme, err := document(root, "README.md")
	if err != nil {
		return "", err
	}
	about, _, _ := strings.Cut(readme, "\n## ")
	about, _, _ = strings.Cut(about, "\n```")
	index, err := docs.FS.ReadFile(manual.Home + ".md")
	_, pages, _ := strings.Cut(string(index), "\n")
	return about + "\n" + pages, err
}

// relative matches the beginning of a link of Markdown that is not a URL or a fragment.
var relative = regexp.MustCompile(`\]\((\.?[a-zA-Z][\w./-]*[)#])`)

// document returns a document at the root of the repository. Its links become relative to
// the folder docs.
func document(root fs.FS, name string) (string, error) {
	text, err := fs.ReadFile(root, name)
	linked := relative.ReplaceAllString(string(text), "](../$1")
	return strings.ReplaceAll(linked, "](../docs/", "]("), err
}
