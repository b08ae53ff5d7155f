// Package hostlimit limits how many operations run at a time, in all and for each
// server. The command, the checker of links and the gateway use it.
//
//	limits := hostlimit.New(hostlimit.Options{
//		Total: 256,
//		Rule:  func(string) hostlimit.Rule { return hostlimit.Rule{Slots: 32} },
//	})
//	release, err := limits.Acquire(ctx, "host:70")
//	if err != nil {
//		return err
//	}
//	defer release()
//
// A server is any string, such as "host:port". The package forgets a server that has no
// running or waiting operation and no pause, so that memory does not grow with the number
// of servers.
package hostlimit

import (
	"context"
	"slices"
	"sync"
	"time"
)

// Rule is the limit for one server. The zero Rule is no limit.
type Rule struct {
	Slots    int           // operations at a time; 0 or less is no limit
	Interval time.Duration // between the starts of two operations; 0 or less is no interval
}

// Options are the limits of a Limiter. The zero Options have no limits.
type Options struct {
	// Total is the number of operations at a time, for all servers together. 0 or less
	// is no limit.
	Total int
	// Rule returns the limit for a server. It is called for each start, so a limit may
	// change. It must not call the Limiter. If Rule is nil, servers have no limits.
	Rule func(server string) Rule
	// InOrder starts the oldest operation whose server has a free slot. Otherwise the
	// servers take turns, so that a server with many operations does not delay others.
	InOrder bool
	// After calls f after d. If it is nil, [time.AfterFunc] is used. A program that starts
	// its operations in one goroutine should call f in it.
	After func(d time.Duration, f func())
}

// Limiter gives slots to operations. It is safe for concurrent use.
type Limiter struct {
	o Options

	mu      sync.Mutex
	servers map[string]*server
	ready   []*server // servers that can start an operation, in the order of their turns
	active  int       // operations that run
	tickets uint64    // the number of tickets so far
}

// server is a server with running or waiting operations, or with a pause.
type server struct {
	name    string
	waiting []*Ticket // the oldest first
	active  int
	ready   bool      // it is in Limiter.ready
	paused  bool      // a timer ends the pause
	until   time.Time // when the pause ends
}

// Ticket is a waiting or running operation.
type Ticket struct {
	limiter *Limiter
	server  *server
	number  uint64 // in the order of Submit
	start   func(*Ticket)
	state   state
}

// state is the state of a Ticket.
type state uint8

const (
	waiting state = iota
	running
	done
)

// New returns a Limiter.
func New(o Options) *Limiter {
	if o.Rule == nil {
		o.Rule = func(string) Rule { return Rule{} }
	}
	if o.After == nil {
		o.After = func(d time.Duration, f func()) { time.AfterFunc(d, f) }
	}
	return &Limiter{o: o, servers: map[string]*server{}}
}

// Acquire waits for a slot of a server. Call release when the operation ends; it may be
// called several times. The error is the error of ctx.
func (l *Limiter) Acquire(ctx context.Context, server string) (release func(), err error) {
	started := make(chan struct{})
	t := l.Submit(server, func(*Ticket) { close(started) })
	select {
	case <-started:
		return t.Done, nil
	case <-ctx.Done():
		t.Done()
		return nil, ctx.Err()
	}
}

// Submit calls start when the operation has a slot of a server: before Submit returns, or
// later from Done or After. start must not block. Call Done of the ticket when the
// operation ends.
func (l *Limiter) Submit(name string, start func(*Ticket)) *Ticket {
	l.mu.Lock()
	s := l.server(name)
	t := &Ticket{limiter: l, server: s, number: l.tickets, start: start}
	l.tickets++
	s.waiting = append(s.waiting, t)
	l.wake(s)
	l.unlock()
	return t
}

// Done ends a running operation, or cancels a waiting one. Further calls do nothing.
func (t *Ticket) Done() {
	l, s := t.limiter, t.server
	l.mu.Lock()
	defer l.unlock()
	switch t.state {
	case done:
		return
	case waiting:
		s.waiting = slices.DeleteFunc(s.waiting, func(o *Ticket) bool { return o == t })
	case running:
		s.active--
		l.active--
		l.wake(s)
	}
	t.state = done
	l.forget(s)
}

// Again puts a running operation first in the queue of its server: start is called again
// when there is a slot. For other operations Again does nothing.
func (t *Ticket) Again() {
	l, s := t.limiter, t.server
	l.mu.Lock()
	defer l.unlock()
	if t.state != running {
		return
	}
	t.state = waiting
	s.waiting = slices.Insert(s.waiting, 0, t)
	s.active--
	l.active--
	l.wake(s)
}

// Pause stops new operations of a server for a time. A current pause that lasts longer
// stays.
func (l *Limiter) Pause(name string, d time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.pause(l.server(name), d)
}

// server returns the server with a name. The caller must hold the lock, also for the
// methods below.
func (l *Limiter) server(name string) *server {
	s := l.servers[name]
	if s == nil {
		s = &server{name: name}
		l.servers[name] = s
	}
	return s
}

// wake adds a server to the ready servers if it can start an operation.
func (l *Limiter) wake(s *server) {
	if s.ready || s.paused || len(s.waiting) == 0 {
		return
	}
	if most := l.o.Rule(s.name).Slots; most <= 0 || s.active < most {
		s.ready = true
		l.ready = append(l.ready, s)
	}
}

// pause stops new operations of a server for the time d.
func (l *Limiter) pause(s *server, d time.Duration) {
	if until := time.Now().Add(d); until.After(s.until) {
		s.until = until
	}
	if !s.paused {
		s.paused = true
		l.o.After(time.Until(s.until), func() { l.resume(s) })
	}
}

// resume ends the pause of a server if its time is over. The caller must not hold the
// lock.
func (l *Limiter) resume(s *server) {
	l.mu.Lock()
	defer l.unlock()
	if left := time.Until(s.until); left > 0 {
		l.o.After(left, func() { l.resume(s) })
		return
	}
	s.paused = false
	l.wake(s)
	l.forget(s)
}

// forget removes a server without operations and pause.
func (l *Limiter) forget(s *server) {
	if s.active == 0 && len(s.waiting) == 0 && !s.paused {
		if s.ready {
			l.ready = slices.DeleteFunc(l.ready, func(o *server) bool { return o == s })
			s.ready = false
		}
		delete(l.servers, s.name)
	}
}

// unlock gives free slots to operations, releases the lock, and starts the operations.
func (l *Limiter) unlock() {
	var starts []*Ticket
	for len(l.ready) > 0 && (l.o.Total <= 0 || l.active < l.o.Total) {
		if t := l.next(); t != nil {
			starts = append(starts, t)
		}
	}
	l.mu.Unlock()
	for _, t := range starts {
		t.start(t)
	}
}

// next removes the next server from the ready servers, and gives a slot to its oldest
// operation. It returns nil if the server has no operation to start.
func (l *Limiter) next() *Ticket {
	i := 0
	if l.o.InOrder {
		for j, s := range l.ready {
			if len(s.waiting) > 0 && (len(l.ready[i].waiting) == 0 || s.waiting[0].number < l.ready[i].waiting[0].number) {
				i = j
			}
		}
	}
	s := l.ready[i]
	copy(l.ready[1:], l.ready[:i]) // i is 0 if servers take turns
	l.ready[0] = nil
	l.ready = l.ready[1:]
	s.ready = false
	if s.paused || len(s.waiting) == 0 {
		return nil // the end of the pause or the next Submit calls wake
	}
	t := s.waiting[0]
	s.waiting[0] = nil
	s.waiting = s.waiting[1:]
	t.state = running
	s.active++
	l.active++
	if interval := l.o.Rule(s.name).Interval; interval > 0 {
		l.pause(s, interval)
	}
	l.wake(s)
	return t
}
