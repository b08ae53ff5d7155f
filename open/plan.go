package open

import (
	"context"
	"fmt"
)

// Planner is an Opener that can report what Open would do. Its Plan and its
// Open use the same code for each line that they send. An opener without Plan
// has the Effect EffectUnknown.
type Planner interface {
	// Plan returns what Open would do for r. It uses no network, asks the user
	// nothing and reads no file. The error is that of Open for a URL that the
	// opener refuses.
	Plan(c *Call) (Plan, error)
}

// Plan is what opening a URL would do, as far as the URL and the options of the
// opener decide it. Passwords are [earl.Hidden].
type Plan struct {
	Effect Effect
	Server string // "host:port" as it is dialled; "" if no server is dialled or known
	Path   string // the system's name of the file that Open reads, for EffectReads
	Steps  []Step // what is sent, in order
	Note   string // one or more sentences for users, or ""
}

// Step is one piece of what is sent: a line, or a message of a binary protocol.
type Step struct {
	Line   string // the bytes as they are written, without a final CR LF
	When   string // the condition under which it is sent, such as "if the server asks"; "" for always
	Why    string // the reason, if the URL does not show it, or ""
	Source string // the section that defines it, such as "rfc1738 3.2.2"; or ""
}

// Printable returns the bytes of the step as printable US-ASCII. It keeps "%";
// every other byte outside 0x20-0x7E is %HH.
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
	EffectUnknown  Effect = iota // the opener does not report it
	EffectNothing                // nothing is sent: the URL itself contains the result
	EffectSends                  // the steps are sent to the server
	EffectConnects               // the server is dialled; only what the user types is sent
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

// Plan returns what Do would do for r. It looks up, dials, asks and reads
// nothing. The error is one that Do returns before it sends anything: a
// *Refusal, a *earl.ParseError or ErrNoOpener. With a *Refusal that has a
// Setting, the Plan is what Do would send if that setting allowed it.
func (c *Client) Plan(ctx context.Context, r *Request) (Plan, error) {
	opener, q, err := c.checked(ctx, r)
	if err != nil {
		refusal, ok := err.(*Refusal)
		if !ok || refusal.Setting == "" {
			return Plan{}, err
		}
		opener, q = c.openers[r.URL.Scheme()], c.unguarded(r)
	}
	planner, ok := opener.(Planner)
	if !ok {
		p := Plan{Note: fmt.Sprintf("The opener of %s does not report what it sends.", r.URL.Scheme())}
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

// unguarded returns the Call for the Plan of a URL that a guard refused.
func (c *Client) unguarded(r *Request) *Call {
	q := &Call{Request: *r}
	if q.Policy == nil {
		q.Policy = &c.options.Policy
	}
	q.Policy = q.Policy.Effective()
	q.secrets = newSecrets(q.URL)
	q.Pool = pool(q.Policy, new(walk)) // as checked does: a request on a kept connection has other steps
	return q
}

// hidePlan hides each secret in a plan. It is a second defence: openers write
// [earl.Hidden] themselves.
func (s *secrets) hidePlan(p *Plan) {
	for i := range p.Steps {
		p.Steps[i].Line = s.hide(p.Steps[i].Line)
	}
	p.Note = s.hide(p.Note)
}

// Plan returns the URL that is requested from the gateway.
func (o gatewayOpener) Plan(r *Call) (Plan, error) {
	to, err := o.gateway.URL(r.URL)
	if err != nil {
		return Plan{}, err
	}
	return Plan{Note: "The gateway set for " + o.gateway.scheme + " opens it as " + to.Redacted() + "."}, nil
}
