package convert

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
)

// endMark is the end of an Arrow stream.
const endMark = 0x00000000_FFFFFFFF

// tail is a reader that remembers how much was read, and the last eight bytes.
type tail struct {
	r    io.Reader
	last [8]byte
	n    int64
}

func (t *tail) Read(p []byte) (int, error) {
	n, err := t.r.Read(p)
	t.n += int64(n)
	if n >= len(t.last) {
		copy(t.last[:], p[n-len(t.last):n])
	} else {
		copy(t.last[:], t.last[n:])
		copy(t.last[len(t.last)-n:], p[:n])
	}
	return n, err
}

// arrowReader reads an Arrow stream.
type arrowReader struct {
	tail    *tail
	ipc     *ipc.Reader
	columns []field
	used    []bool
	before  int64 // the bytes read before the message that is read
}

// newArrowReader reads the schema of a stream.
func newArrowReader(in io.Reader) (*arrowReader, error) {
	t := &tail{r: in}
	r, err := ipc.NewReaderFromMessageReader(&arrowMessages{in: t})
	if err != nil {
		if t.n == 0 {
			return nil, inputf("the Arrow stream is empty: it has no schema")
		}
		return nil, inputf("%w", err)
	}
	a := &arrowReader{tail: t, ipc: r, before: t.n}
	for _, f := range r.Schema().Fields() {
		a.columns = append(a.columns, field{name: f.Name, typ: f.Type, source: f.Metadata})
	}
	return a, nil
}

func (a *arrowReader) fields() []field  { return a.columns }
func (a *arrowReader) need(used []bool) { a.used = used }

func (a *arrowReader) read(f *frame) error {
	record, err := a.ipc.Read()
	if errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return a.checkEnd()
	}
	if err != nil {
		return inputf("%w", err)
	}
	a.before = a.tail.n
	record.Retain()
	f.record, f.rows = record, int(record.NumRows())
	return nil
}

// checkEnd returns io.EOF if the stream has its end mark. Without it the stream is
// truncated, perhaps after a whole batch.
func (a *arrowReader) checkEnd() error {
	if a.tail.n < a.before+8 || binary.LittleEndian.Uint64(a.tail.last[:]) != endMark {
		return inputf("the Arrow stream is truncated: its end mark is missing")
	}
	return io.EOF
}

func (a *arrowReader) decode(f *frame) error {
	for k, c := range f.record.Columns() {
		if !a.used[k] {
			continue
		}
		if c.Len() != f.rows {
			return inputf("column %q has %d rows, and its batch %d", a.columns[k].name, c.Len(), f.rows)
		}
		if err := checkArray(c); err != nil {
			return inputf("column %q: %s", a.columns[k].name, err)
		}
		f.in[k].array = c
	}
	return nil
}

// arrowWriter writes an Arrow stream.
type arrowWriter struct {
	out    *bufio.Writer
	ipc    *ipc.Writer
	schema *arrow.Schema
	fields []outField
}

// newArrowWriter returns a writer of a stream with metadata.
func newArrowWriter(out io.Writer, fields []outField, url arrow.DataType, metadata map[string]string) *arrowWriter {
	w := &arrowWriter{out: bufio.NewWriterSize(out, 1<<16), fields: fields}
	text := textType(url)
	var columns []arrow.Field
	for i := range fields {
		c := arrow.Field{Name: fields[i].name, Type: fields[i].arrowType(text), Nullable: true}
		if fields[i].echo >= 0 {
			c.Metadata, _ = fields[i].in.source.(arrow.Metadata)
		}
		columns = append(columns, c)
	}
	m := arrow.MetadataFrom(metadata)
	w.schema = arrow.NewSchema(columns, &m)
	w.ipc = ipc.NewWriter(w.out, ipc.WithSchema(w.schema))
	return w
}

// encode makes the record, which uses the memory of the frame.
func (w *arrowWriter) encode(f *frame) error {
	columns := make([]arrow.Array, len(w.fields))
	for k := range w.fields {
		columns[k] = w.fields[k].array(f, w.schema.Field(k).Type)
		defer columns[k].Release()
	}
	record := array.NewRecordBatch(w.schema, columns, int64(f.rows))
	if f.record != nil {
		f.record.Release()
	}
	f.record = record
	return nil
}

// array returns a column of a frame as an array, which the caller releases.
func (o *outField) array(f *frame, typ arrow.DataType) arrow.Array {
	if o.echo < 0 {
		return arrayOf(&f.batch.Columns[o.index], typ)
	}
	in := &f.in[o.echo]
	switch {
	case in.array == nil && typ.ID() == arrow.STRING:
		return arrayOf(in.utf8(), typ)
	case in.array == nil:
		return arrayOf(in.vector, typ)
	}
	in.array.Retain()
	return in.array
}

func (w *arrowWriter) write(f *frame) error {
	if err := w.ipc.Write(f.record); err != nil {
		return fmt.Errorf("%w", err)
	}
	return nil
}

func (w *arrowWriter) flush() error { return w.out.Flush() }

// close writes the end mark, after the schema if there was no batch.
func (w *arrowWriter) close() error {
	if err := w.ipc.Close(); err != nil {
		return err
	}
	return w.out.Flush()
}
