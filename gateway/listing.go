package gateway

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/gateway/internal/listing"
	"github.com/earl-url/earl/open"
)

// listingBody is what the page of a listing shows.
type listingBody struct {
	listing.Page
	Groups [][]listing.Row // one per thread
	Sorts  []sortLink
	Hidden []hidden // what the form of the filter sends in addition to the filter
	Search *searchForm
	Next   string // the link to the next page, or ""
	First  string // the link to the first page, or "" on it
}

// hidden is a field of a form that nobody sees.
type hidden struct{ Name, Value string }

// sortLink is a heading that sorts.
type sortLink struct{ Name, Title, Link, State, Class string }

// listing shows the entries of a directory, a menu, a group or a search.
func (g *Gateway) listing(w http.ResponseWriter, r *http.Request, t target, l *open.Listing) {
	b := listingBody{Page: listing.Read(l, listing.ViewOf(r, l.Shape), func(u earl.URL) string {
		if !g.leads(t.url, u) {
			return ""
		}
		return g.link("/open", u)
	})}
	b.link(g, t, l.Shape)
	b.Search = g.searchForm(t)
	title := titleOf(t.shown())
	p := g.page(t, title, &l.Meta)
	p.Kind, p.Body = "listing "+l.Shape.String(), b
	switch l.Shape {
	case open.ShapeThread:
		b.Groups = listing.Threads(b.Rows)
		p.Body = b
		g.render(w, "thread", p)
	case open.ShapeMenu:
		g.render(w, "menu", p)
	case open.ShapeHits:
		g.render(w, "hits", p)
	case open.ShapeGroups:
		g.render(w, "groups", p)
	default:
		g.render(w, "listing", p)
	}
}

// link makes the links of a page: to sort, to go on, to begin anew.
func (b *listingBody) link(g *Gateway, t target, shape open.Shape) {
	base := "/open?" + g.query(t)
	query := func(v listing.View) string {
		q := base
		add := func(name, value string) {
			if value != "" {
				q += "&" + name + "=" + url.QueryEscape(value)
			}
		}
		add("sort", v.Sort)
		if v.Desc {
			add("desc", "1")
		}
		add("filter", v.Filter)
		add("after", v.After)
		if v.Skip > 0 {
			add("skip", strconv.Itoa(v.Skip))
		}
		return q
	}
	v := b.View
	v.After, v.Skip = "", 0
	if b.View.After != "" || b.View.Skip > 0 {
		b.First = query(v)
	}
	if b.More {
		next, last := v, &b.Rows[len(b.Rows)-1]
		next.Skip = last.N
		if v.Sort == listing.Unsorted {
			next.Skip++
		} else {
			next.After = b.LastKey()
		}
		b.Next = query(next)
	}
	for _, s := range columns(shape) {
		to := v
		to.Sort, to.Desc = s.Name, v.Sort == s.Name && !v.Desc
		s.Link, s.State = query(to), "none"
		if v.Sort == s.Name {
			s.State = "ascending"
			if v.Desc {
				s.State = "descending"
			}
		}
		b.Sorts = append(b.Sorts, s)
	}
	b.Hidden = append(g.fields(t), hidden{"sort", v.Sort})
	if v.Desc {
		b.Hidden = append(b.Hidden, hidden{"desc", "1"})
	}
}

// columns returns the columns that sort a listing.
func columns(shape open.Shape) []sortLink {
	if shape == open.ShapeGroups {
		return []sortLink{{Name: "name", Title: "Group"}, {Name: "articles", Title: "Articles", Class: "number"}}
	}
	return []sortLink{{Name: "name", Title: "Name"}, {Name: "size", Title: "Size", Class: "number"}, {Name: "time", Title: "Changed"}, {Name: "type", Title: "Type"}}
}

// fields returns what names t as fields of a form that nobody sees.
func (g *Gateway) fields(t target) []hidden {
	var all []hidden
	for pair := range strings.SplitSeq(g.query(t), "&") {
		name, value, _ := strings.Cut(pair, "=")
		value, _ = url.QueryUnescape(value) // we escaped it
		all = append(all, hidden{name, value})
	}
	return all
}
