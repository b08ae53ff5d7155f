// Package docs contains the manual as Markdown: pages for daily jobs, a page for
// each scheme that earl opens (ftp.md, http.md ...), one for the eight editions of
// the standard (editions.md), one for the requirements that tests cite
// (requirements.md), and an index of them (index.md). It is plain CommonMark
// with tables and relative links, so it reads the same in the repository, in the
// gateway and as a site:
//
//	go run ./docs/site OUT
//
// To add a page, write its file and list it in index.md.
//
//	page, err := docs.FS.ReadFile("gopher.md")
//
// The tests of this package run every command in the console blocks and compare
// the output with the page. After a change of the command,
//
//	go test ./docs -update
//
// writes the new output into the pages, for review. CONTRIBUTING.md has the
// command that makes the pictures in images.
package docs

import "embed"

// FS contains the pages, at its root. Any number of goroutines may use it.
// The pictures are in images.
//
//go:embed *.md images/*.png
var FS embed.FS
