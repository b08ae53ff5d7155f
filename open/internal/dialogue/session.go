package dialogue

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/wire"
)

// quitWait is how long a server may take to reply to the command that ends a
// session; the reply is ignored.
const quitWait = 50 * time.Millisecond

// Begin begins a session on a connection. Everything up to [Lines.Ready] must
// happen within Policy.Login.
func (l *Lines) Begin(ctx context.Context, conn net.Conn) {
	l.Conn = wire.New(ctx, conn, l.Req.Policy.Idle).Measure(l.Req.Policy)
	l.Hurry()
}

// Hurry sets a deadline of Policy.Login for everything up to the end of a
// login.
func (l *Lines) Hurry() { l.Conn.SetUntil(time.Now().Add(l.Req.Policy.Login)) }

// Ready ends the time of the login.
func (l *Lines) Ready() {
	l.Conn.SetUntil(time.Time{})
	l.In = true
}

// Ungreeted returns the error of a connection that had no greeting. Another end
// is an error that also means that the server closed the connection.
func (l *Lines) Ungreeted(err error, anotherEnd ...error) error {
	for _, end := range append(anotherEnd, io.EOF) {
		if errors.Is(err, end) {
			err = fmt.Errorf("%w: the server closed it without a greeting", open.ErrConnect)
			break
		}
	}
	return l.Prefixed(err)
}

// Prefixed adds the protocol to an error. It returns nil for nil.
func (l *Lines) Prefixed(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", l.Protocol, err)
}

// Do sends a command and returns the reply to it, whatever its code.
func (l *Lines) Do(verb string, arg ...earl.Octets) (r Reply, err error) {
	if err = l.Send(verb, arg...); err == nil {
		r, err = l.Reply()
	}
	if err != nil {
		return r, l.Broken(verb, err)
	}
	return r, nil
}

// Quit sends the command that ends the session and closes the connection. It
// does not wait long for read, which reads the reply.
func (l *Lines) Quit(verb string, read func()) {
	if l.Send(verb) == nil {
		l.Conn.SetUntil(time.Now().Add(quitWait))
		read()
	}
	l.Conn.Close()
}

// Fail ends a session after an error. If the server refused something and has
// not ended the session, quit ends it. ended reports whether the server has.
func (l *Lines) Fail(err error, quit func(), ended func(*open.ReplyError) bool) {
	refused, ok := errors.AsType[*open.ReplyError](err)
	switch {
	case l.Conn == nil:
	case ok && !ended(refused):
		quit()
	default:
		l.Conn.Close()
	}
}

// Refusal returns the error of a reply that refuses a command. If kind is nil,
// meaning returns a hint for the user on the code, and the kind.
func (l *Lines) Refusal(command string, r Reply, kind error, meaning func(code int) (hint string, kind error)) *open.ReplyError {
	e := &open.ReplyError{Protocol: l.Protocol, Command: command, Code: r.Code, Text: l.Hide(r.Text), Kind: kind}
	if kind == nil {
		e.Hint, e.Kind = meaning(r.Code)
	}
	return e
}

// MailLogin returns the login of a mailbox: that of the URL, or the user is asked
// for what is missing in it. The time for it does not count as the server's.
func (l *Lines) MailLogin(ctx context.Context, command string, asked open.Login) (user, secret earl.Octets, err error) {
	missing := func(why string) error {
		return &open.ReplyError{Protocol: l.Protocol, Command: command, Kind: open.ErrLogin, Hint: "the mailbox needs a login and " + why}
	}
	given := asked
	if _, ok := asked.Password.Reveal(); !ok || !asked.User.Present {
		if l.Req.Login == nil {
			return "", "", missing("there is no one to ask")
		}
		asked.Password, asked.Prompt = earl.Secret{}, "the mailbox needs a login"
		if given, err = l.Req.Login(ctx, asked); err != nil {
			return "", "", fmt.Errorf("%s: %w: %w", l.Protocol, open.ErrLogin, err)
		}
		if asked.User.Present {
			given.User = asked.User
		}
	}
	secret, ok := given.Password.Reveal()
	switch {
	case !given.User.Present:
		return "", "", missing("no user was entered")
	case !ok:
		return "", "", missing("no password was entered")
	}
	l.Secrets = append(l.Secrets, string(secret))
	return given.User.Value, secret, nil
}

// Plan collects the steps of a plan. It keeps the first error.
type Plan struct {
	open.Plan
	Lines *Lines // for the name of the protocol in an error
	Err   error
}

// Add adds a command to the plan.
func (p *Plan) Add(step open.Step, verb string, arg ...earl.Octets) {
	line, err := AppendCommand(nil, verb, arg...)
	if err != nil {
		if p.Err == nil {
			p.Err = p.Lines.Prefixed(err)
		}
		return
	}
	step.Line = string(line[:len(line)-len("\r\n")])
	p.Steps = append(p.Steps, step)
}
