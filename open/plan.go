package open

import (
	"context"
	"fmt"
)

// Planner is an Opener that can say what Open would do. Its Plan and its Open use
// the same code for each line that is sent. An opener without Plan has the Effect
// EffectUnknown.
type Planner interface {
	// Plan returns what Open would do for r. It uses no network, asks no one and
	// reads no file. The error is that of Open for a URL that the opener refuses.
	Plan(c *Call) (Plan, error)
}

// Plan is what opening a URL would do, as far as the URL and the options of the
// opener decide it. Passwords are [earl.Hidden].
type Plan struct {
	Effect Effect
	Server string // "host:port" as it is dialled; "" if no server is dialled or known
	Path   string // the native name of the file that is read, for EffectReads
	Steps  []Step // what is sent, in order
	Note   string // one or more sentences for people, or ""
}

// Step is one piece of what is sent: a line, or a message of a binary protocol.
type Step struct {
	Line   string // the bytes as they are written, without a final CR LF
	When   string // the condition under which it is sent, such as "if the server asks"; "" for always
	Why    string // the reason, where the URL does not show it; or ""
	Source string // the section that defines it, such as "rfc1738 3.2.2"; or ""
}

// Printable returns the bytes of the step as printable US-ASCII. A "%" that is
// sent stays; every byte outside 0x20-0x7E is %HH.
func (s Step) Printable() string { return printable(s.Line) }

// printable returns text with everything outside 0x20-0x7E as %HH.
func printable(text string) string {
	const digits = "0123456789ABCDEF"
	var b []byte
	for i := range len(text) {
		c := text[i]
		switch {
		case 0x20 <= c && c <= 0x7E && b != nil:
			b = append(b, c)
		case 0x20 > c || c > 0x7E:
			if b == nil {
				b = append(make([]byte, 0, len(text)+8), text[:i]...)
			}
			b = append(b, '%', digits[c>>4], digits[c&15])
		}
	}
	if b == nil {
		return text
	}
	return string(b)
}

// Effect is what opening a URL does.
type Effect uint8

// The values of Effect.
const (
	EffectUnknown  Effect = iota // the opener does not say
	EffectNothing                // nothing is sent to a server: the URL itself says what it leads to
	EffectSends                  // the steps are sent to the server
	EffectConnects               // the server is dialled; everything that is sent is typed by the user
	EffectReads                  // a file of this machine is read
	EffectAsks                   // the user is asked a question first
	EffectComposes               // a message is composed and not sent
)

// String returns the word for e: "unknown", "nothing", "sends", "connects",
// "reads", "asks" or "composes".
func (e Effect) String() string {
	words := [...]string{"unknown", "nothing", "sends", "connects", "reads", "asks", "composes"}
	if int(e) < len(words) {
		return words[e]
	}
	return words[EffectUnknown]
}

// Plan returns what Do would do for r. Nothing is looked up, dialled, asked or
// read. The error is that of Do before anything is sent: a *Refusal, a
// *earl.ParseError, ErrNoOpener. With a *Refusal that has a Setting, the Plan is
// what would be sent if that setting allowed it.
func (c *Client) Plan(ctx context.Context, r *Request) (Plan, error) {
	opener, q, err := c.prepare(ctx, r)
	if err != nil {
		refusal, ok := err.(*Refusal)
		if !ok || refusal.Setting == "" {
			return Plan{}, err
		}
		opener, q = c.openers[r.URL.Scheme()], c.unguarded(r)
	}
	planner, ok := opener.(Planner)
	if !ok {
		p := Plan{Note: fmt.Sprintf("The opener of %s does not say what it sends.", r.URL.Scheme())}
		p.Server, _ = HostPort(r.URL)
		return p, err
	}
	p, perr := planner.Plan(q)
	if perr != nil {
		return Plan{}, q.hide(perr)
	}
	q.secrets.hidePlan(&p)
	return p, err
}

// unguarded returns the Call for an opener's Plan of a URL that a guard refused.
func (c *Client) unguarded(r *Request) *Call {
	q := &Call{Request: *r}
	if q.Policy == nil {
		q.Policy = &c.options.Policy
	}
	q.Policy = q.Policy.Effective()
	q.secrets = newSecrets(q.URL)
	q.Pool = pool(q.Policy, new(walk)) // as prepare does: a connection that is kept is asked for in other words
	return q
}

// hidePlan hides each secret in a plan. It is the last net: an opener writes
// [earl.Hidden] itself.
func (s *secrets) hidePlan(p *Plan) {
	for i := range p.Steps {
		p.Steps[i].Line = s.hide(p.Steps[i].Line)
	}
	p.Note = s.hide(p.Note)
}

// Plan says which URL the gateway is asked for.
func (o gatewayOpener) Plan(r *Call) (Plan, error) {
	to, err := o.gateway.URL(r.URL)
	if err != nil {
		return Plan{}, err
	}
	return Plan{Note: "The gateway that is set for " + o.gateway.scheme + " opens it as " + to.Redacted() + "."}, nil
}
