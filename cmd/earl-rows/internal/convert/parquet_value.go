package convert

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/format"
)

// nodeOf returns the description of an array's values, or nil.
func nodeOf(t arrow.DataType) parquet.Node {
	switch t := t.(type) {
	case *arrow.StringType, *arrow.LargeStringType, *arrow.StringViewType:
		return parquet.String()
	case *arrow.BinaryType, *arrow.LargeBinaryType, *arrow.BinaryViewType:
		return parquet.Leaf(parquet.ByteArrayType)
	case *arrow.DictionaryType, *arrow.RunEndEncodedType:
		return nodeOf(valueType(t))
	case *arrow.NullType:
		return parquet.Leaf(parquet.NullType)
	case *arrow.Float16Type:
		return parquet.Leaf(halfType{parquet.FixedLenByteArrayType(2)})
	case *arrow.BooleanType:
		return parquet.Leaf(parquet.BooleanType)
	case *arrow.Int8Type, *arrow.Int16Type, *arrow.Int32Type:
		return parquet.Int(t.(arrow.FixedWidthDataType).BitWidth())
	case *arrow.Uint8Type, *arrow.Uint16Type, *arrow.Uint32Type:
		return parquet.Uint(t.(arrow.FixedWidthDataType).BitWidth())
	case *arrow.Int64Type:
		return parquet.Int(64)
	case *arrow.Uint64Type:
		return parquet.Uint(64)
	case *arrow.Float32Type:
		return parquet.Leaf(parquet.FloatType)
	case *arrow.Float64Type:
		return parquet.Leaf(parquet.DoubleType)
	case *arrow.Date32Type, *arrow.Date64Type:
		return parquet.Date()
	case *arrow.TimestampType:
		return timestampNode(t)
	case *arrow.Time32Type:
		return parquet.TimeAdjusted(parquet.Millisecond, false)
	case *arrow.Time64Type:
		if t.Unit == arrow.Nanosecond {
			return parquet.TimeAdjusted(parquet.Nanosecond, false)
		}
		return parquet.TimeAdjusted(parquet.Microsecond, false)
	case *arrow.Decimal32Type:
		return parquet.Decimal(int(t.Scale), int(t.Precision), parquet.Int32Type)
	case *arrow.Decimal64Type:
		return parquet.Decimal(int(t.Scale), int(t.Precision), parquet.Int64Type)
	case *arrow.Decimal128Type:
		return parquet.Decimal(int(t.Scale), int(t.Precision), parquet.FixedLenByteArrayType(16))
	case *arrow.Decimal256Type:
		return parquet.Decimal(int(t.Scale), int(t.Precision), parquet.FixedLenByteArrayType(32))
	case *arrow.FixedSizeBinaryType:
		return parquet.Leaf(parquet.FixedLenByteArrayType(t.ByteWidth))
	}
	return nil
}

// halfType is the type of floating-point numbers of 16 bits, which the library does
// not have.
type halfType struct{ parquet.Type }

func (halfType) LogicalType() *format.LogicalType {
	return &format.LogicalType{Value: new(format.Float16Type)}
}

// timestampNode is nodeOf for times. Parquet has no seconds: they become
// milliseconds.
func timestampNode(t *arrow.TimestampType) parquet.Node {
	utc := t.TimeZone != ""
	switch t.Unit {
	case arrow.Second, arrow.Millisecond:
		return parquet.TimestampAdjusted(parquet.Millisecond, utc)
	case arrow.Microsecond:
		return parquet.TimestampAdjusted(parquet.Microsecond, utc)
	case arrow.Nanosecond:
		return parquet.TimestampAdjusted(parquet.Nanosecond, utc)
	}
	return nil
}

// valueOf returns value i of an array.
func (c *parquetColumn) valueOf(a arrow.Array, i int) (parquet.Value, error) {
	switch a := a.(type) {
	case *array.Boolean:
		return parquet.BooleanValue(a.Value(i)), nil
	case *array.Int8:
		return parquet.Int32Value(int32(a.Value(i))), nil
	case *array.Int16:
		return parquet.Int32Value(int32(a.Value(i))), nil
	case *array.Int32:
		return parquet.Int32Value(a.Value(i)), nil
	case *array.Date32:
		return parquet.Int32Value(int32(a.Value(i))), nil
	case *array.Uint8:
		return parquet.Int32Value(int32(a.Value(i))), nil
	case *array.Uint16:
		return parquet.Int32Value(int32(a.Value(i))), nil
	case *array.Uint32:
		return parquet.Int32Value(int32(a.Value(i))), nil
	case *array.Int64:
		return parquet.Int64Value(a.Value(i)), nil
	case *array.Uint64:
		return parquet.Int64Value(int64(a.Value(i))), nil
	case *array.Date64:
		return parquet.Int32Value(int32(a.Value(i).ToTime().Unix() / 86_400)), nil
	case *array.Timestamp:
		v := int64(a.Value(i))
		if a.DataType().(*arrow.TimestampType).Unit == arrow.Second {
			if v > math.MaxInt64/1000 || v < math.MinInt64/1000 {
				return parquet.Value{}, fmt.Errorf("column %q: the time %d s has too many milliseconds for Parquet", c.field.name, v)
			}
			v *= 1000
		}
		return parquet.Int64Value(v), nil
	case *array.Time32:
		v := int32(a.Value(i))
		if a.DataType().(*arrow.Time32Type).Unit == arrow.Second {
			if v < 0 || v > 86_400 {
				return parquet.Value{}, fmt.Errorf("column %q: the time of day %d s is not in a day", c.field.name, v)
			}
			v *= 1000
		}
		return parquet.Int32Value(v), nil
	case *array.Time64:
		return parquet.Int64Value(int64(a.Value(i))), nil
	case *array.Decimal32:
		return parquet.Int32Value(int32(a.Value(i))), nil
	case *array.Decimal64:
		return parquet.Int64Value(int64(a.Value(i))), nil
	case *array.Decimal128:
		return c.decimalValue(a.Value(i).BigInt()), nil
	case *array.Decimal256:
		return c.decimalValue(a.Value(i).BigInt()), nil
	case *array.Float16:
		return parquet.FixedLenByteArrayValue(c.keep(binary.LittleEndian.AppendUint16(nil, a.Value(i).Uint16()))), nil
	case *array.Float32:
		return parquet.FloatValue(a.Value(i)), nil
	case *array.Float64:
		return parquet.DoubleValue(a.Value(i)), nil
	case *array.FixedSizeBinary:
		if source, ok := c.field.in.source.(*parquet.Column); ok && source.Type().Kind() == parquet.Int96 {
			b := a.Value(i)
			return parquet.Int96Value(deprecated.Int96{le32(b), le32(b[4:]), le32(b[8:])}), nil
		}
		return parquet.FixedLenByteArrayValue(c.keep(a.Value(i))), nil
	case *array.Dictionary:
		return c.valueOf(a.Dictionary(), a.GetValueIndex(i))
	case *array.RunEndEncoded:
		return c.valueOf(a.Values(), a.GetPhysicalIndex(i))
	}
	return parquet.Value{}, fmt.Errorf("column %q has the type %s", c.field.name, a.DataType())
}

func le32(b []byte) uint32 {
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
}
