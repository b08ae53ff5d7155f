package pop

import (
	"context"
	"crypto/md5"
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// login sends the user and the password of the URL, or those that the user
// enters. Source: rfc1939 7; rfc2384 4.
func (s *session) login(ctx context.Context) error {
	if !s.tls {
		if err := s.Req.CheckPlainLogin(); err != nil {
			return err
		}
	}
	user, password := s.view.User.Value, s.view.Password
	if _, given := password.Reveal(); !given || !s.view.User.Present {
		l, err := s.ask(ctx)
		if err != nil {
			return err
		}
		user, password = l.User.Value, l.Password
	}
	secret, _ := password.Reveal()
	s.Secrets = append(s.Secrets, string(secret))
	s.hurry()
	if s.apop {
		return s.sendAPOP(user, secret)
	}
	r, err := s.do("USER", user)
	command := s.Named("USER", user)
	if err == nil && r.ok {
		r, err = s.do("PASS", secret)
		command = s.Named("PASS", secret)
	}
	if err == nil && !r.ok {
		err = s.refusal(command, r, open.ErrLogin)
	}
	return err
}

// sendAPOP logs in with a digest of the password and of the timestamp of the
// greeting. Source: rfc1939 7.
func (s *session) sendAPOP(user, secret earl.Octets) error {
	if s.stamp == "" {
		return fmt.Errorf("pop: the URL requires APOP, which the server does not offer: %w", errors.ErrUnsupported)
	}
	sum := md5.Sum([]byte(s.stamp + string(secret)))
	digest := hex.EncodeToString(sum[:])
	s.Secrets = append(s.Secrets, digest) // the timestamp is known, so the password can be guessed from it
	r, err := s.do("APOP", user+" "+earl.Octets(digest))
	if err == nil && !r.ok {
		err = s.refusal("APOP", r, open.ErrLogin)
	}
	return err
}

// ask asks the user for the missing part of the login. The time for it does not
// count as the server's.
func (s *session) ask(ctx context.Context) (open.Login, error) {
	if s.Req.Login == nil {
		return open.Login{}, s.unanswered("there is no one to ask")
	}
	l, err := s.Req.Login(ctx, open.Login{Scheme: s.view.Scheme, Host: s.address, User: s.view.User, Prompt: "the mailbox needs a login"})
	if err != nil {
		return l, fmt.Errorf("pop: %w: %w", open.ErrLogin, err)
	}
	if s.view.User.Present {
		l.User = s.view.User
	}
	switch _, given := l.Password.Reveal(); {
	case !l.User.Present:
		return l, s.unanswered("no user was entered")
	case !given:
		return l, s.unanswered("no password was entered")
	}
	return l, nil
}

// unanswered returns the error of a login without what the server needs.
func (s *session) unanswered(why string) error {
	return &Error{Command: "login", kind: open.ErrLogin, hint: "the mailbox needs a login and " + why}
}
