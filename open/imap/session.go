package imap

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/dialogue"
	"github.com/earl-url/earl/open/internal/secure"
	"github.com/earl-url/earl/open/internal/wire"
)

// quitWait is how long a server may take to reply to LOGOUT; the reply is
// ignored.
const quitWait = 50 * time.Millisecond

// maxCapabilities limits what a server may support. Servers have about forty
// capabilities.
const maxCapabilities = 1_000

// maxOthers is how many responses a server may send to one command besides those
// that the command lists. A server sends a response for each message that another
// client changes.
const maxOthers = 10_000

// The commands, with their tags. A tag is different in each line of a session.
const (
	cmdCapability = "a CAPABILITY"
	cmdStartTLS   = "b STARTTLS"
	cmdAgain      = "c CAPABILITY" // after TLS began
	cmdLogin      = "d LOGIN"
	cmdList       = "e LIST"
	cmdExamine    = "f EXAMINE"
	cmdSearch     = "g UID SEARCH"
	cmdMessage    = "h UID FETCH"
	cmdLogout     = "z LOGOUT"
)

// session is one connection, for one URL.
type session struct {
	dialogue.Lines
	opts    Options
	view    earl.IMAP
	address string
	tls     bool            // the connection is protected
	in      bool            // the server needs no login
	has     map[string]bool // the capabilities, in upper case
}

// connect connects, starts TLS and logs in, within Policy.Login.
func (s *session) connect(ctx context.Context) error {
	conn, err := s.Req.Dial(ctx, "tcp", s.address)
	if err != nil {
		return prefixed(err)
	}
	if s.view.Scheme == "imaps" {
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
	if err := s.capabilities(cmdCapability); err != nil {
		return err
	}
	if !s.tls && s.has["STARTTLS"] {
		if err := s.startTLS(ctx); err != nil {
			return err
		}
	}
	if !s.in {
		if err := s.login(ctx); err != nil {
			return err
		}
	}
	s.Conn.SetUntil(time.Time{})
	s.In = true
	return nil
}

// hurry sets a deadline of Policy.Login for everything up to the end of a
// login.
func (s *session) hurry() { s.Conn.SetUntil(time.Now().Add(s.Req.Policy.Login)) }

// greeting reads the first response of the server. Source: rfc9051 7.1.
func (s *session) greeting() error {
	text, err := s.response()
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, secure.ErrNoEnd):
		return fmt.Errorf("imap: %w: the server closed it without a greeting", open.ErrConnect)
	case err != nil:
		return prefixed(err)
	}
	word, rest, _ := strings.Cut(strings.TrimPrefix(text, "* "), " ")
	switch strings.ToUpper(word) {
	case "OK":
		return nil
	case "PREAUTH": // TLS cannot start now, and no login is sent: rfc8314 A.1
		s.in = true
		return nil
	case "BYE":
		return s.refusal("greeting", word, rest, open.ErrConnect)
	}
	return prefixed(fmt.Errorf("%w: the greeting %s", open.ErrProtocol, dialogue.Quote(s.Hide(text))))
}

// capabilities asks what the server supports. Source: rfc9051 6.1.1.
func (s *session) capabilities(command string) error {
	s.has = map[string]bool{}
	return s.must(command, "", func(text string) error {
		words := strings.Fields(text)
		if len(words) == 0 || !strings.EqualFold(words[0], "CAPABILITY") {
			return nil
		}
		for _, word := range words[1:] {
			if len(s.has) == maxCapabilities {
				return fmt.Errorf("%w: more than %d capabilities", open.ErrProtocol, maxCapabilities)
			}
			s.has[strings.ToUpper(word)] = true
		}
		return nil
	})
}

// startTLS protects the connection. It never returns to an unprotected one.
// Source: rfc9051 6.2.1.
func (s *session) startTLS(ctx context.Context) error {
	if s.in {
		return nil // the server accepts it only before a login
	}
	if err := s.must(cmdStartTLS, "", nil); err != nil {
		var refused *Error
		if errors.As(err, &refused) {
			refused.kind = open.ErrConnect // without TLS there is no connection to use
		}
		return err
	}
	over, err := secure.Client(ctx, s.Conn.NetConn(), s.opts.TLS, s.address, s.Req)
	if err != nil {
		return prefixed(err)
	}
	if err := s.Conn.Upgrade(over); err != nil {
		return s.Broken("STARTTLS", err)
	}
	s.tls = true
	return s.capabilities(cmdAgain) // those before TLS may be of an attacker
}

// login sends the user and the password of the URL, or those that the user
// enters. Source: rfc9051 6.2.3; rfc5092 3.2.
func (s *session) login(ctx context.Context) error {
	if !s.tls {
		if err := s.Req.CheckPlainLogin(); err != nil {
			return err
		}
	}
	if s.has["LOGINDISABLED"] {
		return &Error{Command: "LOGIN", kind: open.ErrLogin, hint: "the server does not allow a login here; it may allow one by imaps"}
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
	if !isASCII(string(user)) || !isASCII(string(secret)) {
		return fmt.Errorf("imap: a user or a password that is not US-ASCII: %w", errors.ErrUnsupported)
	}
	s.hurry()
	return s.must(cmdLogin, quote(string(user))+" "+quote(string(secret)), nil)
}

// ask asks the user for the missing part of the login. The time for it does not
// count as the server's.
func (s *session) ask(ctx context.Context) (open.Login, error) {
	if s.Req.Login == nil {
		return open.Login{}, s.unanswered("there is no one to ask")
	}
	l, err := s.Req.Login(ctx, open.Login{Scheme: s.view.Scheme, Host: s.address, User: s.view.User, Prompt: "the mailbox needs a login"})
	if err != nil {
		return l, fmt.Errorf("imap: %w: %w", open.ErrLogin, err)
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
	return &Error{Command: "LOGIN", kind: open.ErrLogin, hint: "the mailbox needs a login and " + why}
}

// send writes a command line. An empty arg means none.
func (s *session) send(command, arg string) error {
	if arg == "" {
		return s.Send(command)
	}
	return s.Send(command, earl.Octets(arg))
}

// must sends a command and reads up to the response that completes it, which
// must report success. It calls f with the text of each other response after
// "* ". f may be nil.
func (s *session) must(command, arg string, f func(text string) error) error {
	if err := s.send(command, arg); err != nil {
		return s.Broken(verb(command), err)
	}
	return s.complete(command, f)
}

// complete is must after the command was sent.
func (s *session) complete(command string, f func(text string) error) error {
	tag, _, _ := strings.Cut(command, " ")
	for n := 0; ; n++ {
		text, err := s.response()
		if err == nil && n > s.most() {
			err = s.tooMany()
		}
		if err != nil {
			return s.Broken(verb(command), err)
		}
		if rest, ok := strings.CutPrefix(text, tag+" "); ok {
			return s.completed(command, rest)
		}
		rest, ok := strings.CutPrefix(text, "* ")
		if !ok {
			return s.Broken(verb(command), fmt.Errorf("%w: a response to another command: %s", open.ErrProtocol, dialogue.Quote(s.Hide(text))))
		}
		if status, why, _ := strings.Cut(rest, " "); strings.EqualFold(status, "BYE") && command != cmdLogout {
			return s.refusal(verb(command), status, why, open.ErrConnect)
		}
		if f != nil {
			if err := f(rest); err != nil {
				return s.Broken(verb(command), err)
			}
		}
	}
}

// most returns how many responses a server may send to one command.
func (s *session) most() int {
	return min(s.Req.Policy.Entries, math.MaxInt-maxOthers) + maxOthers
}

// tooMany returns the error of a server that sends more.
func (s *session) tooMany() error {
	return fmt.Errorf("%w: more than %d responses to one command", open.ErrProtocol, s.most())
}

// completed returns nil for a response that reports success, else an *Error.
func (s *session) completed(command, text string) error {
	status, why, _ := strings.Cut(text, " ")
	switch strings.ToUpper(status) {
	case "OK":
		return nil
	case "NO", "BAD":
		var kind error
		switch command {
		case cmdLogin:
			kind = open.ErrLogin
		case cmdExamine:
			kind = open.ErrNotFound
		}
		return s.refusal(verb(command), status, why, kind)
	}
	return s.Broken(verb(command), fmt.Errorf("%w: the status %s", open.ErrProtocol, dialogue.Quote(s.Hide(text))))
}

// verb returns a command without its tag.
func verb(command string) string {
	_, name, _ := strings.Cut(command, " ")
	return name
}

// Error is a refusal by the server, with its text.
type Error struct {
	Command string // such as "EXAMINE"; "greeting" for the greeting
	Status  string // NO, BAD or BYE; "" if the server was not asked
	Text    string // the server's text: printable, secrets hidden
	kind    error
	hint    string
}

// Error returns a text such as `imap: EXAMINE: NO Mailbox doesn't exist`.
func (e *Error) Error() string {
	text := "imap: " + e.Command + ":"
	for _, part := range []string{e.Status, e.Text, e.hint} {
		if part != "" {
			text += " " + part
		}
	}
	return text
}

// Unwrap returns the kind of the error, such as [open.ErrNotFound].
func (e *Error) Unwrap() error { return e.kind }

// refusal returns an *Error for a response. A response code decides its kind
// before kind, and nil means [open.ErrServer]. Source: rfc9051 7.1.
func (s *session) refusal(command, status, text string, kind error) error {
	code, _, _ := strings.Cut(strings.TrimPrefix(text, "["), "]")
	code, _, _ = strings.Cut(code, " ")
	switch strings.ToUpper(code) {
	case "AUTHENTICATIONFAILED", "AUTHORIZATIONFAILED", "EXPIRED", "PRIVACYREQUIRED", "NOPERM":
		kind = open.ErrLogin
	case "NONEXISTENT":
		kind = open.ErrNotFound
	case "UNAVAILABLE", "INUSE", "SERVERBUG", "LIMIT":
		kind = open.ErrServer
	}
	if kind == nil {
		kind = open.ErrServer
	}
	return &Error{Command: command, Status: strings.ToUpper(status), Text: s.Hide(text), kind: kind}
}

// prefixed returns an error of another package with the prefix of this one.
func prefixed(err error) error { return fmt.Errorf("imap: %w", err) }

// quit ends the session and closes the connection. It does not wait long.
// Source: rfc9051 6.1.3.
func (s *session) quit() {
	if s.Send(cmdLogout) == nil {
		s.Conn.SetUntil(time.Now().Add(quitWait))
		s.complete(cmdLogout, nil)
	}
	s.Conn.Close()
}

// fail ends a session after an error. If the server refused something, it sends
// LOGOUT.
func (s *session) fail(err error) {
	var refused *Error
	switch {
	case s.Conn == nil:
	case errors.As(err, &refused) && refused.Status != "BYE":
		s.quit()
	default:
		s.Conn.Close()
	}
}
