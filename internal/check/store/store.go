// Package store is the database of a link checker: a SQLite file with the result of
// every visit to a URL. A later check can report that a URL now means another object
// (rfc1738 6), and a run that was killed can be continued.
//
//	m, err := store.Open(ctx, "links.sqlite", store.Options{Targets: files})
//	...
//	defer m.Close()
//	if err := linkcheck.Run(ctx, ..., m); err != nil {
//		return err // the next Open with the same targets resumes
//	}
//	return m.Finish(ctx)
//
// People can read the file too: schema.sql describes its tables and views. Any number of
// programs may read and write it at a time. A program that is killed leaves the file
// consistent: it has a result and its links, or neither. Results of the last moments
// before that ([Moment]) are missing and are checked again.
//
// The file contains no passwords and no tokens: URLs are written as [earl.Redact] and
// [earl.HideTokens] return them, with a digest that keeps URLs with other tokens apart. A
// resumed run opens URLs that need a password again.
package store

import (
	"context"
	"database/sql"
	"sync"
	"time"

	"github.com/earl-url/earl/linkcheck"
)

// Options describe a run.
type Options struct {
	// Targets are the inputs of the run, and each setting that changes its results. A run
	// that did not end is resumed by a run with equal Targets.
	Targets []string
	// Fresh begins a new run even if one could be resumed. The old one is then never
	// resumed.
	Fresh bool
	// Patience is the longest wait for another program that writes. 0 means
	// DefaultPatience.
	Patience time.Duration
	// Now is the clock. Nil means time.Now.
	Now func() time.Time
}

// DefaultPatience is enough on a busy machine: a program writes for only some
// milliseconds.
const DefaultPatience = 30 * time.Second

// A Store is one run's view of a file. Several goroutines may call its methods, except
// Close, which is called once and last.
type Store struct {
	path    string
	db      *sql.DB
	queries queries
	now     func() time.Time
	run     run
	lock    *lock
	resumed bool

	mu      sync.Mutex
	room    sync.Cond          // on mu: signalled when kept shrinks or err is set
	kept    []entry            // not yet written, in order
	writing []entry            // being written
	weight  int                // rows in kept
	err     error              // of the first write that failed
	full    chan struct{}      // capacity 1: wakes the writer early
	stop    context.CancelFunc // ends the writer
	done    chan struct{}      // closed when the writer has ended
	flush   sync.Mutex         // held by the goroutine that writes
}

var _ linkcheck.Store = (*Store)(nil)

// Open opens the database in a file, and creates it if it does not exist. It begins a
// run, or resumes the last run with the same targets if that did not end and no other
// program continues it. Open does not change a file that is not such a database
// ([ErrForeign]) or has a newer version ([ErrVersion]).
func Open(ctx context.Context, path string, o Options) (*Store, error) {
	m := &Store{path: path, now: o.Now, full: make(chan struct{}, 1), done: make(chan struct{})}
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
		return nil, explain(path, err)
	}
	ctx, m.stop = context.WithCancel(context.WithoutCancel(ctx))
	go m.write(ctx)
	return m, nil
}

// Resumed reports whether Open resumed an earlier run.
func (m *Store) Resumed() bool { return m.resumed }

// Started returns when the run began; if it was resumed, that is before Open.
func (m *Store) Started() time.Time { return m.run.started }

// Finish writes the remaining results and marks the run as ended, so that it is not
// resumed. Its places and links replace those that ended runs recorded for the same URLs.
func (m *Store) Finish(ctx context.Context) error {
	if err := m.Flush(ctx); err != nil {
		return err
	}
	return explain(m.path, m.end(ctx))
}

// Close writes the remaining results and closes the file. A run that was not finished can
// be resumed.
func (m *Store) Close() error {
	m.stop()
	<-m.done
	err := m.Flush(context.Background())
	m.lock.release()
	if e := m.db.Close(); err == nil {
		err = explain(m.path, e)
	}
	return err
}
