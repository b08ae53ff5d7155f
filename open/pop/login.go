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
	user, secret, err := s.MailLogin(ctx, "login", open.Login{Scheme: s.view.Scheme, Host: s.address, User: s.view.User, Password: s.view.Password})
	if err != nil {
		return err
	}
	s.Hurry()
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
