package hostlimit

import (
	"context"
	"iter"
	"sync"
)

// Job is an operation of Run. Run calls Do in another goroutine.
type Job struct {
	Server string
	Do     func(context.Context)
}

// Run runs each job when it has a slot, and returns after the last job. At most ahead
// jobs wait (at least one), so that an endless sequence uses little memory. After ctx has
// ended, Run starts no more jobs.
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

// workers are the goroutines of a Run. A goroutine that ends a job runs the next one, so
// that its stack does not grow again for each job.
type workers struct {
	ctx  context.Context
	left sync.WaitGroup // jobs that were read and have not ended yet

	mu    sync.Mutex
	next  []work // at most one for each goroutine that ends a job
	ready int    // goroutines that end a job and then take one of next
}

// work is a job with a slot.
type work struct {
	do     func(context.Context)
	ticket *Ticket
}

// start runs a job in a ready goroutine or in a new one.
func (w *workers) start(j work) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.next) < w.ready {
		w.next = append(w.next, j)
		return
	}
	go w.run(j)
}

// run runs a job, then the jobs that start when other jobs end.
func (w *workers) run(j work) {
	for more := true; more; j, more = w.end(j) {
		if w.ctx.Err() == nil {
			j.do(w.ctx)
		}
	}
}

// end ends a job and returns the next one, if any.
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
