package telnet

import "github.com/earl-url/earl/open"

// Plan returns a plan without steps: Open connects, and sends nothing before
// the server requests an option or the user types. The error is that of Open
// for a URL that it refuses. Source: rfc1738 3.8.
func (o Opener) Plan(r *open.Call) (open.Plan, error) {
	view, address, err := o.read(r.URL)
	if err != nil {
		return open.Plan{}, err
	}
	p := open.Plan{Effect: open.EffectConnects, Server: address}
	if view.User.Present {
		p.Note = "The user name and the password are shown and never sent."
	}
	return p, nil
}
