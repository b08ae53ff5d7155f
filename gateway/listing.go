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
	Bars  int    // the score of a hit, of 10
	Score string
}

// view is how a listing is shown: what a link of the page asks for.
type view struct {
	Sort   string // "", "name", "size", "time", "type"; "": as the server has it
	Desc   bool
	Filter string
	After  string // the key of the last entry of the page before; "": the first page
	Skip   int    // its place in the listing
}

// listingBody is what the page of a listing shows.
type listingBody struct {
	Look    string // "table", "menu", "thread", "groups", "hits"
	Rows    []row
	Groups  [][]row // a thread each
	Sorts   []sortLink
	View    view
	Hidden  []hidden // what the filter's form sends beside the filter
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
	b := listingBody{Look: lookOf(t.url)}
	b.View = viewOf(r, b.Look)
	b.read(g, t.url, l)
	b.link(g, t)
	title := titleOf(t.shown())
	p := g.page(t, title, &l.Meta)
	p.Kind, p.Body, p.Script = "listing "+b.Look, b, "/static/filter.js"
	switch b.Look {
	case "thread":
		b.Groups = threads(b.Rows)
		p.Body = b
		g.render(w, "thread", p)
	case "menu":
		g.render(w, "menu", p)
	case "hits":
		g.render(w, "hits", p)
	default:
		g.render(w, "listing", p)
	}
}

// lookOf returns how the listings of a scheme look.
func lookOf(u earl.URL) string {
	switch u.Scheme() {
	case "gopher", "gophers":
		return "menu"
	case "wais":
		return "hits"
	case "news", "nntp", "nntps":
		if v, err := earl.ParseNews(u); err == nil && v.All {
			return "groups"
		}
		return "thread"
	}
	return "table"
}

// viewOf reads a view from a request. A table is sorted by name unless it is
// asked for as the server has it; what a server orders is left so.
func viewOf(r *http.Request, look string) view {
	v := view{Sort: r.FormValue("sort"), Filter: strings.TrimSpace(r.FormValue("filter")), After: r.FormValue("after")}
	v.Skip, _ = strconv.Atoi(r.FormValue("skip"))
	v.Desc = r.FormValue("desc") != ""
	switch {
	case look != "table" && look != "groups":
		v.Sort = ""
	case v.Sort == "" && look == "table":
		v.Sort = "name"
	case v.Sort != "name" && v.Sort != "size" && v.Sort != "time" && v.Sort != "type":
		v.Sort = ""
	}
	return v
}

// less orders two rows, directories before all others; equal ones stand as the
// server has them.
func (v view) less(a, b *row) bool {
	if v.Sort == "" {
		return a.N < b.N
	}
	return v.compare(v.key(a), a.N, v.key(b), b.N) < 0
}

// key is what a row is sorted by, as a text that sorts like it.
func (v view) key(r *row) string {
	family := "1"
	if r.Kind == open.KindListing && v.Sort != "time" {
		family = "0"
	}
	if v.Desc { // directories stay first
		family = string('0' + '1' - family[0])
	}
	switch v.Sort {
	case "size":
		return family + sortable(r.Size)
	case "time":
		return family + sortable(r.Time.Unix()) // of a zero Time below all others
	case "type":
		return family + r.Badge
	}
	return family + strings.ToLower(shortened(r.Title, maxTitle))
}

// sortable writes a number so that texts sort as numbers do.
func sortable(n int64) string {
	if n < 0 {
		return "-"
	}
	digits := strconv.FormatInt(n, 10)
	return string(rune('a'+len(digits))) + digits
}

// compare orders two keys and, where they are equal, two places.
func (v view) compare(a string, n int, b string, m int) int {
	c := cmp.Or(strings.Compare(a, b), cmp.Compare(n, m))
	if v.Desc {
		return -c
	}
	return c
}

// behind reports whether a row stands behind the page before.
func (v view) behind(r *row) bool {
	if v.Sort == "" {
		return r.N >= v.Skip
	}
	return v.After == "" || v.compare(v.key(r), r.N, v.After, v.Skip) > 0
}

// passes reports whether the filter lets a row pass: its name has the words, in
// any case.
func (v view) passes(r *row) bool {
	if v.Filter == "" {
		return true
	}
	name := strings.ToLower(r.Title)
	for word := range strings.FieldsSeq(strings.ToLower(v.Filter)) {
		if !strings.Contains(name, word) {
			return false
		}
	}
	return true
}

// page holds the first rows of a page by the order of a view, the last of them
// on top: so a listing of any length is sorted in the memory of one page.
type rowHeap struct {
	rows []row
	view view
}

func (h *rowHeap) Len() int           { return len(h.rows) }
func (h *rowHeap) Less(i, j int) bool { return h.view.less(&h.rows[j], &h.rows[i]) }
func (h *rowHeap) Swap(i, j int)      { h.rows[i], h.rows[j] = h.rows[j], h.rows[i] }
func (h *rowHeap) Push(x any)         { h.rows = append(h.rows, x.(row)) }
func (h *rowHeap) Pop() any {
	last := h.rows[len(h.rows)-1]
	h.rows = h.rows[:len(h.rows)-1]
	return last
}

// read reads the listing that from led to and keeps the rows of the page, and one more.
func (b *listingBody) read(g *Gateway, from earl.URL, l *open.Listing) {
	h := &rowHeap{view: b.View}
	for e, err := range l.Entries {
		if err != nil {
			b.Fault = visible(err.Error())
			break
		}
		r := row{Entry: e, N: b.Seen, Title: shortened(visible(e.Name), maxLine), Badge: badge(&e)}
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
		case b.View.Sort == "": // in the server's order nothing that follows is on this page
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
	r.Entry.Link = visible(r.Entry.Link)
	if v, err := earl.ParseGopher(r.URL); err == nil {
		r.Glyph = visible(string(cmp.Or(v.Type.Value, "1")))
	}
	for i, note := range r.Note {
		if n, ok := strings.CutPrefix(note, "score "); ok {
			r.Score = n
			score, _ := strconv.Atoi(n)
			r.Bars = min(max(score, 0), 1000) / 100
		}
		r.Note[i] = visible(note)
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
	return visible(e.Type)
}

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
	query := func(v view) string {
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
		if v.Sort == "" {
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
