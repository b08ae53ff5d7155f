package transfer

import (
	"sync"
)

// writesAhead is how many small documents can wait for their files, 2 MiB in all.
const writesAhead = 32

// An asyncWriter runs jobs in its own goroutine, one at a time and in order. Several
// goroutines may call put. The zero asyncWriter is ready to use; wait ends it.
type asyncWriter struct {
	begin sync.Once
	jobs  chan func()
	done  chan struct{}
}

// put adds a job. It blocks while writesAhead jobs are waiting.
func (s *asyncWriter) put(job func()) {
	s.begin.Do(func() {
		s.jobs, s.done = make(chan func(), writesAhead), make(chan struct{})
		go func() {
			defer close(s.done)
			for job := range s.jobs {
				job()
			}
		}()
	})
	s.jobs <- job
}

// wait returns when every job is done. The caller must not call put at the same time or
// later.
func (s *asyncWriter) wait() {
	if s.jobs != nil {
		close(s.jobs)
		<-s.done
	}
}
