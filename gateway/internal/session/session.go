// Package session keeps the terminal sessions of a gateway and joins them to the
// scripts of its pages.
//
//	var all session.Set
//	t, err := all.Start(ctx, cancel, u, conn) // of an open.Session
//	...
//	all.ServeSocket(w, r) // of a page that shows t.ID
//
// A [Terminal] outlives the pages that show it. One page draws the bytes of the
// service in a terminal emulator, another shows them as text, line by line. What the
// user types goes to the service, and nowhere else.
//
// Source: rfc1738 3.8.
package session

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/gateway/internal/access"
	"github.com/earl-url/earl/open"
)

const (
	// Max is the number of sessions at a time: more than one user types at.
	Max = 16
	// Idle is how long a session is kept that no page shows.
	Idle = 15 * time.Minute
	// maxTranscript is the number of bytes of a service's output that are kept.
	maxTranscript = 128 << 10
	// settle is how long a page without script waits for the answer to a line.
	settle = 1500 * time.Millisecond
	// windowColumns and windowRows are the window size that services receive while
	// no page has one.
	windowColumns, windowRows = 80, 24
	// maxTyped is the length of the longest line that is sent, in bytes.
	maxTyped = 4 << 10
)

// ErrTooMany is the error of a session more than Max.
var ErrTooMany = errors.New("there are as many sessions as one person types at; end one first")

// errTyped is the error of a line longer than maxTyped.
var errTyped = errors.New("the line is too long")

// Set is the sessions of a gateway. The zero value has none. Several goroutines may
// use it.
type Set struct {
	mu     sync.Mutex
	all    []*Terminal // the newest last
	closed bool
}

// Start keeps a session with the service at u and reads its output until the
// connection ends, ctx ends, or no page has shown it for Idle. It closes conn then,
// and calls cancel. The error is ErrTooMany, and conn is closed.
func (s *Set) Start(ctx context.Context, cancel context.CancelFunc, u earl.URL, conn open.SessionConn) (*Terminal, error) {
	t := &Terminal{ID: access.Random(), URL: u, conn: conn, cancel: cancel, seen: time.Now()}
	if !s.add(t) {
		t.Close()
		return nil, ErrTooMany
	}
	go t.run(ctx)
	return t, nil
}

// Find returns the session with an ID, or nil, and notes that a page shows it.
func (s *Set) Find(id string) *Terminal {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.all, func(t *Terminal) bool { return access.Equal(t.ID, id) })
	if i < 0 {
		return nil
	}
	s.all[i].touch()
	return s.all[i]
}

// add keeps a terminal if there is room for it; terminals that have ended make room.
func (s *Set) add(t *Terminal) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.all) >= Max {
		s.all = slices.DeleteFunc(s.all, (*Terminal).hasEnded)
	}
	if s.closed || len(s.all) >= Max {
		return false
	}
	s.all = append(s.all, t)
	return true
}

// Close ends every session. No other can start.
func (s *Set) Close() {
	s.mu.Lock()
	s.closed = true
	all := slices.Clone(s.all)
	s.mu.Unlock()
	for _, t := range all {
		t.Close()
	}
}
