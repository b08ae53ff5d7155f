package docs

import (
	"regexp"
	"strings"
	"sync"
)

// Scheme is a row of one of the tables of schemes in index.md.
type Scheme struct {
	Name  string // of the scheme, such as "ftp"
	Page  string // the name of its page: "ftp" for ftp.md. Two schemes may share a page
	Names string // what its URL specifies, in a few words
}

const (
	// header starts the first line of a table of schemes.
	header = "| scheme |"
	// row matches a row of such a table: the link to a page, the port, what a URL specifies.
	row = `^\| \[([a-z0-9.+-]+)\]\(([a-z0-9.+-]+)\.md\) \|[^|\n]*\|([^|\n]*)\|`
)

// Schemes returns the schemes that have a page, in the order of the tables of
// index.md. The caller must not change them.
var Schemes = sync.OnceValue(func() (list []Scheme) {
	index, err := FS.ReadFile("index.md")
	if err != nil {
		panic(err) // it is embedded
	}
	row, inTable := regexp.MustCompile(row), false
	for line := range strings.Lines(string(index)) {
		inTable = strings.HasPrefix(line, header) || inTable && line[0] == '|'
		if m := row.FindStringSubmatch(line); inTable && m != nil {
			list = append(list, Scheme{m[1], m[2], strings.TrimSpace(m[3])})
		}
	}
	return list
})

// PageOf returns the name of the page about a scheme in lower case, or "". A
// scheme without a row, such as ftps, has the page of its name without the "s".
func PageOf(scheme string) string {
	for _, name := range []string{scheme, strings.TrimSuffix(scheme, "s")} {
		for _, s := range Schemes() {
			if s.Name == name {
				return s.Page
			}
		}
	}
	return ""
}
