package searchfiles

import (
	"io"
	"iter"
	"os"
	"runtime"
	"sync"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/extract/document"
	"github.com/earl-url/earl/internal/fingerprint"
)

// Stdin is the name of the file that is read from Options.Stdin.
const Stdin = "-"

// Options are the settings of [Search]. With the zero Options, Search finds
// every URL and resolves no references.
type Options struct {
	// Extract has the options for searching each document.
	Extract extract.Options
	// Source describes all documents: their Type, Base and Code. Each file has
	// its own Name.
	Source document.Source
	// Stdin is the content of the file "-". If nil, it is empty.
	Stdin io.Reader
	// Absolute resolves relative references, and writes other URLs as Edition
	// does. A reference without a base is not found but reported as a
	// [*RelativeError]. References between files of an archive are left out.
	Absolute bool
	// Unwrap finds the URL inside one that another service rewrote, without a
	// network. See package unwrap.
	Unwrap bool
	// Schemes limits the search to URLs with these schemes, in upper or lower
	// case. If empty, all are found.
	Schemes []string
	// Uniq finds only the first of several URLs that are equal at Level.
	Uniq  bool
	Level earl.Level
	// Parallel is the number of files that are searched at once. 0 means one
	// per core.
	Parallel int
	// Idle is called before the caller waits for a search, for example to flush
	// its output. If it returns false, the search ends. It may be nil.
	Idle func() bool
}

// File is a file that is searched.
type File struct {
	Name string // as passed to Search, or below a directory that was passed

	named   bool // it was passed to Search itself, and is not from a directory
	kind    document.Type
	err     error // why the file is not searched
	matches chan []item
	stop    chan struct{} // closed when the caller wants no more matches
	ending  sync.Once
	search  *search
}

// Search searches files, and the documents of directories, and yields each file
// in order. "-" means Options.Stdin. The search runs in parallel, at most
// Options.Parallel files ahead of the file that was yielded. The sequence can
// be iterated only once, by one goroutine. If that goroutine stops early, a
// search that waits for input keeps running.
func Search(names []string, o Options) iter.Seq[*File] {
	return func(yield func(*File) bool) {
		if o.Parallel <= 0 {
			o.Parallel = runtime.GOMAXPROCS(0)
		}
		if o.Extract.Edition == nil {
			o.Extract.Edition = earl.RFC3986
		}
		s := &search{o: o, stop: make(chan struct{})}
		if o.Uniq {
			s.seen = fingerprint.NewSet()
		}
		defer close(s.stop)
		for f := range s.start(names) {
			more := yield(f)
			f.end()
			if !more || s.failed {
				return
			}
		}
	}
}

// A search is one call of Search.
type search struct {
	o      Options
	stop   chan struct{}    // closed at the end of the loop over the files
	seen   *fingerprint.Set // nil: every URL is found
	failed bool             // Idle returned false
}

// start starts the workers, and returns the files in order.
func (s *search) start(names []string) <-chan *File {
	work, order := make(chan *File), make(chan *File, s.o.Parallel)
	go s.feed(names, work, order)
	for range s.o.Parallel {
		go func() {
			for f := range work {
				f.run()
			}
		}()
	}
	return order
}

// feed passes each file to the caller and then to a worker, so that the file that
// the caller waits for always has a worker.
func (s *search) feed(names []string, work, order chan<- *File) {
	defer close(order)
	defer close(work)
	hand := func(f *File) bool {
		for _, to := range []chan<- *File{order, work} {
			select {
			case to <- f:
			case <-s.stop:
				return false
			}
		}
		return true
	}
	for _, name := range names {
		if !IsDirectory(name) {
			f := s.newFile(name, s.o.Source.Type, nil)
			f.named = true
			if !hand(f) {
				return
			}
			continue
		}
		for f, err := range document.Walk(name, document.WalkOptions{}) {
			if s.o.Source.Type != "" {
				f.Type = s.o.Source.Type
			}
			if !hand(s.newFile(f.Path, f.Type, err)) {
				return
			}
		}
	}
}

// IsDirectory reports whether name is a directory. [Stdin] is not.
func IsDirectory(name string) bool {
	info, err := os.Stat(name)
	return name != Stdin && err == nil && info.IsDir()
}

// newFile returns a file. With an error the file is not searched.
func (s *search) newFile(name string, kind document.Type, err error) *File {
	return &File{Name: name, kind: kind, err: err, search: s,
		matches: make(chan []item, ahead), stop: make(chan struct{})}
}

// end ends the search of a file.
func (f *File) end() { f.ending.Do(func() { close(f.stop) }) }
