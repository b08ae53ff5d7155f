package docs

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// A Group is a list of pages for one kind of job: a heading of index.md with the list below
// it.
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
	// listed matches a heading, and an item or a table row that begins with a link to a page.
	listed = regexp.MustCompile(`^(?:#+ (.+)|(?:[-*|]|\d+\.) \**\[([^\]]+)\]\(([a-z0-9.+-]+)\.md\).*)\n?$`)
	// markup is what the text of a heading or a link has for its looks.
	markup = strings.NewReplacer("`", "", "*", "")
)

// Groups returns the pages of the manual by kind of job, in the order of index.md. Each item
// of a list in index.md that begins with a link adds a page to the group of the heading above
// it, and so does each row of a table. Groups leaves out index.md itself. The caller must not
// change the result.
var Groups = sync.OnceValue(func() (groups []Group) {
	index, err := FS.ReadFile("index.md")
	if err != nil {
		panic(err) // it is embedded
	}
	known := map[string]bool{}
	code := false
	var group Group
	for line := range strings.Lines(string(index)) {
		if strings.HasPrefix(line, "```") {
			code = !code
		}
		m := listed.FindStringSubmatch(line)
		switch {
		case code || m == nil:
		case m[1] != "":
			groups = append(groups, group)
			group = Group{Title: markup.Replace(m[1])}
		case !known[m[3]]: // a page is in the first group that lists it
			known[m[3]] = true
			group.Pages = append(group.Pages, Page{Name: m[3], Label: markup.Replace(m[2])})
		}
	}
	return slices.DeleteFunc(append(groups, group), func(g Group) bool { return len(g.Pages) == 0 })
})
