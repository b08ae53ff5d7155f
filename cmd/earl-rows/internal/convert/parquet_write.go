package convert

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"sync"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/klauspost/compress/s2"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
	"github.com/parquet-go/parquet-go/compress/snappy"
	"github.com/parquet-go/parquet-go/format"

	"github.com/earl-url/earl/rows"
)

const (
	// groupRows is the number of rows in a row group, the same as in DuckDB.
	groupRows = 122_880
	// writeStep is how many values a column gets at once. It divides groupRows: so
	// the pages do not depend on the sizes of frames, and the same input gives the
	// same bytes.
	writeStep = 1024
	// dictionaryBytes is the size of a dictionary at which a column does without
	// it. It is looked at after the first dictionaryRows of a group.
	dictionaryBytes = 256 << 10
	dictionaryRows  = 8192
)

// parquetWriter writes a Parquet file. Row groups are in memory until they are
// whole.
type parquetWriter struct {
	file    *parquet.GenericWriter[any]
	columns []*parquetColumn
	group   int   // the rows of the open group
	rows    int64 // of all groups
}

// parquetColumn writes one column of the open group.
type parquetColumn struct {
	field  *outField
	binary bool // its texts are not UTF-8

	parquetType parquet.Type
	writer      *parquet.ColumnWriter
	index       int
	buffer      []parquet.Value // fewer than writeStep rows that wait for more
	bytes       []byte          // the texts in buffer
	rows        int             // in buffer
	sent        int             // the rows of the group that the writer has
	err         error
}

// newParquetWriter returns a writer of a file with metadata.
func newParquetWriter(out io.Writer, fields []outField, o *Options, metadata map[string]string, codec compress.Codec) (*parquetWriter, error) {
	w := &parquetWriter{}
	root := orderedGroup{Group: parquet.Group{}}
	for k := range fields {
		node, err := fields[k].node()
		if err != nil {
			return nil, err
		}
		root.Group[fields[k].name] = node
		root.fields = append(root.fields, &namedNode{node, fields[k].name})
		w.columns = append(w.columns, &parquetColumn{field: &fields[k], binary: isBinary(fields[k].arrowType(arrow.BinaryTypes.String)), index: k})
		if node.Leaf() {
			w.columns[k].parquetType = node.Type()
		}
	}
	options := []parquet.WriterOption{
		parquet.NewSchema("rows", root),
		parquet.Compression(codec),
		parquet.CreatedBy("earl-rows", o.Version, ""),
		parquet.DictionaryMaxBytes(dictionaryBytes),
		parquet.PageBufferSize(1 << 20),
	}
	for key, value := range metadata {
		options = append(options, parquet.KeyValueMetadata(key, value))
	}
	w.file = parquet.NewGenericWriter[any](out, options...)
	return w, nil
}

// isBinary reports whether a type is one of bytes, and not of text.
func isBinary(t arrow.DataType) bool {
	return slices.Contains([]arrow.Type{arrow.BINARY, arrow.LARGE_BINARY, arrow.BINARY_VIEW}, valueType(t).ID())
}

// orderedGroup is a group whose fields keep their order.
type orderedGroup struct {
	parquet.Group
	fields []parquet.Field
}

func (g orderedGroup) Fields() []parquet.Field { return g.fields }

// namedNode is a field of an orderedGroup. Rows are never made of Go values.
type namedNode struct {
	parquet.Node
	name string
}

func (n *namedNode) Name() string                      { return n.name }
func (n *namedNode) Value(reflect.Value) reflect.Value { return reflect.Value{} }

// node returns the description of a column.
func (o *outField) node() (parquet.Node, error) {
	if o.echo < 0 {
		switch o.kind {
		case rows.Bool:
			return parquet.Optional(parquet.Leaf(parquet.BooleanType)), nil
		case rows.Int:
			return parquet.Optional(parquet.Int(32)), nil
		case rows.List:
			return parquet.Optional(parquet.List(parquet.String())), nil
		}
		return parquet.Optional(parquet.Encoded(parquet.String(), &parquet.RLEDictionary)), nil
	}
	if c, ok := o.in.source.(*parquet.Column); ok && o.in.typ.ID() != arrow.FLOAT16 {
		return parquet.Optional(parquet.Leaf(c.Type())), nil
	}
	node := nodeOf(o.in.typ)
	if node == nil {
		return nil, usagef("column %q has the type %s, which is not written to Parquet", o.name, o.in.typ)
	}
	return parquet.Optional(node), nil
}

// encode makes the vectors of repeated texts, which several columns can share.
func (w *parquetWriter) encode(f *frame) error {
	for _, c := range w.columns {
		if c.field.echo < 0 || !c.field.in.isText() {
			continue
		}
		in := &f.in[c.field.echo]
		if _, err := in.asVector(&f.texts[c.field.echo]); err != nil {
			return err
		}
		in.utf8()
	}
	return nil
}

// write adds the rows of a frame to the open group. Columns are written at the
// same time, because compression takes most of the time.
func (w *parquetWriter) write(f *frame) error {
	for first := 0; first < f.rows; {
		n := min(f.rows-first, groupRows-w.group)
		if err := w.each(func(c *parquetColumn) error { return c.append(f, first, first+n) }); err != nil {
			return err
		}
		first, w.group, w.rows = first+n, w.group+n, w.rows+int64(n)
		if w.group == groupRows {
			if err := w.endGroup(); err != nil {
				return err
			}
		}
	}
	return nil
}

// each calls do for all columns, on several cores.
func (w *parquetWriter) each(do func(*parquetColumn) error) error {
	writers := w.file.ColumnWriters()
	leaf := 0
	var group sync.WaitGroup
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	for _, c := range w.columns {
		c.writer, c.index = writers[leaf], leaf
		leaf++
		slots <- struct{}{}
		group.Go(func() {
			defer func() {
				if r := recover(); r != nil {
					c.err = fmt.Errorf("column %q: %s", c.field.name, panicText(r))
				}
				<-slots
			}()
			c.err = do(c)
		})
	}
	group.Wait()
	var errs []error
	for _, c := range w.columns {
		errs = append(errs, c.err)
	}
	return errors.Join(errs...)
}

// endGroup writes the open group.
func (w *parquetWriter) endGroup() error {
	err := w.each(func(c *parquetColumn) error {
		if err := c.send(); err != nil {
			return err
		}
		c.sent = 0
		return c.writer.Flush()
	})
	if err != nil {
		return err
	}
	w.group = 0
	return w.file.Flush()
}

// flush does nothing: a Parquet file is of use only when it is whole.
func (w *parquetWriter) flush() error { return nil }

func (w *parquetWriter) close() error {
	if err := w.endGroup(); err != nil {
		return err
	}
	w.file.SetKeyValueMetadata(metaRows, strconv.FormatInt(w.rows, 10))
	return w.file.Close()
}

// append adds the values of some rows of a frame.
func (c *parquetColumn) append(f *frame, first, end int) error {
	for first < end {
		n := min(end-first, writeStep-c.rows)
		if err := c.add(f, first, first+n); err != nil {
			return err
		}
		first, c.rows = first+n, c.rows+n
		if c.rows == writeStep {
			if err := c.send(); err != nil {
				return err
			}
		}
	}
	return nil
}

// send passes the values in the buffer to the writer of the column.
func (c *parquetColumn) send() error {
	if c.rows == 0 {
		return nil
	}
	_, err := c.writer.WriteRowValues(c.buffer)
	c.sent += c.rows
	c.buffer, c.bytes, c.rows = c.buffer[:0], c.bytes[:0], 0
	if err == nil && c.sent == dictionaryRows {
		err = c.writer.Flush() // which compares the dictionary with its limit
	}
	return err
}

// add adds values to the buffer.
func (c *parquetColumn) add(f *frame, first, end int) error {
	if c.field.echo < 0 {
		v := &f.batch.Columns[c.field.index]
		for i := first; i < end; i++ {
			c.addValue(v, i)
		}
		return nil
	}
	in := &f.in[c.field.echo]
	if in.vector == nil && !c.field.in.isText() {
		return c.addArray(in.array, first, end)
	}
	v := in.vector
	if !c.binary {
		v = in.checked
	}
	for i := first; i < end; i++ {
		c.addValue(v, i)
	}
	return nil
}

// put adds one value, or NULL.
func (c *parquetColumn) put(v parquet.Value) {
	level := 1
	if v.IsNull() {
		level = 0
	}
	c.buffer = append(c.buffer, v.Level(0, level, c.index))
}

// addValue adds value i of a vector. Texts are copied, because the frame is used
// again before the buffer is sent.
func (c *parquetColumn) addValue(v *rows.Vector, i int) {
	switch {
	case v.Kind == rows.List:
		c.addList(v, i)
	case v.IsNull(i):
		c.put(parquet.Value{})
	case v.Kind == rows.Bool:
		c.put(parquet.BooleanValue(v.Bool(i)))
	case v.Kind == rows.Int:
		c.put(parquet.Int32Value(v.Ints[i]))
	default:
		c.put(parquet.ByteArrayValue(c.keep(v.Bytes(i))))
	}
}

// keep copies a text. If there is no room, the texts that were copied stay where
// they are.
func (c *parquetColumn) keep(text []byte) []byte {
	if len(c.bytes)+len(text) > cap(c.bytes) {
		c.bytes = make([]byte, 0, max(2*cap(c.bytes), len(text), 1<<16))
	}
	at := len(c.bytes)
	c.bytes = append(c.bytes, text...)
	return c.bytes[at:len(c.bytes):len(c.bytes)]
}

// addList adds a list: a list that is NULL, an empty one and an item have the
// definition levels 0, 1 and 2.
func (c *parquetColumn) addList(v *rows.Vector, i int) {
	switch first, end := v.Offsets[i], v.Offsets[i+1]; {
	case v.IsNull(i):
		c.buffer = append(c.buffer, parquet.Value{}.Level(0, 0, c.index))
	case first == end:
		c.buffer = append(c.buffer, parquet.Value{}.Level(0, 1, c.index))
	default:
		for k := first; k < end; k++ {
			item := parquet.ByteArrayValue(c.keep(v.Items.Bytes(int(k))))
			c.buffer = append(c.buffer, item.Level(min(1, int(k-first)), 2, c.index))
		}
	}
}

// addArray adds values of an array that is not text.
func (c *parquetColumn) addArray(a arrow.Array, first, end int) error {
	for i := first; i < end; i++ {
		if nullAt(a, i) {
			c.put(parquet.Value{})
			continue
		}
		v, err := c.valueOf(a, i)
		if err != nil {
			return err
		}
		c.put(v)
	}
	return nil
}

// codecOf returns the compression of a Parquet output: that of an option, that of
// an input of Parquet, or snappy.
func codecOf(o *Options, r reader) compress.Codec {
	switch o.Compress {
	case "zstd":
		return &parquet.Zstd
	case "snappy":
		return &fastSnappy{}
	case "none":
		return &parquet.Uncompressed
	}
	if p, ok := r.(*parquetReader); ok {
		if groups := p.file.Metadata().RowGroups; len(groups) > 0 && len(groups[0].Columns) > 0 {
			if codec := groups[0].Columns[0].MetaData.Codec; codec != format.Snappy {
				return parquet.LookupCompressionCodec(codec)
			}
		}
	}
	return &fastSnappy{}
}

// fastSnappy is the codec of Snappy that compresses three times as fast as that
// of the library, to a tenth more bytes.
type fastSnappy struct{ snappy.Codec }

func (*fastSnappy) Encode(dst, src []byte) ([]byte, error) {
	return s2.EncodeSnappy(dst[:cap(dst)], src), nil
}
