package visit

import (
	"io"
	"math"

	"github.com/earl-url/earl/open"
)

// Ready reads the first n entries of a listing or bytes of a document from the server. It
// returns a channel that is closed when the visit keeps them, or as many as it will keep.
// Done must be closed.
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

// Kept reports whether the visit keeps the first n entries or bytes, or as many as it will
// keep, so that a reader need not wait for the server. Done must be closed.
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

// Broken returns the error that ended the document early, or nil if it has arrived, is still
// arriving, or was stopped. Done must be closed.
func (v *Visit) Broken() error {
	b := v.body
	if b == nil || v.Stopped() {
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.err == io.EOF || b.err == ErrGone {
		return nil
	}
	return b.err
}

// Drain reads all entries of a listing that the visit will keep, so that other pages of the
// listing need no connection. It ends if the visit is idle for too long. It does nothing
// for other results.
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
