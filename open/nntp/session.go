package nntp

import (
	"context"
	"errors"
	"fmt"
	"io"
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
	dialogue.Lines
	opts     Options
	commands []command // that open the URL
	server   server
	tls      bool              // the connection is protected
	asked    bool              // for a login, which is done once
	notes    []string          // for Meta.Note
	about    map[string]string // the descriptions of groups by their names
}

// note adds what the person should know of how the URL was read.
func (s *session) note(format string, args ...any) {
	s.notes = append(s.notes, fmt.Sprintf(format, args...))
}

// connect connects and makes the server one for readers, within Policy.Login.
func (s *session) connect(ctx context.Context) error {
	dial := s.Req.Dial
	if s.Req.URL.Scheme() == "news" {
		dial = s.Req.DialVia // to the reader's own server
	}
	conn, err := dial(ctx, "tcp", s.server.address)
	if err != nil {
		return prefixed(err)
	}
	if s.tls {
		if conn, err = secure.Client(ctx, conn, s.opts.TLS, s.server.address, s.Req); err != nil {
			return prefixed(err)
		}
	}
	s.Conn = wire.New(ctx, conn, s.Req.Policy.Idle).Measure(s.Req.Policy)
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
	s.Conn.SetUntil(time.Time{})
	s.In = true
	return nil
}

// hurry gives what is to come until the end of a login no more than Policy.Login.
func (s *session) hurry() { s.Conn.SetUntil(time.Now().Add(s.Req.Policy.Login)) }

// greeting reads what the server says first: 200, or 201 where nobody may post.
// Source: rfc3977 5.1.
func (s *session) greeting() error {
	r, err := s.Reply()
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, secure.ErrNoEnd):
		return fmt.Errorf("nntp: %w: the server closed it without a greeting", open.ErrConnect)
	case err != nil:
		return prefixed(err)
	case r.Code != 200 && r.Code != 201:
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
	case r.Code == 200, r.Code == 201, r.Code == 500, r.Code == 501, r.Code == codeLogin && s.wantsTLS():
		return nil
	case r.Code == 400, r.Code == 502:
		return s.refusal(modeReader, r, open.ErrConnect)
	}
	return s.refusal(modeReader, r, nil)
}

// do sends a command and returns the reply to it, whatever it is.
func (s *session) do(verb string, arg ...earl.Octets) (reply, error) {
	err := s.Send(verb, arg...)
	var r reply
	if err == nil {
		r, err = s.Reply()
	}
	if err != nil {
		return r, s.Broken(verb, err)
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
	if r.Code != codeLogin || s.asked {
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
	if err == nil && r.Code != success[c.verb] {
		return r, s.refusal(s.Named(c.verb, c.arg...), r, nil)
	}
	return r, err
}

// prefixed is an error of somebody else, with the package's name before it.
func prefixed(err error) error { return fmt.Errorf("nntp: %w", err) }

// quit ends the session and closes the connection, without waiting long.
// Source: rfc3977 5.4.
func (s *session) quit() {
	if s.Send("QUIT") == nil {
		s.Conn.SetUntil(time.Now().Add(quitWait))
		s.Reply()
	}
	s.Conn.Close()
}

// fail ends a session after an error: politely, if the server refused something.
func (s *session) fail(err error) {
	var refused *Error
	switch {
	case s.Conn == nil:
	case errors.As(err, &refused) && refused.Code != 400:
		s.quit()
	default:
		s.Conn.Close()
	}
}
