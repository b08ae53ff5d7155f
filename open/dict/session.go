package dict

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/dialogue"
	"github.com/earl-url/earl/views"
)

// session is one connection, for one URL.
type session struct {
	dialogue.Lines
	opts    Options
	view    views.Dict
	command command
	nth     int    // the definition or match that is wanted, or 0 for all
	address string // of the server, "host:port"
	message string // the message-id of the greeting, for AUTH
	asked   bool   // a login was requested, which is done once
	lone    bool   // the server adds a dot only to a line "."
}

// connect connects, tells the server the name of this client, and logs in if
// the URL has a user, all within Policy.Login.
func (s *session) connect(ctx context.Context) error {
	conn, err := s.Req.Dial(ctx, "tcp", s.address)
	if err != nil {
		return s.Prefixed(err)
	}
	s.Begin(ctx, conn)
	if err := s.greeting(); err != nil {
		return err
	}
	if r, err := s.Do(verbClient, clientName); err != nil {
		return err
	} else if r.Code == 420 || r.Code == 421 {
		return s.refusal(s.Shown(verbClient, clientName), r, nil)
	}
	if s.view.User.Present {
		if err := s.login(ctx, reply{}); err != nil {
			return err
		}
	}
	s.Conn.SetUntil(time.Time{})
	return nil
}

// greeting reads the first reply of the server: 220, a text, the capabilities
// and a message-id. Source: rfc2229 3.1.
func (s *session) greeting() error {
	r, err := s.Reply()
	if err != nil {
		return s.Ungreeted(err)
	}
	switch {
	case r.Code == 530:
		return s.refusal("greeting", r, nil)
	case r.Code != codeHello:
		return s.refusal("greeting", r, open.ErrConnect)
	}
	if i := strings.LastIndexByte(r.Text, '<'); i >= 0 && strings.HasSuffix(r.Text, ">") {
		s.message = r.Text[i:]
	}
	s.lone = strings.Contains(r.Text, " dictd ")
	return nil
}

// ask sends the command of the URL and returns the reply. If the server refuses
// it without a login, ask logs in and sends the command again.
func (s *session) ask(ctx context.Context) (reply, error) {
	c := s.command
	r, err := s.Do(c.verb, c.arg)
	if err != nil || r.Code != codeDenied || s.asked || s.Req.Login == nil {
		return r, err
	}
	s.Hurry()
	if err := s.login(ctx, r); err != nil {
		return r, err
	}
	s.Conn.SetUntil(time.Time{})
	return s.Do(c.verb, c.arg)
}

// login sends the user and a checksum of the message-id and the secret, which
// it asks the user for if the URL has none. Source: rfc2229 3.11.
func (s *session) login(ctx context.Context, asked reply) error {
	s.asked = true
	if s.message == "" {
		return fmt.Errorf("dict: %w: the greeting of the server has no message-id, so it accepts none", open.ErrLogin)
	}
	user, secret := s.view.User, s.view.Password
	if _, given := secret.Reveal(); !given || !user.Present {
		l, err := s.askUser(ctx, asked)
		if err != nil {
			return err
		}
		user, secret = l.User, l.Password
	}
	password, _ := secret.Reveal()
	sum := checksum(s.message, password)
	s.Secrets = append(s.Secrets, string(password), string(sum)) // the message-id is known, so the password can be guessed from its sum
	s.In = false
	r, err := s.Do(verbAuth, token(user.Value)+" "+sum)
	if err != nil {
		return err
	}
	if r.Code != codeLoggedIn {
		return s.refusal(verbAuth+" "+token(user.Value).Printable()+" "+earl.Hidden, r, open.ErrLogin)
	}
	s.In = true
	return nil
}

// askUser asks the user for the login. The time for it does not count as the
// server's.
func (s *session) askUser(ctx context.Context, asked reply) (open.Login, error) {
	if s.Req.Login == nil {
		return open.Login{}, fmt.Errorf("dict: %w: the URL has a user, and there is no one to ask for the secret", open.ErrLogin)
	}
	s.Conn.SetUntil(time.Time{})
	l, err := s.Req.Login(ctx, open.Login{Scheme: "dict", Host: s.address, User: s.view.User, Prompt: s.Hide(asked.Text)})
	if err != nil {
		return l, fmt.Errorf("dict: %w: %w", open.ErrLogin, err)
	}
	if _, given := l.Password.Reveal(); !given || !l.User.Present {
		return l, fmt.Errorf("dict: %w: no user or no secret was entered", open.ErrLogin)
	}
	s.Hurry()
	return l, nil
}

// open sends the command of the URL and returns the resource in its reply.
func (s *session) open(ctx context.Context) (open.Resource, error) {
	r, err := s.ask(ctx)
	if err != nil {
		return nil, err
	}
	switch c := s.command; {
	case r.Code == codeDefinitions && c.verb == verbDefine:
		return s.definitions(r)
	case r.Code == codeMatches && c.verb == verbMatch, r.Code == codeDatabases && c.verb == verbShow:
		return s.listing(), nil
	case r.Code == codeNoDatabases && c.verb == verbShow:
		s.quit()
		return s.emptyListing(), nil
	}
	return nil, s.refused(r)
}

// quit ends the session. Source: rfc2229 3.9.
func (s *session) quit() { s.Quit(verbQuit, func() { s.Reply() }) }

// fail ends a session after an error.
func (s *session) fail(err error) {
	s.Fail(err, s.quit, func(refused *open.ReplyError) bool { return refused.Command == "greeting" })
}
