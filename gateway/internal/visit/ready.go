package visit

import (
	"math"

	"github.com/earl-url/earl/open"
)

// Ready returns a channel that is closed when the visit keeps the first n entries of
// its listing or bytes of its document, or as many as it will keep. It reads them from
// the server. Done must be closed.
func (v *Visit) Ready(n int64) <-chan struct{} {
	ready := make(chan struct{})
	if v.Kept(n) {
		close(ready)
		return ready
	}
	go func() {
		defer close(ready)
		for !v.Kept(n) {
			v.more()
		}
	}()
	return ready
}

// Kept reports whether the first n entries or bytes are kept, or as many as will be: a
// reader of them does not wait for the server. Done must be closed.
func (v *Visit) Kept(n int64) bool {
	switch {
	case v.entries != nil:
		e := v.entries
		e.mu.Lock()
		defer e.mu.Unlock()
		return int64(len(e.list)) >= n || e.ended || e.full
	case v.body != nil:
		b := v.body
		b.mu.Lock()
		defer b.mu.Unlock()
		return b.n >= n || b.n >= MaxBody || b.err != nil || b.src == nil
	}
	return true
}

// Drain reads the entries of a listing that are kept, so that its other pages need
// no connection. It does nothing for other results. It ends when the visit is idle for
// too long.
func (v *Visit) Drain() {
	if v.entries != nil {
		<-v.Ready(math.MaxInt64)
	}
}

// more reads one entry or piece.
func (v *Visit) more() {
	if e := v.entries; e != nil {
		e.mu.Lock()
		n := len(e.list)
		e.mu.Unlock()
		e.more(n)
		return
	}
	b := v.body
	b.mu.Lock()
	n := b.n
	b.mu.Unlock()
	b.more(n)
}

// Arrived returns how many entries of a listing are kept, without lines of text, and
// how many bytes of a document. Done must be closed.
func (v *Visit) Arrived() (entries int, bytes int64) {
	if e := v.entries; e != nil {
		e.mu.Lock()
		defer e.mu.Unlock()
		for i := range e.list {
			if e.list[i].Kind != open.KindInfo {
				entries++
			}
		}
	}
	if b := v.body; b != nil {
		b.mu.Lock()
		defer b.mu.Unlock()
		bytes = b.n
	}
	return entries, bytes
}
