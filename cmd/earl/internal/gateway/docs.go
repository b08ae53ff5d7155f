package gateway

import (
	"net/http"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/docs"
	"github.com/earl-url/earl/internal/manual"
)

// docsPrefix is the path of the guide. The name of a page or a picture follows it.
const docsPrefix = "/docs/"

// searchPage is the path of the guide's search after docsPrefix.
const searchPage = "search"

// newManual returns the manual with links to pages of the gateway.
func (lk *linker) newManual() *manual.Manual {
	return manual.New(manual.Options{Path: guidePath, Prefix: headingPrefix, Link: lk.linkOut})
}

// guide shows a page or a picture of the manual, or searches it.
func (g *Gateway) guide(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, docsPrefix)
	switch {
	case name == "":
		name = manual.Home
	case name == searchPage:
		g.searchGuide(w, r)
		return
	case strings.HasSuffix(name, ".png"):
		http.ServeFileFS(w, r, docs.FS, name)
		return
	}
	m, ok := g.manual().Page(name)
	if !ok {
		g.noPage(w)
		return
	}
	p := page{Title: m.Title, Kind: "manual", Body: m.HTML, Crumbs: []crumb{{Name: "Guide", Link: docsPrefix}}}
	if name == manual.Home {
		p.Crumbs[0] = crumb{Name: "Guide", Here: true}
	} else {
		p.Crumbs = append(p.Crumbs, crumb{Name: m.Group}, crumb{Name: m.Title, Here: true})
	}
	g.render(w, "guide", p)
}

// searchGuide shows the pages of the guide that have all words of a query.
func (g *Gateway) searchGuide(w http.ResponseWriter, r *http.Request) {
	words := r.URL.Query().Get("q")
	g.render(w, "guide", page{
		Title: "Search the guide", Kind: "manual", Body: g.manual().Results(words), Words: words,
		Crumbs: []crumb{{Name: "Guide", Link: docsPrefix}, {Name: "Search", Here: true}},
	})
}

// guidePath returns the path of a page or a picture of the guide.
func guidePath(name string) string {
	if name == manual.Home {
		name = ""
	}
	return docsPrefix + name
}

// guideOf returns the name of the page about a scheme, or "".
func guideOf(scheme string) string { return docs.PageOf(strings.ToLower(scheme)) }

// linkOut returns the link on a page of the gateway for a URL in the guide.
func (lk *linker) linkOut(to string) string {
	u, err := earl.RFC3986.Parse(to)
	if err != nil {
		return ""
	}
	if lk.opens(u) {
		return lk.link("/open", u)
	}
	return lk.link("/explain", u)
}
