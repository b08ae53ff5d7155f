package convert

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/decimal128"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/format"

	"github.com/earl-url/earl/rows"
)

// textReader reads the formats whose values are text: CSV, TSV, JSON lines and
// RowBinary.
type textReader struct {
	blocks  *blocks
	columns []field
	used    []bool
	all     bool // "*" selects all columns
	parse   func(t *textReader, f *frame) error
}

func (t *textReader) fields() []field       { return t.columns }
func (t *textReader) need(used []bool)      { t.used = used }
func (t *textReader) read(f *frame) error   { return t.blocks.next(f) }
func (t *textReader) decode(f *frame) error { return t.parse(t, f) }

// vectors returns the vectors of a frame, for each column that is used.
func (t *textReader) vectors(f *frame) []*rows.Vector {
	out := make([]*rows.Vector, len(t.columns))
	for k := range out {
		if t.used[k] {
			out[k] = f.text(k)
		}
	}
	return out
}

// textFields returns fields of text.
func textFields(names []string) (fields []field) {
	for _, name := range names {
		fields = append(fields, field{name: name, typ: arrow.BinaryTypes.String})
	}
	return fields
}

// textWriter writes the formats whose rows are encoded one by one.
type textWriter struct {
	out    *bufio.Writer
	fields []outField
	style  style
	before []string // for each column: what is before its value
	end    string   // what is at the end of a row
}

// style is how a format writes the values of a column.
type style struct {
	append func(b []byte, c *cells, i int) []byte
	json   bool // wants values that are not text as JSON
}

// cells are the values of one output column of a frame.
type cells struct {
	*rows.Vector
	text     string // Data, or that of Items, for styles that need strings
	raw      bool   // the texts are JSON
	nullable bool
}

func (w *textWriter) encode(f *frame) error {
	columns := make([]cells, len(w.fields))
	for k := range w.fields {
		var err error
		if columns[k], err = w.fields[k].cells(f, w.style.json); err != nil {
			return err
		}
	}
	b := f.out
	for i := range f.rows {
		for k := range columns {
			b = append(b, w.before[k]...)
			b = w.style.append(b, &columns[k], i)
		}
		b = append(b, w.end...)
	}
	f.out = b
	return nil
}

// cells returns the values of a column in a frame.
func (o *outField) cells(f *frame, asJSON bool) (c cells, err error) {
	if o.echo < 0 {
		c = cells{Vector: &f.batch.Columns[o.index], nullable: true}
		c.setText(asJSON)
		return c, nil
	}
	in := &f.in[o.echo]
	c = cells{nullable: o.in.source != plainString}
	switch {
	case asJSON && in.json != nil:
		c.Vector, c.raw = in.json, true
	case in.vector != nil:
		c.Vector = in.vector
	case o.in.isText():
		c.Vector, err = in.asVector(&f.texts[o.echo])
	default:
		c.raw = asJSON
		c.Vector, err = o.in.formatted(in.array, asJSON)
	}
	if err != nil {
		return c, err
	}
	c.setText(asJSON)
	return c, nil
}

// setText sets text for lists, and for texts of styles that want JSON.
func (c *cells) setText(asJSON bool) {
	switch {
	case c.Kind == rows.List:
		c.text = string(c.Items.Data)
	case asJSON && c.Kind == rows.Text:
		c.text = string(c.Data)
	}
}

// formatted returns the values of an array that is not text as text, or as JSON.
// Lists can be many times as long as text as they are in a batch, because they can
// share their items.
func (f *field) formatted(a arrow.Array, asJSON bool) (*rows.Vector, error) {
	v := rows.NewVector(rows.Text)
	exact := f.exactText(a)
	for i := range a.Len() {
		if len(v.Data) > rows.MaxBatch {
			return nil, tooMuchText(int64(len(v.Data)))
		}
		switch {
		case nullAt(a, i):
			v.AppendNull()
		case exact != nil:
			text, quotes := exact(i)
			if asJSON && quotes {
				text = strconv.Quote(text)
			}
			v.AppendBytes([]byte(text))
		case asJSON:
			text, err := json.Marshal(a.GetOneForMarshal(i))
			if err != nil {
				v.AppendNull() // NaN is not in JSON
				continue
			}
			v.AppendBytes(text)
		default:
			v.AppendBytes([]byte(a.ValueStr(i)))
		}
	}
	return v, nil
}

// exactText returns how values are written whose text in the library for Arrow is
// not exact, or shows their bytes; or nil. quotes says that the text is a string
// in JSON.
func (f *field) exactText(a arrow.Array) func(i int) (text string, quotes bool) {
	switch a := a.(type) {
	case *array.Decimal32:
		scale := a.DataType().(*arrow.Decimal32Type).Scale
		return func(i int) (string, bool) { return decimal128.FromI64(int64(a.Value(i))).ToString(scale), false }
	case *array.Decimal64:
		scale := a.DataType().(*arrow.Decimal64Type).Scale
		return func(i int) (string, bool) { return decimal128.FromI64(int64(a.Value(i))).ToString(scale), false }
	case *array.Decimal128:
		scale := a.DataType().(*arrow.Decimal128Type).Scale
		return func(i int) (string, bool) { return a.Value(i).ToString(scale), false }
	case *array.Decimal256:
		scale := a.DataType().(*arrow.Decimal256Type).Scale
		return func(i int) (string, bool) { return a.Value(i).ToString(scale), false }
	case *array.FixedSizeBinary:
		c, ok := f.source.(*parquet.Column)
		if ok && c.Type().Kind() == parquet.Int96 {
			return func(i int) (string, bool) { return int96Time(a.Value(i)), true }
		}
		if ok && isInterval(c) {
			return func(i int) (string, bool) { return intervalText(a.Value(i)), true }
		}
		if ok && isUUID(c.Type()) || f.extension() == "arrow.uuid" && a.DataType().(*arrow.FixedSizeBinaryType).ByteWidth == 16 {
			return func(i int) (string, bool) {
				b := a.Value(i)
				return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:]), true
			}
		}
	case *array.Int8:
		if f.extension() == "arrow.bool8" {
			return func(i int) (string, bool) { return strconv.FormatBool(a.Value(i) != 0), false }
		}
	}
	return nil
}

// extension returns the name of the extension type of a column of Arrow, or "".
//
// Source: Arrow Columnar Format, "Canonical Extension Types".
func (f *field) extension() string {
	m, _ := f.source.(arrow.Metadata)
	name, _ := m.GetValue("ARROW:extension:name")
	return name
}

// isInterval reports whether a column has months, days and milliseconds.
func isInterval(c *parquet.Column) bool {
	t := c.Type().ConvertedType()
	return t != nil && *t == deprecated.Interval && c.Type().Length() == 12
}

// intervalText returns an interval as a duration of ISO 8601.
func intervalText(b []byte) string {
	months, days, milli := le32(b), le32(b[4:]), le32(b[8:])
	return fmt.Sprintf("P%dM%dDT%d.%03dS", months, days, milli/1000, milli%1000)
}

func isUUID(t parquet.Type) bool {
	l := t.LogicalType()
	if l == nil {
		return false
	}
	_, ok := l.Value.(*format.UUIDType)
	return ok && t.Length() == 16
}

// int96Time returns the text of a time in 96 bits: the nanoseconds of the day, and
// the day, counted from noon of the first Julian day.
func int96Time(b []byte) string {
	const unixDay = 2_440_588 // 1970-01-01
	nano, day := int64(binary.LittleEndian.Uint64(b)), int64(binary.LittleEndian.Uint32(b[8:]))
	return time.Unix((day-unixDay)*86_400, nano).UTC().Format("2006-01-02T15:04:05.999999999")
}

func (w *textWriter) write(f *frame) error {
	_, err := w.out.Write(f.out)
	return err
}

func (w *textWriter) flush() error { return w.out.Flush() }
func (w *textWriter) close() error { return w.out.Flush() }

// newTextWriter returns a writer with a separator between the values of a row.
func newTextWriter(out io.Writer, fields []outField, separator, end string, s style) *textWriter {
	w := &textWriter{out: bufio.NewWriterSize(out, 1<<16), fields: fields, style: s, end: end}
	for k := range fields {
		before := separator
		if k == 0 {
			before = ""
		}
		w.before = append(w.before, before)
	}
	return w
}

// header writes the names of the columns.
func (w *textWriter) header() error {
	var b []byte
	for k := range w.fields {
		v := rows.NewVector(rows.Text)
		v.AppendBytes([]byte(w.fields[k].name))
		b = w.style.append(append(b, w.before[k]...), &cells{Vector: v, nullable: true}, 0)
	}
	_, err := w.out.Write(append(b, w.end...))
	return err
}
