package hostlimit

import (
	"context"
	"iter"
	"sync"
)

// Job is an operation of Run. Do is called in a goroutine other than that of Run.
type Job struct {
	Server string
	Do     func(context.Context)
}

// Run does jobs when they have a place, and returns after the last one. It reads
// at most ahead jobs that wait (at least one), so that a sequence without end needs
// little memory. When ctx ends, it starts no other job.
func (l *Limiter) Run(ctx context.Context, ahead int, jobs iter.Seq[Job]) {
	w := &workers{ctx: ctx}
	defer w.left.Wait()
	room := make(chan struct{}, max(ahead, 1))
	for j := range jobs {
		select {
		case room <- struct{}{}:
		case <-ctx.Done():
			return
		}
		w.left.Add(1)
		l.Submit(j.Server, func(t *Ticket) {
			<-room
			w.start(work{j.Do, t})
		})
	}
}

// workers are the goroutines of a Run. One that ends a job does the next, so that
// its stack does not grow again for each job.
type workers struct {
	ctx  context.Context
	left sync.WaitGroup // jobs that were read and have not ended

	mu    sync.Mutex
	next  []work // at most one for each goroutine that ends a job
	ready int    // goroutines that end a job and then take one of next
}

// work is a job that has a place.
type work struct {
	do     func(context.Context)
	ticket *Ticket
}

// start has a job done, by a goroutine that is ready or by a new one.
func (w *workers) start(j work) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.next) < w.ready {
		w.next = append(w.next, j)
		return
	}
	go w.run(j)
}

// run does a job, and then those that start where others end.
func (w *workers) run(j work) {
	for more := true; more; j, more = w.end(j) {
		if w.ctx.Err() == nil {
			j.do(w.ctx)
		}
	}
}

// end ends a job and returns the next one, if there is one.
func (w *workers) end(j work) (next work, ok bool) {
	w.mu.Lock()
	w.ready++
	w.mu.Unlock()
	j.ticket.Done() // may call start
	w.left.Done()

	w.mu.Lock()
	defer w.mu.Unlock()
	w.ready--
	if len(w.next) == 0 {
		return work{}, false
	}
	next = w.next[0]
	w.next = w.next[1:]
	return next, true
}
