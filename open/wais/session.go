package wais

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/dialogue"
	"github.com/earl-url/earl/open/internal/limit"
	"github.com/earl-url/earl/open/internal/wire"
	"github.com/earl-url/earl/views"
)

// session is one open of a wais URL. Servers keep no state between requests, so
// each request may use another connection.
type session struct {
	ctx    context.Context // context of the open; reads of the resource end with it
	req    *open.Call
	view   views.WAIS
	notes  []string
	reader reader
	size   int       // bytes of a server's message, as agreed by Init; 0: not known
	agree  bool      // Init is sent first on a new connection
	last   time.Time // last use of the connection
	mu     sync.Mutex
	conn   *wire.Conn // or nil
	closed bool
}

// newSession returns a session without a connection.
func newSession(ctx context.Context, r *open.Call, view views.WAIS, o Options) *session {
	return &session{ctx: ctx, req: r, view: view, reader: reader{idle: r.Policy.Idle, limit: limit.Of(o.MessageSize, defaultMessageSize)}}
}

// note adds a note for the user on how the URL was read.
func (s *session) note(format string, args ...any) {
	s.notes = append(s.notes, fmt.Sprintf(format, args...))
}

// trace traces a message in words.
func (s *session) trace(dir byte, format string, args ...any) {
	if s.req.Trace != nil {
		s.req.Trace(open.Event{Dir: dir, Line: fmt.Sprintf(format, args...)})
	}
}

// patience is how long a connection may be idle before its end is no longer an
// error: some servers close after 5 seconds.
const patience = 4 * time.Second

// ask sends a message, described by words, and returns the body of the answer,
// valid until the next. If a server has closed an idle connection, it sends the
// message once more on another. That is possible because every request is
// independent.
func (s *session) ask(message, words string) ([]byte, error) {
	if s.conn == nil {
		if err := s.connect(); err != nil {
			return nil, err
		}
	}
	body, begun, err := s.exchange(message, words)
	if errors.Is(err, open.ErrCut) && !begun && !s.last.IsZero() && time.Since(s.last) > patience {
		s.trace('#', "the server closed the idle connection: connecting again")
		if err := s.connect(); err != nil {
			return nil, err
		}
		body, _, err = s.exchange(message, words)
	}
	s.last = time.Now()
	return body, err
}

// exchange sends a message and reads the answer. begun reports whether any byte
// of it arrived.
func (s *session) exchange(message, words string) (body []byte, begun bool, err error) {
	s.trace('C', "%s", words)
	if _, err := s.conn.Write([]byte(message)); err != nil {
		return nil, false, err
	}
	body, begun, err = s.reader.read(s.conn)
	if err == nil && len(body) == 0 {
		s.trace('S', "an empty message")
	}
	return body, begun, err
}

// connect makes a new connection, and agrees on the size of messages if that is
// needed. If a server does not accept Init, the connection is made again
// without it.
func (s *session) connect() error {
	if err := s.dial(); err != nil || !s.agree {
		return err
	}
	err := s.init()
	if err == nil || !errors.Is(err, open.ErrCut) && !errors.Is(err, open.ErrProtocol) {
		return err
	}
	s.trace('#', "no Init: %v", err)
	s.agree, s.size = false, 0
	return s.dial()
}

// init agrees on the size of messages. Source: WAIS functional specification 1.5, Init.
func (s *session) init() error {
	body, _, err := s.exchange(initMessage, fmt.Sprintf("init, messages of up to %d bytes", messageSize))
	if err != nil {
		return err
	}
	size, ok, err := parseInit(body)
	switch {
	case err != nil:
		return err
	case !ok:
		return broken("the server refused Init")
	}
	s.size = min(size, messageSize)
	s.trace('S', "init accepted, messages of up to %d bytes", s.size)
	return nil
}

// dial replaces the connection.
func (s *session) dial() error {
	address, err := open.HostPort(s.req.URL)
	if err != nil {
		return err
	}
	n, err := s.req.Dial(s.ctx, "tcp", address)
	if err != nil {
		return err
	}
	conn := wire.New(s.ctx, n, s.req.Policy.Idle).Measure(s.req.Policy)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.conn != nil {
		s.conn.Close()
	}
	s.conn = conn
	if s.closed {
		conn.Close()
		return net.ErrClosed
	}
	return nil
}

// search sends a search message and reads the hits.
func (s *session) search(view views.WAIS) (answer, error) {
	body, err := s.ask(searchMessage(view), describeRequest(view))
	if err != nil {
		return answer{}, err
	}
	a, err := parseAnswer(body)
	if err == nil {
		s.trace('S', "%d hits", a.hits)
		s.traceDiagnostics(a)
	}
	return a, err
}

// retrieve requests the bytes from start up to end of a document.
func (s *session) retrieve(view views.WAIS, start, end int64) (answer, error) {
	words := fmt.Sprintf("%s, bytes %d to %d", describeRequest(view), start, end)
	body, err := s.ask(retrievalMessage(view, start, end), words)
	if err != nil {
		return answer{}, err
	}
	a, err := parseAnswer(body)
	if err != nil {
		return answer{}, err
	}
	if a.text != nil {
		s.trace('S', "text of %d bytes", len(a.text.text))
	}
	s.traceDiagnostics(a)
	switch {
	case a.text == nil:
	case earl.Octets(a.text.id) != view.DocumentID():
		return answer{}, broken("a part of another document: the server sent the id %s", dialogue.Quote(string(a.text.id)))
	case int64(len(a.text.text)) > end-start:
		return answer{}, broken("%d bytes of a document, and only %d were requested", len(a.text.text), end-start)
	}
	return a, nil
}

// traceDiagnostics traces the diagnostics of an answer.
func (s *session) traceDiagnostics(a answer) {
	for _, d := range a.diagnostics {
		s.trace('S', "%v", d)
	}
}

// Close closes the connection, at any time.
func (s *session) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	if s.conn == nil {
		return nil
	}
	return s.conn.Close()
}
