package convert

import (
	"io"
	"os"
	"slices"

	"github.com/apache/arrow-go/v18/arrow"

	"github.com/earl-url/earl/rows"
)

// Stream converts one input. If one of the files is a pipe, the output never
// waits for more input than is needed for it.
func Stream(o Options, in, out *os.File) error {
	if err := checkFormat("in", o.In); err != nil {
		return err
	}
	if err := checkFormat("out", o.Out); err != nil {
		return err
	}
	pipes := !isRegular(in) || !isRegular(out)
	r, err := o.newReader(in, pipes)
	if err != nil {
		return err
	}
	if len(r.fields()) == 0 {
		return usagef("the input has no columns")
	}
	e := engine{options: &o, reader: r}
	plan, err := o.compile(r.fields(), nil)
	if err != nil {
		return err
	}
	r.need(usedBy(plan, len(r.fields())))
	if e.writer, err = o.newWriter(out, plan, r.fields()); err != nil {
		return err
	}
	if o.lockStep(pipes) {
		return e.lockStep()
	}
	return e.pipeline()
}

// isRegular reports whether a file is a regular file, and not a pipe, a terminal
// or a socket.
func isRegular(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode().IsRegular()
}

// usedBy says which input columns a plan reads or repeats.
func usedBy(plan *rows.Plan, columns int) []bool {
	used := make([]bool, columns)
	for _, k := range plan.Reads() {
		used[k] = true
	}
	for _, c := range plan.Columns() {
		if c.Echo >= 0 {
			used[c.Echo] = true
		}
	}
	return used
}

// newReader returns the reader of the format.
func (o *Options) newReader(in io.Reader, early bool) (reader, error) {
	switch o.In {
	case "arrow":
		return newArrowReader(in)
	case "tsv":
		return newTSVReader(in, o, early)
	}
	return newRowBinaryReader(in, o, early), nil
}

// newWriter returns the writer of the format.
func (o *Options) newWriter(out io.Writer, plan *rows.Plan, fields []field) (writer, error) {
	columns := outFields(plan, fields)
	switch o.Out {
	case "arrow":
		return newArrowWriter(out, columns, o.urlType(fields), o.metadata()), nil
	case "tsv":
		w, err := newTSVWriter(out, o, columns)
		return w, writeFault(err)
	}
	return newRowBinaryWriter(out, columns), nil
}

// urlType returns the type of the column with the URLs.
func (o *Options) urlType(fields []field) arrow.DataType {
	name := o.URL
	if name == "" {
		name = "url"
	}
	if k := slices.IndexFunc(fields, func(f field) bool { return f.name == name }); k >= 0 {
		return fields[k].typ
	}
	return fields[0].typ
}
