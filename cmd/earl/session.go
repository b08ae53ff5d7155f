package main

import (
	"context"
	"time"

	"github.com/earl-url/earl/cmd/earl/internal/console"
	"github.com/earl-url/earl/cmd/earl/internal/transfer"
	"github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/open"
)

// session connects a session to stdin and stdout. It ends when the service ends it. On a
// terminal, ^] or the end of the input also ends it. After the end of another input the
// session ends when the service is silent for --idle-time.
func (g *getter) session(ctx context.Context, t *transfer.Transfer, s *open.Session) error {
	defer s.Conn.Close()
	if g.archive != nil {
		g.Remark("%s: sessions are not recorded: the archive has nothing of this one", s.URL.Redacted())
	}
	if g.flags.json {
		return g.printJSON(entryOf("", &s.Meta))
	}
	out, err := t.File()
	if err != nil {
		return err
	}
	g.advise(s)
	o := console.SessionOptions{
		Keyboard: g.keyboard,
		Out:      out,
		Terminal: g.flags.terminal != "" && out == g.s.out,
		Idle:     time.Duration(g.flags.idleTime),
	}
	if o.Terminal {
		g.Remark("%s: connected; ^] ends the session", s.URL.Redacted())
	} else if term.Is(g.s.in) {
		g.Remark("%s: connected; the end of the input ends the session", s.URL.Redacted())
	}
	if o.Terminal && s.Screen != nil && console.ShowsScreens() {
		err := console.JoinScreen(ctx, s, o)
		if err == nil {
			g.Remark("%s: the session has ended", s.URL.Redacted())
		}
		return err
	}
	silent, err := console.Join(ctx, s.Conn, o)
	switch {
	case silent:
		g.Remark("%s: the input has ended and the service was silent for %v: the session has ended (--idle-time)", s.URL.Redacted(), o.Idle)
	case err == nil && o.Terminal:
		g.Remark("%s: the session has ended", s.URL.Redacted())
	}
	return err
}

// advise shows the login that the URL suggests, before anything else. It does not send
// the login (rfc1738 3.8). It does not show a password on the screen (rfc1738 6); the
// user has it in the URL.
func (g *getter) advise(s *open.Session) {
	_, secret := s.Advice.Password.Reveal()
	user := s.Advice.User
	switch {
	case secret && !user.Present:
		g.Remark("the password of the URL is neither sent nor shown")
	case secret:
		g.Remark("the URL suggests to log in as %s with its password; the password is neither sent nor shown", user.Value.Printable())
	case user.Present:
		g.Remark("the URL suggests to log in as %s", user.Value.Printable())
	}
}
