package imap

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/dialogue"
	"github.com/earl-url/earl/open/internal/secure"
	"github.com/earl-url/earl/views"
)

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
	view    views.IMAP
	address string
	tls     bool            // the connection is protected
	in      bool            // the server needs no login
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
	s.Ready()
	return nil
}

// greeting reads the first response of the server. Source: rfc9051 7.1.
func (s *session) greeting() error {
	text, err := s.response()
	if err != nil {
		return s.Ungreeted(err, secure.ErrNoEnd)
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
	return s.Prefixed(fmt.Errorf("%w: the greeting %s", open.ErrProtocol, dialogue.Quote(s.Hide(text))))
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
		if refused, ok := errors.AsType[*open.ReplyError](err); ok {
			refused.Kind = open.ErrConnect // without TLS there is no connection to use
		}
		return err
	}
	over, err := secure.Client(ctx, s.Conn.NetConn(), s.opts.TLS, s.address, s.Req)
	if err != nil {
		return s.Prefixed(err)
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
		return &open.ReplyError{Protocol: s.Protocol, Command: "LOGIN", Kind: open.ErrLogin, Hint: "the server does not allow a login here; it may allow one by imaps"}
	}
	user, secret, err := s.MailLogin(ctx, "LOGIN", open.Login{Scheme: s.view.Scheme, Host: s.address, User: s.view.User, Password: s.view.Password})
	if err != nil {
		return err
	}
	if !isASCII(string(user)) || !isASCII(string(secret)) {
		return fmt.Errorf("imap: a user or a password that is not US-ASCII: %w", errors.ErrUnsupported)
	}
	s.Hurry()
	return s.must(cmdLogin, quote(string(user))+" "+quote(string(secret)), nil)
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

// completed returns nil for a response that reports success, else an [*open.ReplyError].
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

// refusal returns the error of a response. A response code decides its kind
// before kind. Source: rfc9051 7.1.
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
	return &open.ReplyError{Protocol: s.Protocol, Command: command, Status: strings.ToUpper(status), Text: s.Hide(text), Kind: kind}
}

// quit ends the session. Source: rfc9051 6.1.3.
func (s *session) quit() { s.Quit(cmdLogout, func() { s.complete(cmdLogout, nil) }) }

// fail ends a session after an error.
func (s *session) fail(err error) {
	s.Fail(err, s.quit, func(refused *open.ReplyError) bool { return refused.Status == "BYE" })
}
