package transfer

import (
	"bytes"
	"context"
	"io"

	"github.com/earl-url/earl/open"
)

// smallDocument is what is taken into memory whole, so that its file is written
// while the next URL is asked for: of a thousand small files each needs about as
// long for the one as for the other.
const smallDocument = 64 << 10

// An asyncWriter runs jobs beside its caller, one at a time and in order. The zero
// asyncWriter is ready; wait ends it.
type asyncWriter struct {
	jobs chan func()
	done chan struct{}
}

// put hands a job over, once the one before is done.
func (s *asyncWriter) put(job func()) {
	if s.jobs == nil {
		s.jobs, s.done = make(chan func()), make(chan struct{})
		go func() {
			defer close(s.done)
			for job := range s.jobs {
				job()
			}
		}()
	}
	s.jobs <- job
}

// wait returns when every job is done.
func (s *asyncWriter) wait() {
	if s.jobs != nil {
		close(s.jobs)
		<-s.done
	}
}

// isSmall reports whether keep may take a document: transfers run one after the other,
// and only its bytes are written.
func (t *Transfer) isSmall(d *open.Document) bool {
	o := &t.r.o
	return d.Size >= 0 && d.Size <= smallDocument && t.file == nil && t.to.within &&
		o.Parallel < 2 && o.Saved == nil && !o.Resume.Given && o.Checksum.name == "" && o.Meter == nil
}

// keep takes a document into memory and leaves its file for later. It reports
// false, and what it took stands before the rest, if that is more than a small one
// has, whatever was announced, or did not come whole.
func (t *Transfer) keep(ctx context.Context, d *open.Document) bool {
	octets := new(bytes.Buffer)
	switch _, err := io.CopyN(octets, d.Body, smallDocument+1); err {
	case io.EOF:
		whole := *d
		whole.Body = io.NopCloser(octets)
		t.later = func() error {
			defer t.close()
			return t.ended(context.WithoutCancel(ctx), t.write(&whole)) // --max-time is for the getting
		}
		return true
	case nil:
		d.Body = joined{io.MultiReader(octets, d.Body), d.Body}
	default:
		d.Body = joined{io.MultiReader(octets, failing{err}), d.Body}
	}
	return false
}

// joined reads from one and closes the other.
type joined struct {
	io.Reader
	io.Closer
}

// failing is a reader that gives nothing but an error.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }
