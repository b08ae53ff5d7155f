package convert

import (
	"io"
	"os"

	"github.com/apache/arrow-go/v18/arrow"
)

// chain reads several inputs with the same columns as one.
type chain struct {
	options *Options
	names   []string // of the inputs that are not open yet
	name    string   // of the open one
	pipes   bool     // an input or the output is not a regular file
	used    []bool
	out     []outField
	file    *os.File
	reader
}

// newChain opens the first input.
func newChain(o *Options, names []string, pipes bool) (*chain, error) {
	c := &chain{options: o, names: names, pipes: pipes}
	return c, c.open()
}

// open opens the next input.
func (c *chain) open() error {
	c.close()
	c.name, c.names = c.names[0], c.names[1:]
	c.file = os.Stdin
	if c.name != stdio {
		var err error
		if c.file, err = os.Open(c.name); err != nil {
			return inputf("%w", err)
		}
	}
	c.pipes = c.pipes || !isRegular(c.file)
	r, err := c.options.newReader(c.file, c.name, c.pipes)
	if err != nil {
		return c.where(err)
	}
	if c.reader != nil && !sameFields(c.fields(), r.fields()) {
		return usagef("%s has other columns than the inputs before it", c.name)
	}
	c.reader = r
	if len(r.fields()) == 0 {
		return c.where(usagef("the input has no columns"))
	}
	return nil
}

// where adds the name of the input to an error.
func (c *chain) where(err error) error {
	if fault, ok := err.(*Fault); ok && c.name != stdio {
		status := *fault
		status.Err = &fileError{c.name, fault.Err}
		return &status
	}
	return err
}

// fileError is an error in a file.
type fileError struct {
	name string
	err  error
}

func (e *fileError) Error() string { return e.name + ": " + e.err.Error() }
func (e *fileError) Unwrap() error { return e.err }

// sameFields reports whether two inputs have the same columns.
func sameFields(a, b []field) bool {
	if len(a) != len(b) {
		return false
	}
	for k := range a {
		if a[k].name != b[k].name || !arrow.TypeEqual(a[k].typ, b[k].typ) {
			return false
		}
	}
	return true
}

func (c *chain) need(used []bool) {
	c.used = used
	c.reader.need(used)
}

func (c *chain) read(f *frame) error {
	for {
		err := c.reader.read(f)
		if err != io.EOF || len(c.names) == 0 {
			f.from = c.reader
			return c.where(err)
		}
		if err := c.open(); err != nil {
			return err
		}
		c.reader.need(c.used)
	}
}

// decode decodes a frame with the reader that has read it.
func (c *chain) decode(f *frame) error { return f.from.decode(f) }

// close closes the open input.
func (c *chain) close() {
	if c.file != nil && c.file != os.Stdin {
		c.file.Close()
	}
}
