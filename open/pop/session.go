package pop

import (
	"context"
	"fmt"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/dialogue"
	"github.com/earl-url/earl/open/internal/secure"
	"github.com/earl-url/earl/open/internal/wire"
	"github.com/earl-url/earl/views"
)

// maxCapabilities limits the lines of a reply to CAPA. Servers have about ten.
const maxCapabilities = 200

// session is one connection, for one URL.
type session struct {
	dialogue.Lines
	opts    Options
	view    views.POP
	address string
	apop    bool
	tls     bool            // the connection is protected
	stamp   string          // the timestamp of the greeting, with its angle brackets, or ""
	has     map[string]bool // the capabilities, in upper case
}

// connect connects, starts TLS and logs in, within Policy.Login.
func (s *session) connect(ctx context.Context) error {
	conn, err := secure.Dial(ctx, s.Req.Dial, s.address, s.tls, s.opts.TLS, s.Req)
	if err != nil {
		return s.Prefixed(err)
	}
	s.Begin(ctx, conn)
	if err := s.greeting(); err != nil {
		return err
	}
	if err := s.capabilities(); err != nil {
		return err
	}
	if !s.tls && s.has["STLS"] {
		if err := s.startTLS(ctx); err != nil {
			return err
		}
	}
	if err := s.login(ctx); err != nil {
		return err
	}
	s.Ready()
	return nil
}

// greeting reads the first line of the server, which may have a timestamp for
// APOP. Source: rfc1939 4, 7.
func (s *session) greeting() error {
	r, err := s.reply()
	if err != nil {
		return s.Ungreeted(err, secure.ErrNoEnd)
	}
	if !r.ok {
		return s.refusal("greeting", r, open.ErrConnect)
	}
	if i, j := strings.IndexByte(r.text, '<'), strings.LastIndexByte(r.text, '>'); i >= 0 && j > i && strings.Contains(r.text[i:j], "@") {
		s.stamp = r.text[i : j+1]
	}
	return nil
}

// capabilities asks what the server supports. Old servers do not know the
// command. Source: rfc2449 5.
func (s *session) capabilities() error {
	s.has = map[string]bool{}
	r, err := s.do("CAPA")
	if err != nil || !r.ok {
		return err
	}
	return s.lines("CAPA", maxCapabilities, func(line string) {
		word, _, _ := strings.Cut(line, " ")
		s.has[strings.ToUpper(word)] = true
	})
}

// startTLS protects the connection. It never returns to an unprotected one.
// Source: rfc2595 4.
func (s *session) startTLS(ctx context.Context) error {
	if _, err := s.must("STLS"); err != nil {
		return err
	}
	over, err := secure.Client(ctx, s.Conn.NetConn(), s.opts.TLS, s.address, s.Req)
	if err != nil {
		return s.Prefixed(err)
	}
	if err := s.Conn.Upgrade(over); err != nil {
		return s.Broken("STLS", err)
	}
	s.tls = true
	return s.capabilities() // those before TLS may be of an attacker
}

// reply is a reply of the server: success or failure, and a text.
type reply struct {
	ok   bool
	text string
}

// reply reads the first line of a reply. Source: rfc1939 3.
func (s *session) reply() (reply, error) {
	line, err := s.Conn.ReadLine(s.Req.Policy.ReplyLine, "Policy.ReplyLine")
	if err != nil {
		return reply{}, err
	}
	text := string(line)
	s.Trace('S', s.Hide(text))
	status, rest, _ := strings.Cut(text, " ")
	if status != "+OK" && status != "-ERR" {
		return reply{}, fmt.Errorf("%w: a reply that begins with neither +OK nor -ERR: %s", open.ErrProtocol, dialogue.Quote(s.Hide(text)))
	}
	return reply{status == "+OK", strings.TrimSpace(rest)}, nil
}

// do sends a command and returns the reply to it.
func (s *session) do(verb string, arg ...earl.Octets) (r reply, err error) {
	if err = s.Send(verb, arg...); err == nil {
		r, err = s.reply()
	}
	if err != nil {
		return r, s.Broken(verb, err)
	}
	return r, nil
}

// must sends a command and returns the reply, which reports success.
func (s *session) must(verb string, arg ...earl.Octets) (reply, error) {
	r, err := s.do(verb, arg...)
	if err == nil && !r.ok {
		err = s.refusal(s.Named(verb, arg...), r, nil)
	}
	return r, err
}

// lines calls f with each line of the block after a reply. If there are more
// than max, it stops with an [open.ErrProtocol].
func (s *session) lines(verb string, max int, f func(line string)) error {
	for n := 0; ; n++ {
		line, ok, err := s.Next(wire.Limit{Octets: s.Req.Policy.ReplyLine, Setting: "Policy.ReplyLine"})
		switch {
		case err != nil:
			return s.Broken(verb, err)
		case !ok:
			return nil
		case n == max:
			return s.Broken(verb, fmt.Errorf("%w: more than %d lines", open.ErrProtocol, max))
		}
		f(string(line))
	}
}

// refusal returns the error of a reply. A response code decides its kind before
// kind. Source: rfc2449 8; rfc3206.
func (s *session) refusal(command string, r reply, kind error) error {
	code, _, _ := strings.Cut(strings.TrimPrefix(r.text, "["), "]")
	switch strings.ToUpper(code) {
	case "AUTH":
		kind = open.ErrLogin
	case "IN-USE", "SYS/TEMP", "SYS/PERM", "LOGIN-DELAY":
		kind = open.ErrServer
	}
	return &open.ReplyError{Protocol: s.Protocol, Command: command, Text: s.Hide(r.text), Kind: kind}
}

// quit ends the session. The server deletes nothing, because no message was
// marked. Source: rfc1939 6.
func (s *session) quit() { s.Quit("QUIT", func() { s.reply() }) }

// fail ends a session after an error.
func (s *session) fail(err error) {
	s.Fail(err, s.quit, func(*open.ReplyError) bool { return false })
}
