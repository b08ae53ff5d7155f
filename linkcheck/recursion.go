package linkcheck

import (
	"cmp"
	"slices"

	"github.com/earl-url/earl"
)

// A recursion has the pages that are read for their links, level by level.
type recursion struct {
	level   int      // of the pages that are being read
	asked   int      // objects that were opened to read their links
	reading int      // pages of this level that are still to be read
	later   []*entry // pages of the next level
	walked  map[string]bool
}

// next begins the level of the pages that the pages of the last one link to, if all of
// those are read, and returns its entries in an order that does not depend on which server
// was fastest.
func (r *recursion) next(o *Options) []*entry {
	if r.reading > 0 || len(r.later) == 0 {
		return nil
	}
	list := r.later
	r.level++
	r.later = nil
	slices.SortFunc(list, func(a, b *entry) int { return cmp.Compare(a.key, b.key) })
	for _, e := range list {
		if r.asked < o.Pages && r.level < o.Levels {
			r.asked++
			r.reading++
			e.read = true
		} else {
			e.left = true
		}
	}
	return list
}

// isFirst reports whether no other URL led to the page of an entry before.
func (r *recursion) isFirst(e *entry, final earl.URL) bool {
	page := e.key
	if !final.IsZero() {
		page = normal(final).String()
	}
	if r.walked[page] {
		return false
	}
	r.walked[page] = true
	return true
}
