package archive

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/earl-url/earl/linkcheck"
)

// maxFailures is how many lookups may fail in a row. After that, the archive counts as
// unreachable.
const maxFailures = 3

// A Remark is the error of a lookup for a link.
type Remark struct {
	URL string // redacted
	Err error
}

// String returns the remark in one line.
func (r Remark) String() string { return fmt.Sprintf("archive: %s: %v", r.URL, r.Err) }

// ErrStopped is the error of the first link without a lookup: Options.Lookups were made,
// or several failed in a row.
var ErrStopped = errors.New("no lookup for this and the following links")

// wanted are the statuses of links for which an archive may help: the object or its
// server is gone.
var wanted = map[linkcheck.Status]bool{
	linkcheck.NotFound: true, linkcheck.NoConnection: true, linkcheck.TimedOut: true, linkcheck.Broken: true, linkcheck.Failed: true,
}

// Fill looks for a copy of each broken link among results and writes it into its
// Archived. It uses the date of the oldest document with the link. It returns the lookups
// that failed, which change nothing. When ctx ends, Fill ends soon.
func (f *Finder) Fill(ctx context.Context, results []linkcheck.Result) []Remark {
	l := &lookups{finder: f, results: results}
	var workers sync.WaitGroup
	for range parallel {
		workers.Go(func() {
			for r, when := l.next(); r != nil && ctx.Err() == nil; r, when = l.next() {
				found, err := f.Find(ctx, r.URL, when)
				l.note(r, found, err)
			}
		})
	}
	workers.Wait()
	return l.remarks
}

// date returns the date of the oldest document that has a link, or the zero time.
func (f *Finder) date(r *linkcheck.Result) (oldest time.Time) {
	if f.o.Date == nil {
		return oldest
	}
	for _, p := range r.Places {
		if t := f.o.Date(p); !t.IsZero() && (oldest.IsZero() || t.Before(oldest)) {
			oldest = t
		}
	}
	return oldest
}

// lookups is the state of one Fill.
type lookups struct {
	finder  *Finder
	mu      sync.Mutex
	results []linkcheck.Result // still to be handled
	made    int
	failed  int // in a row
	remarks []Remark
}

// next returns the next broken link and the date of its document, or nil.
func (l *lookups) next() (*linkcheck.Result, time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(l.results) > 0 {
		r := &l.results[0]
		l.results = l.results[1:]
		switch {
		case !wanted[r.Status]:
		case l.failed >= maxFailures, l.made == l.finder.o.Lookups:
			l.results = nil
			l.remarks = append(l.remarks, Remark{r.URL, ErrStopped})
		default:
			l.made++
			return r, l.finder.date(r)
		}
	}
	return nil, time.Time{}
}

// note records the result of a lookup.
func (l *lookups) note(r *linkcheck.Result, found linkcheck.Copy, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case err == nil:
		r.Archived, l.failed = &found, 0
	case errors.Is(err, ErrNone):
		l.failed = 0
	case errors.Is(err, ErrPrivate):
	default:
		l.failed++
		l.remarks = append(l.remarks, Remark{r.URL, err})
	}
}
