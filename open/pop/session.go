package pop

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/dialogue"
	"github.com/earl-url/earl/open/internal/secure"
	"github.com/earl-url/earl/open/internal/wire"
)

const (
	// quitWait is how long a server may take to reply to QUIT; the reply is
	// ignored.
	quitWait = 50 * time.Millisecond
	// maxCapabilities limits the lines of a reply to CAPA. Servers have about ten.
	maxCapabilities = 200
)

// session is one connection, for one URL.
type session struct {
	dialogue.Lines
	opts    Options
	view    earl.POP
	address string
	apop    bool
	tls     bool            // the connection is protected
	stamp   string          // the timestamp of the greeting, with its angle brackets, or ""
	has     map[string]bool // the capabilities, in upper case
}

// connect connects, starts TLS and logs in, within Policy.Login.
func (s *session) connect(ctx context.Context) error {
	conn, err := s.Req.Dial(ctx, "tcp", s.address)
	if err != nil {
		return prefixed(err)
	}
	if s.view.Scheme == "pops" {
		if conn, err = secure.Client(ctx, conn, s.opts.TLS, s.address, s.Req); err != nil {
			return prefixed(err)
		}
		s.tls = true
	}
	s.Conn = wire.New(ctx, conn, s.Req.Policy.Idle).Measure(s.Req.Policy)
	s.hurry()
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
	s.Conn.SetUntil(time.Time{})
	s.In = true
	return nil
}

// hurry sets a deadline of Policy.Login for everything up to the end of a
// login.
func (s *session) hurry() { s.Conn.SetUntil(time.Now().Add(s.Req.Policy.Login)) }

// greeting reads the first line of the server, which may have a timestamp for
// APOP. Source: rfc1939 4, 7.
func (s *session) greeting() error {
	r, err := s.reply()
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, secure.ErrNoEnd):
		return fmt.Errorf("pop: %w: the server closed it without a greeting", open.ErrConnect)
	case err != nil:
		return prefixed(err)
	case !r.ok:
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
		return prefixed(err)
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

// Error is a refusal by the server, with its text.
type Error struct {
	Command string // the command line, secrets hidden; "greeting" for the greeting
	Text    string // the server's text: printable, secrets hidden
	kind    error
	hint    string
}

// Error returns a text such as `pop: RETR "7": there is no such message`.
func (e *Error) Error() string {
	text := "pop: " + e.Command + ": "
	if e.hint != "" {
		return text + e.hint
	}
	text += "refused"
	if e.Text != "" {
		text += ": " + e.Text
	}
	return text
}

// Unwrap returns the kind of the error, such as [open.ErrNotFound].
func (e *Error) Unwrap() error { return e.kind }

// refusal returns an *Error for a reply. A response code decides its kind before
// kind, and nil means [open.ErrServer]. Source: rfc2449 8; rfc3206.
func (s *session) refusal(command string, r reply, kind error) error {
	code, _, _ := strings.Cut(strings.TrimPrefix(r.text, "["), "]")
	switch strings.ToUpper(code) {
	case "AUTH":
		kind = open.ErrLogin
	case "IN-USE", "SYS/TEMP", "SYS/PERM", "LOGIN-DELAY":
		kind = open.ErrServer
	}
	if kind == nil {
		kind = open.ErrServer
	}
	return &Error{Command: command, Text: s.Hide(r.text), kind: kind}
}

// prefixed returns an error of another package with the prefix of this one.
func prefixed(err error) error { return fmt.Errorf("pop: %w", err) }

// quit ends the session and closes the connection. It does not wait long. The
// server deletes nothing, because no message was marked. Source: rfc1939 6.
func (s *session) quit() {
	if s.Send("QUIT") == nil {
		s.Conn.SetUntil(time.Now().Add(quitWait))
		s.reply()
	}
	s.Conn.Close()
}

// fail ends a session after an error. If the server refused something, it sends
// QUIT.
func (s *session) fail(err error) {
	var refused *Error
	switch {
	case s.Conn == nil:
	case errors.As(err, &refused):
		s.quit()
	default:
		s.Conn.Close()
	}
}
