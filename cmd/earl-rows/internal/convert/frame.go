package convert

import (
	"unicode/utf8"

	"github.com/apache/arrow-go/v18/arrow"

	"github.com/earl-url/earl/rows"
)

// A field describes an input column.
type field struct {
	name string
	typ  arrow.DataType
	// source is the column's description in its format, for a writer of the same
	// format. It is nil for formats that have text only.
	source any
	// nested is the type of a column that the reader cannot read, or "".
	nested string
}

// isText reports whether the values of a column can be read as text. A column of
// the type null has no values at all.
func (f *field) isText() bool {
	typ := valueType(f.typ)
	return typ.ID() == arrow.NULL || arrow.IsBinaryLike(typ.ID()) || arrow.IsLargeBinaryLike(typ.ID()) || isView(typ)
}

// valueType returns the type of the values of a dictionary or of runs.
func valueType(t arrow.DataType) arrow.DataType {
	switch t := t.(type) {
	case *arrow.DictionaryType:
		return t.ValueType
	case *arrow.RunEndEncodedType:
		return t.Encoded()
	}
	return t
}

func isView(t arrow.DataType) bool {
	return t.ID() == arrow.STRING_VIEW || t.ID() == arrow.BINARY_VIEW
}

// values are the values of one input column in a frame, in the form that the
// reader has: an array, or a vector of text.
type values struct {
	array  arrow.Array
	vector *rows.Vector
	json   *rows.Vector // the values as JSON, if the input is JSON

	checked *rows.Vector // what utf8 returned
}

// frame is some rows on their way from the reader to the writer. It is used
// again when it was written.
type frame struct {
	first  int64 // the number of rows before
	rows   int
	from   reader
	raw    []byte // the rows, not decoded
	record arrow.RecordBatch
	in     []values      // for each input column; the zero value if it is not needed
	texts  []rows.Vector // memory for in
	batch  rows.Batch
	out    []byte // the encoded rows
	flush  bool   // the input waits: the output must not
	err    error
	done   chan struct{} // a worker has finished
}

// reset prepares a frame for the next rows.
func (f *frame) reset(fields int) {
	if f.record != nil {
		f.record.Release()
	}
	if len(f.in) != fields {
		f.in, f.texts = make([]values, fields), make([]rows.Vector, fields)
	}
	clear(f.in)
	f.rows, f.raw, f.record, f.out, f.flush, f.err = 0, f.raw[:0], nil, f.out[:0], false, nil
}

// utf8 returns the texts of an input column for a format whose texts are UTF-8. A
// format of text, such as CSV, can have other bytes: each becomes U+FFFD.
func (v *values) utf8() *rows.Vector {
	if v.checked == nil {
		v.checked = validText(v.vector)
	}
	return v.checked
}

// validText returns v if all texts are UTF-8, or else a copy.
func validText(v *rows.Vector) *rows.Vector {
	valid := true
	for i := 0; valid && i < v.Len(); i++ {
		valid = utf8.Valid(v.Bytes(i))
	}
	if valid {
		return v
	}
	c := rows.NewVector(rows.Text)
	for i := range v.Len() {
		if v.IsNull(i) {
			c.AppendNull()
		} else {
			c.AppendText(string(v.Bytes(i)))
		}
	}
	return c
}

// text returns the empty vector of an input column, to be filled.
func (f *frame) text(k int) *rows.Vector {
	v := &f.texts[k]
	v.Reset(rows.Text)
	f.in[k].vector = v
	return v
}

// A reader cuts an input into frames.
type reader interface {
	// fields describes the columns.
	fields() []field
	// need says which columns are used. It is called once, before read.
	need(used []bool)
	// read reads the next rows into a frame. The error is io.EOF after the last.
	read(f *frame) error
	// decode sets f.in and f.rows. Several goroutines call it, each with a frame.
	decode(f *frame) error
}

// A writer writes frames.
type writer interface {
	// encode prepares a frame. Several goroutines call it, each with a frame.
	encode(f *frame) error
	// write writes a prepared frame.
	write(f *frame) error
	// flush passes all on to the output.
	flush() error
	// close writes the end, and flushes.
	close() error
}

// An output column is an input column that is repeated, or a computed one.
type outField struct {
	name  string
	kind  rows.Kind
	index int    // in the batch
	echo  int    // the index of the input column, or -1
	in    *field // of an echo
}

// outFields describes the output of a plan.
func outFields(plan *rows.Plan, fields []field) (out []outField) {
	for k, c := range plan.Columns() {
		o := outField{name: c.Name, kind: c.Kind, index: k, echo: c.Echo}
		if c.Echo >= 0 {
			o.in = &fields[c.Echo]
		}
		out = append(out, o)
	}
	return out
}
