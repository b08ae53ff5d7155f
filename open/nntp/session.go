package nntp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/dialogue"
	"github.com/earl-url/earl/open/internal/secure"
	"github.com/earl-url/earl/open/internal/wire"
)

// quitWait is how long a server may take to answer QUIT; what it says does not matter.
const quitWait = 50 * time.Millisecond

// session is one connection, for one URL.
type session struct {
	opts     Options
	req      *open.Request
	commands []command // that open the URL
	server   server
	conn     *wire.Conn       // nil before it is made
	secrets  dialogue.Secrets // what no error and no trace may show
	tls      bool             // the connection is protected
	asked    bool             // for a login, which is done once
	in       bool             // no login is under way
	notes    []string         // for Meta.Note
}

// note adds what the person should know of how the URL was read.
func (s *session) note(format string, args ...any) {
	s.notes = append(s.notes, fmt.Sprintf(format, args...))
}

// connect connects and makes the server one for readers, within Policy.Login.
func (s *session) connect(ctx context.Context) error {
	dial := s.req.Dial
	if s.req.URL.Scheme() == "news" {
		dial = s.req.DialVia // to the reader's own server
	}
	conn, err := dial(ctx, "tcp", s.server.address)
	if err != nil {
		return prefixed(err)
	}
	if s.tls {
		if conn, err = secure.Client(ctx, conn, s.opts.TLS, s.server.address, s.req.Policy); err != nil {
			return prefixed(err)
		}
	}
	s.conn = wire.New(ctx, conn, s.req.Policy.Idle).Measure(s.req.Policy)
	s.hurry()
	if err := s.greeting(); err != nil {
		return err
	}
	if err := s.switchMode(ctx); err != nil {
		return err
	}
	if s.wantsTLS() {
		if err := s.startTLS(ctx); err != nil {
			return err
		}
	}
	s.conn.SetUntil(time.Time{})
	s.in = true
	return nil
}

// hurry gives what is to come until the end of a login no more than Policy.Login.
func (s *session) hurry() { s.conn.SetUntil(time.Now().Add(s.req.Policy.Login)) }

// greeting reads what the server says first: 200, or 201 where nobody may post.
// Source: rfc3977 5.1.
func (s *session) greeting() error {
	r, err := s.reply()
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, secure.ErrNoEnd):
		return fmt.Errorf("nntp: %w: the server closed it without a greeting", open.ErrConnect)
	case err != nil:
		return prefixed(err)
	case r.code != 200 && r.code != 201:
		return s.refusal("greeting", r, open.ErrConnect)
	}
	return nil
}

// modeReader is the command that makes a server one for readers.
const modeReader = "MODE READER"

// switchMode makes the server one for readers. It comes first, since it may not
// come later, and old servers do not tell whether they need it; those without
// other modes know no such command. A login waits for the protection that is
// still to come. Source: rfc3977 5.3; rfc4642 2.2.2; rfc4643 2.2.
func (s *session) switchMode(ctx context.Context) error {
	r, err := s.do(modeReader)
	if err == nil && !s.wantsTLS() {
		r, err = s.admitted(ctx, r, modeReader)
	}
	switch {
	case err != nil:
		return err
	case r.code == 200, r.code == 201, r.code == 500, r.code == 501, r.code == codeLogin && s.wantsTLS():
		return nil
	case r.code == 400, r.code == 502:
		return s.refusal(modeReader, r, open.ErrConnect)
	}
	return s.refusal(modeReader, r, nil)
}

// commandLine returns a command line. A line of only a verb has no argument.
func commandLine(verb string, arg ...earl.Octets) ([]byte, error) {
	if len(arg) == 0 {
		return wire.AppendCommand(nil, verb), nil
	}
	return wire.AppendLine(nil, verb, arg[0])
}

// send writes a command line.
func (s *session) send(verb string, arg ...earl.Octets) error {
	line, err := commandLine(verb, arg...)
	if err != nil {
		return err
	}
	s.trace('C', s.shown(verb, arg...))
	_, err = s.conn.Write(line)
	return err
}

// shown returns a command line for people, without a password.
func (s *session) shown(verb string, arg ...earl.Octets) string {
	switch {
	case len(arg) == 0:
		return verb
	case verb == authPass:
		return verb + " " + earl.Hidden
	}
	return verb + " " + s.hide(string(arg[0]))
}

// named returns a command line as errors have it, its argument quoted.
func (s *session) named(verb string, arg ...earl.Octets) string {
	if len(arg) == 0 || verb == authPass {
		return s.shown(verb, arg...)
	}
	return verb + " " + strconv.Quote(s.hide(string(arg[0])))
}

// do sends a command and returns the reply to it, whatever it is.
func (s *session) do(verb string, arg ...earl.Octets) (reply, error) {
	err := s.send(verb, arg...)
	var r reply
	if err == nil {
		r, err = s.reply()
	}
	if err != nil {
		return r, s.broken(verb, err)
	}
	return r, nil
}

// ask is do with a login, where the server asks for one.
func (s *session) ask(ctx context.Context, verb string, arg ...earl.Octets) (reply, error) {
	r, err := s.do(verb, arg...)
	if err != nil {
		return r, err
	}
	return s.admitted(ctx, r, verb, arg...)
}

// admitted returns the reply to a command, or where it asks for a login the one
// that the command has behind it. Source: rfc4643 2.2.
func (s *session) admitted(ctx context.Context, r reply, verb string, arg ...earl.Octets) (reply, error) {
	if r.code != codeLogin || s.asked {
		return r, nil
	}
	if err := s.login(ctx, r); err != nil {
		return r, err
	}
	return s.do(verb, arg...)
}

// must asks by a command and returns the reply, which is the one that the
// command is for, or an *Error.
func (s *session) must(ctx context.Context, c command) (reply, error) {
	r, err := s.ask(ctx, c.verb, c.arg...)
	if err == nil && r.code != success[c.verb] {
		return r, s.refusal(s.named(c.verb, c.arg...), r, nil)
	}
	return r, err
}

// broken is the error of a dialogue that did not come to a reply.
func (s *session) broken(verb string, err error) error {
	if errors.Is(err, io.EOF) {
		return fmt.Errorf("nntp: %s: %w: the server closed the connection", verb, open.ErrCut)
	}
	return fmt.Errorf("nntp: %s: %w", verb, err)
}

// prefixed is an error of somebody else, with the package's name before it.
func prefixed(err error) error { return fmt.Errorf("nntp: %w", err) }

// trace gives a line to Request.Trace.
func (s *session) trace(dir byte, line string) {
	if s.req.Trace != nil {
		s.req.Trace(open.Event{Dir: dir, Line: line})
	}
}

// hide returns text as printable characters, without the secrets.
func (s *session) hide(text string) string {
	if s.in {
		return s.secrets.Hide(text)
	}
	return s.secrets.HideLogin(text)
}

// quit ends the session and closes the connection, without waiting long.
// Source: rfc3977 5.4.
func (s *session) quit() {
	if s.send("QUIT") == nil {
		s.conn.SetUntil(time.Now().Add(quitWait))
		s.reply()
	}
	s.conn.Close()
}

// fail ends a session after an error: politely, if the server refused something.
func (s *session) fail(err error) {
	var refused *Error
	switch {
	case s.conn == nil:
	case errors.As(err, &refused) && refused.Code != 400:
		s.quit()
	default:
		s.conn.Close()
	}
}
