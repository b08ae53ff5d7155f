package nntp

import (
	"errors"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/dialogue"
)

// Plan returns the lines that Open sends. The error is that of Open for a URL that it refuses. For
// a news URL without a server the plan has no Server, and a Note.
// Source: rfc1738 3.6, 3.7.
func (o Opener) Plan(r *open.Call) (open.Plan, error) {
	s, err := o.session(r)
	p := &plan{dialogue.Plan{Plan: open.Plan{Effect: open.EffectSends}}}
	switch {
	case errors.Is(err, ErrNoServer):
		p.Note = "A news URL contains no server, and no news server is set."
	case err != nil:
		return open.Plan{}, err
	default:
		p.Server = s.server.address
	}
	p.Lines = &s.Lines
	p.Add(open.Step{Source: "rfc3977 5.3"}, modeReader)
	if s.wantsTLS() {
		p.Add(open.Step{Source: "rfc3977 5.2"}, "CAPABILITIES")
		p.Add(open.Step{Why: "the settings require TLS", Source: "rfc4642 2.2"}, "STARTTLS")
	}
	for i, c := range s.commands {
		step := open.Step{Source: "rfc1738 3.6"}
		if c.describes() {
			step = open.Step{Why: "what the groups are about", Source: "rfc3977 7.6.6"}
		}
		p.Add(step, c.verb, c.arg...)
		if i == 0 {
			p.login(c)
		}
	}
	if s.commands[len(s.commands)-1].verb == "GROUP" {
		p.overview()
	}
	p.Add(open.Step{When: "when the session ends", Source: "rfc3977 5.4"}, "QUIT")
	return p.Plan.Plan, p.Err
}

// plan collects the steps.
type plan struct{ dialogue.Plan }

// login adds the login that a server may request. c is sent before it, and again after it. Source:
// rfc4643 2.3.
func (p *plan) login(c command) {
	p.Add(open.Step{When: "if the server asks", Why: "you are asked for it first", Source: "rfc4643 2.3"}, authUser, earl.Hidden)
	p.Add(open.Step{When: "if the server asks", Why: "you are asked for it first", Source: "rfc4643 2.3"}, authPass, earl.Hidden)
	p.Add(open.Step{When: "again, after a login", Source: "rfc4643 2.2"}, c.verb, c.arg...)
}

// The arguments that the replies of the server decide.
const (
	anyRange  = "first-last"
	anyNumber = "number"
)

// overview adds the commands that list a group. The reply to GROUP has the numbers of its articles.
// Source: rfc3977 8.3; rfc2980 2.8.
func (p *plan) overview() {
	when := [...]string{"if the group has articles", "if the server has no OVER"}
	for i, verb := range overviewVerbs {
		p.Add(open.Step{When: when[i], Why: "the numbers are those of the server", Source: "rfc3977 8.3"}, verb, anyRange)
	}
	p.Add(open.Step{When: "if the server has no overview", Source: "rfc3977 6.1.2"}, "LISTGROUP")
	p.Add(open.Step{When: "if the server has no overview", Why: "for each article", Source: "rfc3977 6.2.2"}, "HEAD", anyNumber)
}
