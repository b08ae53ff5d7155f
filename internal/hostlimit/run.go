package hostlimit

import (
	"context"
	"iter"
	"sync"
)

// Job is an operation of Run. Do is called in a goroutine of its own.
type Job struct {
	Server string
	Do     func(context.Context)
}

// Run does jobs when they have a place, and returns after the last one. It reads
// at most ahead jobs that wait (at least one), so that a sequence without end needs
// little memory. When ctx ends, it starts no other job.
func (l *Limiter) Run(ctx context.Context, ahead int, jobs iter.Seq[Job]) {
	var wait sync.WaitGroup
	defer wait.Wait()
	room := make(chan struct{}, max(ahead, 1))
	for j := range jobs {
		select {
		case room <- struct{}{}:
		case <-ctx.Done():
			return
		}
		wait.Add(1)
		l.Submit(j.Server, func(t *Ticket) {
			<-room
			go func() {
				defer wait.Done()
				defer t.Done()
				if ctx.Err() == nil {
					j.Do(ctx)
				}
			}()
		})
	}
}
