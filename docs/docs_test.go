package docs_test

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/docs"
	"github.com/earl-url/earl/editions"
)

var update = flag.Bool("update", false, "rewrite what the pages say that commands print")

// bin returns the folder of the command earl, which it builds once, without -race, like a
// user.
func bin(t *testing.T) string {
	t.Helper()
	if err := buildOnce(); err != nil {
		t.Fatal(err)
	}
	return binFolder
}

// binFolder is the folder of the commands, or "" before they are built.
var binFolder string

var buildOnce = sync.OnceValue(func() (err error) {
	if binFolder, err = os.MkdirTemp("", "earl-docs-"); err != nil {
		return err
	}
	if out, err := exec.Command("go", "build", "-o", binFolder+string(filepath.Separator), "../cmd/earl").CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w: %s", err, out)
	}
	return nil
})

// TestMain removes what the tests have built and stops their servers.
func TestMain(m *testing.M) {
	status := m.Run()
	stopServers()
	os.RemoveAll(binFolder)
	os.Exit(status)
}

// pages returns the text of every page by name.
func pages(t *testing.T) map[string]string {
	t.Helper()
	names, err := fs.Glob(docs.FS, "*.md")
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for _, name := range names {
		text, err := docs.FS.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		texts[name] = string(text)
	}
	return texts
}

// Each scheme with a view has a page. The page names the section that defines
// the scheme, links to index.md, and is linked from a table of index.md. The
// variants over TLS share the page of their scheme. Other schemes may share a
// page too; its title has both names, such as "# cid and mid".
func TestEverySchemeHasItsPage(t *testing.T) {
	texts := pages(t)
	listed := docs.Schemes()
	for s := range earl.RFC1738.Schemes() {
		base, _ := earl.RFC1738.Scheme(strings.TrimSuffix(s.Name, "s"))
		if s.Example == "" || base.Example != "" && base.Section == s.Section && base.Name != s.Name {
			continue
		}
		i := slices.IndexFunc(listed, func(row docs.Scheme) bool { return row.Name == s.Name && row.Names != "" })
		if i < 0 {
			t.Errorf("the scheme %s: write its page docs/%[1]s.md, and add its row to the second table of schemes in docs/index.md", s.Name)
			continue
		}
		name := listed[i].Page + ".md"
		title, text, _ := strings.Cut(texts[name], "\n")
		if !strings.HasPrefix(title, "# ") || !slices.Contains(strings.Fields(title), s.Name) {
			t.Errorf("the scheme %s: the title of its page docs/%s is %q, without the name", s.Name, name, title)
		}
		for _, want := range []string{definedBy(s.Section) + ";", "](index.md)", "\n## Try it\n"} {
			if !strings.Contains(text, want) {
				t.Errorf("the scheme %s: write %q into its page docs/%s", s.Name, want, name)
			}
		}
		if !strings.Contains(texts["index.md"], "`$"+variableOf(s.Name)+"`") && s.Host && s.Port != 0 {
			t.Errorf("the scheme %s: name `$%s` among the addresses of the demo in docs/index.md", s.Name, variableOf(s.Name))
		}
	}
}

// definedBy returns how a page names the section that defines a scheme: the
// number of an RFC, and of its section for RFC 1738; the name of an Internet
// draft; any other document by the whole section, such as "gemini specification".
func definedBy(section string) string {
	document, number, _ := strings.Cut(section, " ")
	rfc, isRFC := strings.CutPrefix(document, "rfc")
	switch {
	case document == "rfc1738":
		return "RFC 1738 section " + number
	case isRFC:
		return "RFC " + rfc
	case strings.HasPrefix(document, "draft-"):
		return document
	}
	return section
}

// A row may link to a page of another scheme, and only the tables of schemes count.
func TestPageOf(t *testing.T) {
	for scheme, want := range map[string]string{"ftp": "ftp", "ftps": "ftp", "finger": "finger", "earlvet": "", "x-none": ""} {
		if got := docs.PageOf(scheme); got != want {
			t.Errorf("PageOf(%q) = %q, want %q", scheme, got, want)
		}
	}
	for _, row := range docs.Schemes() {
		if got := docs.PageOf(row.Name); got != row.Page {
			t.Errorf("PageOf(%q) = %q, want %q", row.Name, got, row.Page)
		}
	}
	if n := len(docs.Schemes()); n < 11 {
		t.Errorf("%d schemes in the tables of index.md", n)
	}
}

// Every page is in one group, and every listed page exists. The name "search" belongs to the
// search of the manual.
func TestEveryPageIsInAGroup(t *testing.T) {
	texts := pages(t)
	listed := map[string]bool{"index.md": true}
	for _, g := range docs.Groups() {
		for _, p := range g.Pages {
			file := p.Name + ".md"
			if texts[file] == "" || listed[file] || p.Label == "" || g.Title == "" {
				t.Errorf("docs/index.md: the link to %s in the group %q: the page does not exist, or it is in two groups, or a text is missing", file, g.Title)
			}
			listed[file] = true
		}
	}
	for name := range texts {
		if !listed[name] || name == "search.md" {
			t.Errorf("docs/%s: add an item such as \"- [Title](%s): what it is for\" to a list in docs/index.md; no page is named search.md", name, name)
		}
	}
}

// Every edition has its section in editions.md.
func TestEveryEditionIsDescribed(t *testing.T) {
	text := pages(t)["editions.md"]
	for e := range editions.All() {
		if !strings.Contains(text, "\n### "+e.Name()) {
			t.Errorf("editions.md has no heading of %s", e.Name())
		}
	}
}

// link matches an inline link of Markdown.
var link = regexp.MustCompile(`\]\(([^()\s]+)\)`)

// The target file of each relative link exists, and its fragment is a heading
// of that file.
func TestLinksLeadSomewhere(t *testing.T) {
	for name, text := range pages(t) {
		for _, m := range link.FindAllStringSubmatch(prose(text), -1) {
			file, fragment, _ := strings.Cut(m[1], "#")
			if strings.Contains(file, ":") {
				continue
			}
			if file == "" {
				file = name
			}
			target, err := os.ReadFile(filepath.FromSlash(file))
			if err != nil {
				t.Errorf("%s: a link to %s: %v", name, m[1], err)
			}
			if fragment != "" && !slices.Contains(anchors(string(target)), fragment) {
				t.Errorf("%s: a link to %s: no such heading", name, m[1])
			}
		}
	}
}

// prose returns a page without its fenced blocks and code spans.
func prose(text string) string {
	var b strings.Builder
	for i, part := range strings.Split(text, "\n```") {
		if i%2 == 0 { // outside a fence
			b.WriteString(span.ReplaceAllString(part, ""))
		}
	}
	return b.String()
}

var (
	span    = regexp.MustCompile("`[^`\n]*`")
	heading = regexp.MustCompile(`(?m)^#+ (.*)$`)
	dropped = regexp.MustCompile(`[^\p{L}\p{N}_ -]`)
)

// anchors returns the fragments of the headings of a page.
func anchors(text string) []string {
	var names []string
	for _, m := range heading.FindAllStringSubmatch(text, -1) {
		names = append(names, strings.ReplaceAll(dropped.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-"))
	}
	return names
}

// A page has plain text in lines that fit a screen, and closes its fences.
func TestPagesArePlain(t *testing.T) {
	for name, text := range pages(t) {
		if n := strings.Count(text, "\n```"); n%2 != 0 {
			t.Errorf("%s: %d fences: one is not closed", name, n)
		}
		if !strings.HasPrefix(text, "# ") {
			t.Errorf("%s does not start with its title", name)
		}
		for i, line := range strings.Split(prose(text), "\n") {
			if n := len([]rune(line)); n > 125 && !strings.HasPrefix(line, "|") {
				t.Errorf("%s: line %d of its prose has %d characters: %s", name, i+1, n, line)
			}
		}
	}
}
