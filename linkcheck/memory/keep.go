package memory

import (
	"context"
	"slices"
	"time"

	"github.com/earl-url/earl/linkcheck"
)

// Moment is how long a result waits for others to be written with it: so much of
// a run is looked at again after it was killed. One transaction for each result
// would make the disk the slowest part of a check.
const Moment = 200 * time.Millisecond

// batch is how many rows are written early, without waiting for Moment. Another
// program that writes waits for them, some tens of milliseconds.
const batch = 5000

// An entry is a result with its links, not yet written.
type entry struct {
	result linkcheck.Result
	links  []linkcheck.Link
}

// rows is how many rows an entry takes.
func (e *entry) rows() int { return 1 + len(e.result.Places) + len(e.links) }

// Keep implements linkcheck.Memory. It returns before the result is written, which
// happens within Moment, together with its links. A result for a URL that the run
// has one of takes its place. The error can be that of an earlier one: nothing is
// written after it.
func (m *Memory) Keep(ctx context.Context, r linkcheck.Result, links []linkcheck.Link) error {
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

// wait waits until there is room, so that a disk that is slower than the network
// bounds what is held.
func (m *Memory) wait(ctx context.Context) error {
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

// wake makes the writer begin.
func (m *Memory) wake() {
	select {
	case m.full <- struct{}{}:
	default:
	}
}

// write writes what is kept, every Moment or when it is much, until ctx ends.
func (m *Memory) write(ctx context.Context) {
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
		m.Flush(context.WithoutCancel(ctx)) // Keep and Finish return its error
	}
}

// Flush writes what was kept; after it a killed program loses none of that.
func (m *Memory) Flush(ctx context.Context) error {
	m.flush.Lock()
	defer m.flush.Unlock()
	m.mu.Lock()
	if m.err != nil || len(m.kept) == 0 {
		defer m.mu.Unlock()
		return m.err
	}
	m.writing, m.kept = m.kept, nil
	m.mu.Unlock()

	err := teach(m.path, m.writeAll(ctx, m.writing))

	m.mu.Lock()
	defer m.mu.Unlock()
	if err != nil && ctx.Err() != nil { // nobody's fault: the next one writes it
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

// held returns what was kept of a URL and is not yet read back from the file.
func (m *Memory) held(url string) (entry, bool) {
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
