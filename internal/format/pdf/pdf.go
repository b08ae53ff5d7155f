package pdf

import (
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/earl-url/earl/extract"
)

// Options are the settings of [URLs]. With the zero Options, URLs finds links,
// and wrapped and bare URLs in the text.
type Options struct {
	extract.Options
	// Base is the base for relative references if the PDF does not specify one.
	Base extract.Base
	// Unpacked is called with each reader of decompressed data and of objects.
	// The reader that it returns can fail when it has read too much. If
	// Unpacked is nil, there is no limit.
	Unpacked func(io.Reader) io.Reader
	// MaxObjects is the number of objects in a file. 0 means DefaultMaxObjects.
	MaxObjects int
}

// DefaultMaxObjects is more than the PDF of an encyclopedia has. Each object
// takes 60 bytes of memory.
const DefaultMaxObjects = 1_000_000

// maxObjects returns the maximum number of objects.
func (o *Options) maxObjects() int {
	if o.MaxObjects > 0 {
		return o.MaxObjects
	}
	return DefaultMaxObjects
}

// unpacked returns a reader that counts unpacked bytes.
func (o *Options) unpacked(r io.Reader) io.Reader {
	if o.Unpacked == nil {
		return r
	}
	return o.Unpacked(r)
}

var (
	// ErrEncrypted means that a PDF is encrypted.
	ErrEncrypted = errors.New("pdf: encrypted: it was not searched")
	// ErrNoPages means that no page was found: the file is damaged.
	ErrNoPages = errors.New("pdf: damaged: no page was found")
	// ErrTree means that the pages are not in a tree. The pages that the file
	// has are searched, in the order of the file.
	ErrTree = errors.New("pdf: damaged: the page tree is broken: pages and their numbers may be missing or wrong")
)

// A LimitError reports that a PDF has too many objects.
type LimitError struct{ Limit int }

// Error returns a sentence with the limit.
func (e *LimitError) Error() string {
	return fmt.Sprintf("pdf: limit MaxObjects: the file has more than %d objects; the rest was not searched", e.Limit)
}

// A document is a PDF that is being read.
type document struct {
	r         io.ReaderAt
	size      int64
	o         Options
	buf       []byte
	base      extract.Base // of the references
	places    map[ref]position
	holders   []ref // streams of objects
	loose     []ref // pages, in the order of the file
	catalog   ref   // the last in the file
	root      ref   // of the trailer
	encrypted bool
	held      map[ref]*held
	heldBytes int
	reads     int
	err       error // ends the search

	fonts   map[ref]*font
	search  *extract.Searcher
	page    pageText
	yield   func(extract.Match, error) bool
	stopped bool
}

// URLs finds the URLs in a PDF of the given size, page by page: first those in
// the text of a page, then those of its links, whose kind is
// [extract.Attribute]. Member is the page, such as "page 3". Line and Column
// are positions in the text of the page; the URL of each link is a line after
// the text. The sequence can be iterated only once, by one goroutine. An error
// with a Member is an error of that page; any other error ends the sequence.
func URLs(r io.ReaderAt, size int64, o Options) iter.Seq2[extract.Match, error] {
	return func(yield func(extract.Match, error) bool) {
		d := &document{r: r, size: size, o: o, places: map[ref]position{}, held: map[ref]*held{}, fonts: map[ref]*font{},
			search: extract.NewSearcher(o.Options), yield: yield}
		if err := d.read(); err != nil && !d.stopped {
			yield(extract.Match{}, err)
		}
	}
}

// read reads the document.
func (d *document) read() error {
	if err := d.index(); err != nil {
		return err
	}
	if d.encrypted {
		return ErrEncrypted
	}
	if err := d.indexHolders(); err != nil {
		return err
	}
	pages, damaged := d.pages()
	if damaged {
		if loose := d.loosePages(); len(loose) >= len(pages) {
			pages = loose
		}
	}
	if len(pages) == 0 && d.err == nil {
		return ErrNoPages
	}
	d.setBase()
	for i, p := range pages {
		if d.readPage(i+1, p); d.stopped || d.err != nil {
			break
		}
	}
	if damaged {
		d.fail(ErrTree)
	}
	return d.err
}

// fail ends the search because of an error.
func (d *document) fail(err error) {
	if d.err == nil {
		d.err = err
	}
}
