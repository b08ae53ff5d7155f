package main

import (
	"context"
	"time"

	"github.com/earl-url/earl/internal/console"
	"github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/open"
)

// session joins a session to stdin and stdout. It ends when the service ends it,
// and on a terminal by ^] or the end of the input too. After the end of another
// input the session ends when the service is silent for --idle-time.
func (t *transfer) session(ctx context.Context, s *open.Session) error {
	defer s.Conn.Close()
	if t.g.flags.json {
		_, err := t.g.s.out.Write(append(appendMeta(nil, "", &s.Meta), "}\n"...))
		return here(err)
	}
	out := t.g.s.out
	if t.g.flags.toFile() {
		if err := t.create(); err != nil {
			return err
		}
		out = t.file
	}
	t.advise(s)
	o := console.SessionOptions{
		Keyboard: t.g.keyboard,
		Out:      out,
		Terminal: t.g.flags.terminal != "" && out == t.g.s.out,
		Idle:     time.Duration(t.g.flags.idleTime),
	}
	if o.Terminal {
		t.g.remark("%s: connected; ^] ends the session", s.URL.Redacted())
	} else if term.Is(t.g.s.in) {
		t.g.remark("%s: connected; the end of the input ends the session", s.URL.Redacted())
	}
	silent, err := console.Join(ctx, s.Conn, o)
	switch {
	case silent:
		t.g.remark("%s: the input has ended and the service was silent for %v: the session has ended (--idle-time)", s.URL.Redacted(), o.Idle)
	case err == nil && o.Terminal:
		t.g.remark("%s: the session has ended", s.URL.Redacted())
	}
	return err
}

// advise shows what the URL says of a login, before anything else. It is typed
// by nobody (rfc1738 3.8), and a password is not shown: a screen and what records
// it are no place for one (rfc1738 6), and the person has it in the URL.
func (t *transfer) advise(s *open.Session) {
	_, secret := s.Advice.Password.Reveal()
	user := s.Advice.User
	switch {
	case secret:
		t.g.remark("the URL advises to log in as %s, with its password, which is not typed and not shown here", user.Value.Printable())
	case user.Present:
		t.g.remark("the URL advises to log in as %s", user.Value.Printable())
	}
}
