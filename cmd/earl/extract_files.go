package main

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"runtime"

	"github.com/earl-url/earl/base"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/extract/document"
)

// A fileSearch is the search of one file.
type fileSearch struct {
	name    string // "-" is stdin
	kind    document.Type
	err     error             // why the file is not searched
	matches chan []*fileMatch // in order; closed at its end
}

// newFileSearch returns the search of a file. With an error the file is not
// searched.
func newFileSearch(name string, kind document.Type, err error) *fileSearch {
	return &fileSearch{name: name, kind: kind, err: err, matches: make(chan []*fileMatch, aheadOf)}
}

// A fileMatch is a match in a file with what the command prints of it, or an
// error.
type fileMatch struct {
	extract.Match
	written string // the URL as it is printed
	key     string // equal for URLs that are equivalent at the level of --uniq
	err     error  // the error of the file, if the match has no position and no URL
	noBase  error  // why a relative reference was not resolved
}

const (
	// batch is how many bytes of matches are passed on at once, and aheadOf how many
	// batches a search may be ahead of the output. Together they limit the memory for
	// a file.
	batch   = 32 << 10
	aheadOf = 4
	// matchSize is the memory of a match without its texts, in bytes.
	matchSize = 256
)

// each searches the files on all cores and writes the matches in the order of the
// files. At most as many files as cores are ahead of the one that is written.
func (x *extraction) each(files []string) error {
	var (
		cores = runtime.GOMAXPROCS(0)
		work  = make(chan *fileSearch)
		order = make(chan *fileSearch, cores)
		stop  = make(chan struct{})
	)
	defer close(stop)
	go x.feed(files, work, order, stop)
	for range cores {
		go func() { // one that waits for input after a failure is left behind
			for w := range work {
				x.search(w, stop)
			}
		}()
	}
	several := len(files) > 1 || isDirectory(files[0])
	for w := range order {
		if err := x.writeAll(w, several); err != nil {
			return err
		}
	}
	return nil
}

// feed passes each file to the writer and then to a worker, so that the file that
// is written next always has a worker.
func (x *extraction) feed(files []string, work, order chan<- *fileSearch, stop <-chan struct{}) {
	defer close(order)
	defer close(work)
	hand := func(w *fileSearch) bool {
		for _, to := range []chan<- *fileSearch{order, work} {
			select {
			case to <- w:
			case <-stop:
				return false
			}
		}
		return true
	}
	for _, name := range files {
		if !isDirectory(name) {
			if !hand(newFileSearch(name, x.source.Type, nil)) {
				return
			}
			continue
		}
		for f, err := range document.Walk(name, document.WalkOptions{}) {
			if x.source.Type != "" {
				f.Type = x.source.Type
			}
			if !hand(newFileSearch(f.Path, f.Type, err)) {
				return
			}
		}
	}
}

// isDirectory reports whether a name is that of a directory.
func isDirectory(name string) bool {
	info, err := os.Stat(name)
	return name != "-" && err == nil && info.IsDir()
}

// search searches one file and passes on its matches until they are not wanted. A
// panic leaves w.matches open: closed, it would read as the end of the file, and the
// command might end before the panic does.
func (x *extraction) search(w *fileSearch, stop <-chan struct{}) {
	b := batches{out: w.matches, stop: stop}
	if err := x.searchFile(w, &b); err != nil {
		b.add(&fileMatch{err: err})
	}
	b.flush()
	close(w.matches)
}

// searchFile is search without the error handling: it returns the error of the
// file.
func (x *extraction) searchFile(w *fileSearch, b *batches) error {
	if w.err != nil {
		return w.err
	}
	f := x.s.in
	if w.name != "-" {
		var err error
		if f, err = os.Open(w.name); err != nil {
			return err
		}
		defer f.Close()
	}
	source := x.source
	source.Name, source.Type = w.name, w.kind
	for m, err := range document.URLs(flushing{f, b}, source, x.options) {
		if err != nil && m.Line == 0 && m.URL == "" {
			return err
		}
		one := &fileMatch{Match: m, err: err, written: m.URL}
		if !one.lacksURL() && !x.prepare(one) {
			continue
		}
		if !b.add(one) {
			return nil
		}
	}
	return nil
}

// lacksURL reports whether a match is only an error.
func (f *fileMatch) lacksURL() bool { return f.err != nil && f.URL == "" }

// prepare resolves the URL of a match, and reports whether its scheme was
// requested.
func (x *extraction) prepare(f *fileMatch) bool {
	same := f.URL
	if f.Relative && (x.absolute || f.Base.From != base.None) {
		u, err := f.Base.Resolve(x.options.Edition, f.URL)
		if f.noBase = err; err == nil {
			same = u.String()
		}
	}
	if x.absolute {
		f.written = same
	}
	if x.schemes != nil && !x.hasScheme(f) {
		return false
	}
	if x.seen != nil {
		f.key = x.key(same)
	}
	return true
}

// batches passes on the matches in one file, several at a time.
type batches struct {
	out     chan<- []*fileMatch
	stop    <-chan struct{}
	matches []*fileMatch
	size    int
}

// add adds a match, and reports whether more are wanted.
func (b *batches) add(f *fileMatch) bool {
	b.matches = append(b.matches, f)
	b.size += matchSize + len(f.Text) + len(f.written)
	return b.size < batch || b.flush()
}

// flush passes on the matches so far, and reports whether more are wanted.
func (b *batches) flush() bool {
	if len(b.matches) == 0 {
		return true
	}
	select {
	case b.out <- b.matches:
		b.matches, b.size = nil, 0
		return true
	case <-b.stop:
		return false
	}
}

// flushing is a file that passes on all matches before each read, so that a
// reader of the output need not wait for the next input.
type flushing struct {
	in  io.Reader
	out *batches
}

// errStopped ends a search whose matches are no longer wanted.
var errStopped = errors.New("stopped")

// Read implements io.Reader.
func (f flushing) Read(p []byte) (int, error) {
	if !f.out.flush() {
		return 0, errStopped
	}
	return f.in.Read(p)
}

// cause returns the error of a file without its name.
func cause(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
