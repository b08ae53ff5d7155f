package store

import (
	"context"
	"slices"
	"time"

	"github.com/earl-url/earl/linkcheck"
)

// Moment is how long a result waits to be written together with others. Results of that
// time are checked again after a run was killed. One transaction for each result would
// make the disk the slowest part of a check.
const Moment = 200 * time.Millisecond

// batch is the number of rows that are written early, without waiting for Moment. Another
// program that wants to write waits meanwhile, some tens of milliseconds.
const batch = 5000

// An entry is a result with its links, not yet written.
type entry struct {
	result linkcheck.Result
	links  []linkcheck.Link
}

// rows is how many rows an entry takes.
func (e *entry) rows() int { return 1 + len(e.result.Places) + len(e.links) }

// Keep implements linkcheck.Store. It returns before the result and its links are
// written, which happens within Moment. A result replaces an earlier one of the run for
// the same URL. The error can be that of an earlier write; nothing is written after it.
func (m *Store) Keep(ctx context.Context, r linkcheck.Result, links []linkcheck.Link) error {
	e := entry{result: r, links: slices.Clone(links)}
	e.result.Places, e.result.Hops = slices.Clone(r.Places), slices.Clone(r.Hops)
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.wait(ctx); err != nil {
		return err
	}
	m.kept = append(m.kept, e)
	if m.weight += e.rows(); m.weight >= batch {
		m.wake()
	}
	return nil
}

// wait waits until there is room. If the disk is slower than the network, this limits the
// memory that unwritten results use.
func (m *Store) wait(ctx context.Context) error {
	if m.weight < 2*batch || m.err != nil {
		return m.err
	}
	defer context.AfterFunc(ctx, func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.room.Broadcast()
	})()
	for m.weight >= 2*batch && m.err == nil && ctx.Err() == nil {
		m.wake()
		m.room.Wait()
	}
	if m.err == nil && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return m.err
}

// wake wakes the writer.
func (m *Store) wake() {
	select {
	case m.full <- struct{}{}:
	default:
	}
}

// write writes the results, every Moment or when there are many, until ctx ends.
func (m *Store) write(ctx context.Context) {
	defer close(m.done)
	tick := time.NewTicker(Moment)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
		case <-m.full:
		case <-ctx.Done():
			return
		}
		m.Flush(context.WithoutCancel(ctx)) // Keep and Finish return the error
	}
}

// Flush writes all results so far. If the program is killed after it, none of them is lost.
func (m *Store) Flush(ctx context.Context) error {
	m.flush.Lock()
	defer m.flush.Unlock()
	m.mu.Lock()
	if m.err != nil || len(m.kept) == 0 {
		defer m.mu.Unlock()
		return m.err
	}
	m.writing, m.kept = m.kept, nil
	m.mu.Unlock()

	err := explain(m.path, m.writeAll(ctx, m.writing))

	m.mu.Lock()
	defer m.mu.Unlock()
	if err != nil && ctx.Err() != nil { // not a failure: the next Flush writes it
		m.kept = append(m.writing, m.kept...)
		m.writing = nil
		return err
	}
	for i := range m.writing {
		m.weight -= m.writing[i].rows()
	}
	m.writing, m.err = nil, err
	m.room.Broadcast()
	return err
}

// held returns a result for a URL that is not yet written to the file.
func (m *Store) held(url string) (entry, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, list := range [...][]entry{m.kept, m.writing} {
		for i := len(list) - 1; i >= 0; i-- {
			if list[i].result.URL == url {
				return list[i], true
			}
		}
	}
	return entry{}, false
}
