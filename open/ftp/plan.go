package ftp

import (
	"strconv"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/dialogue"
)

// Plan returns the lines that Open sends on a new control connection. The error is that of Open for
// a URL that it refuses. Source: rfc1738 3.2.2.
func (o *Opener) Plan(r *open.Call) (open.Plan, error) {
	s, err := o.session(r)
	if err != nil {
		return open.Plan{}, err
	}
	p := &plan{dialogue.Plan{Plan: open.Plan{Effect: open.EffectSends, Server: s.address}, Lines: &s.Lines}}
	p.login(s)
	for _, dir := range s.view.Cwd {
		why := ""
		if dir == "" {
			why = "an empty segment is an empty argument"
		}
		p.add("CWD", dir, open.Step{Why: why, Source: "rfc1738 3.2.2"})
	}
	p.transfer(s)
	p.bare("QUIT", open.Step{When: "when the session ends", Source: "rfc959 4.1.1"})
	return p.Plan.Plan, p.Err
}

// plan collects the steps.
type plan struct{ dialogue.Plan }

// add adds a command with an argument to the plan.
func (p *plan) add(verb string, arg earl.Octets, step open.Step) { p.Add(step, verb, arg) }

// bare adds a command without an argument.
func (p *plan) bare(verb string, step open.Step) { p.Add(step, verb) }

// login adds the protection of the connection and the login.
func (p *plan) login(s *session) {
	protected := s.view.Scheme == "ftps"
	if s.opts.Security == SecurityExplicit && !protected {
		p.bare("AUTH TLS", open.Step{Source: "rfc4217 4"})
		protected = true
	}
	user := open.Step{Source: "rfc1738 3.2.1"}
	if !s.view.User.Present {
		user.Why = "the URL has no user"
	}
	p.add("USER", s.user(), user)
	password, given := s.view.Password.Reveal()
	pass := open.Step{When: "if the server asks", Source: "rfc1738 3.2.1"}
	switch {
	case given && password == "":
	case given:
		password = earl.Hidden
	case s.view.User.Present:
		password, pass.Why = earl.Hidden, "you are asked for it first"
	default:
		password = s.anonymousPassword()
	}
	p.add("PASS", password, pass)
	if protected {
		p.add("PBSZ", "0", open.Step{Source: "rfc4217 9"})
		p.add("PROT", "P", open.Step{Source: "rfc4217 9"})
	}
	if s.opts.UTF8 {
		p.add("OPTS", "UTF8 ON", open.Step{Source: "rfc2640"})
	}
}

// transfer adds the commands after the last CWD.
func (p *plan) transfer(s *session) {
	name := s.view.Name.Value
	isFile := !s.isNameList() && name != ""
	typ := open.Step{Source: "rfc1738 3.2.2"}
	if isFile && !s.view.Type.Present {
		typ.Why = "no typecode: the bytes are fetched unchanged"
	}
	p.add("TYPE", earl.Octets(s.transferType()), typ)
	if isFile && s.transferType() == 'I' {
		p.add("SIZE", name, open.Step{Source: "rfc3659 4"})
		if s.timed() {
			p.add("MDTM", name, open.Step{When: "if the server accepts SIZE", Source: "rfc3659 3"})
		}
	}
	p.bare("EPSV", open.Step{Source: "rfc2428 3"})
	p.bare("PASV", open.Step{When: "if EPSV does not work", Source: "rfc959 4.1.2"})
	switch {
	case s.isNameList() && name == "":
		p.bare("NLST", open.Step{Source: "rfc1738 3.2.2"})
	case s.isNameList():
		p.add("NLST", name, open.Step{Source: "rfc1738 3.2.2"})
	case !isFile:
		p.bare("MLSD", open.Step{Source: "rfc3659 7"})
		p.bare("LIST", open.Step{When: "if the server has no MLSD", Source: "rfc959 4.1.3"})
	default:
		if s.Req.Offset > 0 && s.transferType() == 'I' {
			p.add("REST", earl.Octets(strconv.FormatInt(s.Req.Offset, 10)), open.Step{Source: "rfc3659 5"})
		}
		p.add("RETR", name, open.Step{Source: "rfc1738 3.2.2"})
	}
}
