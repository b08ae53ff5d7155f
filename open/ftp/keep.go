package ftp

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

const (
	// idleSession is how long a session is kept for another URL. Servers end an
	// idle session after some minutes.
	idleSession = 30 * time.Second
	// keptSessions is how many sessions of one login are kept. Servers count
	// the connections of one address.
	keptSessions = 4
	// keptAltogether is how many sessions of all logins are kept. Each has a
	// connection, and a program that opens URLs of many servers could run out of
	// them.
	keptAltogether = 32
)

// loginKey identifies the sessions that may serve a request: those with the
// same login at the same server, whose dials are checked alike.
type loginKey struct {
	pool, scheme, address string
	user                  earl.Field
	password              earl.Octets
	hasPassword           bool
}

// key returns the key of a session.
func (s *session) key() loginKey {
	password, ok := s.view.Password.Reveal()
	return loginKey{s.Req.Pool, s.Req.URL.Scheme(), s.address, s.view.User, password, ok}
}

// keeper keeps sessions between two URLs.
type keeper struct {
	mu     sync.Mutex
	closed bool
	idle   map[loginKey][]*session
	count  int // sessions of all keys
}

// take returns a kept session to replace a new one, or false. The session must
// be in a directory that the new one would pass through, because after a CWD
// there is no known way back. Source: rfc1738 3.2.5.
func (k *keeper) take(ctx context.Context, s *session) (*session, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	key := s.key()
	best := -1
	for i, kept := range k.idle[key] {
		if isPrefix(kept.at, s.view.Cwd) && (best < 0 || len(kept.at) > len(k.idle[key][best].at)) {
			best = i
		}
	}
	if best < 0 {
		return nil, false
	}
	kept := k.idle[key][best]
	k.remove(key, best)
	kept.end.Stop()
	kept.Req, kept.view, kept.notes = s.Req, s.view, nil
	kept.Conn.Bind(ctx)
	return kept, true
}

// isPrefix reports whether the path of one directory begins with that of
// another.
func isPrefix(at, cwd []earl.Octets) bool {
	return len(at) <= len(cwd) && slices.Equal(at, cwd[:len(at)])
}

// remove removes a session from the list of its key.
func (k *keeper) remove(key loginKey, i int) {
	k.count--
	if k.idle[key] = slices.Delete(k.idle[key], i, i+1); len(k.idle[key]) == 0 {
		delete(k.idle, key)
	}
}

// put keeps a session, and reports whether it did.
func (k *keeper) put(s *session) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	key := s.key()
	if k.closed || k.count == keptAltogether || len(k.idle[key]) == keptSessions || !s.Conn.Unbind() {
		return false
	}
	k.count++
	if k.idle == nil {
		k.idle = map[loginKey][]*session{}
	}
	k.idle[key] = append(k.idle[key], s)
	s.end = time.AfterFunc(idleSession, func() { k.expire(key, s) })
	return true
}

// expire ends a session that no request has taken.
func (k *keeper) expire(key loginKey, s *session) {
	k.mu.Lock()
	i := slices.Index(k.idle[key], s)
	if i >= 0 {
		k.remove(key, i)
	}
	k.mu.Unlock()
	if i >= 0 {
		quiet := *s.Req // its Trace may have ended
		quiet.Trace = nil
		s.Req = &quiet
		s.quit()
	}
}

// close ends all sessions. No session is kept after it.
func (k *keeper) close() {
	k.mu.Lock()
	k.closed = true
	var all []*session
	for _, list := range k.idle {
		all = append(all, list...)
	}
	k.idle, k.count = nil, 0
	k.mu.Unlock()
	for _, s := range all {
		s.end.Stop()
		s.quit()
	}
}

// leave releases a session that waits for no reply: it keeps or ends it.
func (s *session) leave() {
	// A user who entered a password did so for this request only.
	if s.In && !s.asked && !s.spoilt && s.Req.Pool != "" && s.keeper.put(s) {
		return
	}
	s.quit()
}

// isStale reports whether an error may mean that the server has ended the kept
// session. Then a new session may succeed. The server would repeat any other
// refusal, except the 421 of a server that closes the connection.
func isStale(ctx context.Context, err error) bool {
	if ctx.Err() != nil {
		return false
	}
	if refused, ok := errors.AsType[*open.ReplyError](err); ok {
		return refused.Code == codeGoodbye
	}
	var refusal *open.Refusal
	return !errors.As(err, &refusal)
}

// codeGoodbye is the code of a server that closes the connection. Source: rfc959 4.2.2.
const codeGoodbye = 421
