package docs

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// A Group is a list of pages for one kind of job: a heading of index.md with the lists and
// tables below it.
type Group struct {
	Title string
	Pages []Page
}

// A Page is a page of the manual.
type Page struct {
	Name  string // "ftp" for ftp.md
	Label string // the text of its link in index.md, such as "Install"
}

var (
	// entry matches the beginning of an item of a list, or of a row of a table.
	entry = regexp.MustCompile(`^(?:[-*|]|\d+\.) `)
	// toPage matches a link to a page.
	toPage = regexp.MustCompile(`\[([^\]]+)\]\(([a-z0-9.+-]+)\.md\)`)
	// markup is what the text of a heading or a link has for its looks.
	markup = strings.NewReplacer("`", "", "*", "")
)

// Groups returns the pages of the manual by kind of job, in the order of index.md. Each link
// to a page in a list or a table of index.md adds the page to the group of the heading above,
// unless it is in a group already. Groups leaves out index.md itself. The caller must not
// change the result.
var Groups = sync.OnceValue(func() (groups []Group) {
	index, err := FS.ReadFile("index.md")
	if err != nil {
		panic(err) // it is embedded
	}
	known := map[string]bool{"index": true}
	code := false
	groups = []Group{{}}
	for line := range strings.Lines(string(index)) {
		if strings.HasPrefix(line, "```") {
			code = !code
		}
		last := &groups[len(groups)-1]
		switch {
		case code:
		case line[0] == '#':
			title := strings.TrimSpace(strings.TrimLeft(line, "#"))
			groups = append(groups, Group{Title: markup.Replace(title)})
		case entry.MatchString(line):
			for _, m := range toPage.FindAllStringSubmatch(line, -1) {
				if !known[m[2]] {
					known[m[2]] = true
					last.Pages = append(last.Pages, Page{Name: m[2], Label: markup.Replace(m[1])})
				}
			}
		}
	}
	return slices.DeleteFunc(groups, func(g Group) bool { return len(g.Pages) == 0 })
})
