package z3950

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/protocol/ber"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/dialogue"
	"github.com/earl-url/earl/open/internal/wire"
)

// overhead is the room in a message around a record of the largest size: names, tags, and other
// records do not count, because a server leaves out what does not fit.
const overhead = 64 << 10

// A session is a task with a connection, after Init. Its requests are sequential; any goroutine may
// call Close.
type session struct {
	*task
	conn     *wire.Conn
	version3 bool   // the server has Close
	failed   bool   // an exchange failed, so nothing more is sent
	server   string // its name and version
}

// connect dials the server and begins a session.
func (t *task) connect(ctx context.Context) (*session, error) {
	n, err := t.req.Dial(ctx, "tcp", t.address)
	if err != nil {
		return nil, err
	}
	s := &session{task: t, conn: wire.New(ctx, n, t.req.Policy.Idle).Measure(t.req.Policy)}
	if err := s.init(); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// init sends Init. Source: ANSI/NISO Z39.50-1995 3.2.1.1.
func (s *session) init() error {
	e, err := s.exchange(initMessage(s.opts.MessageSize), tagInitResponse, "init, records of up to %d bytes", s.opts.MessageSize)
	if err != nil {
		return err
	}
	a := parseInit(e)
	s.version3, s.server = a.version3, a.server
	switch {
	case a.accepted:
		s.trace('S', "init accepted by %s", dialogue.Quote(s.server))
		return nil
	case a.diagnostic != nil:
		return a.diagnostic
	}
	return fmt.Errorf("%w: it does not accept Init", open.ErrServer)
}

// exchange sends a message, which the words describe, and returns the response. Its tag must be want.
func (s *session) exchange(message []byte, want ber.Tag, format string, args ...any) (ber.Element, error) {
	e, err := s.roundTrip(message, want, format, args...)
	s.failed = s.failed || err != nil
	return e, err
}

// roundTrip is exchange without its memory of a failure.
func (s *session) roundTrip(message []byte, want ber.Tag, format string, args ...any) (ber.Element, error) {
	s.trace('C', format, args...)
	if _, err := s.conn.Write(message); err != nil {
		return ber.Element{}, err
	}
	e, err := ber.Read(s.conn, ber.Limits{Size: s.opts.MessageSize + overhead, Depth: s.opts.Depth})
	if err != nil {
		return ber.Element{}, s.readError(err)
	}
	switch e.Tag {
	case want:
		return e, nil
	case tagClose:
		return ber.Element{}, parseClose(e)
	case tagAccessControl:
		return ber.Element{}, fmt.Errorf("%w: the server asks for access control", open.ErrLogin)
	case tagResourceControl:
		return ber.Element{}, broken("resource control, which Init did not request")
	}
	return ber.Element{}, broken("a message with the tag %v instead of %v", e.Tag, want)
}

// readError returns the error of the session for an error of reading an element.
func (s *session) readError(err error) error {
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("%w: the server closed the connection", open.ErrCut)
	case errors.Is(err, ber.ErrSize):
		return &open.LimitError{Setting: "z3950.Options.MessageSize", Err: broken("a message of more than %d bytes", s.opts.MessageSize+overhead)}
	case errors.Is(err, ber.ErrDepth):
		return &open.LimitError{Setting: "z3950.Options.Depth", Err: broken("a message with more than %d levels", s.opts.Depth)}
	case errors.Is(err, ber.ErrSyntax):
		return fmt.Errorf("%w: %w", open.ErrProtocol, err)
	}
	return err
}

// search sends the query and returns the number of records that were found.
func (s *session) search() (int64, error) {
	e, err := s.exchange(searchMessage(s.names, s.query), tagSearchResponse, "%s", sentence(s.names, s.query))
	if err != nil {
		return 0, err
	}
	a, err := parseSearch(e)
	if err != nil {
		return 0, s.explained(err)
	}
	s.trace('S', "records found: %d", a.hits)
	return a.hits, nil
}

// explained adds advice to a diagnostic about the search for a docid.
func (s *session) explained(err error) error {
	var d *Error
	if s.view.DocID.Present && errors.As(err, &d) && (d.Code == unsupportedUse || d.Code == unsupportedStructure) {
		return fmt.Errorf("%w; the server does not search for a docid: a z39.50s URL with x-search and x-use=id searches for its local number", err)
	}
	return err
}

// present retrieves count records from start on, and at least one. If the server does not have a record
// syntax, present tries the next one, and continues with the one that the server has.
func (s *session) present(start, count int64) ([]record, error) {
	for {
		format := s.formats[0]
		list, err := s.presentAs(start, count, format)
		if err == nil || len(s.formats) == 1 || !isSyntaxError(err) {
			return list, err
		}
		s.trace('#', "%v: the next syntax is tried", err)
		s.formats = s.formats[1:]
	}
}

// presentAs retrieves records in a syntax. An error is that of all of them, or of the only one.
func (s *session) presentAs(start, count int64, format syntax) ([]record, error) {
	set := string(s.view.ElementSet.Value)
	e, err := s.exchange(presentMessage(start, count, set, format), tagPresentResponse, "present %s as %s", span(start, count), format.name)
	if err != nil {
		return nil, err
	}
	list, err := parsePresent(e, count)
	switch {
	case err != nil:
		return nil, err
	case len(list) == 0:
		return nil, broken("no record and no diagnostic")
	case list[0].err != nil && isSyntaxError(list[0].err):
		return nil, list[0].err
	}
	s.trace('S', "records: %d of %d", len(list), count)
	return list, nil
}

// span returns a range of records for users.
func span(start, count int64) string {
	if count == 1 {
		return fmt.Sprintf("record %d", start)
	}
	return fmt.Sprintf("records %d to %d", start, start+count-1)
}

// finish ends the session and closes the connection. An error of Close does not matter, because
// everything was received.
func (s *session) finish() {
	if s.version3 && !s.failed {
		s.trace('C', "close")
		s.conn.Write(closeMessage())
	}
	s.Close()
}

// trace traces a message in words.
func (s *session) trace(dir byte, format string, args ...any) {
	if s.req.Trace != nil {
		s.req.Trace(open.Event{Dir: dir, Line: earl.Octets(fmt.Sprintf(format, args...)).Printable()})
	}
}

// Close closes the connection, at any time.
func (s *session) Close() error { return s.conn.Close() }
