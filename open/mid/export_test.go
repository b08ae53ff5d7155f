package mid

import (
	"context"
	"io"

	"github.com/earl-url/earl"
)

// BeforeOpen returns the options with a function that is called before a mailbox is opened.
func (o Options) BeforeOpen(f func(path string)) Options {
	o.beforeOpen = f
	return o
}

// A Scanned is a message that a scan found.
type Scanned struct {
	ID                 string
	Start, End, Quoted int64
	Mbox               bool
}

// ScanAll returns the messages of a file.
func ScanAll(ctx context.Context, r io.Reader) (all []Scanned, err error) {
	s := &scanner{ctx: ctx, headers: defaultHeaders}
	s.each = func(id earl.Octets, at span) error {
		all = append(all, Scanned{string(id), at.start, at.end, at.quoted, s.mbox})
		return nil
	}
	return all, s.scan(r)
}

// Unquoted returns a message of an mbox without its quotation marks.
func Unquoted(r io.Reader) io.Reader { return newUnquoted(r) }

// MaxIndexed is maxIndexed.
const MaxIndexed = maxIndexed
