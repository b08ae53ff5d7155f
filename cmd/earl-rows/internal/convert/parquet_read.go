package convert

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/decimal128"
	"github.com/apache/arrow-go/v18/arrow/decimal256"
	"github.com/apache/arrow-go/v18/arrow/float16"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"github.com/earl-url/earl/rows"
)

const (
	// parquetRows is the number of rows that a frame from Parquet has at most, and
	// parquetStep how many are read before the size of the frame is checked.
	parquetRows = 16_384
	parquetStep = 512
	// parquetBytes is the size of text at which a frame ends.
	parquetBytes = 16 << 20
)

// parquetReader reads row groups of a file. Its columns are those that are not
// nested; lists and groups are left out.
type parquetReader struct {
	in      io.ReaderAt
	size    int64
	file    *parquet.File
	groups  []parquet.RowGroup // that are not read yet
	columns []field
	nested  []field           // that are not read
	leaves  []*parquet.Column // of columns
	used    []bool
	chunks  []*chunkReader // of the open group, for each column; nil if it is not used
	left    int64          // the rows that are left in the open group
}

// newParquetReader opens a file. It reads the row groups of a part, or all.
func newParquetReader(in *os.File, of *part) (p *parquetReader, err error) {
	defer recoverInput(&err)
	info, err := in.Stat()
	if err != nil {
		return nil, inputf("%w", err)
	}
	if !info.Mode().IsRegular() {
		return nil, usagef("an input of Parquet must be a regular file: its description is at its end")
	}
	file, err := openParquet(in, info.Size())
	if err != nil {
		return nil, inputf("%w", err)
	}
	p = &parquetReader{in: in, size: info.Size(), file: file, groups: file.RowGroups()}
	if of != nil && of.groups != nil {
		p.groups = p.groups[of.groups.first:of.groups.end]
	}
	elements := topElements(file.Metadata().Schema)
	for k, c := range file.Root().Columns() {
		if !c.Leaf() || c.Repeated() {
			p.nested = append(p.nested, field{name: c.Name(), typ: arrow.BinaryTypes.String, nested: nestedType(c)})
			continue
		}
		p.leaves = append(p.leaves, c)
		p.columns = append(p.columns, field{name: c.Name(), typ: typeOfLeaf(c, elements[k]), source: c})
	}
	return p, nil
}

// topElements returns the descriptions of the columns of a schema, which has the
// columns inside of others after them.
func topElements(schema []format.SchemaElement) (top []*format.SchemaElement) {
	for at := 1; at < len(schema); {
		top = append(top, &schema[at])
		for left := 1; left > 0 && at < len(schema); at++ {
			left += int(schema[at].NumChildren.V) - 1
		}
	}
	return top
}

// nestedType describes the type of a column that is not read.
func nestedType(c *parquet.Column) string {
	if l := c.Type().LogicalType(); l != nil && l.Value != nil {
		return strings.ToLower(l.String())
	}
	if c.Leaf() {
		return "repeated " + c.Type().String()
	}
	return "group"
}

// recoverInput makes a panic of the library an error: it does not expect all
// broken files.
func recoverInput(err *error) {
	if r := recover(); r != nil {
		*err = inputf("the Parquet file is broken: %s", panicText(r))
	}
}

// typeOfLeaf returns the type of Arrow for a column.
func typeOfLeaf(c *parquet.Column, element *format.SchemaElement) arrow.DataType {
	var logical format.LogicalTypeValue
	if l := c.Type().LogicalType(); l != nil {
		logical = l.Value
	}
	switch l := logical.(type) {
	case *format.DecimalType:
		return decimalType(l)
	case *format.NullType:
		return arrow.Null
	}
	if _, ok := element.LogicalType.Value.(*format.Float16Type); ok && c.Type().Length() == 2 { // the library drops it
		return arrow.FixedWidthTypes.Float16
	}
	switch c.Type().Kind() {
	case parquet.Boolean:
		return arrow.FixedWidthTypes.Boolean
	case parquet.Int32:
		switch l := logical.(type) {
		case *format.DateType:
			return arrow.FixedWidthTypes.Date32
		case *format.TimeType:
			return arrow.FixedWidthTypes.Time32ms
		case *format.IntType:
			if !l.IsSigned {
				return arrow.PrimitiveTypes.Uint32
			}
		}
		return arrow.PrimitiveTypes.Int32
	case parquet.Int64:
		switch l := logical.(type) {
		case *format.TimestampType:
			return timestampType(l)
		case *format.TimeType:
			if _, ok := l.Unit.Value.(*format.NanoSeconds); ok {
				return arrow.FixedWidthTypes.Time64ns
			}
			return arrow.FixedWidthTypes.Time64us
		case *format.IntType:
			if !l.IsSigned {
				return arrow.PrimitiveTypes.Uint64
			}
		}
		return arrow.PrimitiveTypes.Int64
	case parquet.Int96:
		return &arrow.FixedSizeBinaryType{ByteWidth: 12}
	case parquet.Float:
		return arrow.PrimitiveTypes.Float32
	case parquet.Double:
		return arrow.PrimitiveTypes.Float64
	case parquet.FixedLenByteArray:
		return &arrow.FixedSizeBinaryType{ByteWidth: c.Type().Length()}
	}
	switch logical.(type) {
	case *format.StringType, *format.EnumType, *format.JsonType:
		return arrow.BinaryTypes.String
	}
	return arrow.BinaryTypes.Binary
}

// decimalType returns the type of Arrow for a decimal, which Parquet has in
// columns of four kinds.
func decimalType(l *format.DecimalType) arrow.DataType {
	if l.Precision <= 38 {
		return &arrow.Decimal128Type{Precision: l.Precision, Scale: l.Scale}
	}
	return &arrow.Decimal256Type{Precision: l.Precision, Scale: l.Scale}
}

func timestampType(l *format.TimestampType) arrow.DataType {
	t := &arrow.TimestampType{Unit: arrow.Nanosecond}
	switch l.Unit.Value.(type) {
	case *format.MilliSeconds:
		t.Unit = arrow.Millisecond
	case *format.MicroSeconds:
		t.Unit = arrow.Microsecond
	}
	if l.IsAdjustedToUTC {
		t.TimeZone = "UTC"
	}
	return t
}

func (p *parquetReader) fields() []field       { return p.columns }
func (p *parquetReader) need(used []bool)      { p.used = used }
func (p *parquetReader) decode(f *frame) error { return nil }

// read reads the next rows. A frame has rows of one group only.
func (p *parquetReader) read(f *frame) (err error) {
	defer recoverInput(&err)
	for p.left == 0 {
		p.closeChunks()
		if len(p.groups) == 0 {
			return io.EOF
		}
		if err := p.checkGroup(p.groups[0]); err != nil {
			return err
		}
		p.openGroup(p.groups[0])
		p.groups = p.groups[1:]
	}
	var columns []*columnBuilder
	for k, c := range p.chunks {
		if c != nil {
			columns = append(columns, newColumnBuilder(f, k, p.columns[k].typ, c))
		}
	}
	for size := 0; f.rows < parquetRows && size < parquetBytes && p.left > 0; {
		n := int(min(parquetStep, p.left, int64(parquetRows-f.rows)))
		for _, c := range columns {
			if err := c.read(n); err != nil {
				return inputf("column %q: %w", p.columns[c.index].name, err)
			}
			size += c.size()
		}
		f.rows += n
		p.left -= int64(n)
	}
	for _, c := range columns {
		c.finish(f)
	}
	return nil
}

// checkGroup checks the columns of a row group that are used.
func (p *parquetReader) checkGroup(g parquet.RowGroup) error {
	var memory int64
	for k, leaf := range p.leaves {
		if !p.used[k] {
			continue
		}
		name := p.columns[k].name
		chunk, ok := g.ColumnChunks()[leaf.Index()].(*parquet.FileColumnChunk)
		if !ok {
			continue
		}
		if chunk.NumValues() != g.NumRows() {
			return inputf("column %q has %d values, and its row group %d rows", name, chunk.NumValues(), g.NumRows())
		}
		if leaf.Type().Kind() == parquet.FixedLenByteArray && leaf.Type().Length() > maxFixedLength {
			return inputf("column %q has values of %d bytes: at most %d", name, leaf.Type().Length(), maxFixedLength)
		}
		m := chunkMetadata(p.file, g, leaf.Index())
		if m == nil {
			return inputf("column %q: its description is missing", name)
		}
		n, err := checkChunk(p.in, p.size, m)
		if err != nil {
			return inputf("column %q: %w", name, err)
		}
		if memory += n; memory > maxPages {
			return inputf("column %q: the pages of the columns need more than %d bytes at once: select fewer columns", name, maxPages)
		}
	}
	return nil
}

// chunkMetadata returns the description of a column in a row group.
func chunkMetadata(f *parquet.File, g parquet.RowGroup, column int) *format.ColumnMetaData {
	for k, other := range f.RowGroups() {
		if other == g && column < len(f.Metadata().RowGroups[k].Columns) {
			return &f.Metadata().RowGroups[k].Columns[column].MetaData
		}
	}
	return nil
}

// openGroup opens the columns of a row group that are used.
func (p *parquetReader) openGroup(g parquet.RowGroup) {
	p.left = g.NumRows()
	p.chunks = make([]*chunkReader, len(p.columns))
	for k, leaf := range p.leaves {
		if p.used[k] {
			p.chunks[k] = &chunkReader{pages: g.ColumnChunks()[leaf.Index()].Pages()}
		}
	}
}

func (p *parquetReader) closeChunks() {
	for _, c := range p.chunks {
		if c != nil {
			c.close()
		}
	}
	p.chunks = nil
}

// chunkReader reads the values of one column in a row group.
type chunkReader struct {
	pages  parquet.Pages
	page   parquet.Page
	values parquet.ValueReader
	buffer [parquetStep]parquet.Value
}

// next returns at most n values. They are valid until the next call.
func (c *chunkReader) next(n int) ([]parquet.Value, error) {
	for {
		if c.values != nil {
			got, err := c.values.ReadValues(c.buffer[:n])
			if got > 0 {
				return c.buffer[:got], nil
			}
			if err != nil && err != io.EOF {
				return nil, err
			}
			c.closePage()
		}
		page, err := c.pages.ReadPage()
		if err == io.EOF {
			return nil, io.ErrUnexpectedEOF
		}
		if err != nil {
			return nil, err
		}
		c.page, c.values = page, page.Values()
	}
}

func (c *chunkReader) closePage() {
	if c.page != nil {
		parquet.Release(c.page)
	}
	c.page, c.values = nil, nil
}

func (c *chunkReader) close() {
	c.closePage()
	c.pages.Close()
}

// columnBuilder collects the values of a column for a frame: texts in a vector,
// other values in an array.
type columnBuilder struct {
	index  int
	chunk  *chunkReader
	vector *rows.Vector
	array  array.Builder
	typ    arrow.DataType
}

func newColumnBuilder(f *frame, k int, typ arrow.DataType, c *chunkReader) *columnBuilder {
	b := &columnBuilder{index: k, chunk: c, typ: typ}
	if arrow.IsBinaryLike(typ.ID()) {
		b.vector = f.text(k)
	} else {
		b.array = array.NewBuilder(memory.DefaultAllocator, typ)
	}
	return b
}

// size returns the bytes of text that there are.
func (b *columnBuilder) size() int {
	if b.vector == nil {
		return 0
	}
	return len(b.vector.Data)
}

// read reads n values.
func (b *columnBuilder) read(n int) error {
	for n > 0 {
		values, err := b.chunk.next(n)
		if err != nil {
			return err
		}
		n -= len(values)
		if b.vector == nil {
			if err := appendValues(b.array, values); err != nil {
				return err
			}
			continue
		}
		for i := range values {
			if values[i].IsNull() {
				b.vector.AppendNull()
			} else {
				b.vector.AppendBytes(values[i].ByteArray())
			}
		}
		if b.size() > rows.MaxBatch {
			return tooMuchText(int64(b.size()))
		}
	}
	return nil
}

func (b *columnBuilder) finish(f *frame) {
	if b.array != nil {
		f.in[b.index].array = b.array.NewArray()
	}
}

// appendValues appends values that are not text.
func appendValues(b array.Builder, values []parquet.Value) error {
	for _, v := range values {
		if v.IsNull() {
			b.AppendNull()
			continue
		}
		switch b := b.(type) {
		case *array.BooleanBuilder:
			b.Append(v.Boolean())
		case *array.Int32Builder:
			b.Append(v.Int32())
		case *array.Uint32Builder:
			b.Append(v.Uint32())
		case *array.Date32Builder:
			b.Append(arrow.Date32(v.Int32()))
		case *array.Int64Builder:
			b.Append(v.Int64())
		case *array.Uint64Builder:
			b.Append(v.Uint64())
		case *array.TimestampBuilder:
			b.Append(arrow.Timestamp(v.Int64()))
		case *array.Time32Builder:
			b.Append(arrow.Time32(v.Int32()))
		case *array.Time64Builder:
			b.Append(arrow.Time64(v.Int64()))
		case *array.Decimal128Builder:
			b.Append(decimal128.FromBigInt(unscaled(v)))
		case *array.Decimal256Builder:
			b.Append(decimal256.FromBigInt(unscaled(v)))
		case *array.Float32Builder:
			b.Append(v.Float())
		case *array.Float64Builder:
			b.Append(v.Double())
		case *array.Float16Builder:
			b.Append(float16.FromLEBytes(v.Bytes()))
		case *array.FixedSizeBinaryBuilder:
			b.Append(v.Bytes())
		default:
			return fmt.Errorf("type %s", b.Type())
		}
	}
	return nil
}
