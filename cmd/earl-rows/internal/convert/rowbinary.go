package convert

import (
	"encoding/binary"
	"io"

	"github.com/earl-url/earl/rows"
)

// In RowBinary a text is its length (unsigned LEB128) and its bytes. Before a
// value of a Nullable type is a byte, 1 for NULL. An array is its length and its
// values; it cannot be Nullable.
//
// Input columns are String, or Nullable(String) with Options.Nullable. Computed
// columns are Nullable(String), Nullable(Bool) and Nullable(Int32), or
// Array(String), which is empty for NULL.

// plainString is the source of a column of type String, which has no NULL.
const plainString = stringType("String")

type stringType string

func newRowBinaryReader(in io.Reader, o *Options, early bool) *textReader {
	columns := textFields(o.inputNames())
	for k := range columns {
		if !o.Nullable {
			columns[k].source = plainString
		}
	}
	r := rowBinary{columns: len(columns), nullable: o.Nullable}
	return &textReader{
		blocks:  &blocks{in: in, scan: r.scan, early: early, chunked: o.ChunkHeader},
		columns: columns,
		parse:   r.parse,
	}
}

// rowBinary is the layout of rows.
type rowBinary struct {
	columns  int
	nullable bool
}

// value returns the value at the start of b and its end. end is 0 if b does not
// have all of it.
func (r rowBinary) value(b []byte) (text []byte, null bool, end int) {
	at := 0
	if r.nullable {
		if len(b) == 0 {
			return nil, false, 0
		}
		if at = 1; b[0] != 0 {
			return nil, true, 1
		}
	}
	n, size := binary.Uvarint(b[at:])
	if size <= 0 || n > uint64(len(b)) || at+size+int(n) > len(b) {
		return nil, false, 0
	}
	at += size
	return b[at : at+int(n)], false, at + int(n)
}

func (r rowBinary) scan(b []byte, most int) (end, n int) {
	for at := 0; n < most; n++ {
		for range r.columns {
			_, _, size := r.value(b[at:])
			if size == 0 {
				return end, n
			}
			at += size
		}
		end = at
	}
	return end, n
}

func (r rowBinary) parse(t *textReader, f *frame) error {
	vectors := t.vectors(f)
	b := f.raw
	for range f.rows {
		for _, v := range vectors {
			text, null, size := r.value(b)
			b = b[size:]
			switch {
			case v == nil:
			case null:
				v.AppendNull()
			default:
				v.AppendBytes(text)
			}
		}
	}
	return nil
}

func newRowBinaryWriter(out io.Writer, fields []outField) *textWriter {
	return newTextWriter(out, fields, "", "", style{append: appendRowBinary})
}

// appendRowBinary appends value i of a column.
func appendRowBinary(b []byte, c *cells, i int) []byte {
	if c.Kind == rows.List {
		return appendBinaryList(b, c.Vector, i)
	}
	if c.IsNull(i) {
		return append(b, 1)
	}
	if c.nullable {
		b = append(b, 0)
	}
	switch c.Kind {
	case rows.Bool:
		if c.Bool(i) {
			return append(b, 1)
		}
		return append(b, 0)
	case rows.Int:
		return binary.LittleEndian.AppendUint32(b, uint32(c.Ints[i]))
	}
	return appendBinaryText(b, c.Bytes(i))
}

func appendBinaryText(b, text []byte) []byte {
	return append(binary.AppendUvarint(b, uint64(len(text))), text...)
}

func appendBinaryList(b []byte, v *rows.Vector, i int) []byte {
	first, end := v.Offsets[i], v.Offsets[i+1]
	b = binary.AppendUvarint(b, uint64(end-first))
	for k := first; k < end; k++ {
		b = appendBinaryText(b, v.Items.Bytes(int(k)))
	}
	return b
}
