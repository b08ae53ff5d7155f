package gateway

import (
	"github.com/earl-url/earl"
	"github.com/earl-url/earl/views"
)

// searchForm is the form on a page of search results that searches for other words. Its
// field is the answer to the question of the database or the menu item.
type searchForm struct {
	Query []hidden // the URL of that question
	Field string
	Words string
}

// searchForm returns the form for another search if t is a search, or nil.
// Source: rfc1738 3.4.2, 3.9.
func (lk *linker) searchForm(t target) *searchForm {
	u, ok := withoutWords(t.url)
	if !ok || t.secret {
		return nil
	}
	return &searchForm{Query: lk.fields(target{url: u}), Field: answerField(0), Words: searchOf(t.url)}
}

// withoutWords returns the URL of a search without its words, which opens a form. It returns
// false if u is not a search.
func withoutWords(u earl.URL) (earl.URL, bool) {
	var view interface {
		URL(*earl.Edition) (earl.URL, error)
	}
	if v, err := views.ParseGopher(u); err == nil && v.Type.Value == "7" && v.Search.Value != "" {
		v.Search.Value = "" // a gopher+ string may follow it
		v.Search.Present = v.Plus.Present
		view = v
	}
	if v, err := views.ParseWAIS(u); err == nil && v.Search.Present {
		v.Search = earl.Field{}
		view = v
	}
	if view == nil {
		return u, false
	}
	to, err := view.URL(u.Edition())
	return to, err == nil
}
