// Package session keeps the terminal sessions of a gateway and connects them to the
// scripts of its pages.
//
//	var all session.Set
//	t, err := all.Start(ctx, cancel, u, conn) // of an open.Session
//	...
//	all.ServeSocket(w, r) // of a page that shows t.ID
//
// A [Terminal] outlives the pages that show it. One page draws the bytes of the service in
// a terminal emulator, another shows them as lines of text. The gateway sends what the user
// types only to the service.
//
// Source: rfc1738 3.8.
package session

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/access"
	"github.com/earl-url/earl/open"
)

const (
	// Max is how many sessions can run at a time: more than one user needs.
	Max = 16
	// Idle is how long a session is kept while no page shows it.
	Idle = 15 * time.Minute
	// maxTranscript is the number of bytes of a service's output that are kept.
	maxTranscript = 128 << 10
	// settle is how long a page without a script waits for the response to a line.
	settle = 1500 * time.Millisecond
	// windowColumns and windowRows are the window size that services receive while
	// no page has one.
	windowColumns, windowRows = 80, 24
	// maxTyped is the length of the longest line that is sent, in bytes.
	maxTyped = 4 << 10
)

// ErrTooMany is the error of Start if Max sessions are running.
var ErrTooMany = fmt.Errorf("%d sessions are running; end one first", Max)

// errTyped is the error of a line longer than maxTyped.
var errTyped = errors.New("the line is too long")

// Set is the sessions of a gateway. The zero value has none. Several goroutines may
// use it.
type Set struct {
	mu     sync.Mutex
	all    []*Terminal // the newest last
	closed bool
}

// Start adds a session with the service at u. A goroutine reads the output until the
// connection ends, ctx ends, or no page has shown the session for Idle. It then closes it
// and calls cancel. If Max sessions are running, Start closes it and returns ErrTooMany.
func (s *Set) Start(ctx context.Context, cancel context.CancelFunc, u earl.URL, service *open.Session) (*Terminal, error) {
	t := &Terminal{ID: access.Random(), URL: u, User: string(service.Advice.User.Value), Screen: service.Screen, conn: service.Conn, cancel: cancel, seen: time.Now()}
	if !s.add(t) {
		t.Close()
		return nil, ErrTooMany
	}
	go t.run(ctx)
	return t, nil
}

// Find returns the session with an ID, or nil, and records that a page shows it.
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

// add adds a terminal, unless Max others are running. It drops terminals that have ended.
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

// Close ends every session. Afterwards no session can start.
func (s *Set) Close() {
	s.mu.Lock()
	s.closed = true
	all := slices.Clone(s.all)
	s.mu.Unlock()
	for _, t := range all {
		t.Close()
	}
}
