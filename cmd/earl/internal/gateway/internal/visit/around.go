package visit

import (
	"slices"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// Around is the position of an article in a list of articles.
type Around struct {
	Visit         *Visit // of the list
	Index         int    // of the article in the list, from 0
	Before, After *open.Entry
}

// Around returns the position of u in the newest list of articles that is kept. It returns
// false if no list contains u.
func (s *Set) Around(u earl.URL) (Around, bool) {
	s.mu.Lock()
	list := slices.Clone(s.list)
	s.mu.Unlock()
	text := u.WithoutFragment().String()
	for _, v := range slices.Backward(list) {
		if opened, err := v.Opened(); !opened || err != nil || v.entries == nil {
			continue
		}
		if l, ok := v.res.(*open.Listing); !ok || l.Shape != open.ShapeThread {
			continue
		}
		if i, before, after := v.entries.around(text); i >= 0 {
			return Around{v, i, before, after}, true
		}
	}
	return Around{}, false
}

// around returns the index of the entry with a URL, or -1, and the entries with URLs
// before and after it.
func (e *entries) around(text string) (i int, before, after *open.Entry) {
	e.mu.Lock()
	defer e.mu.Unlock()
	i = slices.IndexFunc(e.list, func(x open.Entry) bool { return x.URL.String() == text })
	if i < 0 {
		return i, nil, nil
	}
	for k := i - 1; k >= 0 && before == nil; k-- {
		before = linkedEntry(e.list[k])
	}
	for k := i + 1; k < len(e.list) && after == nil; k++ {
		after = linkedEntry(e.list[k])
	}
	return i, before, after
}

// linkedEntry returns a copy of an entry with a URL, or nil.
func linkedEntry(x open.Entry) *open.Entry {
	if x.URL.IsZero() {
		return nil
	}
	return &x
}
