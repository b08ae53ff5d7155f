package nntp

import (
	"context"
	"fmt"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/dialogue"
	"github.com/earl-url/earl/open/internal/secure"
)

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
	conn, err := secure.Dial(ctx, dial, s.server.address, s.tls, s.opts.TLS, s.Req)
	if err != nil {
		return s.Prefixed(err)
	}
	s.Begin(ctx, conn)
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
	s.Ready()
	return nil
}

// greeting reads the first reply of the server: 200, or 201 if posting is not
// allowed. Source: rfc3977 5.1.
func (s *session) greeting() error {
	r, err := s.Reply()
	if err != nil {
		return s.Ungreeted(err, secure.ErrNoEnd)
	}
	if r.Code != 200 && r.Code != 201 {
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
	r, err := s.Do(modeReader)
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

// ask is Do with a login if the server requests one.
func (s *session) ask(ctx context.Context, verb string, arg ...earl.Octets) (reply, error) {
	r, err := s.Do(verb, arg...)
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
	return s.Do(verb, arg...)
}

// must sends a command and returns the reply. If it does not report success,
// the error is an [*open.ReplyError].
func (s *session) must(ctx context.Context, c command) (reply, error) {
	r, err := s.ask(ctx, c.verb, c.arg...)
	if err == nil && r.Code != success[c.verb] {
		return r, s.refusal(s.Named(c.verb, c.arg...), r, nil)
	}
	return r, err
}

// quit ends the session. Source: rfc3977 5.4.
func (s *session) quit() { s.Quit("QUIT", func() { s.Reply() }) }

// fail ends a session after an error.
func (s *session) fail(err error) {
	s.Fail(err, s.quit, func(refused *open.ReplyError) bool { return refused.Code == 400 })
}
