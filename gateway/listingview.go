package gateway

import (
	"cmp"
	"net/http"
	"strconv"
	"strings"

	"github.com/earl-url/earl/gateway/internal/sanitize"
	"github.com/earl-url/earl/open"
)

// listingView is how a listing is shown: what a link of the page asks for.
type listingView struct {
	Sort   string // unsorted, "name", "size", "time", "type"
	Desc   bool
	Filter string
	After  string // the key of the last entry of the page before; "": the first page
	Skip   int    // its place in the listing
}

// unsorted is the order that a server has entries in.
const unsorted = "none"

// listingViewOf reads a view from a request. A table is sorted by name unless it is
// asked for as the server has it; what a server orders is left so.
func listingViewOf(r *http.Request, shape open.Shape) listingView {
	v := listingView{Sort: r.FormValue("sort"), Filter: strings.TrimSpace(r.FormValue("filter")), After: r.FormValue("after")}
	v.Skip, _ = strconv.Atoi(r.FormValue("skip"))
	v.Desc = r.FormValue("desc") != ""
	switch {
	case shape != open.ShapeTable && shape != open.ShapeGroups:
		v.Sort = unsorted
	case v.Sort == "" && shape == open.ShapeTable:
		v.Sort = "name"
	case v.Sort != "name" && v.Sort != "size" && v.Sort != "time" && v.Sort != "type":
		v.Sort = unsorted
	}
	return v
}

// less orders two rows, directories before all others; equal ones stand as the
// server has them.
func (v listingView) less(a, b *row) bool {
	if v.Sort == unsorted {
		return a.N < b.N
	}
	return v.compare(v.key(a), a.N, v.key(b), b.N) < 0
}

// key is what a row is sorted by, as a text that sorts like it.
func (v listingView) key(r *row) string {
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
	return family + strings.ToLower(sanitize.Truncate(r.Title, maxTitle))
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
func (v listingView) compare(a string, n int, b string, m int) int {
	c := cmp.Or(strings.Compare(a, b), cmp.Compare(n, m))
	if v.Desc {
		return -c
	}
	return c
}

// behind reports whether a row stands behind the page before.
func (v listingView) behind(r *row) bool {
	if v.Sort == unsorted {
		return r.N >= v.Skip
	}
	return v.After == "" || v.compare(v.key(r), r.N, v.After, v.Skip) > 0
}

// passes reports whether the filter lets a row pass: its name has the words, in
// any case.
func (v listingView) passes(r *row) bool {
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

// rowHeap holds the first rows of a page by the order of a view, the last of them
// on top: so a listing of any length is sorted in the memory of one page.
type rowHeap struct {
	rows []row
	view listingView
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
