//go:build duckdb

package main

import (
	"bytes"
	"strconv"
	"unsafe"

	"github.com/earl-url/earl/internal/jsonstring"
	"github.com/earl-url/earl/rows"
)

// spanBytes is how many bytes of text are collected before they are computed. A
// chunk can have more: 2,048 texts of a megabyte each.
const spanBytes = 16 << 20

// maxText is how many bytes of a text are copied. With spanBytes it is less than
// rows.MaxBatch.
const maxText = rows.MaxBatch / 2

// column is a column of a chunk: texts is an array of DuckDB's string_t, and mask
// is nil or has a 0 bit for each NULL. The memory belongs to DuckDB.
type column struct {
	texts unsafe.Pointer
	mask  unsafe.Pointer
}

// A string_t has 16 bytes: a length of 32 bits, and then the text if it has at most
// inlineText bytes, else its first four bytes and a pointer.
const (
	textSize   = 16
	inlineText = 12
)

// isNull reports whether row i is NULL. Its string_t is then undefined.
func (c column) isNull(i int) bool {
	return c.mask != nil && *(*uint64)(unsafe.Add(c.mask, i/64*8))&(1<<(i%64)) == 0
}

// bytes returns the text of row i, which is not NULL. It returns at most maxText
// bytes: a text of that length is too long, and is not read.
func (c column) bytes(i int) []byte {
	p := unsafe.Add(c.texts, i*textSize)
	n := int(min(*(*uint32)(p), maxText))
	if n <= inlineText {
		return unsafe.Slice((*byte)(unsafe.Add(p, 4)), n)
	}
	return unsafe.Slice(*(**byte)(unsafe.Add(p, 8)), n)
}

// worker has the memory of one call, for use by the next.
type worker struct {
	in    []*rows.Vector
	batch rows.Batch
	json  rows.Vector
	line  []byte
}

// span is a part of a result: the columns for the rows from first on.
type span struct {
	first   int
	rows    int
	columns []rows.Vector
	url     *rows.Vector // the input: a NULL there is a NULL STRUCT
}

// run computes function k for a chunk of n rows and passes the result to emit, in
// one or more spans. A new span starts where the option changes, and after
// spanBytes of text.
func run(k, n int, in []column, emit func(span) error) error {
	f := &functions[k]
	args, option := in[:len(f.args)], in[len(f.args):]
	for first := 0; first < n; {
		text, given := firstOption(option, first, n)
		if len(option) > 0 && !given {
			return emitNull(f, first, n, emit)
		}
		p, err := caches[k].get(f, text, given)
		if err != nil {
			return err
		}
		w, _ := p.workers.Get().(*worker)
		if w == nil {
			w = newWorker(len(args))
		}
		end := w.fill(args, option, text, first, n)
		if err = p.Run(&w.batch, w.in); err == nil {
			s := span{first: first, rows: end - first, columns: w.batch.Columns, url: w.in[0]}
			if f.json {
				w.appendJSON(p)
				s.columns = []rows.Vector{w.json}
			}
			err = emit(s)
		}
		p.workers.Put(w)
		if err != nil {
			return err
		}
		first = end
	}
	return nil
}

// emitNull emits NULL for the rows from first to before n.
func emitNull(f *function, first, n int, emit func(span) error) error {
	s := span{first: first, rows: n - first, url: rows.NewVector(rows.Text)}
	for _, c := range f.result() {
		s.columns = append(s.columns, *rows.NewVector(c.Kind))
	}
	for range s.rows {
		s.url.AppendNull()
		for k := range s.columns {
			s.columns[k].AppendNull()
		}
	}
	return emit(s)
}

func newWorker(inputs int) *worker {
	w := new(worker)
	for range inputs {
		w.in = append(w.in, rows.NewVector(rows.Text))
	}
	return w
}

// firstOption returns the first option from row first on that is not NULL.
func firstOption(option []column, first, n int) ([]byte, bool) {
	if len(option) == 0 {
		return nil, false
	}
	for i := first; i < n; i++ {
		if !option[0].isNull(i) {
			return option[0].bytes(i), true
		}
	}
	return nil, false
}

// fill copies the rows of a span and returns its end. A row whose option is NULL
// becomes NULL.
func (w *worker) fill(args, option []column, text []byte, first, n int) (end int) {
	for _, v := range w.in {
		v.Reset(rows.Text)
	}
	size := 0
	for end = first; end < n && size < spanBytes; end++ {
		skip := false
		if len(option) > 0 {
			if skip = option[0].isNull(end); !skip && !bytes.Equal(option[0].bytes(end), text) {
				break
			}
		}
		for k, c := range args {
			if skip || c.isNull(end) {
				w.in[k].AppendNull()
				continue
			}
			b := c.bytes(end)
			size += len(b)
			w.in[k].AppendBytes(b)
		}
	}
	return end
}

// appendJSON fills w.json with an object for each row.
func (w *worker) appendJSON(p *plan) {
	w.json.Reset(rows.Text)
	for i := range w.batch.Rows {
		if w.in[0].IsNull(i) {
			w.json.AppendNull()
			continue
		}
		w.line = append(w.line[:0], '{')
		for k, c := range p.Columns() {
			if k > 0 {
				w.line = append(w.line, ',')
			}
			w.line = append(jsonstring.Append(w.line, c.Name), ':')
			v := &w.batch.Columns[k]
			if c.Echo >= 0 {
				v = w.in[c.Echo]
			}
			w.line = appendValue(w.line, v, i)
		}
		w.line = append(w.line, '}')
		w.json.AppendBytes(w.line)
	}
}

// appendValue appends value i of v as JSON.
func appendValue(b []byte, v *rows.Vector, i int) []byte {
	switch {
	case v.IsNull(i):
		return append(b, "null"...)
	case v.Kind == rows.Bool:
		return strconv.AppendBool(b, v.Bool(i))
	case v.Kind == rows.Int:
		return strconv.AppendInt(b, int64(v.Ints[i]), 10)
	case v.Kind == rows.List:
		b = append(b, '[')
		for k := v.Offsets[i]; k < v.Offsets[i+1]; k++ {
			if k > v.Offsets[i] {
				b = append(b, ',')
			}
			b = jsonstring.Append(b, string(v.Items.Bytes(int(k))))
		}
		return append(b, ']')
	}
	return jsonstring.Append(b, string(v.Bytes(i)))
}
