// Package visit keeps the result of opening a URL for the page about it. The page, its
// frame, its pictures, its downloads and its other views then request the URL only once.
//
//	v := visits.New(visit.Target{URL: u})
//	defer v.Attend(ctx)()
//	v.Open(ctx, release, func(ctx context.Context) (open.Resource, error) {
//		return client.Follow(ctx, u)
//	})
//	<-v.Done()
//	res, err := v.Result()
//
// A visit is not a cache: a request without the id of a visit opens its URL. The number of
// visits and the bytes that they keep are limited. The visits that were used least recently
// are dropped first.
package visit

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/access"
	"github.com/earl-url/earl/open"
)

const (
	// MaxVisits is how many visits are kept: enough for the pages between which a user
	// goes back and forth.
	MaxVisits = 16
	// MaxBytes is how many bytes all visits keep together.
	MaxBytes = 24 << 20
	// MaxBody is how many bytes of a document a visit keeps. MaxEntries is how many bytes
	// the kept entries of a listing take.
	MaxBody    = 4 << 20
	MaxEntries = 8 << 20
	// IdleTime is how long a visit holds a connection that no request reads from.
	IdleTime = time.Minute
)

// ErrGone is the error of a reader if the visit does not keep the content: another reader
// has received it, or the visit was dropped. The caller must open the URL again.
var ErrGone = errors.New("the rest of the content is not kept")

// Target is what a visit opens.
type Target struct {
	URL    earl.URL // without a password
	Ask    bool     // it is a filled-out form
	Once   bool     // it is a search: it is requested again only if the user wants that
	Secret bool     // no page may show URL
	From   earl.URL // of a secret URL: the URL of its form
}

// Visit is one opening of a URL. Several goroutines may use it.
type Visit struct {
	ID     string
	Target Target

	set    *Set
	once   sync.Once
	done   chan struct{}
	cancel context.CancelFunc // set before done is closed

	mu      sync.Mutex
	stopped bool // by the user
	left    bool // no request waits for it, and it was not read to its end
	dropped bool // the set does not keep it
	release func()
	idle    *time.Timer
	users   int // requests that wait for it
	readers int

	// The set guards these.
	kept    int64 // bytes
	awaited bool  // the page has a frame that has not requested the document

	// These are set before done is closed and do not change.
	res     open.Resource
	err     error
	body    *body
	entries *entries

	log Log
}

// Open calls f in a goroutine to open the URL. Only the first call does this. The context
// of f is canceled when the visit ends. release is called once: when the connection of the
// visit is closed, or at once if this is not the first call.
func (v *Visit) Open(ctx context.Context, release func(), f func(context.Context) (open.Resource, error)) {
	first := false
	v.once.Do(func() { first = true })
	if !first {
		release()
		return
	}
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	v.mu.Lock()
	v.release, v.cancel = release, cancel
	if v.stopped || v.left {
		cancel()
	}
	v.mu.Unlock()
	go func() {
		res, err := f(ctx)
		v.opened(res, err)
	}()
}

// opened sets the result.
func (v *Visit) opened(res open.Resource, err error) {
	v.res, v.err = res, err
	v.log.opened()
	live := false
	if err == nil {
		switch res := res.(type) {
		case *open.Document:
			v.body, live = newBody(v, res), true
		case *open.Listing:
			v.entries, live = newEntries(v, res), true
		}
	}
	v.mu.Lock()
	gone := v.stopped || v.left
	if live && !gone {
		v.idle = time.AfterFunc(v.set.idleTime(), v.expire)
	}
	v.mu.Unlock()
	close(v.done)
	if !live || gone {
		v.close()
		return
	}
	v.closeUnused()
}

// Done returns a channel that is closed when the URL is opened or has failed to open.
func (v *Visit) Done() <-chan struct{} { return v.done }

// Opened reports whether the opening has ended, and returns its error.
func (v *Visit) Opened() (opened bool, err error) {
	select {
	case <-v.done:
		return true, v.err
	default:
		return false, nil
	}
}

// Result returns the result of opening the URL. Each call returns a new resource, whose
// body or entries begin at the first one. Done must be closed.
func (v *Visit) Result() (open.Resource, error) {
	if v.err != nil {
		return nil, v.err
	}
	switch res := v.res.(type) {
	case *open.Document:
		doc := *res
		doc.Body = v.body.reader(0)
		if size, known := v.body.size(); known && doc.Size < 0 {
			doc.Size = size
		}
		return &doc, nil
	case *open.Listing:
		l := *res
		l.Entries, l.Close = v.entries.all, func() error { return nil }
		return &l, nil
	}
	return v.res, nil
}

// Part returns the part of a document from a byte offset to its end, with a known size, as
// if the URL were opened with that offset. It returns false if the visit does not keep that
// part. The caller must then open the URL.
func (v *Visit) Part(offset int64) (*open.Document, bool) {
	res, ok := v.res.(*open.Document)
	if !ok || v.err != nil {
		return nil, false
	}
	doc := *res
	if doc.Size < 0 {
		if doc.Size, ok = v.body.whole(); !ok {
			return nil, false
		}
	}
	if offset > v.body.reach() && offset < doc.Size {
		return nil, false
	}
	doc.Body = v.body.reader(min(offset, doc.Size))
	return &doc, true
}

// Usable reports whether a page can show the visit again: opening the URL did not fail, and
// the content is kept or still arrives.
func (v *Visit) Usable() bool {
	opened, err := v.Opened()
	v.mu.Lock()
	left := v.left
	v.mu.Unlock()
	switch {
	case !opened:
		return !left
	case err != nil:
		return false
	case v.body != nil:
		return !v.body.gone(left)
	case v.entries != nil:
		return !v.entries.gone(left)
	}
	return true
}

// Attend records that a request with ctx waits for the visit. A request calls it before
// Open, since a full set ends the opening of a visit that no request waits for. The request
// calls leave when it no longer waits. If ctx ends before that and no other request waits, the visit ends,
// since the user has left the page. A search continues, since it is requested only once.
func (v *Visit) Attend(ctx context.Context) (leave func()) {
	v.mu.Lock()
	v.users++
	v.mu.Unlock()
	stop := context.AfterFunc(ctx, func() {
		v.mu.Lock()
		goes := v.users == 1 && !v.Target.Once
		v.left = v.left || goes
		cancel := v.cancel
		v.mu.Unlock()
		if goes && cancel != nil {
			cancel()
		}
	})
	return func() {
		stop()
		v.mu.Lock()
		v.users--
		v.mu.Unlock()
		v.closeUnused()
	}
}

// Is reports whether the visit opened u, or was redirected to u.
func (v *Visit) Is(u earl.URL) bool {
	u = u.WithoutFragment()
	if u == v.Target.URL.WithoutFragment() {
		return true
	}
	opened, err := v.Opened()
	return opened && err == nil && u == v.res.Info().URL.WithoutPassword().WithoutFragment()
}

// Stop stops the opening of the URL, or the reading of its content. The visit still keeps
// what has arrived.
func (v *Visit) Stop() {
	v.mu.Lock()
	v.stopped = true
	cancel := v.cancel
	v.mu.Unlock()
	if cancel != nil {
		cancel()
	}
}

// Stopped reports whether Stop was called.
func (v *Visit) Stopped() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.stopped
}

// drop ends a visit that the set does not keep, when no request uses it any more.
func (v *Visit) drop() {
	v.mu.Lock()
	v.dropped = true
	v.mu.Unlock()
	v.closeUnused()
}

// closeUnused closes the visit if the set does not keep it and no request uses it.
func (v *Visit) closeUnused() {
	v.mu.Lock()
	unused := v.dropped && v.users == 0 && v.readers == 0
	v.mu.Unlock()
	if unused {
		v.close()
	}
}

// close closes the connection of a visit and releases its slot.
func (v *Visit) close() {
	v.mu.Lock()
	release, cancel := v.release, v.cancel
	v.release = nil
	if v.idle != nil {
		v.idle.Stop()
	}
	v.mu.Unlock()
	if cancel == nil {
		cancel = func() {}
	}
	if opened, _ := v.Opened(); opened && v.body != nil {
		v.body.close(cancel)
	} else if opened && v.entries != nil {
		v.entries.close(cancel)
	}
	cancel() // after the opener has ended the session with the server
	if release != nil {
		release()
	}
}

// ended closes the visit after its source was read to its end.
func (v *Visit) ended() { go v.close() }

// expire closes a connection that no request reads from.
func (v *Visit) expire() {
	v.mu.Lock()
	busy := v.readers > 0
	v.mu.Unlock()
	if !busy {
		v.close()
	}
}

// begin and end count the readers.
func (v *Visit) begin() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.readers++
}

func (v *Visit) end() {
	v.mu.Lock()
	v.readers--
	if v.readers == 0 && v.idle != nil {
		v.idle.Reset(v.set.idleTime())
	}
	v.mu.Unlock()
	v.closeUnused()
}

// grow counts n bytes that the visit keeps.
func (v *Visit) grow(n int64) { v.set.grow(v, n) }

// newID returns a random id.
func newID() string { return access.Random() }
