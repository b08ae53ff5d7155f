package mailto

import "github.com/earl-url/earl/open"

// Plan returns a plan without steps: nothing is sent. The error is that of Open.
func (Opener) Plan(r *open.Call) (open.Plan, error) {
	a, err := address(r.URL)
	if err != nil {
		return open.Plan{}, err
	}
	p := open.Plan{Effect: open.EffectComposes}
	if len(a.To) > 0 {
		p.Note = "The URL is an address, not an object."
	}
	return p, nil
}
