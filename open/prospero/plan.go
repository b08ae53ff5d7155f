package prospero

import (
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// Plan returns the lines of the requests that Open sends to the host of the URL. The answers decide
// the requests to other servers: for the new place of an object, or the directories of union links.
// The error is that of Open for a URL that it refuses. Source: rfc1738 3.11.
func (o Opener) Plan(r *open.Call) (open.Plan, error) {
	q, at, err := o.query(r)
	if err != nil {
		return open.Plan{}, err
	}
	address, err := open.HostPort(r.URL)
	if err != nil {
		return open.Plan{}, err
	}
	p := open.Plan{Effect: open.EffectSends, Server: address}
	for _, note := range q.notes {
		p.Note = strings.TrimSpace(p.Note + " " + strings.ToUpper(note[:1]) + note[1:] + ".")
	}
	for _, ask := range [...]struct {
		request func() (earl.Octets, error)
		when    string
	}{
		{func() (earl.Octets, error) { return at.request(askObject) }, ""},
		{func() (earl.Octets, error) { return at.request(askDirectory) }, "if it is a directory"},
		{at.oldRequest, "if the server only speaks version 1"},
		{func() (earl.Octets, error) { return at.request(askContents) }, "if the server sends the object itself"},
	} {
		request, err := ask.request()
		switch {
		case err != nil && ask.when == "":
			return open.Plan{}, prefixed(err)
		case err != nil: // version 1 has no form for the name
			continue
		}
		for line := range strings.SplitSeq(strings.TrimSuffix(string(request), "\n"), "\n") {
			p.Steps = append(p.Steps, open.Step{Line: line, When: ask.when, Source: "rfc1738 3.11"})
		}
	}
	return p, nil
}
