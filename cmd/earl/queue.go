package main

import (
	"context"
	"iter"
	"sync"

	"github.com/earl-url/earl"
)

// An errand is one URL to get.
type errand struct {
	arg string   // as it was typed; "": url came from a listing
	url earl.URL // zero: arg is still to be read
	to  place    // where it is saved; zero: the flags say so
	at  string   // "host:port" of its server, "" for none
}

// name is what messages call it.
func (j errand) name() string {
	if j.arg != "" {
		return j.arg
	}
	return j.url.Redacted()
}

// address returns the "host:port" of a text that may be a URL, "" for one that
// has none.
func address(e *earl.Edition, text string) string {
	u, err := e.Parse(text)
	if err != nil {
		return ""
	}
	return addressOf(u)
}

// ahead is how many errands wait for their turn at most: enough to find one whose
// server is free, and little memory.
const ahead = 1024

// A queue does several errands at a time, in their order as far as the limit of
// each server lets it.
type queue struct {
	max     int                 // errands at a time
	perHost func(at string) int // of them at one server
	do      func(context.Context, errand)

	mu      sync.Mutex
	changed sync.Cond
	waiting []errand
	running map[string]int // by server
	ended   bool           // nothing more comes
}

// run does all errands, and none that has not begun when ctx ends.
func (q *queue) run(ctx context.Context, errands iter.Seq[errand]) {
	q.changed.L, q.running = &q.mu, map[string]int{}
	stop := context.AfterFunc(ctx, func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		q.changed.Broadcast()
	})
	defer stop()
	var workers sync.WaitGroup
	for range q.max {
		workers.Go(func() {
			for {
				j, ok := q.take(ctx)
				if !ok {
					return
				}
				q.do(ctx, j)
				q.give(j)
			}
		})
	}
	for j := range errands {
		if !q.put(ctx, j) {
			break
		}
	}
	q.mu.Lock()
	q.ended = true
	q.changed.Broadcast()
	q.mu.Unlock()
	workers.Wait()
}

// put lets an errand wait, and reports whether ctx let it.
func (q *queue) put(ctx context.Context, j errand) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.waiting) >= ahead && ctx.Err() == nil {
		q.changed.Wait()
	}
	q.waiting = append(q.waiting, j)
	q.changed.Broadcast()
	return ctx.Err() == nil
}

// take returns the first errand whose server is free, and false when there will be
// none.
func (q *queue) take(ctx context.Context) (errand, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for ctx.Err() == nil {
		for i, j := range q.waiting {
			if j.at == "" || q.running[j.at] < q.perHost(j.at) {
				q.waiting = append(q.waiting[:i], q.waiting[i+1:]...)
				q.running[j.at]++
				q.changed.Broadcast()
				return j, true
			}
		}
		if q.ended && len(q.waiting) == 0 {
			break
		}
		q.changed.Wait()
	}
	return errand{}, false
}

// give gives the place of an errand at its server back.
func (q *queue) give(j errand) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.running[j.at]--; q.running[j.at] == 0 {
		delete(q.running, j.at)
	}
	q.changed.Broadcast()
}
