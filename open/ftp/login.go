package ftp

import (
	"context"
	"fmt"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// login sends the user, and the password and the account if the server requests
// them. An empty user or password in the URL is sent, and not replaced.
// Source: rfc1738 3.1, 3.2.1; rfc959 5.4.
func (s *session) login(ctx context.Context) error {
	user := s.user()
	command := s.Named("USER", user)
	r, err := s.do("USER", user)
	if err == nil && r.Code == 331 {
		command = s.Named("PASS", "")
		r, err = s.sendPassword(ctx, r)
	}
	if err == nil && r.Code == 332 {
		command = s.Named("ACCT", "")
		r, err = s.sendAccount(ctx, r)
	}
	switch {
	case err != nil:
		return err
	case r.Code == 421:
		return s.refusal(command, r, open.ErrConnect)
	case !r.Done():
		return s.refusal(command, r, open.ErrLogin)
	}
	return nil
}

// The login of a URL without a user. Source: rfc1738 3.2.1. Departs: the password
// there is the user's email address, which is sent only if Options.Email has it.
const (
	anonymous         = "anonymous"
	anonymousPassword = "anonymous@"
)

// user returns the user who logs in.
func (s *session) user() earl.Octets {
	if s.view.User.Present {
		return s.view.User.Value
	}
	return anonymous
}

// sendPassword sends the password of the URL, the one for anonymous login, or
// the one that the user enters. Source: rfc1738 3.2.1.
func (s *session) sendPassword(ctx context.Context, asked reply) (reply, error) {
	password, ok := s.view.Password.Reveal()
	switch {
	case ok:
	case !s.view.User.Present:
		password = s.anonymousPassword()
	default:
		l, err := s.ask(ctx, asked, "a password", open.Login{User: s.view.User})
		if err != nil {
			return reply{}, err
		}
		if password, ok = l.Password.Reveal(); !ok {
			return reply{}, s.unanswered(asked, "a password", "none was entered")
		}
		s.Secrets = append(s.Secrets, string(password))
	}
	return s.do("PASS", password)
}

// anonymousPassword returns the password for a URL without a user.
// Source: rfc1738 3.2.1.
func (s *session) anonymousPassword() earl.Octets {
	if s.opts.Email != "" {
		return earl.Octets(s.opts.Email)
	}
	return anonymousPassword
}

// sendAccount sends the account that the user enters. The user and the password
// were sent already, or the server did not request a password.
// Source: rfc959 4.1.1, 5.4.
func (s *session) sendAccount(ctx context.Context, asked reply) (reply, error) {
	password := s.view.Password
	if _, given := password.Reveal(); !given {
		password = earl.NewSecret("")
	}
	l, err := s.ask(ctx, asked, "an account", open.Login{User: earl.Some(s.user()), Password: password})
	if err != nil {
		return reply{}, err
	}
	account, ok := l.Account.Reveal()
	if !ok {
		return reply{}, s.unanswered(asked, "an account", "none was entered")
	}
	s.Secrets = append(s.Secrets, string(account))
	return s.do("ACCT", account)
}

// ask asks the user for the missing part of l. The time for it does not count
// as the server's.
func (s *session) ask(ctx context.Context, asked reply, what string, l open.Login) (open.Login, error) {
	if s.Req.Login == nil {
		return open.Login{}, s.unanswered(asked, what, "there is no one to ask")
	}
	l.Scheme, l.Host, l.Prompt = s.view.Scheme, s.address, s.Words(asked)
	l, err := s.Req.Login(ctx, l)
	s.asked = true
	s.loginEnd = time.Now().Add(s.Req.Policy.Login)
	if err != nil {
		return l, fmt.Errorf("ftp: %w: %w", open.ErrLogin, err)
	}
	return l, nil
}

// unanswered returns the refusal of a login without what the server requested.
func (s *session) unanswered(asked reply, what, why string) error {
	err := s.refusal("login", asked, open.ErrLogin)
	err.Hint = fmt.Sprintf("the server requests %s and %s", what, why)
	if s.view.User.Present {
		err.Hint = fmt.Sprintf("the server requests %s of the user %q and %s", what, s.Hide(string(s.view.User.Value)), why)
	}
	return err
}
