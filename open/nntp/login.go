package nntp

import (
	"context"
	"fmt"

	"github.com/earl-url/earl/open"
)

// The two commands of a login. Source: rfc4643 2.3.
const (
	authUser = "AUTHINFO USER"
	authPass = "AUTHINFO PASS"
)

// login asks the user for a login for this server, and sends it. It sends the
// password only if the server requests it. Source: rfc4643 2.3.
func (s *session) login(ctx context.Context, asked reply) error {
	s.asked, s.In = true, false
	l, err := s.askUser(ctx, asked)
	if err != nil {
		return err
	}
	password, given := l.Password.Reveal()
	if given {
		s.Secrets = append(s.Secrets, string(password))
	}
	s.Hurry()
	command := s.Named(authUser, l.User.Value)
	r, err := s.Do(authUser, l.User.Value)
	if err == nil && r.Code == 381 && given {
		command = s.Named(authPass, password)
		r, err = s.Do(authPass, password)
	}
	switch {
	case err != nil:
		return err
	case r.Code == 381:
		return s.unanswered(r, "a password", "none was entered")
	case r.Code == 400:
		return s.refusal(command, r, nil)
	case r.Code != 281:
		return s.refused(command, r)
	}
	s.Ready()
	return nil
}

// askUser asks the user for a user name and password. The time for it does not
// count as the server's.
func (s *session) askUser(ctx context.Context, asked reply) (open.Login, error) {
	if s.Req.Login == nil {
		return open.Login{}, s.unanswered(asked, "a login", "there is no one to ask")
	}
	if !s.tls {
		s.Trace('#', "a login would be sent to "+s.server.address+" without TLS")
	}
	l, err := s.Req.Login(ctx, open.Login{Scheme: s.server.scheme, Host: s.server.address, Prompt: s.Hide(asked.Text)})
	switch {
	case err != nil:
		return l, fmt.Errorf("nntp: %w: %w", open.ErrLogin, err)
	case !l.User.Present:
		return l, s.unanswered(asked, "a login", "no user was entered")
	}
	return l, nil
}

// refused returns the refusal of a login.
func (s *session) refused(command string, r reply) error {
	e := s.refusal(command, r, open.ErrLogin)
	if hint, _ := meaning(r.Code); r.Code == 483 {
		e.Hint = hint
	}
	return e
}

// unanswered returns the refusal of a login without what the server requested.
func (s *session) unanswered(asked reply, what, why string) error {
	return &open.ReplyError{Protocol: s.Protocol, Command: "login", Code: asked.Code, Text: s.Hide(asked.Text), Kind: open.ErrLogin,
		Hint: fmt.Sprintf("the server requests %s and %s", what, why)}
}
