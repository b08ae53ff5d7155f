package transfer

import (
	"bytes"
	"context"
	"io"
	"sync"

	"github.com/earl-url/earl/cmd/earl/internal/console"
	"github.com/earl-url/earl/open"
)

// smallDocument is the size in bytes up to which a document is read into memory, so that
// its file is written while the next URLs are requested. Creating a small file takes
// about as long as downloading it. Several goroutines that create files in one directory
// would wait for each other.
const smallDocument = 64 << 10

// writesAhead is how many small documents can wait for their files, 2 MiB in all.
const writesAhead = 32

// An asyncWriter runs jobs in its own goroutine, one at a time and in order. Several
// goroutines may call put. The zero asyncWriter is ready to use; wait ends it.
type asyncWriter struct {
	begin sync.Once
	jobs  chan func()
	done  chan struct{}
}

// put adds a job. It blocks while writesAhead jobs are waiting.
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

// wait returns when every job is done. The caller must not call put at the same time or
// later.
func (s *asyncWriter) wait() {
	if s.jobs != nil {
		close(s.jobs)
		<-s.done
	}
}

// isSmall reports whether keep may read a document into memory: whether writing its bytes
// is the only work.
func (t *Transfer) isSmall(d *open.Document) bool {
	o := &t.r.o
	return d.Size >= 0 && d.Size <= smallDocument && t.file == nil && t.to.Within && !t.isSite() &&
		!o.Describe && !o.Facts && !o.Resume.Given && !t.staged && !o.Progress
}

// keep reads a document into memory and sets t.later to write its file. It returns false
// if the document is larger than smallDocument or could not be read to its end; then the
// body starts again with the bytes that keep has read.
func (t *Transfer) keep(ctx context.Context, d *open.Document) bool {
	octets := new(bytes.Buffer)
	octets.Grow(int(d.Size) + bytes.MinRead) // ReadFrom needs MinRead bytes to find the end
	switch _, err := io.CopyN(octets, d.Body, smallDocument+1); err {
	case io.EOF:
		t.later = func() error {
			defer t.close()
			return t.ended(context.WithoutCancel(ctx), t.writeWhole(octets.Bytes(), &d.Meta)) // --max-time is for the download only
		}
		return true
	case nil:
		d.Body = joined{io.MultiReader(octets, d.Body), d.Body}
	default:
		d.Body = joined{io.MultiReader(octets, failing{err}), d.Body}
	}
	return false
}

// writeWhole writes a small document to its new or empty file.
func (t *Transfer) writeWhole(document []byte, m *open.Meta) error {
	if err := t.create(); err != nil {
		return err
	}
	if err := t.claim(); err != nil {
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

// joined reads from its Reader and closes its Closer.
type joined struct {
	io.Reader
	io.Closer
}

// failing is a reader that returns only an error.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }
