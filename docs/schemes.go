package docs

import (
	"regexp"
	"strings"
	"sync"
)

// Scheme is a row of the table of schemes in index.md.
type Scheme struct {
	Name  string // of the scheme and its page: "ftp" for ftp.md
	Names string // what its URL specifies, in a few words
}

// row matches a row of the table: the link to a page, the port, what a URL specifies.
const row = `(?m)^\| \[([a-z0-9.+-]+)\]\(([a-z0-9.+-]+)\.md\) \|[^|\n]*\|([^|\n]*)\|`

// Schemes returns the schemes that have a page, in the order of the table of
// index.md. The caller must not change them.
var Schemes = sync.OnceValue(func() (list []Scheme) {
	index, err := FS.ReadFile("index.md")
	if err != nil {
		panic(err) // it is embedded
	}
	for _, m := range regexp.MustCompile(row).FindAllStringSubmatch(string(index), -1) {
		if m[1] == m[2] {
			list = append(list, Scheme{m[1], strings.TrimSpace(m[3])})
		}
	}
	return list
})
