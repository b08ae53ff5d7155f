package gopher

import (
	"strings"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/views"
)

// Plan returns the lines that Open sends. The error is that of Open for a URL
// that it refuses. Source: rfc1738 3.4.
func (o Opener) Plan(r *open.Call) (open.Plan, error) {
	q, err := o.query(r)
	if err != nil {
		return open.Plan{}, err
	}
	res, err := q.unsent()
	switch _, asks := res.(*open.Form); {
	case asks:
		return open.Plan{Effect: open.EffectAsks, Note: "It is a search, and you are asked for its words first."}, nil
	case res != nil || err != nil:
		return open.Plan{Effect: open.EffectNothing, Note: q.unsentNote()}, nil
	}
	return q.plan()
}

// unsentNote returns why opening the item sends nothing.
func (q *query) unsentNote() string {
	_, isLink := q.link()
	switch {
	case q.view.Plus.Value != "":
		return "Its Gopher+ string does not begin with +, !, $ or ?, so there is no request for it."
	case isLink:
		return "It redirects to the link in its selector."
	case q.item.class == classSession:
		return "It redirects to a terminal session."
	case typeOf(q.view) == '2':
		return "It is a CSO name server, which has a protocol of its own."
	}
	return "There is nothing to retrieve."
}

// plan returns the plan of an item that is requested from the server.
func (q *query) plan() (open.Plan, error) {
	address, err := open.HostPort(q.req.URL)
	if err != nil {
		return open.Plan{}, err
	}
	p := open.Plan{Effect: open.EffectSends, Server: address}
	v, step := q.view, open.Step{Source: "rfc1738 3.4.2"}
	plus := v.Plus.Value
	switch {
	case plus == "?":
		v = formAttributes(v)
		step.Source, step.Why = "rfc1738 3.4.5", "the form is one of the attributes of the item"
	case plus != "":
		step.Source = plusSource(v)
	case v.Search.Value == "" && typeOf(v) != '7':
		step.Source = "rfc1738 3.4.1"
	}
	if err := q.planRequest(&p, v, step); err != nil || len(plus) < 2 || plus[0] == '+' {
		return p, err
	}
	step = open.Step{When: "if the server does not understand names of attributes", Source: "rfc1738 3.4.6"}
	return p, q.planRequest(&p, allAttributes(v), step)
}

// planRequest adds the lines of the request for v to a plan.
func (q *query) planRequest(p *open.Plan, v views.Gopher, step open.Step) error {
	request, err := q.opts.request(v)
	if err != nil {
		return err
	}
	for line := range strings.SplitSeq(strings.TrimSuffix(request, lineEnd), lineEnd) {
		step.Line = line
		p.Steps = append(p.Steps, step)
		step.Why = ""
	}
	return nil
}

// plusSource returns the section that defines a gopher+ string.
func plusSource(v views.Gopher) string {
	_, filled := v.Answers()
	plus := v.Plus.Value
	switch {
	case filled:
		return "rfc1738 3.4.9"
	case plus == "+":
		return "rfc1738 3.4.4"
	case plus[0] == '+':
		return "rfc1738 3.4.8"
	case len(plus) == 1:
		return "rfc1738 3.4.6"
	}
	return "rfc1738 3.4.7"
}
