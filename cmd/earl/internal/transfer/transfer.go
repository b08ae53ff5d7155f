package transfer

import (
	"context"
	"hash"
	"os"
	"sync/atomic"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/savedir"
	"github.com/earl-url/earl/cmd/earl/internal/treecopy"
	"github.com/earl-url/earl/internal/outfile"
	"github.com/earl-url/earl/open"
)

// A Transfer downloads one URL, with retries.
type Transfer struct {
	r      *Runner
	typed  earl.URL                                   // the URL of the user, with its login
	to     savedir.Place                              // where a document is saved; zero: stdout
	number int                                        // for --trace
	values []string                                   // for #1, #2 ... in the name of the file
	take   func(context.Context, *open.Listing) error // gets the entries of a listing; if nil, they are printed

	file  *os.File     // the open file of to, or nil
	start int64        // the offset in the object where the first attempt began
	done  int64        // bytes of the object written, from start on
	first *objectState // of the object, at the first attempt
	sum   hash.Hash    // of the bytes written to stdout, for --checksum
	left  int          // attempts left after this one

	replacing *outfile.File // replaces a file that the user named; nil: file has its name

	later func() error // writes the file of a small document; nil if the file is written

	answered   bool           // the URL contains the answers to a form
	tree       *treecopy.File // of a copy of a tree, or nil
	since      time.Time      // get the object only if it changed after this time; if zero, see Options
	isDocument bool           // with take: the URL is that of a document
	meta       open.Meta      // of the document that was found

	act    action         // what is done with the file
	line   *treecopy.Line // of the file in the list of copied files: an earlier copy wrote it
	staged bool           // the file has the suffix .part until it is complete

	wrote   bool // a file was created
	whole   bool // file gets a whole document
	isNew   bool // no other program and no earlier run has written to file
	decoded bool // the bytes are decoded before they are written

	record *recorder // nil if no caller needs facts
}

// URL returns the URL that the user gave, with its login.
func (t *Transfer) URL() earl.URL { return t.typed }

// Path returns the path of the file for messages, or "" for stdout.
func (t *Transfer) Path() string {
	if t.to == (savedir.Place{}) {
		return ""
	}
	return t.to.Shown()
}

// Size returns the number of bytes of the object in its file.
func (t *Transfer) Size() int64 { return t.start + t.done }

// Answered reports whether the URL contains the answers to a form.
func (t *Transfer) Answered() bool { return t.answered }

// isSite reports whether the document belongs to a copy of a web site.
func (t *Transfer) isSite() bool { return t.tree != nil && t.tree.IsSite() }

// destination returns the file to which bytes are written. With --checksum and --max-age it
// has the suffix .part until it is complete.
func (t *Transfer) destination() savedir.Place {
	p := t.to
	if t.staged && p != (savedir.Place{}) {
		p.Name += savedir.Part
	}
	return p
}

// discards reports whether an incomplete file is removed, because it cannot be continued and
// would look current.
func (t *Transfer) discards() bool { return t.staged && t.r.o.Checksum.name == "" }

// partial reports whether a part of an object is requested.
func (t *Transfer) partial() bool {
	o := &t.r.o
	return t.start+t.done > 0 || o.Range.Given || o.Resume.Given
}

// A Runner runs the transfers of one command line.
type Runner struct {
	o     Options
	dir   *savedir.Dir   // where files are saved
	tree  *treecopy.Copy // with Recursive
	async asyncWriter    // writes small files

	headers headerFile
	count   atomic.Int64 // transfers that have started
}

// failed reports an error.
func (r *Runner) failed(ctx context.Context, name string, err error) {
	if r.tree != nil {
		r.tree.Count(err)
	}
	r.o.Reporter.Failed(ctx, name, err)
}
