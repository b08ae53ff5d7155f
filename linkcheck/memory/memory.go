// Package memory is the memory of a link checker: a SQLite file that holds what
// every look at a URL has seen, so that a later one can say that the URL came to
// mean another object (rfc1738 6), and a run that was killed can go on.
//
//	m, err := memory.Open(ctx, "links.sqlite", memory.Options{Targets: files})
//	...
//	defer m.Close()
//	if err := linkcheck.Run(ctx, ..., m); err != nil {
//		return err // the next Open with the same targets resumes
//	}
//	return m.Finish(ctx)
//
// The file is for people, too: schema.sql says what its tables and views hold.
// Any number of programs may read and write it at a time. A program that is
// killed leaves it whole: a result and its links are there, or both are not. What
// was kept in the last moments ([Moment]) is then missing and is looked at again.
//
// No password is in it: URLs are written as [earl.Redact] has them. What cannot be
// done again without its password, a resumed run is told nothing of.
package memory

import (
	"context"
	"database/sql"
	"sync"
	"time"

	"github.com/earl-url/earl/linkcheck"
)

// Options say what a run is.
type Options struct {
	// Targets are what the run is of, and each setting that changes what it finds. A
	// run that did not end is resumed by one with the same.
	Targets []string
	// Fresh begins a run even where one could be resumed, which is then never resumed.
	Fresh bool
	// Patience is how long to wait for another program that writes, at most. 0 means
	// DefaultPatience.
	Patience time.Duration
	// Now is the clock. Nil means time.Now.
	Now func() time.Time
}

// DefaultPatience is for a machine with too much to do: a program writes for
// milliseconds.
const DefaultPatience = 30 * time.Second

// A Memory is one run's view of a file. Its methods may be called by several
// goroutines, but for Close, which is called once and last.
type Memory struct {
	path    string
	db      *sql.DB
	queries queries
	now     func() time.Time
	run     run
	lock    *lock
	resumed bool

	mu      sync.Mutex
	room    sync.Cond          // on mu: told when kept has shrunk, or err is set
	kept    []entry            // not yet written, in order
	writing []entry            // being written
	weight  int                // rows in kept
	err     error              // of the first write that failed
	full    chan struct{}      // holds one: wakes the writer early
	stop    context.CancelFunc // ends the writer
	done    chan struct{}      // closed when the writer has ended
	flush   sync.Mutex         // held by whoever writes
}

var _ linkcheck.Memory = (*Memory)(nil)

// Open opens the memory in a file, which is made if it is not there, and begins a
// run, or resumes the last one of the same targets if that did not end and no
// program goes on with it. A file that is something else is left as it is:
// [ErrForeign]; that of a newer version of this package, too: [ErrVersion].
func Open(ctx context.Context, path string, o Options) (*Memory, error) {
	m := &Memory{path: path, now: o.Now, full: make(chan struct{}, 1), done: make(chan struct{})}
	m.room.L = &m.mu
	if m.now == nil {
		m.now = time.Now
	}
	if o.Patience == 0 {
		o.Patience = DefaultPatience
	}
	var err error
	if m.db, err = openFile(ctx, path, o.Patience); err != nil {
		return nil, err
	}
	if err = m.queries.prepare(ctx, m.db); err == nil {
		err = m.begin(ctx, o)
	}
	if err != nil {
		if m.lock != nil {
			m.lock.release()
		}
		m.db.Close()
		return nil, teach(path, err)
	}
	ctx, m.stop = context.WithCancel(context.WithoutCancel(ctx))
	go m.write(ctx)
	return m, nil
}

// Resumed reports whether the run is one that was begun before.
func (m *Memory) Resumed() bool { return m.resumed }

// Started is when the run began, which is before Open if it was resumed.
func (m *Memory) Started() time.Time { return m.run.started }

// Finish writes what was kept and marks the run as ended: it is not resumed. What
// it saw takes the place of what ended runs knew of the places and links of the
// same URLs.
func (m *Memory) Finish(ctx context.Context) error {
	if err := m.Flush(ctx); err != nil {
		return err
	}
	return teach(m.path, m.end(ctx))
}

// Close writes what was kept and gives the file back. A run that was not finished
// can be resumed.
func (m *Memory) Close() error {
	m.stop()
	<-m.done
	err := m.Flush(context.Background())
	m.lock.release()
	if e := m.db.Close(); err == nil {
		err = teach(m.path, e)
	}
	return err
}
