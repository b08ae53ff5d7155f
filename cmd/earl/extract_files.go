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

// A search is the search of one file.
type search struct {
	name  string // "-" is stdin
	kind  document.Type
	err   error        // why it is not searched
	finds chan []*find // in order; closed at its end
}

// newSearch returns the search of a file, which err keeps from being searched.
func newSearch(name string, kind document.Type, err error) *search {
	return &search{name: name, kind: kind, err: err, finds: make(chan []*find, aheadOf)}
}

// A find is a match, and what a run says of it; or what went wrong.
type find struct {
	extract.Match
	written string // the URL as it is written
	key     string // what is the same up to the level has the same
	err     error  // of the file, if it has neither place nor URL
	noBase  error  // why a relative reference has not become absolute
}

const (
	// batch is how many octets of finds are handed on at once, and aheadOf how many
	// batches a file may be ahead of what is written: so much memory a file takes.
	batch   = 32 << 10
	aheadOf = 4
	// findSize is what a find takes besides its texts.
	findSize = 256
)

// each searches the files on all cores, and writes what is found in their order. As
// many files are ahead of the one that is written as there are cores.
func (x *extraction) each(files []string) error {
	var (
		cores = runtime.GOMAXPROCS(0)
		work  = make(chan *search)
		order = make(chan *search, cores)
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

// feed hands out the files, each to the writer first, so that the file whose turn it
// is always has a worker.
func (x *extraction) feed(files []string, work, order chan<- *search, stop <-chan struct{}) {
	defer close(order)
	defer close(work)
	hand := func(w *search) bool {
		for _, to := range []chan<- *search{order, work} {
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
			if !hand(newSearch(name, x.source.Type, nil)) {
				return
			}
			continue
		}
		for f, err := range document.Walk(name, document.WalkOptions{}) {
			if x.source.Type != "" {
				f.Type = x.source.Type
			}
			if !hand(newSearch(f.Path, f.Type, err)) {
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

// search searches one file and hands on what it finds, as far as it is wanted. A
// panic leaves w.finds open: closed, it would read as the end of the file, and the
// command might end before the panic does.
func (x *extraction) search(w *search, stop <-chan struct{}) {
	b := batches{out: w.finds, stop: stop}
	if err := x.searchFile(w, &b); err != nil {
		b.add(&find{err: err})
	}
	b.flush()
	close(w.finds)
}

// searchFile is search; its error is that of the file.
func (x *extraction) searchFile(w *search, b *batches) error {
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
		one := &find{Match: m, err: err, written: m.URL}
		if !one.lacksURL() && !x.prepare(one) {
			continue
		}
		if !b.add(one) {
			return nil
		}
	}
	return nil
}

// lacksURL reports whether a find only says what went wrong.
func (f *find) lacksURL() bool { return f.err != nil && f.URL == "" }

// prepare resolves what is found, and reports whether it is of a scheme that was
// asked for.
func (x *extraction) prepare(f *find) bool {
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

// batches hands on what is found in one file, some at a time.
type batches struct {
	out   chan<- []*find
	stop  <-chan struct{}
	finds []*find
	size  int
}

// add adds a find, and reports whether more are wanted.
func (b *batches) add(f *find) bool {
	b.finds = append(b.finds, f)
	b.size += findSize + len(f.Text) + len(f.written)
	return b.size < batch || b.flush()
}

// flush hands on what there is, and reports whether more is wanted.
func (b *batches) flush() bool {
	if len(b.finds) == 0 {
		return true
	}
	select {
	case b.out <- b.finds:
		b.finds, b.size = nil, 0
		return true
	case <-b.stop:
		return false
	}
}

// flushing is a file before each read of which everything found is handed on, for
// whoever waits for it.
type flushing struct {
	in  io.Reader
	out *batches
}

// errStopped ends a search whose finds nobody wants.
var errStopped = errors.New("stopped")

// Read implements io.Reader.
func (f flushing) Read(p []byte) (int, error) {
	if !f.out.flush() {
		return 0, errStopped
	}
	return f.in.Read(p)
}

// cause returns what is wrong with a file, without its name.
func cause(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
