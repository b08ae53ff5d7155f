package gateway

import "github.com/earl-url/earl"

// searchForm asks for other words where some were searched for: what it asks for is
// the answer to the question of the database, or of the menu's item.
type searchForm struct {
	Query []hidden // names that question
	Field string
	Words string
}

// searchForm returns the form of a search that t names, nil if it names none.
// Source: rfc1738 3.4.2, 3.9.
func (g *Gateway) searchForm(t target) *searchForm {
	u, ok := unasked(t.url)
	if !ok || t.secret {
		return nil
	}
	return &searchForm{Query: g.fields(target{url: u}), Field: answerField(0), Words: searchOf(t.url)}
}

// unasked returns the URL of a search without its words, which leads to a form.
func unasked(u earl.URL) (earl.URL, bool) {
	var view interface {
		URL(*earl.Edition) (earl.URL, error)
	}
	if v, err := earl.ParseGopher(u); err == nil && v.Type.Value == "7" && v.Search.Value != "" {
		v.Search.Value = "" // a gopher+ string may stand behind it
		v.Search.Present = v.Plus.Present
		view = v
	}
	if v, err := earl.ParseWAIS(u); err == nil && v.Search.Present {
		v.Search = earl.Field{}
		view = v
	}
	if view == nil {
		return u, false
	}
	to, err := view.URL(u.Edition())
	return to, err == nil
}
