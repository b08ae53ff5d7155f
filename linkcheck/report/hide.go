package report

import (
	"slices"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/linkcheck"
)

// hiding passes results on without the tokens of their URLs.
type hiding struct{ Writer }

func (h hiding) Result(r linkcheck.Result) error { return h.Writer.Result(hide(r)) }

// hide returns a result without the tokens of its URLs. It does not change r.
func hide(r linkcheck.Result) linkcheck.Result {
	r.URL, r.Final = earl.HideTokens(r.URL), earl.HideTokens(r.Final)
	r.Message, r.Title = earl.HideTokens(r.Message), earl.HideTokens(r.Title)
	r.Places, r.Hops = slices.Clone(r.Places), slices.Clone(r.Hops)
	for i := range r.Places {
		p := &r.Places[i]
		p.File, p.Text = earl.HideTokens(p.File), earl.HideTokens(p.Text)
	}
	for i := range r.Hops {
		r.Hops[i].To = earl.HideTokens(r.Hops[i].To)
	}
	if r.Before != nil {
		before := *r.Before
		before.URL, before.Final = earl.HideTokens(before.URL), earl.HideTokens(before.Final)
		before.Title = earl.HideTokens(before.Title)
		r.Before = &before
	}
	if r.Archived != nil {
		archived := *r.Archived
		archived.URL = earl.HideTokens(archived.URL)
		r.Archived = &archived
	}
	return r
}
