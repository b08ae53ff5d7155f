package ftp

import (
	"context"
	"math"
	"net"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/dialogue"
	"github.com/earl-url/earl/open/internal/wire"
	"github.com/earl-url/earl/views"
)

// forever is the idle time of the control connection, which is silent while
// data arrive. Each reply has its own deadline ([session.await]).
const forever = time.Duration(math.MaxInt64)

// session is one control connection, for one URL. Source: rfc959 5.4.
type session struct {
	dialogue.Lines
	opts     Options
	keeper   *keeper
	view     views.FTP
	address  string        // host and port, as dialled
	loginEnd time.Time     // when the login must be done
	tls      *tlsState     // nil: not protected
	typ      byte          // the current type; 0: not set
	at       []earl.Octets // the CWDs that the server accepted since the login
	asked    bool          // a secret was requested from the user
	spoilt   bool          // a reply to no command may come
	end      *time.Timer   // ends a session that is waiting for another URL
	notes    []string      // for Meta.Note
}

// note keeps a remark for Meta.Note.
func (s *session) note(text string) { s.notes = append(s.notes, text) }

// connect makes the control connection and logs in, within Policy.Login.
func (s *session) connect(ctx context.Context) error {
	conn, err := s.Req.Dial(ctx, "tcp", s.address)
	if err != nil {
		return s.Prefixed(err)
	}
	s.Conn = wire.New(ctx, conn, forever)
	s.loginEnd = time.Now().Add(s.Req.Policy.Login)
	s.await()
	if s.view.Scheme == "ftps" {
		if err := s.protect(ctx); err != nil {
			return err
		}
	}
	greeting, err := s.greeting()
	if err != nil {
		return err
	}
	if s.tls == nil && s.opts.Security == SecurityExplicit {
		if err := s.startTLS(ctx); err != nil {
			return err
		}
	}
	if greeting.Code != 230 || s.tls != nil && s.view.Scheme != "ftps" {
		if err := s.login(ctx); err != nil {
			return err
		}
	}
	if s.tls != nil {
		if err := s.protectData(); err != nil {
			return err
		}
	}
	s.In = true
	if s.opts.UTF8 {
		r, err := s.do("OPTS", "UTF8 ON")
		if err != nil {
			return err
		}
		if !r.Done() {
			s.note("the server does not know OPTS UTF8: names are bytes")
		}
	}
	return nil
}

// await lets the server reply within Policy.Idle. Until the login is complete,
// all replies must come within Policy.Login.
func (s *session) await() {
	until := time.Now().Add(s.Req.Policy.Idle)
	if !s.In && s.loginEnd.Before(until) {
		until = s.loginEnd
	}
	s.Conn.SetUntil(until)
}

// hostName returns the host that is dialled.
func (s *session) hostName() string {
	host, _, _ := net.SplitHostPort(s.address)
	return host
}

// greeting reads the first reply of the server: 220, or 230 if no login is
// needed. A 120 may come before it, to announce a delay. Source: rfc959 5.4.
func (s *session) greeting() (reply, error) {
	r, err := s.final()
	switch {
	case err != nil:
		return r, s.Ungreeted(err)
	case r.Code != 220 && r.Code != 230:
		return r, s.refusal("greeting", r, open.ErrConnect)
	}
	return r, nil
}

// send writes a command line and sets the deadline of its reply.
func (s *session) send(verb string, arg ...earl.Octets) error {
	s.await()
	return s.Send(verb, arg...)
}

// do sends a command and returns the reply to it, whatever its code.
func (s *session) do(verb string, arg ...earl.Octets) (reply, error) {
	err := s.send(verb, arg...)
	var r reply
	if err == nil {
		r, err = s.final()
	}
	if err != nil {
		return r, s.Broken(verb, err)
	}
	return r, nil
}

// must sends a command and returns the reply. If it is not a 2yz, the error is
// an [*open.ReplyError].
func (s *session) must(verb string, arg ...earl.Octets) (reply, error) {
	r, err := s.do(verb, arg...)
	if err == nil && !r.Done() {
		return r, s.refusal(s.Named(verb, arg...), r, nil)
	}
	return r, err
}

// quit ends the session.
func (s *session) quit() {
	s.await()
	s.Quit("QUIT", func() { s.Reply() })
}

// fail ends a session after an error.
func (s *session) fail(err error) {
	s.Fail(err, s.leave, func(refused *open.ReplyError) bool { return refused.Code == codeGoodbye })
}
