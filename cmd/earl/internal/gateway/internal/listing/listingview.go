package listing

import (
	"cmp"
	"net/http"
	"strconv"
	"strings"

	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/sanitize"
	"github.com/earl-url/earl/open"
)

// View is how a page shows a listing: its order, its filter and its first entry.
type View struct {
	Sort   string // Unsorted, "name", "size", "time", "type" or "articles"
	Desc   bool
	Filter string
	After  string // the key of the last entry on the previous page; "" on the first page
	Skip   int    // the index of that entry; if Sort is Unsorted, the index of the first entry
}

// Unsorted is the order in which the server sends entries.
const Unsorted = "none"

// ViewOf reads the View of a listing from the form values of a request. A table without an
// order of its own is sorted by name unless the request wants the order of the server. Other
// listings keep that order, and a heading of a table changes it.
func ViewOf(r *http.Request, l *open.Listing) View {
	shape := l.Shape
	v := View{Sort: r.FormValue("sort"), Filter: strings.TrimSpace(r.FormValue("filter")), After: r.FormValue("after")}
	v.Skip, _ = strconv.Atoi(r.FormValue("skip"))
	v.Desc = r.FormValue("desc") != ""
	switch {
	case shape != open.ShapeTable && shape != open.ShapeGroups:
		v.Sort = Unsorted
	case v.Sort == "" && shape == open.ShapeTable && !l.Ordered:
		v.Sort = "name"
	case v.Sort != "name" && v.Sort != "size" && v.Sort != "time" && v.Sort != "type" && (v.Sort != "articles" || shape != open.ShapeGroups):
		v.Sort = Unsorted
	}
	return v
}

// less reports whether row a is before row b. Directories are before all others. Equal rows
// keep the order of the server.
func (v View) less(a, b *Row) bool {
	if v.Sort == Unsorted {
		return a.N < b.N
	}
	return v.compare(a.key, a.N, b.key, b.N) < 0
}

// keyOf returns the sort key of a row.
func (v View) keyOf(r *Row) string {
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
		return family + sortable(r.Time.Unix()) // a zero Time is the smallest
	case "type":
		return family + lookOf(&r.Entry, r.scheme).Word
	case "articles":
		n := int64(-1)
		if r.Group != nil {
			n = r.Group.Articles()
		}
		return family + sortable(n)
	}
	return family + strings.ToLower(sanitize.Truncate(r.Title, maxKey))
}

// sortable writes a number so that texts sort as numbers do.
func sortable(n int64) string {
	if n < 0 {
		return "-"
	}
	digits := strconv.FormatInt(n, 10)
	return string(rune('a'+len(digits))) + digits
}

// compare compares two keys. If they are equal, it compares the indexes n and m.
func (v View) compare(a string, n int, b string, m int) int {
	c := cmp.Or(strings.Compare(a, b), cmp.Compare(n, m))
	if v.Desc {
		return -c
	}
	return c
}

// follows reports whether a row follows the previous page.
func (v View) follows(r *Row) bool {
	if v.Sort == Unsorted {
		return r.N >= v.Skip
	}
	return v.After == "" || v.compare(r.key, r.N, v.After, v.Skip) > 0
}

// passes reports whether the filter accepts a row: its name and description contain all
// words of the filter, in upper or lower case.
func (v View) passes(r *Row) bool {
	if v.Filter == "" {
		return true
	}
	name := strings.ToLower(r.Title + " " + r.About)
	for word := range strings.FieldsSeq(strings.ToLower(v.Filter)) {
		if !strings.Contains(name, word) {
			return false
		}
	}
	return true
}

// rowHeap contains the first rows of a page in the order of a view, with the last one on
// top. So a listing of any length is sorted in the memory of one page.
type rowHeap struct {
	rows []*Row
	view View
}

func (h *rowHeap) Len() int           { return len(h.rows) }
func (h *rowHeap) Less(i, j int) bool { return h.view.less(h.rows[j], h.rows[i]) }
func (h *rowHeap) Swap(i, j int)      { h.rows[i], h.rows[j] = h.rows[j], h.rows[i] }
func (h *rowHeap) Push(x any)         { h.rows = append(h.rows, x.(*Row)) }
func (h *rowHeap) Pop() any {
	last := h.rows[len(h.rows)-1]
	h.rows = h.rows[:len(h.rows)-1]
	return last
}
