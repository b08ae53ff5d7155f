package gateway

import (
	"net/http"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/history"
	"github.com/earl-url/earl/docs"
)

// scheme is a row of the front page.
type scheme struct{ Name, What, Example string }

// Guide returns the name of the page about the scheme, or "".
func (s scheme) Guide() string { return guideOf(s.Name) }

const (
	// recent is how many visits and bookmarks the front page shows.
	recent = 8
	// maxRecentLink is the length of the longest link to one of them, in bytes. With
	// longer links the front page would be large. The index page has all of them.
	maxRecentLink = 400
	// maxShown is how many bytes of a title or a URL a list shows: a line or two, enough
	// for the user to recognize them.
	maxShown = 120
)

// homeBody is what the front page shows.
type homeBody struct {
	Schemes []scheme
	Visits  []linked
	Marks   []linked
	More    bool   // there are more visits or bookmarks
	Fault   string // why the bookmarks cannot be read
}

// linked is a link to a page of the gateway, such as a visit or a bookmark.
type linked struct {
	Title, URL, Link string
	Time, When       string // a time for the user; the same in RFC 3339
	Key              string // identifies it in forms
	Rename           string // the page that renames a bookmark
}

// home shows the front page.
func (g *Gateway) home(w http.ResponseWriter, _ *http.Request) {
	b := g.recentBody(recent, maxRecentLink)
	for _, s := range docs.Schemes() {
		if row, ok := earl.RFC3986.Scheme(s.Name); ok && g.client.Opens(s.Name) {
			b.Schemes = append(b.Schemes, scheme{s.Name, s.Names, row.Example})
		}
	}
	g.render(w, "home", page{Title: "earl", Body: b})
}

// recentBody returns up to n visits and up to n bookmarks. It leaves out those with links
// longer than maxLink bytes.
func (g *Gateway) recentBody(n, maxLink int) homeBody {
	var b homeBody
	add := func(list *[]linked, l linked) (room bool) {
		if len(*list) == n || len(l.Link) > maxLink {
			b.More = true
			return len(*list) < n
		}
		*list = append(*list, l)
		return true
	}
	for _, v := range g.history.Newest(history.MaxVisits) {
		if !add(&b.Visits, g.linker.visitRow(v, time.Now())) {
			break
		}
	}
	marks, err := g.marks.All()
	if err != nil {
		b.Fault = "The bookmarks cannot be read: " + err.Error()
	}
	for _, m := range marks {
		if l := g.linker.markRow(m); l.Link != "" && !add(&b.Marks, l) {
			break
		}
	}
	return b
}
