package convert

import (
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/bitutil"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"github.com/earl-url/earl/rows"
)

// asVector returns the values of a text or binary column as a vector. The
// vector uses the memory of the array if it can, and otherwise that of scratch.
func (v *values) asVector(scratch *rows.Vector) (*rows.Vector, error) {
	if v.vector != nil {
		return v.vector, nil
	}
	var err error
	v.vector, err = vectorOf(v.array, scratch)
	return v.vector, err
}

// vectorOf returns the values of an array of text or binary.
func vectorOf(a arrow.Array, scratch *rows.Vector) (*rows.Vector, error) {
	scratch.Reset(rows.Text)
	if a.Len() == 0 {
		return scratch, nil
	}
	data := a.Data()
	switch a := a.(type) {
	case *array.String, *array.Binary:
		offsets := arrow.Int32Traits.CastFromBytes(data.Buffers()[1].Bytes())[data.Offset() : data.Offset()+data.Len()+1]
		return &rows.Vector{Offsets: offsets, Data: bufferBytes(data.Buffers()[2]), Valid: validity(data)}, nil
	case *array.LargeString, *array.LargeBinary:
		offsets := arrow.Int64Traits.CastFromBytes(data.Buffers()[1].Bytes())[data.Offset() : data.Offset()+data.Len()+1]
		return fromLarge(offsets, bufferBytes(data.Buffers()[2]), validity(data), scratch)
	case *array.StringView:
		return gather(a, scratch, func(i int) []byte { return []byte(a.Value(i)) })
	case *array.BinaryView:
		return gather(a, scratch, a.Value)
	case *array.Null:
		for range a.Len() {
			scratch.AppendNull()
		}
		return scratch, nil
	case *array.Dictionary:
		return gatherFrom(a.Dictionary(), a, scratch, a.GetValueIndex)
	case *array.RunEndEncoded:
		return gatherFrom(a.Values(), a, scratch, a.GetPhysicalIndex)
	}
	return nil, fmt.Errorf("type %s is not text", a.DataType())
}

func bufferBytes(b *memory.Buffer) []byte {
	if b == nil {
		return nil
	}
	return b.Bytes()
}

// validity returns the validity bitmap of an array from its first value on, or
// nil.
func validity(data arrow.ArrayData) []byte {
	bits := bufferBytes(data.Buffers()[0])
	if len(bits) == 0 || data.NullN() == 0 {
		return nil
	}
	if data.Offset()&7 == 0 {
		return bits[data.Offset()/8:]
	}
	moved := make([]byte, bitutil.BytesForBits(int64(data.Len())))
	bitutil.CopyBitmap(bits, data.Offset(), data.Len(), moved, 0)
	return moved
}

// fromLarge makes offsets of 64 bits offsets of 32 bits.
func fromLarge(offsets []int64, text, valid []byte, scratch *rows.Vector) (*rows.Vector, error) {
	first, end := offsets[0], offsets[len(offsets)-1]
	if end-first > rows.MaxBatch {
		return nil, tooMuchText(end - first)
	}
	small := scratch.Offsets[:0]
	for _, o := range offsets {
		small = append(small, int32(o-first))
	}
	scratch.Offsets = small
	return &rows.Vector{Offsets: small, Data: text[first:end], Valid: valid}, nil
}

// gather copies values that are not in one piece.
func gather(a arrow.Array, scratch *rows.Vector, value func(int) []byte) (*rows.Vector, error) {
	total := 0
	for i := range a.Len() {
		if nullAt(a, i) {
			scratch.AppendNull()
			continue
		}
		text := value(i)
		if total += len(text); total > rows.MaxBatch {
			return nil, tooMuchText(int64(total))
		}
		scratch.AppendBytes(text)
	}
	return scratch, nil
}

// gatherFrom is gather for an array whose values are in another: value i is that of
// index(i).
func gatherFrom(values, a arrow.Array, scratch *rows.Vector, index func(int) int) (*rows.Vector, error) {
	texts, err := vectorOf(values, new(rows.Vector))
	if err != nil {
		return nil, err
	}
	return gather(a, scratch, func(i int) []byte { return texts.Bytes(index(i)) })
}

// nullAt reports whether value i is NULL. Dictionaries, runs and unions have the NULL
// in another array.
func nullAt(a arrow.Array, i int) bool {
	switch a := a.(type) {
	case *array.Null:
		return true
	case *array.Dictionary:
		return a.IsNull(i) || nullAt(a.Dictionary(), a.GetValueIndex(i))
	case *array.RunEndEncoded:
		return nullAt(a.Values(), a.GetPhysicalIndex(i))
	case array.Union:
		return nullAt(unionValue(a, i))
	case array.ExtensionArray:
		return nullAt(a.Storage(), i)
	}
	return a.IsNull(i)
}

// unionValue returns the child of a union that has value i, and its index there.
func unionValue(a array.Union, i int) (arrow.Array, int) {
	child := a.Field(a.ChildID(i))
	if d, ok := a.(*array.DenseUnion); ok {
		i = int(d.ValueOffset(i))
	}
	return child, i
}

func tooMuchText(n int64) error {
	return inputf("a batch has at least %d bytes of text in a column, the most are %d: use smaller batches: %s", n, rows.MaxBatch, batchSettings)
}

// textType returns the type of computed texts: with offsets of 64 bits if the
// URLs have them.
func textType(url arrow.DataType) arrow.DataType {
	url = valueType(url)
	if arrow.IsLargeBinaryLike(url.ID()) {
		return arrow.BinaryTypes.LargeString
	}
	return arrow.BinaryTypes.String
}

// arrowType returns the type of an output column.
func (o *outField) arrowType(text arrow.DataType) arrow.DataType {
	if o.echo >= 0 {
		return o.in.typ
	}
	switch o.kind {
	case rows.Bool:
		return arrow.FixedWidthTypes.Boolean
	case rows.Int:
		return arrow.PrimitiveTypes.Int32
	case rows.List:
		return arrow.ListOf(text)
	}
	return text
}

// arrayOf returns a vector as an array that uses the memory of the vector.
func arrayOf(v *rows.Vector, typ arrow.DataType) arrow.Array {
	data := dataOf(v, typ)
	defer data.Release()
	return array.MakeFromData(data)
}

// dataOf is arrayOf without the type of Go.
func dataOf(v *rows.Vector, typ arrow.DataType) *array.Data {
	n, nulls := v.Len(), v.Nulls()
	var valid *memory.Buffer
	if nulls > 0 {
		valid = memory.NewBufferBytes(v.Valid)
	}
	buffers := []*memory.Buffer{valid}
	var children []arrow.ArrayData
	switch v.Kind {
	case rows.Bool:
		buffers = append(buffers, memory.NewBufferBytes(v.Bits))
	case rows.Int:
		buffers = append(buffers, memory.NewBufferBytes(arrow.Int32Traits.CastToBytes(v.Ints)))
	case rows.List:
		buffers = append(buffers, memory.NewBufferBytes(arrow.Int32Traits.CastToBytes(v.Offsets)))
		items := dataOf(v.Items, typ.(*arrow.ListType).Elem())
		defer items.Release()
		children = []arrow.ArrayData{items}
	default:
		offsets := arrow.Int32Traits.CastToBytes(v.Offsets)
		if arrow.IsLargeBinaryLike(typ.ID()) {
			offsets = arrow.Int64Traits.CastToBytes(largeOffsets(v.Offsets))
		}
		buffers = append(buffers, memory.NewBufferBytes(offsets), memory.NewBufferBytes(v.Data))
	}
	return array.NewData(typ, n, buffers, children, nulls, 0)
}

func largeOffsets(offsets []int32) []int64 {
	large := make([]int64, len(offsets))
	for i, o := range offsets {
		large[i] = int64(o)
	}
	return large
}
