// Package docs holds the documentation as Markdown: a page for each scheme
// that earl opens (ftp.md, http.md ...), one for the six editions of the standard
// (editions.md), one for the requirements that tests cite (requirements.md), and
// one that links to them (index.md). It is plain CommonMark with tables, and its
// links are relative, so that it reads the same in the repository and wherever
// else it is served.
//
//	page, err := docs.FS.ReadFile("gopher.md")
//
// Every command in its blocks is run by the tests of this package, and prints
// what the page says. After a change of the command,
//
//	go test ./docs -update
//
// writes what it prints now into the pages, to be read in review.
package docs

import "embed"

// FS holds the pages, at its root. Any number of goroutines may use it.
//
//go:embed *.md
var FS embed.FS
