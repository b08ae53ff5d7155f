// Package manual makes HTML pages of the manual in package docs: its text, the lists of pages
// and sections beside it, and a search. The gateway shows them as its guide, and the command
// in docs/site writes them as files.
//
//	m := manual.New(manual.Options{Path: func(name string) string { return name + ".html" }, Link: link})
//	page, ok := m.Page("ftp")
//
// The pages have no script and no inline style.
package manual

import (
	"embed"
	"encoding/binary"
	"fmt"
	"html/template"
	"regexp"
	"strings"
	"sync"

	"github.com/earl-url/earl/docs"
	"github.com/earl-url/earl/internal/format/markdown"
)

const (
	// Home is the name of the first page.
	Home = "index"
	// repository has the files that are not part of the manual.
	repository = "https://github.com/earl-url/earl/blob/main/"
	// fewSections is how many sections a page may have without a list of them.
	fewSections = 3
)

// Options are the settings of a manual. Path and Link are required.
type Options struct {
	// Path returns the link to a page or a picture of the manual: to "ftp" for the page of
	// docs/ftp.md, to "images/tour.png" for a picture.
	Path func(name string) string
	// Prefix begins the fragments of headings, so that they differ from the other IDs of
	// the site.
	Prefix string
	// Link returns the link for a URL on a page that leaves the manual.
	Link func(url string) string
	// Home replaces the text of index.md. If Home is empty, index.md is the first page.
	Home string
	// More are groups of pages after those of package docs.
	More []Group
}

// A Group is a list of pages for one kind of job.
type Group struct {
	Title string
	Pages []Source
}

// A Source is the Markdown of a page.
type Source struct {
	Name  string // of the page: "ftp"
	Label string // in lists
	File  string // its path from the folder docs: "ftp.md"
	Text  string
}

// A Manual makes pages. Any number of goroutines may use it.
type Manual struct {
	o      Options
	groups []Group
	order  []Source          // all pages; the first is Home
	files  map[string]string // the name of the page for each File
	index  func() []Indexed
}

// New returns the manual of package docs.
func New(o Options) *Manual {
	m := &Manual{o: o, files: map[string]string{}}
	if m.o.Home == "" {
		m.o.Home = textOf(Home)
	}
	m.order = []Source{{Home, "Contents", Home + ".md", m.o.Home}}
	for _, g := range docs.Groups() {
		group := Group{Title: g.Title}
		for _, p := range g.Pages {
			group.Pages = append(group.Pages, Source{p.Name, p.Label, p.Name + ".md", textOf(p.Name)})
		}
		m.groups = append(m.groups, group)
	}
	m.groups = append(m.groups, o.More...)
	for _, g := range m.groups {
		m.order = append(m.order, g.Pages...)
	}
	for _, s := range m.order {
		m.files[s.File] = s.Name
	}
	m.index = m.indexOnce()
	return m
}

// textOf returns the text of a page, or "" if index.md lists a page that does not exist; a
// test of package docs finds that.
func textOf(name string) string {
	text, _ := docs.FS.ReadFile(name + ".md")
	return string(text)
}

// Names returns the names of all pages in order.
func (m *Manual) Names() (names []string) {
	for _, s := range m.order {
		names = append(names, s.Name)
	}
	return names
}

// A Page is a page of the manual as HTML.
type Page struct {
	Name  string
	Title string
	Group string        // the title of its group; "" for Home
	HTML  template.HTML // what belongs into the element main
}

//go:embed manual.html
var files embed.FS

// templates are parsed for the first page, so that commands that show none start faster.
var templates = sync.OnceValue(func() *template.Template {
	odd := func(i int) bool { return i%2 == 1 }
	return template.Must(template.New("").Funcs(template.FuncMap{"odd": odd}).ParseFS(files, "manual.html"))
})

// link is a link on a page. Link is "" for the page itself.
type link struct{ Link, Label string }

// shown is what the template of a page shows.
type shown struct {
	Title          string
	Body           template.HTML
	Sections       []link
	Groups         []shownGroup
	Previous, Next *link
}

// shownGroup is a group in the list of pages.
type shownGroup struct {
	Title string
	Open  bool // it contains the page; on Home all are open
	Pages []link
}

// Page returns a page, or false if there is no page with this name.
func (m *Manual) Page(name string) (p Page, ok bool) {
	for i, s := range m.order {
		if s.Name == name {
			return m.page(i), true
		}
	}
	return p, false
}

// page returns the page at an index of m.order.
func (m *Manual) page(i int) Page {
	s, show := m.order[i], shown{}
	group := ""
	show.Title, show.Body = m.render(s, func(level int, id, text string) {
		if level == 2 {
			show.Sections = append(show.Sections, link{"#" + id, text})
		}
	})
	if len(show.Sections) <= fewSections || i == 0 { // Home is a list of pages itself
		show.Sections = nil
	}
	show.Groups, group = m.groupsFor(s.Name)
	if i > 0 {
		show.Previous = m.to(i - 1)
	}
	if i+1 < len(m.order) {
		show.Next = m.to(i + 1)
	}
	return Page{Name: s.Name, Title: show.Title, Group: group, HTML: execute("page", show)}
}

// to returns the link to the page at an index of m.order.
func (m *Manual) to(i int) *link { return &link{m.o.Path(m.order[i].Name), m.order[i].Label} }

// groupsFor returns the list of pages on a page, and the title of its group.
func (m *Manual) groupsFor(name string) (all []shownGroup, title string) {
	for _, g := range m.groups {
		group := shownGroup{Title: g.Title, Open: name == Home}
		for _, s := range g.Pages {
			to := link{m.o.Path(s.Name), s.Label}
			if s.Name == name {
				to.Link, group.Open, title = "", true, g.Title
			}
			group.Pages = append(group.Pages, to)
		}
		all = append(all, group)
	}
	return all, title
}

// execute executes a template. Its data comes from this package, so an error is one of the
// template.
func execute(name string, data any) template.HTML {
	var b strings.Builder
	if err := templates().ExecuteTemplate(&b, name, data); err != nil {
		panic(err)
	}
	return template.HTML(b.String())
}

// render renders the Markdown of a page without its title.
func (m *Manual) render(s Source, heading func(level int, id, text string)) (title string, body template.HTML) {
	title, page := markdown.Render([]byte(s.Text), markdown.PageOptions{
		Untitled: true,
		Prefix:   m.o.Prefix,
		Heading:  heading,
		Link:     m.link,
		Image:    m.image,
	})
	return title, template.HTML(onlyLinks().ReplaceAllString(page, `<p class="see">$1</p>`))
}

// onlyLinks matches a paragraph of links without other text. On a phone its links need more
// space than links in a text.
var onlyLinks = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`<p>((?:<a [^>]*>(?:[^<]|</?code>)*</a>[\s·,.]*)+)</p>`)
})

// link returns the link for a link in the Markdown of a page.
func (m *Manual) link(to string) string {
	file, fragment, given := strings.Cut(to, "#")
	if given {
		fragment = "#" + m.o.Prefix + fragment
	}
	if file == "" {
		return fragment
	}
	if name, ok := m.files[file]; ok {
		return m.o.Path(name) + fragment
	}
	if rest, ok := strings.CutPrefix(to, "../"); ok {
		//lint:ignore urlconcat rest is a reference of a page, already escaped
		to = repository + rest
	}
	return m.o.Link(to)
}

// image returns the HTML of a picture of the manual. A picture NAME.png is replaced in dark
// colours by NAME-dark.png, if it exists.
func (m *Manual) image(to, text string) string {
	picture, err := docs.FS.ReadFile(to)
	if err != nil {
		return ""
	}
	const header = 24 // of a PNG: its width and height are the last 8 bytes
	width, height := binary.BigEndian.Uint32(picture[header-8:]), binary.BigEndian.Uint32(picture[header-4:])
	out := fmt.Sprintf(`<img src="%s" alt="%s" width="%d" height="%d">`,
		template.HTMLEscapeString(m.o.Path(to)), template.HTMLEscapeString(text), width, height)
	dark := strings.TrimSuffix(to, ".png") + "-dark.png"
	if _, err := docs.FS.ReadFile(dark); err != nil {
		return out
	}
	return fmt.Sprintf(`<picture><source srcset="%s" media="(prefers-color-scheme: dark)">%s</picture>`, template.HTMLEscapeString(m.o.Path(dark)), out)
}
