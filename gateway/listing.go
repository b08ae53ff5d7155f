package gateway

import (
	"cmp"
	"container/heap"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/gateway/internal/sanitize"
	"github.com/earl-url/earl/open"
)

// pageRows is how many entries a page has: what a browser lays out at once on a
// telephone. A listing is read as a stream, and no more than a page of it is held.
const pageRows = 1000

// row is an entry on a page.
type row struct {
	open.Entry
	N     int    // its place in the listing, from 0
	Title string // its name, visible
	Link  string // "": it leads nowhere that is opened here
	Where string // its URL
	Badge string // what sort of thing it is, in a word
	Glyph string // the letter of a menu's item
	Score string
}

// listingBody is what the page of a listing shows.
type listingBody struct {
	Rows    []row
	Groups  [][]row // a thread each
	Sorts   []sortLink
	View    listingView
	Hidden  []hidden // what the filter's form sends beside the filter
	Search  *searchForm
	Next    string
	First   string
	Seen    int  // entries that were read
	Matched int  // those that the filter lets pass
	Whole   bool // the listing was read to its end
	Fault   string
}

// hidden is a field of a form that nobody sees.
type hidden struct{ Name, Value string }

// sortLink is a heading that sorts.
type sortLink struct{ Name, Title, Link, State, Class string }

// listing shows the entries of a directory, a menu, a group or a search.
func (g *Gateway) listing(w http.ResponseWriter, r *http.Request, t target, l *open.Listing) {
	b := listingBody{View: listingViewOf(r, l.Shape)}
	b.read(g, t.url, l)
	b.link(g, t)
	b.Search = g.searchForm(t)
	title := titleOf(t.shown())
	p := g.page(t, title, &l.Meta)
	p.Kind, p.Body, p.Script = "listing "+l.Shape.String(), b, "/static/filter.js"
	switch l.Shape {
	case open.ShapeThread:
		b.Groups = threads(b.Rows)
		p.Body = b
		g.render(w, "thread", p)
	case open.ShapeMenu:
		g.render(w, "menu", p)
	case open.ShapeHits:
		g.render(w, "hits", p)
	default:
		g.render(w, "listing", p)
	}
}

// read reads the listing that from led to and keeps the rows of the page, and one more.
func (b *listingBody) read(g *Gateway, from earl.URL, l *open.Listing) {
	h := &rowHeap{view: b.View}
	for e, err := range l.Entries {
		if err != nil {
			b.Fault = sanitize.Line(err.Error())
			break
		}
		r := row{Entry: e, N: b.Seen, Title: sanitize.Truncate(sanitize.Line(e.Name), maxLine), Badge: badge(&e)}
		b.Seen++
		if !b.View.passes(&r) {
			continue
		}
		b.Matched++
		switch {
		case !b.View.behind(&r):
		case len(h.rows) <= pageRows:
			heap.Push(h, r)
		case b.View.less(&r, &h.rows[0]):
			h.rows[0] = r
			heap.Fix(h, 0)
		case b.View.Sort == unsorted: // in the server's order nothing that follows is on this page
			b.finish(g, from, h.rows)
			return
		}
	}
	b.Whole = b.Fault == ""
	b.finish(g, from, h.rows)
}

// maxLine is how much of an entry's name a page shows.
const maxLine = 2 << 10

// finish puts the rows in order and takes off the one too many.
func (b *listingBody) finish(g *Gateway, from earl.URL, rows []row) {
	slices.SortFunc(rows, func(x, y row) int {
		if b.View.less(&x, &y) {
			return -1
		}
		return 1
	})
	more := len(rows) > pageRows
	b.Rows = rows[:min(len(rows), pageRows)]
	for i := range b.Rows {
		b.Rows[i].dress(g, from)
	}
	if more {
		last := &b.Rows[len(b.Rows)-1]
		b.Next = b.View.key(last)
	}
}

// dress fills in what the page shows of a row beside its name.
func (r *row) dress(g *Gateway, from earl.URL) {
	if !r.URL.IsZero() {
		r.Where = r.URL.Redacted()
	}
	if g.leads(from, r.URL) {
		r.Link = g.link("/open", r.URL)
	}
	r.Entry.Link = sanitize.Line(r.Entry.Link)
	if v, err := earl.ParseGopher(r.URL); err == nil {
		r.Glyph = sanitize.Line(string(cmp.Or(v.Type.Value, "1")))
	}
	for i, note := range r.Note {
		if n, ok := strings.CutPrefix(note, "score "); ok {
			r.Score = sanitize.Line(n)
		}
		r.Note[i] = sanitize.Line(note)
	}
}

// badge says in a word what an entry is.
func badge(e *open.Entry) string {
	switch e.Kind {
	case open.KindListing:
		return "directory"
	case open.KindForm:
		return "search"
	case open.KindSession:
		return "terminal"
	case open.KindAddress:
		return "address"
	case open.KindInfo:
		return ""
	}
	if e.Link != "" {
		return "link"
	}
	if v, err := earl.ParseGopher(e.URL); err == nil && e.Type == "application/octet-stream" {
		return cmp.Or(families[v.Type.Value], e.Type)
	}
	return sanitize.Line(e.Type)
}

// families are what the types of a menu's items say where no suffix says more.
// Source: draft1993 Gopher.
var families = map[earl.Octets]string{"I": "image", "s": "sound"}

// threads parts rows into threads. The first on a page may begin within one.
func threads(rows []row) [][]row {
	var all [][]row
	for i := range rows {
		if rows[i].Depth == 0 || len(all) == 0 {
			all = append(all, nil)
		}
		all[len(all)-1] = append(all[len(all)-1], rows[i])
	}
	return all
}

// link makes the links of a page: to sort, to go on, to begin anew.
func (b *listingBody) link(g *Gateway, t target) {
	base := "/open?" + g.query(t)
	query := func(v listingView) string {
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
	b.First = ""
	if b.View.After != "" || b.View.Skip > 0 {
		b.First = query(v)
	}
	if b.Next != "" {
		next, last := v, &b.Rows[len(b.Rows)-1]
		next.Skip = last.N
		if v.Sort == unsorted {
			next.Skip++
		} else {
			next.After = b.Next
		}
		b.Next = query(next)
	}
	for _, s := range [...]sortLink{{Name: "name", Title: "Name"}, {Name: "size", Title: "Size", Class: "number"}, {Name: "time", Title: "Changed"}, {Name: "type", Title: "Type"}} {
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
