package sftp

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"net"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/pkg/sftp"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/dialogue"
	"github.com/earl-url/earl/open/internal/wire"
)

const (
	// idleSession is how long a session is kept for another URL.
	idleSession = 30 * time.Second
	// keptSessions is how many sessions are kept.
	keptSessions = 8
	// surplus is how many bytes a server may send that were not requested: replies
	// to small requests, and the overhead of packets.
	surplus = 1 << 20
)

// loginKey identifies the sessions that may serve a request: those with the same
// login at the same server, whose dials are checked alike.
type loginKey struct {
	pool, address string
	user          earl.Field
	password      earl.Octets
	identified    bool
}

// session is a connection with a client of sftp. One goroutine uses it.
type session struct {
	conn   *watched
	client *sftp.Client
	meter  *wire.Meter
	ctx    context.Context
	stop   func() bool
	key    loginKey
	keeper *keeper // nil: it is not kept
	end    *time.Timer
}

// watched is a connection that closes if the server sends nothing for the idle
// time while a request waits, or if it sends more than the budget.
type watched struct {
	net.Conn
	idle   time.Duration
	last   atomic.Int64 // the time of the last byte, or of the request
	silent atomic.Bool
	budget atomic.Int64
	broke  atomic.Bool // the server sent more than the budget
	gone   atomic.Bool // the connection has ended

	requests, replies atomic.Int64 // packets that were sent, and that arrived whole
	head              []byte       // of the packet that arrives
	rest              int64        // its missing bytes
}

// Read reads packets.
func (w *watched) Read(p []byte) (int, error) {
	n, err := w.Conn.Read(p)
	w.last.Store(time.Now().UnixNano())
	w.count(p[:n])
	if err != nil {
		w.gone.Store(true)
	}
	if n > 0 && w.budget.Add(-int64(n)) < 0 {
		w.broke.Store(true)
		w.Conn.Close()
		return 0, io.ErrUnexpectedEOF
	}
	return n, err
}

// Write writes one packet.
func (w *watched) Write(p []byte) (int, error) {
	w.requests.Add(1)
	return w.Conn.Write(p)
}

// count counts the packets in bytes that arrived. Each begins with its length.
func (w *watched) count(p []byte) {
	for len(p) > 0 {
		if w.rest > 0 {
			n := min(w.rest, int64(len(p)))
			p = p[n:]
			if w.rest -= n; w.rest == 0 {
				w.replies.Add(1)
			}
			continue
		}
		w.head, p = append(w.head, p[0]), p[1:]
		if len(w.head) == 4 {
			w.rest, w.head = int64(binary.BigEndian.Uint32(w.head)), w.head[:0]
		}
	}
}

// begin watches a request, until the returned function is called.
func (w *watched) begin() (end func()) {
	w.last.Store(time.Now().UnixNano())
	var mu sync.Mutex // of the others
	var timer *time.Timer
	var ended bool
	check := func() {
		mu.Lock()
		defer mu.Unlock()
		switch rest := w.idle - time.Since(time.Unix(0, w.last.Load())); {
		case ended:
		case rest <= 0:
			w.silent.Store(true)
			w.Conn.Close()
		default:
			timer.Reset(rest)
		}
	}
	mu.Lock()
	defer mu.Unlock()
	timer = time.AfterFunc(w.idle, check)
	return func() {
		mu.Lock()
		defer mu.Unlock()
		ended = true
		timer.Stop()
	}
}

// loginKeyOf returns the key of the sessions for the query.
func (q *query) loginKeyOf() loginKey {
	return loginKey{q.req.Pool, q.address, q.user(), q.secret(), q.identifies()}
}

// session returns a kept session, or a new one.
func (q *query) session(ctx context.Context) (*session, error) {
	if s, ok := q.o.keeper.take(ctx, q.loginKeyOf()); ok && q.req.Pool != "" {
		s.meter = wire.NewMeter(q.req.Policy)
		return s, nil
	}
	conn, err := q.req.Dial(ctx, "tcp", q.address)
	if err != nil {
		return nil, err
	}
	conn, err = open.OverTLS(conn, func(below net.Conn) (net.Conn, error) { return q.secure(ctx, below) })
	if err != nil {
		return nil, err
	}
	s := &session{conn: &watched{Conn: conn, idle: q.req.Policy.Idle}, meter: wire.NewMeter(q.req.Policy), ctx: ctx, key: q.loginKeyOf()}
	if q.req.Pool != "" && !q.asked { // a user who entered a password did so for this request only
		s.keeper = &q.o.keeper
	}
	s.stop = context.AfterFunc(ctx, func() { conn.Close() })
	q.trace('C', "INIT 3")
	err = s.within(func() (err error) {
		s.client, err = sftp.NewClientPipe(s.conn, s.conn)
		return err
	})
	if err != nil {
		s.kill()
		return nil, err
	}
	return s, nil
}

// within runs a request and returns its error as one of package open. The server
// may send surplus bytes for it.
func (s *session) within(f func() error) error { return s.upTo(surplus, f) }

// upTo is within with another number of bytes.
func (s *session) upTo(budget int64, f func() error) error {
	s.conn.budget.Store(budget)
	end := s.conn.begin()
	err := f()
	end()
	return s.fail(err)
}

// fail returns the error of package open for an error of a request.
func (s *session) fail(err error) error {
	var status *sftp.StatusError
	switch {
	case err == nil || err == io.EOF:
		return err
	case s.ctx.Err() != nil:
		return s.ctx.Err()
	case s.conn.silent.Load():
		return fmt.Errorf("the server sent nothing for %v: %w", s.conn.idle, os.ErrDeadlineExceeded)
	case s.conn.broke.Load():
		return fmt.Errorf("%w: more bytes than were requested", open.ErrProtocol)
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%w: the server has no such file", open.ErrNotFound)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("%w: the server refuses the file to this user", open.ErrLogin)
	case errors.As(err, &status):
		return fmt.Errorf("%w: status %d: %s", open.ErrServer, status.Code, dialogue.Quote(dialogue.Text(status.Error())))
	case isBroken(err):
		return fmt.Errorf("%w: the connection ended: %w", open.ErrCut, err)
	}
	return fmt.Errorf("%w: %w", open.ErrProtocol, err)
}

// isBroken reports whether an error is that of a connection that ended.
func isBroken(err error) bool {
	return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed) || errors.Is(err, io.ErrClosedPipe) ||
		errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE) || errors.Is(err, sftp.ErrSSHFxConnectionLost)
}

// isReply reports whether an error is a reply of the server, after which the session can be used
// again.
func (q *query) isReply(err error) bool {
	var refusal *open.Refusal
	return errors.Is(err, open.ErrNotFound) || errors.Is(err, open.ErrServer) || errors.As(err, &refusal)
}

// leave releases the session: it keeps it, if it is clean, or ends it.
func (s *session) leave(clean bool) {
	if !clean || s.keeper == nil || !s.keeper.put(s) {
		s.kill()
	}
}

// kill closes the connection, and waits for the goroutine that reads it.
func (s *session) kill() {
	s.stop()
	s.conn.Close()
	if s.client != nil {
		s.client.Close()
	}
}

// keeper keeps sessions between two URLs. The zero keeper has none.
type keeper struct {
	mu     sync.Mutex
	closed bool
	idle   []*session
}

// take returns a kept session with a key, and binds it to ctx.
func (k *keeper) take(ctx context.Context, key loginKey) (*session, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for i, s := range k.idle {
		if s.key == key && !s.conn.gone.Load() && s.end.Stop() { // others expire
			k.idle = append(k.idle[:i:i], k.idle[i+1:]...)
			s.ctx = ctx
			s.stop = context.AfterFunc(ctx, func() { s.conn.Close() })
			return s, true
		}
	}
	return nil, false
}

// put keeps a session, and reports whether it did.
func (k *keeper) put(s *session) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.closed || len(k.idle) == keptSessions || !s.stop() {
		return false
	}
	s.conn.budget.Store(surplus)
	k.idle = append(k.idle, s)
	s.end = time.AfterFunc(idleSession, func() { k.expire(s) })
	return true
}

// expire ends a session that no request has taken.
func (k *keeper) expire(s *session) {
	k.mu.Lock()
	for i := range k.idle {
		if k.idle[i] == s {
			k.idle = append(k.idle[:i:i], k.idle[i+1:]...)
			break
		}
	}
	k.mu.Unlock()
	s.kill()
}

// close ends all sessions. No session is kept after it.
func (k *keeper) close() {
	k.mu.Lock()
	k.closed = true
	all := k.idle
	k.idle = nil
	k.mu.Unlock()
	for _, s := range all {
		if s.end.Stop() {
			s.kill()
		}
	}
}

// listingBudget returns how many bytes a server may send for a directory.
func listingBudget(size int64) int64 {
	if size > math.MaxInt64-surplus {
		return size
	}
	return size + surplus
}

// prefixed adds the protocol to an error, except the end of a body.
func prefixed(err error) error {
	var refusal *open.Refusal
	if err == nil || err == io.EOF || errors.As(err, &refusal) {
		return err
	}
	return fmt.Errorf("sftp: %w", err)
}

// quoted returns a name for a message.
func quoted(name string) string { return strconv.Quote(name) }
