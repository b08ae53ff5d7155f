package transfer

import (
	"bytes"
	"context"
	"io"
	"sync"

	"github.com/earl-url/earl/internal/console"
	"github.com/earl-url/earl/open"
)

// smallDocument is the most that is taken into memory whole, so that its file is
// written while the next URLs are requested. Of a thousand small files, making the
// file takes about as long as getting its content, and several goroutines that make
// files in one directory wait for each other.
const smallDocument = 64 << 10

// writesAhead is how many small documents wait for their files at most: 2 MiB.
const writesAhead = 32

// An asyncWriter runs jobs beside its callers, one at a time and in order. Several
// goroutines may call put. The zero asyncWriter is ready; wait ends it.
type asyncWriter struct {
	begin sync.Once
	jobs  chan func()
	done  chan struct{}
}

// put hands over a job. It waits while writesAhead jobs wait.
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

// wait returns when every job is done. No put may run or follow.
func (s *asyncWriter) wait() {
	if s.jobs != nil {
		close(s.jobs)
		<-s.done
	}
}

// isSmall reports whether keep may take a document: only its bytes are written.
func (t *Transfer) isSmall(d *open.Document) bool {
	o := &t.r.o
	return d.Size >= 0 && d.Size <= smallDocument && t.file == nil && t.to.within && t.crawl == nil &&
		o.Saved == nil && o.Finished == nil && !o.Resume.Given && o.Checksum.name == "" && o.Meter == nil
}

// keep takes a document into memory and leaves its file for later. It reports
// false, and what it took stands before the rest, if that is more than a small one
// has, whatever was announced, or did not come whole.
func (t *Transfer) keep(ctx context.Context, d *open.Document) bool {
	octets := new(bytes.Buffer)
	octets.Grow(int(d.Size) + bytes.MinRead) // for the end too
	switch _, err := io.CopyN(octets, d.Body, smallDocument+1); err {
	case io.EOF:
		t.later = func() error {
			defer t.close()
			return t.ended(context.WithoutCancel(ctx), t.writeWhole(octets.Bytes(), &d.Meta)) // --max-time is for the getting
		}
		return true
	case nil:
		d.Body = joined{io.MultiReader(octets, d.Body), d.Body}
	default:
		d.Body = joined{io.MultiReader(octets, failing{err}), d.Body}
	}
	return false
}

// writeWhole writes a small document to its file, which is new or empty.
func (t *Transfer) writeWhole(document []byte, m *open.Meta) error {
	if err := t.create(); err != nil {
		return err
	}
	n, err := t.file.Write(document)
	if t.done += int64(n); err != nil {
		return t.copyError(t.file, err)
	}
	err = t.file.Close()
	t.file = nil
	if err != nil {
		return console.Local(err)
	}
	return t.written(m)
}

// joined reads from one and closes the other.
type joined struct {
	io.Reader
	io.Closer
}

// failing is a reader that gives nothing but an error.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }
