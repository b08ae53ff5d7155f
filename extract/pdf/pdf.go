package pdf

import (
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/earl-url/earl/base"
	"github.com/earl-url/earl/extract"
)

// Options say what is looked for, and bound the work. The zero Options find links,
// and wrapped and bare URLs in the text.
type Options struct {
	extract.Options
	// Base is what relative references are resolved against.
	Base base.Base
	// Unpacked is called with each reader of decompressed data, and of objects. The
	// reader that it returns can end in an error when it was too much. Nil means that
	// there is no limit.
	Unpacked func(io.Reader) io.Reader
	// MaxObjects is how many objects a file has. 0 means DefaultMaxObjects.
	MaxObjects int
}

// DefaultMaxObjects is more than the PDF of an encyclopedia has. They take 60 bytes
// each.
const DefaultMaxObjects = 1_000_000

// maxObjects returns the limit of objects.
func (o *Options) maxObjects() int {
	if o.MaxObjects > 0 {
		return o.MaxObjects
	}
	return DefaultMaxObjects
}

// unpacked returns a reader that counts what is unpacked.
func (o *Options) unpacked(r io.Reader) io.Reader {
	if o.Unpacked == nil {
		return r
	}
	return o.Unpacked(r)
}

var (
	// ErrEncrypted says that a PDF is encrypted.
	ErrEncrypted = errors.New("pdf: encrypted: it was not searched")
	// ErrNoPages says that no page was found: the file is damaged.
	ErrNoPages = errors.New("pdf: damaged: no page was found")
	// ErrTree says that the pages are not in a tree. The pages that the file has are
	// searched, in the order of the file.
	ErrTree = errors.New("pdf: damaged: the page tree is broken: pages and their numbers may be missing or wrong")
)

// A LimitError says that a PDF has too many objects.
type LimitError struct{ Limit int }

// Error returns one sentence with the limit.
func (e *LimitError) Error() string {
	return fmt.Sprintf("pdf: limit MaxObjects: the file has more than %d objects: the rest was not searched", e.Limit)
}

// A document is a PDF that is being read.
type document struct {
	r         io.ReaderAt
	size      int64
	o         Options
	buf       []byte
	places    map[ref]place
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

// URLs finds the URLs in a PDF of that size, page by page: first those in the text
// of a page, then those of its links, whose kind is [extract.Attribute]. Member is
// the page, such as "page 3". Line and Column are those in the text of the page,
// made of what it shows; the URL of each link is a line after it. The sequence can
// be ranged over once, by one goroutine. An error that comes with a Member is that
// of one page; any other is the last.
func URLs(r io.ReaderAt, size int64, o Options) iter.Seq2[extract.Match, error] {
	return func(yield func(extract.Match, error) bool) {
		d := &document{r: r, size: size, o: o, places: map[ref]place{}, held: map[ref]*held{}, fonts: map[ref]*font{},
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
