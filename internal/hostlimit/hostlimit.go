// Package hostlimit bounds how many operations run at a time, in all and at each
// server. The command, the checker of links and the gateway use it.
//
//	limits := hostlimit.New(hostlimit.Options{
//		Total: 256,
//		Rule:  func(string) hostlimit.Rule { return hostlimit.Rule{Places: 32} },
//	})
//	release, err := limits.Acquire(ctx, "host:70")
//	if err != nil {
//		return err
//	}
//	defer release()
//
// A server is any string, such as "host:port". It is forgotten when nothing runs or
// waits there and no pause lasts, so that memory does not grow with the number of
// servers.
package hostlimit

import (
	"context"
	"slices"
	"sync"
	"time"
)

// Rule is the limit of one server. The zero value is no limit.
type Rule struct {
	Places   int           // operations at a time; 0 or less: no limit
	Interval time.Duration // between the starts of two operations; 0 or less: none
}

// Options are the limits of a Limiter. The zero value has none.
type Options struct {
	// Total is the number of operations at a time, at all servers. 0 or less: no
	// limit.
	Total int
	// Rule returns the limit of a server. It is called for each start, so a limit may
	// change, and must not call the Limiter. Nil: servers have no limits.
	Rule func(server string) Rule
	// InOrder starts the oldest operation whose server has a place. Otherwise the
	// servers take turns, so that a server with many operations does not delay others.
	InOrder bool
	// After calls f after d. Nil: [time.AfterFunc]. A program whose operations start
	// in one goroutine calls f there.
	After func(d time.Duration, f func())
}

// Limiter gives places to operations. Several goroutines may use it.
type Limiter struct {
	o Options

	mu      sync.Mutex
	servers map[string]*server
	ready   []*server // those that can start an operation, in the order of their turns
	active  int       // operations that run
	tickets uint64    // how many were made
}

// server is a server at which operations run or wait, or which has a pause.
type server struct {
	name    string
	waiting []*Ticket // the oldest first
	active  int
	ready   bool      // it is in Limiter.ready
	paused  bool      // a timer ends the pause
	until   time.Time // when the pause ends
}

// Ticket is an operation that waits or runs.
type Ticket struct {
	limiter *Limiter
	server  *server
	number  uint64 // in the order of Submit
	start   func(*Ticket)
	state   state
}

// state is how far a Ticket is.
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

// Acquire waits for a place at a server. The operation ends with release, which may
// be called several times. The error is that of ctx.
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

// Submit calls start when the operation has a place at a server: before Submit
// returns, or later from Done or After. start must not block. The operation ends
// with Done of the ticket.
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

// Done ends an operation that runs, or cancels one that waits. More calls do nothing.
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

// Again makes an operation that runs the next one that starts at its server: start is
// called once more when there is a place. For other operations it does nothing.
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

// Pause starts nothing at a server for a time. A longer pause that lasts already
// stays.
func (l *Limiter) Pause(name string, d time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.pause(l.server(name), d)
}

// server returns the server of a name. The lock is held, as in all that follow.
func (l *Limiter) server(name string) *server {
	s := l.servers[name]
	if s == nil {
		s = &server{name: name}
		l.servers[name] = s
	}
	return s
}

// wake puts a server among those that are ready, if it can start an operation.
func (l *Limiter) wake(s *server) {
	if s.ready || s.paused || len(s.waiting) == 0 {
		return
	}
	if most := l.o.Rule(s.name).Places; most <= 0 || s.active < most {
		s.ready = true
		l.ready = append(l.ready, s)
	}
}

// pause has a server start nothing before d is over.
func (l *Limiter) pause(s *server, d time.Duration) {
	if until := time.Now().Add(d); until.After(s.until) {
		s.until = until
	}
	if !s.paused {
		s.paused = true
		l.o.After(time.Until(s.until), func() { l.resume(s) })
	}
}

// resume ends the pause of a server if it is over, without the lock.
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

// forget removes a server that has nothing to remember.
func (l *Limiter) forget(s *server) {
	if s.active == 0 && len(s.waiting) == 0 && !s.paused {
		if s.ready {
			l.ready = slices.DeleteFunc(l.ready, func(o *server) bool { return o == s })
			s.ready = false
		}
		delete(l.servers, s.name)
	}
}

// unlock gives the places that are free to operations, releases the lock and starts
// them.
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

// next takes the server whose turn it is from those that are ready, and gives a place
// to its oldest operation. It returns nil if the server has nothing to start.
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
	copy(l.ready[1:], l.ready[:i]) // i is 0 where servers take turns
	l.ready[0] = nil
	l.ready = l.ready[1:]
	s.ready = false
	if s.paused || len(s.waiting) == 0 {
		return nil // the end of the pause, or the next Submit, wakes it
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
