package visit

import (
	"errors"
	"iter"
	"sync"
	"unsafe"

	"github.com/earl-url/earl/open"
)

// entries are the entries of a listing. They are read from the server only when a reader
// needs more, and are kept until there are too many. The first reader that needs more
// receives the rest.
type entries struct {
	v    *Visit
	pull turn // held while the server is read

	next      func() (open.Entry, error, bool)
	stop      func()
	closeList func() error

	mu    sync.Mutex
	list  []open.Entry
	errs  []error // for each entry: nil, or that it is a line that was not understood
	bytes int64
	full  bool // no more entries are kept
	ended bool // the server has no more, or err is set
	taken bool // a reader has the entries that are not kept
	err   error
}

func newEntries(v *Visit, l *open.Listing) *entries {
	e := &entries{v: v, pull: newTurn(), closeList: l.Close}
	e.next, e.stop = iter.Pull2(l.Entries)
	return e
}

// all yields the entries from the first one.
func (e *entries) all(yield func(open.Entry, error) bool) {
	e.v.begin()
	defer e.v.end()
	mine := false // this reader has the entries that are not kept
	for i := 0; ; {
		e.mu.Lock()
		list, errs, ended, full, err := e.list, e.errs, e.ended, e.full, e.err
		if i == len(list) && full && !ended && !e.taken {
			e.taken, mine = true, true
			e.forget()
		}
		e.mu.Unlock()
		switch {
		case i < len(list):
			for ; i < len(list); i++ {
				if !yield(list[i], errs[i]) {
					return
				}
			}
		case ended && err != nil:
			yield(open.Entry{}, err)
			return
		case ended:
			return
		case mine:
			e.rest(yield)
			return
		case full:
			yield(open.Entry{}, ErrGone)
			return
		default:
			e.more(i)
		}
	}
}

// forget drops the entries of a listing that is too long to be kept. It keeps those of a
// target that must not be requested again. mu is held.
func (e *entries) forget() {
	if !e.v.Target.Once {
		e.v.grow(-e.bytes)
		e.list, e.errs, e.bytes = nil, nil, 0
	}
}

// more reads one entry, unless the server has no more or another reader has read it.
func (e *entries) more(n int) {
	e.pull.Lock()
	defer e.pull.Unlock()
	e.mu.Lock()
	stale := len(e.list) != n || e.ended || e.full
	e.mu.Unlock()
	if stale {
		return
	}
	entry, err, ok := e.next()
	e.mu.Lock()
	if !ok || err != nil && !isLine(err) {
		e.ended, e.err = true, err
	} else {
		e.list, e.errs = append(e.list, entry), append(e.errs, err)
		size := sizeOf(&entry) + sizeOfLine(err)
		e.bytes += size
		e.full = e.bytes >= MaxEntries
		e.v.grow(size)
	}
	ended := e.ended
	e.mu.Unlock()
	if ended {
		e.v.ended()
	}
}

// rest yields the entries that are not kept.
func (e *entries) rest(yield func(open.Entry, error) bool) {
	e.pull.Lock()
	defer e.pull.Unlock()
	defer e.v.ended()
	for {
		entry, err, ok := e.next()
		if !ok || !yield(entry, err) || err != nil && !isLine(err) {
			return
		}
	}
}

// isLine reports whether err is that of a line that was not understood, after which a
// listing continues.
func isLine(err error) bool {
	_, ok := errors.AsType[*open.NotUnderstood](err)
	return ok
}

// sizeOfLine returns how many bytes the error of a line takes.
func sizeOfLine(err error) int64 {
	size := int64(unsafe.Sizeof(err))
	if line, ok := errors.AsType[*open.NotUnderstood](err); ok {
		size += int64(int(unsafe.Sizeof(*line)) + len(line.Text) + len(line.Reason))
	}
	return size
}

// gone reports whether some entries are not kept and can no longer arrive. left reports
// whether the reading was stopped.
func (e *entries) gone(left bool) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return !e.v.Target.Once && (e.taken || e.err == ErrGone) || left && (!e.ended || e.err != nil)
}

// close stops reading from the server. It calls cancel to end a blocked read.
func (e *entries) close(cancel func()) {
	if !e.pull.TryLock() {
		cancel()
		e.pull.Lock()
	}
	defer e.pull.Unlock()
	e.stop()
	e.closeList()
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.ended {
		e.ended, e.err = true, ErrGone
	}
}

// sizeOf returns how many bytes an entry takes.
func sizeOf(e *open.Entry) int64 {
	n := int(unsafe.Sizeof(*e)) + len(e.Name) + len(e.URL.String()) + len(e.Type) + len(e.Link)
	if e.Group != nil {
		n += int(unsafe.Sizeof(*e.Group)) + len(e.Group.Description)
	}
	for _, note := range e.Note {
		n += len(note) + int(unsafe.Sizeof(note))
	}
	return int64(n)
}
