package searchfiles

import (
	"errors"
	"io"
	"os"
	"strings"

	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/extract/document"
)

// An item is a match, or an error, that the search passes to the caller.
type item struct {
	extract.Match
	written string // the URL as the caller sees it
	wrapped string // the URL of the document if written is the URL inside it
	key     string // equal for URLs that Options.Uniq treats as one
	err     error
	noBase  error // why a relative reference was not resolved
}

const (
	// batchSize is how many bytes of matches are passed on at once, and ahead how many
	// batches a search may be ahead of the caller. Together they limit the memory for
	// a file.
	batchSize = 32 << 10
	ahead     = 4
	// itemSize is the memory of a match without its texts, in bytes.
	itemSize = 256
)

// run searches the file and passes on its matches until the caller wants no
// more. If it panics, it does not close f.matches: the caller would take that
// for the end of the file, and the program might end before the panic does.
func (f *File) run() {
	b := batches{out: f.matches, stop: f.stop, all: f.search.stop}
	if err := f.find(&b); err != nil {
		b.add(item{err: err})
	}
	b.flush()
	close(f.matches)
}

// find is run without the error handling: it returns the error of the file.
func (f *File) find(b *batches) error {
	if f.err != nil {
		return f.err
	}
	in := f.search.o.Stdin
	if f.Name != Stdin {
		file, err := os.Open(f.Name)
		if err != nil {
			return err
		}
		defer file.Close()
		in = file
	} else if in == nil {
		in = strings.NewReader("")
	}
	o := &f.search.o
	source := o.Source
	source.Name, source.Type, source.Binary = f.Name, f.kind, f.named
	for m, err := range document.URLs(flushed(in, b), source, o.Extract) {
		if err != nil && m.Line == 0 && m.URL == "" {
			return err
		}
		it := item{Match: m, err: err, written: m.URL}
		onlyError := err != nil && m.URL == ""
		if !onlyError && !f.search.prepare(&it) {
			continue
		}
		if !b.add(it) {
			return nil
		}
	}
	return nil
}

// batches passes on the matches in one file, several at a time.
type batches struct {
	out       chan<- []item
	stop, all <-chan struct{} // closed when the caller wants no more matches of this file, or of any file
	items     []item
	size      int
}

// add adds a match, and reports whether to continue.
func (b *batches) add(it item) bool {
	b.items = append(b.items, it)
	b.size += itemSize + len(it.Text) + len(it.written)
	return b.size < batchSize || b.flush()
}

// flush passes on the matches so far, and reports whether to continue.
func (b *batches) flush() bool {
	if len(b.items) == 0 {
		return b.wanted()
	}
	select {
	case b.out <- b.items:
		b.items, b.size = nil, 0
		return true
	case <-b.stop:
	case <-b.all:
	}
	return false
}

// wanted reports whether the caller wants more matches.
func (b *batches) wanted() bool {
	select {
	case <-b.stop:
		return false
	case <-b.all:
		return false
	default:
		return true
	}
}

// flushing is a file that passes on all matches before each read, so that a
// reader of the output does not wait for the next input.
type flushing struct {
	in  io.Reader
	out *batches
}

// flushed returns a reader of in that passes on all matches before it reads. If
// in is a file on disk, so is the result: archives are read at any offset.
func flushed(in io.Reader, b *batches) io.Reader {
	f := flushing{in, b}
	if file, ok := in.(*os.File); ok {
		info, err := file.Stat()
		here, failed := file.Seek(0, io.SeekCurrent) // stdin may have been read by another program
		if err == nil && info.Mode().IsRegular() && failed == nil && here == 0 {
			return flushingFile{f, file, info.Size()}
		}
	}
	return f
}

// errStopped ends a search when the caller wants no more matches.
var errStopped = errors.New("stopped")

// Read implements io.Reader.
func (f flushing) Read(p []byte) (int, error) {
	if !f.out.flush() {
		return 0, errStopped
	}
	return f.in.Read(p)
}

// flushingFile is a flushing file that can be read at any offset.
type flushingFile struct {
	flushing
	at   io.ReaderAt
	size int64
}

var _ document.Sized = flushingFile{}

// ReadAt implements io.ReaderAt.
func (f flushingFile) ReadAt(p []byte, offset int64) (int, error) {
	if !f.out.flush() {
		return 0, errStopped
	}
	return f.at.ReadAt(p, offset)
}

// Size implements document.Sized.
func (f flushingFile) Size() int64 { return f.size }
