package imap

import (
	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/dialogue"
)

// Plan returns the lines that Open sends. Source: rfc5092 2; rfc9051 6.
func (o Opener) Plan(r *open.Call) (open.Plan, error) {
	s, err := o.session(r)
	if err != nil {
		return open.Plan{}, err
	}
	p := &plan{dialogue.Plan{Plan: open.Plan{Effect: open.EffectSends, Server: s.address}, Lines: &s.Lines}}
	p.add(open.Step{Source: "rfc9051 6.1.1"}, cmdCapability, "")
	if s.view.Scheme == "imap" {
		p.add(open.Step{When: "if the server offers TLS", Source: "rfc9051 6.2.1"}, cmdStartTLS, "")
		p.add(open.Step{When: "again, over TLS", Source: "rfc9051 6.2.1"}, cmdAgain, "")
		p.Note = "The password is sent only over TLS, or to this machine, or if the settings allow it."
	}
	p.login(s)
	switch {
	case !s.view.Mailbox.Present:
		p.add(open.Step{Source: "rfc9051 6.3.9"}, cmdList, `"" "*"`)
	default:
		p.add(open.Step{Why: "opens the mailbox for reading only", Source: "rfc9051 6.3.3"}, cmdExamine, quote(encodeName(string(s.view.Mailbox.Value))))
		p.content(s)
	}
	p.add(open.Step{When: "when the session ends", Source: "rfc9051 6.1.3"}, cmdLogout, "")
	return p.Plan.Plan, p.Err
}

// content adds the commands for the messages of a mailbox, or for one.
func (p *plan) content(s *session) {
	switch {
	case s.view.UID.Present:
		p.add(open.Step{Why: "PEEK does not mark it as read", Source: "rfc9051 6.4.5"}, cmdMessage, s.request())
	case s.view.Search.Present:
		p.add(open.Step{Source: "rfc9051 6.4.4"}, cmdSearch, string(s.view.Search.Value))
		p.add(open.Step{When: "for each hundred messages that are found", Source: "rfc9051 6.4.5"}, "i1 UID FETCH", "numbers "+items)
	default:
		p.add(open.Step{When: "for each hundred messages, the newest first", Source: "rfc9051 6.4.5"}, "i1 FETCH", "first:last "+items)
	}
}

// plan collects the steps.
type plan struct{ dialogue.Plan }

// add adds a command to the plan. An empty arg means none.
func (p *plan) add(step open.Step, command, arg string) {
	if arg == "" {
		p.Add(step, command)
	} else {
		p.Add(step, command, earl.Octets(arg))
	}
}

// login adds the login.
func (p *plan) login(s *session) {
	user, step := string(s.view.User.Value), open.Step{Source: "rfc9051 6.2.3"}
	if _, given := s.view.Password.Reveal(); !given {
		step.Why = "you are asked for the password first"
	}
	if !s.view.User.Present {
		user, step.When = earl.Hidden, "after you have entered the user"
	}
	p.add(step, cmdLogin, quote(user)+" "+quote(earl.Hidden))
}
