package gateway

import (
	"iter"
	"net/http"
	"net/url"
	"strconv"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/listing"
	"github.com/earl-url/earl/open"
)

// listingBody is what the page of a listing shows.
type listingBody struct {
	listing.Page
	Sorts  []sortLink
	Hidden []hidden // the other fields in the form of the filter
	Search *searchForm
	Next   string                 // the link to the next page, or ""
	First  string                 // the link to the first page, or "" on it
	stream iter.Seq[*listing.Row] // yields the rows, if they arrive while the page is sent
}

// hidden is a hidden field of a form.
type hidden struct{ Name, Value string }

// sortLink is a table heading that sorts the listing.
type sortLink struct{ Name, Title, Link, State, Class string }

// listing shows the entries of a directory, a menu, a group or a search. If the server is
// slow and the page keeps its order, the rows are sent as they arrive.
func (g *Gateway) listing(w http.ResponseWriter, r *http.Request, t target, l *open.Listing) {
	b := &listingBody{Page: listing.Page{View: listing.ViewOf(r, l)}}
	// A listing of messages has only files in which earl itself found them, in the user's mail.
	found := l.Meta.URL.Designates() == earl.Message
	link := func(u earl.URL) string {
		if !g.linker.leads(t.url, u) && !(found && g.linker.opens(u)) {
			return ""
		}
		return g.linker.link("/open", u)
	}
	a, _ := w.(*arriving)
	if a != nil && !a.soon(g.entriesTime) {
		a.begin(stageTop)
	}
	if a != nil && b.View.Streams() && a.late(b.View.Need()) {
		b.stream = g.linker.streamed(a, b, t, l, link)
	} else {
		b.Page = listing.Read(l, b.View, link)
		b.setNext(g.linker, t)
	}
	b.link(g.linker, t, l.Shape)
	b.Search = g.linker.searchForm(t)
	p := g.page(t, titleOf(t.shown()), &l.Meta)
	if p.Stopped != "" {
		b.Fault = "" // the user stopped it
	}
	p.Kind, p.Body = "listing "+l.Shape.String(), b
	g.render(w, shapePages[l.Shape], p)
}

// shapePages are the names of the pages of listings.
var shapePages = map[open.Shape]string{
	open.ShapeTable: "listing", open.ShapeThread: "thread", open.ShapeMenu: "menu", open.ShapeHits: "hits", open.ShapeGroups: "groups",
}

// streamed yields the rows of a listing as they arrive.
func (lk *linker) streamed(a *arriving, b *listingBody, t target, l *open.Listing, link func(earl.URL) string) iter.Seq[*listing.Row] {
	paced := *l
	paced.Entries = func(yield func(open.Entry, error) bool) {
		n := int64(1)
		a.pause(n)
		for e, err := range l.Entries {
			if !yield(e, err) {
				return
			}
			n++
			a.pause(n)
		}
	}
	return func(yield func(*listing.Row) bool) {
		b.Stream(&paced, link)(yield)
		b.setNext(lk, t)
	}
}

// Each yields the rows.
func (b *listingBody) Each() iter.Seq[*listing.Row] {
	if b.stream != nil {
		return b.stream
	}
	return func(yield func(*listing.Row) bool) {
		for i := range b.Rows {
			if !yield(&b.Rows[i]) {
				return
			}
		}
	}
}

// Threads yields the rows of each thread.
func (b *listingBody) Threads() iter.Seq[[]*listing.Row] { return listing.Threads(b.Each()) }

// Streams reports whether the rows arrive while the page is sent.
func (b *listingBody) Streams() bool { return b.stream != nil }

// pageLink returns the link to a page of the listing.
func (b *listingBody) pageLink(lk *linker, t target, v listing.View) string {
	q := "/open?" + lk.query(t)
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

// setNext sets the link to the next page, after the last row.
func (b *listingBody) setNext(lk *linker, t target) {
	if !b.More {
		return
	}
	next, last := b.View, &b.Rows[len(b.Rows)-1]
	next.After, next.Skip = "", last.N
	if next.Sort == listing.Unsorted {
		next.Skip++
	} else {
		next.After = b.LastKey()
	}
	b.Next = b.pageLink(lk, t, next)
}

// link sets the links of a page that sort the listing and that open its first page.
func (b *listingBody) link(lk *linker, t target, shape open.Shape) {
	v := b.View
	v.After, v.Skip = "", 0
	if b.View.After != "" || b.View.Skip > 0 {
		b.First = b.pageLink(lk, t, v)
	}
	for _, s := range columns(shape) {
		to := v
		to.Sort, to.Desc = s.Name, v.Sort == s.Name && !v.Desc
		s.Link, s.State = b.pageLink(lk, t, to), "none"
		if v.Sort == s.Name {
			s.State = "ascending"
			if v.Desc {
				s.State = "descending"
			}
		}
		b.Sorts = append(b.Sorts, s)
	}
	b.Hidden = append(lk.fields(t), hidden{"sort", v.Sort})
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
