package gateway

import (
	"errors"
	"math"
	"net/http"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/docs"
	"github.com/earl-url/earl/editions"
	"github.com/earl-url/earl/gateway/internal/access"
	"github.com/earl-url/earl/gateway/internal/history"
	"github.com/earl-url/earl/gateway/internal/sanitize"
)

// scheme is a row of the front page.
type scheme struct{ Name, What, Example string }

// Guide returns the name of the page about it, "" if there is none.
func (s scheme) Guide() string { return guideOf(s.Name) }

const (
	// recent is how many visits and bookmarks the front page shows.
	recent = 8
	// maxRecentLink is how long the link to one of them is there, in octets: with
	// longer ones the page would not be small. The index page has all of them.
	maxRecentLink = 400
	// maxShown is how many octets of a title and of a URL are shown of each: a line
	// or two that a person knows them by.
	maxShown = 120
)

// indexBody is what the front page and the index page show.
type indexBody struct {
	Schemes []scheme
	Visits  []linked
	Marks   []linked
	More    bool // there are others
	Logins  int
	Fault   string // why the bookmarks cannot be read
}

// linked is a page that can be gone back to.
type linked struct {
	Title, URL, Link, Time string
}

// home shows the front page.
func (g *Gateway) home(w http.ResponseWriter, _ *http.Request) {
	b := g.indexBody(recent, maxRecentLink)
	for _, s := range docs.Schemes() {
		if row, ok := earl.RFC3986.Scheme(s.Name); ok && g.client.Opens(s.Name) {
			b.Schemes = append(b.Schemes, scheme{s.Name, s.Names, row.Example})
		}
	}
	g.render(w, "home", page{Title: "earl", Body: b})
}

// index shows all of the history and the bookmarks.
func (g *Gateway) index(w http.ResponseWriter, _ *http.Request) {
	g.render(w, "index", page{Title: "History and bookmarks", Body: g.indexBody(history.MaxBookmarks, math.MaxInt)})
}

// indexBody returns up to n visits and bookmarks, those with links of up to
// maxLink octets.
func (g *Gateway) indexBody(n, maxLink int) indexBody {
	b := indexBody{Logins: g.logins.Count()}
	add := func(list *[]linked, l linked) (room bool) {
		if len(*list) == n || len(l.Link) > maxLink {
			b.More = true
			return len(*list) < n
		}
		l.Title, l.URL = sanitize.Truncate(l.Title, maxShown), sanitize.Truncate(l.URL, maxShown)
		*list = append(*list, l)
		return true
	}
	for _, v := range g.history.Newest(history.MaxVisits) {
		if !add(&b.Visits, linked{v.Title, v.URL.Redacted(), g.link("/open", v.URL), v.Time.Format("15:04")}) {
			break
		}
	}
	marks, err := g.marks.All()
	if err != nil {
		b.Fault = "The bookmarks cannot be read: " + err.Error()
	}
	for _, m := range marks {
		edition, known := editions.ByName(m.Edition)
		if !known {
			edition = earl.RFC3986
		}
		u, err := edition.Parse(m.URL)
		if err != nil {
			continue
		}
		u = u.WithoutPassword()
		if !add(&b.Marks, linked{Title: sanitize.Line(m.Title), URL: u.String(), Link: g.link("/open", u)}) {
			break
		}
	}
	return b
}

// bookmark adds or takes away a bookmark.
func (g *Gateway) bookmark(w http.ResponseWriter, r *http.Request) {
	t, _, ok := g.parse(r)
	if !ok || t.kept != "" {
		access.Refuse(w, http.StatusBadRequest, "That is no URL to keep.")
		return
	}
	u := t.url.WithoutPassword()
	err := g.marks.Change(history.Bookmark{URL: u.String(), Title: sanitize.Line(r.PostFormValue("title")), Edition: u.Edition().Name()}, r.PostFormValue("do") == "add")
	if err != nil {
		status := http.StatusInternalServerError
		if errors.Is(err, history.ErrTooLong) {
			status = http.StatusBadRequest
		}
		g.render(w, "errorpage", page{Title: "Not kept", Status: status, Body: errorPage{What: "The bookmark cannot be written.", Said: err.Error()}})
		return
	}
	http.Redirect(w, r, g.link("/open", u), http.StatusSeeOther)
}

// forget drops the history, the logins and the kept answers of the sitting.
func (g *Gateway) forget(w http.ResponseWriter, r *http.Request) {
	g.history.Clear()
	g.logins.Forget()
	g.kept.clear()
	http.Redirect(w, r, "/shelf", http.StatusSeeOther)
}
