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

// quitWait is how long a server may take to reply to QUIT; the reply is
// ignored.
const quitWait = 50 * time.Millisecond

// session is one connection, for one URL.
type session struct {
	dialogue.Lines
	opts     Options
	commands []command // the commands that open the URL
	server   server
	tls      bool              // the connection is protected
	asked    bool              // the login was requested, which is done once
	notes    []string          // for Meta.Note
	about    map[string]string // the descriptions of groups by their names
}

// note adds a note for the user on how the URL was read.
func (s *session) note(format string, args ...any) {
	s.notes = append(s.notes, fmt.Sprintf(format, args...))
}

// connect connects and switches the server to reader mode, within Policy.Login.
func (s *session) connect(ctx context.Context) error {
	dial := s.Req.Dial
	if s.Req.URL.Scheme() == "news" {
		dial = s.Req.DialVia // to the user's own server
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

// hurry sets a deadline of Policy.Login for everything up to the end of a
// login.
func (s *session) hurry() { s.Conn.SetUntil(time.Now().Add(s.Req.Policy.Login)) }

// greeting reads the first reply of the server: 200, or 201 if posting is not
// allowed. Source: rfc3977 5.1.
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

// modeReader is the command for reader mode.
const modeReader = "MODE READER"

// switchMode switches the server to reader mode. The command must come first,
// and old servers do not report whether they need it. Servers without modes
// refuse it. A login waits until STARTTLS is done. Source: rfc3977 5.3; rfc4642
// 2.2.2; rfc4643 2.2.
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

// do sends a command and returns the reply to it, whatever its code.
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

// ask is do with a login if the server requests one.
func (s *session) ask(ctx context.Context, verb string, arg ...earl.Octets) (reply, error) {
	r, err := s.do(verb, arg...)
	if err != nil {
		return r, err
	}
	return s.admitted(ctx, r, verb, arg...)
}

// admitted returns the reply r to a command. If r requests a login, it logs in,
// sends the command again and returns that reply. Source: rfc4643 2.2.
func (s *session) admitted(ctx context.Context, r reply, verb string, arg ...earl.Octets) (reply, error) {
	if r.Code != codeLogin || s.asked {
		return r, nil
	}
	if err := s.login(ctx, r); err != nil {
		return r, err
	}
	return s.do(verb, arg...)
}

// must sends a command and returns the reply. If it does not report success,
// the error is an *Error.
func (s *session) must(ctx context.Context, c command) (reply, error) {
	r, err := s.ask(ctx, c.verb, c.arg...)
	if err == nil && r.Code != success[c.verb] {
		return r, s.refusal(s.Named(c.verb, c.arg...), r, nil)
	}
	return r, err
}

// prefixed returns an error of another package with the prefix of this one.
func prefixed(err error) error { return fmt.Errorf("nntp: %w", err) }

// quit ends the session and closes the connection. It does not wait long.
// Source: rfc3977 5.4.
func (s *session) quit() {
	if s.Send("QUIT") == nil {
		s.Conn.SetUntil(time.Now().Add(quitWait))
		s.Reply()
	}
	s.Conn.Close()
}

// fail ends a session after an error. If the server refused something, it sends
// QUIT.
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
