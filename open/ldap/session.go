package ldap

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/protocol/ber"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/dialogue"
	"github.com/earl-url/earl/open/internal/secure"
	"github.com/earl-url/earl/open/internal/wire"
)

// session is the connection for one search.
type session struct {
	*query
	conn    *wire.Conn
	r       *bufio.Reader
	secrets dialogue.Secrets
	notes   []string
	sent    int64 // the number of the last message
}

// connect connects and binds, within Policy.Login.
func (q *query) connect(ctx context.Context) (*session, error) {
	login, err := q.login(ctx)
	if err != nil {
		return nil, err
	}
	conn, err := q.req.Dial(ctx, "tcp", q.address)
	if err != nil {
		return nil, err
	}
	if q.view.Scheme == "ldaps" {
		if conn, err = secure.Client(ctx, conn, q.opts.TLS, q.address, q.req); err != nil {
			return nil, err
		}
	}
	s := &session{query: q, conn: wire.New(ctx, conn, q.req.Policy.Idle).Measure(q.req.Policy)}
	s.r = bufio.NewReader(s.conn)
	s.conn.SetUntil(time.Now().Add(q.req.Policy.Login))
	if err := s.bind(login); err != nil {
		s.fail(err)
		return nil, err
	}
	s.conn.SetUntil(time.Time{})
	return s, nil
}

// login asks the user for the password of a critical bindname. An empty one would
// be an anonymous login that looks like another. Source: rfc4513 5.1.2.
func (q *query) login(ctx context.Context) (l open.Login, err error) {
	if !q.bindName.Present {
		return l, nil
	}
	name := q.bindName.Value.Printable()
	if q.req.Login == nil {
		return l, fmt.Errorf("%w: the URL requires the login %q and there is no one to ask", open.ErrLogin, name)
	}
	l, err = q.req.Login(ctx, open.Login{User: q.bindName, Prompt: "the URL requires a login"})
	if err != nil {
		return l, fmt.Errorf("%w: %w", open.ErrLogin, err)
	}
	if password, ok := l.Password.Reveal(); !ok || password == "" {
		return l, fmt.Errorf("%w: the URL requires the login %q and no password was entered", open.ErrLogin, name)
	}
	l.User = q.bindName
	return l, nil
}

// bind logs in: anonymously, or with the login of the user.
func (s *session) bind(l open.Login) error {
	password, ok := l.Password.Reveal()
	if ok {
		s.secrets = append(s.secrets, string(password))
		s.trace('C', "bind as "+l.User.Value.Printable()+" with "+earl.Hidden)
	} else {
		s.trace('C', "bind anonymously")
	}
	s.sent = bindID
	if _, err := open.WriteSecret(s.conn, bindMessage(l.User.Value, password), shownBind(l.User.Value, password)); err != nil {
		return err
	}
	op, err := s.next(bindID)
	switch {
	case errors.Is(err, io.EOF):
		return fmt.Errorf("%w: the server closed it without a response", open.ErrConnect)
	case err != nil:
		return err
	case op.Tag != tagBound:
		return unexpected(op)
	}
	r, err := s.result(op)
	if err == nil && r.code != success {
		err = s.refusal("bind", r)
	}
	return err
}

// search sends the search.
func (s *session) search() error {
	s.trace('C', "search for "+s.describe())
	s.sent = searchID
	_, err := s.conn.Write(s.searchMessage())
	return err
}

// trace traces what a message means.
func (s *session) trace(dir byte, line string) {
	if s.req.Trace != nil {
		s.req.Trace(open.Event{Dir: dir, Line: line})
	}
}

// note adds a note for the user.
func (s *session) note(format string, args ...any) {
	s.notes = append(s.notes, fmt.Sprintf(format, args...))
}

// unexpected returns the error of a message that cannot be an answer.
func unexpected(op ber.Element) error {
	return fmt.Errorf("%w: an unexpected message, %v", open.ErrProtocol, op.Tag)
}

// next reads the operation of the next message for id. It skips intermediate
// responses, which belong to extensions that were not requested, but no more
// than maxResult of them. The error is io.EOF if the server has closed the
// connection. Source: rfc4511 4.1.1, 4.13.
func (s *session) next(id int64) (ber.Element, error) {
	for range maxResult {
		m, err := ber.Read(s.r, ber.Limits{Size: s.opts.MessageSize, Depth: maxDepth})
		if err != nil {
			return ber.Element{}, s.broken(err)
		}
		parts := m.List(3)
		if m.Tag != ber.Sequence || len(parts) < 2 {
			return ber.Element{}, fmt.Errorf("%w: not a message of ldap", open.ErrProtocol)
		}
		n, ok := parts[0].Int()
		switch op := parts[1]; {
		case parts[0].Tag != ber.Integer || !ok:
			return ber.Element{}, fmt.Errorf("%w: a message without a number", open.ErrProtocol)
		case n == 0 && op.Tag == tagExtended:
			return ber.Element{}, s.disconnected(op)
		case n != id:
			return ber.Element{}, fmt.Errorf("%w: a message for the request %d, which was not sent", open.ErrProtocol, n)
		case op.Tag != tagIntermediate:
			return op, nil
		}
	}
	return ber.Element{}, fmt.Errorf("%w: more than %d intermediate responses", open.ErrProtocol, maxResult)
}

// broken returns the error of a message that could not be read.
func (s *session) broken(err error) error {
	switch {
	case errors.Is(err, ber.ErrSize):
		return &open.LimitError{Setting: "ldap.Options.MessageSize", Err: fmt.Errorf("%w: a message of more than %d bytes", open.ErrProtocol, s.opts.MessageSize)}
	case errors.Is(err, ber.ErrSyntax), errors.Is(err, ber.ErrDepth):
		return fmt.Errorf("%w: %w", open.ErrProtocol, err)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("%w: the server closed the connection inside a message", open.ErrCut)
	}
	return err
}

// disconnected returns the error of a notice of disconnection. Source: rfc4511
// 4.4.1.
func (s *session) disconnected(op ber.Element) error {
	r, err := s.result(op)
	if err != nil {
		return err
	}
	return s.refusal("disconnection", r)
}

// quit ends the session.
func (s *session) quit() {
	s.trace('C', "unbind")
	s.conn.Write(unbindMessage(s.sent + 1))
	s.conn.Close()
}

// fail ends the session after an error. If the server refused something, it
// sends unbind.
func (s *session) fail(err error) {
	var refused *Error
	if errors.As(err, &refused) {
		s.quit()
		return
	}
	s.conn.Close()
}

// shownBind is the login without its password, which is empty for an anonymous one.
func shownBind(name, password earl.Octets) []byte {
	if password != "" {
		password = earl.Hidden
	}
	return bindMessage(name, password)
}
