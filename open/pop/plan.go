package pop

import (
	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/dialogue"
)

// anyNumber is the argument that the server's list decides.
const anyNumber = "number"

// Plan returns the lines that Open sends. Source: rfc2384 4; rfc1939.
func (o Opener) Plan(r *open.Call) (open.Plan, error) {
	s, err := o.session(r)
	if err != nil {
		return open.Plan{}, err
	}
	p := &plan{dialogue.Plan{Plan: open.Plan{Effect: open.EffectSends, Server: s.address}, Lines: &s.Lines}}
	p.Add(open.Step{Source: "rfc2449 5"}, "CAPA")
	if s.view.Scheme == "pop" {
		p.Add(open.Step{When: "if the server offers TLS", Source: "rfc2595 4"}, "STLS")
		p.Add(open.Step{When: "again, over TLS", Source: "rfc2595 4"}, "CAPA")
		p.Note = "The password is sent only over TLS, or to this machine, or if the settings allow it."
	}
	p.login(s)
	switch {
	case s.isMailbox():
		p.Add(open.Step{Source: "rfc1939 5"}, "LIST")
		p.Add(open.Step{Source: "rfc1939 7"}, "UIDL")
		p.Add(open.Step{When: "for each message, the newest first", Source: "rfc1939 7"}, "TOP", anyNumber+" 0")
	case s.view.UID.Present:
		p.Add(open.Step{Why: "the number of the message in this session", Source: "rfc1939 7"}, "UIDL")
		p.Add(open.Step{When: "if the mailbox has the message", Source: "rfc1939 5"}, "RETR", anyNumber)
	default:
		p.Add(open.Step{Source: "rfc1939 5"}, "RETR", s.view.Number.Value)
	}
	p.Add(open.Step{When: "when the session ends", Source: "rfc1939 6"}, "QUIT")
	return p.Plan.Plan, p.Err
}

// plan collects the steps.
type plan struct{ dialogue.Plan }

// login adds the login.
func (p *plan) login(s *session) {
	user, when, why := s.view.User.Value, "", ""
	_, given := s.view.Password.Reveal()
	if !given {
		why = "you are asked for it first"
	}
	if !s.view.User.Present {
		user, when = earl.Hidden, "after you have entered it"
	}
	if s.apop {
		p.Add(open.Step{When: "if the server offers it", Why: "a digest of the password", Source: "rfc1939 7"}, "APOP", user+" "+earl.Hidden)
		return
	}
	p.Add(open.Step{When: when, Source: "rfc1939 7"}, "USER", user)
	p.Add(open.Step{When: when, Why: why, Source: "rfc1939 7"}, "PASS", earl.Hidden)
}
