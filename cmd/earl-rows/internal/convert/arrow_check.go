package convert

import (
	"fmt"
	"math"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// checkArray checks an array of a stream that no one has checked before. Texts
// that are not UTF-8 are accepted: they are data, and not URLs.
func checkArray(a arrow.Array) error {
	if a.Len() > math.MaxInt32 {
		return fmt.Errorf("%d rows in a batch", a.Len())
	}
	if d, ok := a.(*array.Dictionary); ok {
		return checkDictionary(d)
	}
	data := twin(a.Data())
	defer data.Release()
	b := array.MakeFromData(data)
	defer b.Release()
	return array.ValidateFull(b)
}

// checkDictionary checks the indices and the values of a dictionary.
func checkDictionary(a *array.Dictionary) error {
	if err := array.ValidateFull(a.Indices()); err != nil {
		return err
	}
	size := a.Dictionary().Len()
	for i := range a.Len() {
		if a.IsValid(i) {
			if k := a.GetValueIndex(i); k < 0 || k >= size {
				return fmt.Errorf("index %d of a dictionary with %d values", k, size)
			}
		}
	}
	return checkArray(a.Dictionary())
}

// twin returns data as the library can check it: with bytes instead of text, which
// it refuses if the text is not UTF-8; with the storage of extensions; and with a
// buffer for nulls, which the library wants and the format does not have.
//
// Source: Arrow Columnar Format, "Buffer Listing for Each Layout".
func twin(d arrow.ArrayData) arrow.ArrayData {
	typ, buffers := twinType(d.DataType()), d.Buffers()
	if typ.ID() == arrow.NULL {
		return array.NewData(typ, d.Len(), []*memory.Buffer{nil}, nil, d.Len(), 0)
	}
	var children []arrow.ArrayData
	for _, c := range d.Children() {
		child := twin(c)
		defer child.Release()
		children = append(children, child)
	}
	if _, ok := typ.(*arrow.DictionaryType); ok && d.Dictionary() != nil {
		values := twin(d.Dictionary())
		defer values.Release()
		return array.NewDataWithDictionary(typ, d.Len(), buffers, d.NullN(), d.Offset(), values.(*array.Data))
	}
	return array.NewData(typ, d.Len(), buffers, children, d.NullN(), d.Offset())
}

// twinType returns the type of a twin. A map is checked as the list that it is.
func twinType(t arrow.DataType) arrow.DataType {
	switch t := t.(type) {
	case *arrow.StringType:
		return arrow.BinaryTypes.Binary
	case *arrow.LargeStringType:
		return arrow.BinaryTypes.LargeBinary
	case *arrow.StringViewType:
		return arrow.BinaryTypes.BinaryView
	case arrow.ExtensionType:
		return twinType(t.StorageType())
	case *arrow.DictionaryType:
		return &arrow.DictionaryType{IndexType: t.IndexType, ValueType: twinType(t.ValueType), Ordered: t.Ordered}
	case arrow.NestedType:
		return twinNested(t)
	}
	return t
}

// twinNested is twinType for types with children.
func twinNested(t arrow.NestedType) arrow.DataType {
	fields := make([]arrow.Field, t.NumFields())
	for k, f := range t.Fields() {
		f.Type = twinType(f.Type)
		fields[k] = f
	}
	switch t := t.(type) {
	case *arrow.ListType, *arrow.MapType:
		return arrow.ListOfField(fields[0])
	case *arrow.LargeListType:
		return arrow.LargeListOfField(fields[0])
	case *arrow.ListViewType:
		return arrow.ListViewOfField(fields[0])
	case *arrow.LargeListViewType:
		return arrow.LargeListViewOfField(fields[0])
	case *arrow.FixedSizeListType:
		return arrow.FixedSizeListOfField(t.Len(), fields[0])
	case *arrow.StructType:
		return arrow.StructOf(fields...)
	case *arrow.SparseUnionType:
		return arrow.SparseUnionOf(fields, t.TypeCodes())
	case *arrow.DenseUnionType:
		return arrow.DenseUnionOf(fields, t.TypeCodes())
	case *arrow.RunEndEncodedType:
		return arrow.RunEndEncodedOf(fields[0].Type, fields[1].Type)
	}
	return t
}
