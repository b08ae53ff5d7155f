package convert

import (
	"math/big"

	"github.com/parquet-go/parquet-go"
)

// unscaled returns a decimal of Parquet without its scale. In bytes it is a two's
// complement number, the highest byte first.
func unscaled(v parquet.Value) *big.Int {
	switch v.Kind() {
	case parquet.Int32:
		return big.NewInt(int64(v.Int32()))
	case parquet.Int64:
		return big.NewInt(v.Int64())
	}
	b := v.Bytes()
	n := new(big.Int).SetBytes(b)
	if len(b) > 0 && b[0] >= 0x80 {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(8*len(b))))
	}
	return n
}

// decimalValue is the inverse of unscaled, for a column of a type. The bytes of
// its result are those of buffer.
func (c *parquetColumn) decimalValue(n *big.Int) parquet.Value {
	typ := c.parquetType
	size := typ.Length()
	switch typ.Kind() {
	case parquet.Int32:
		return parquet.Int32Value(int32(n.Int64()))
	case parquet.Int64:
		return parquet.Int64Value(n.Int64())
	case parquet.ByteArray:
		size = n.BitLen()/8 + 1
	}
	if n.Sign() < 0 {
		n = new(big.Int).Add(n, new(big.Int).Lsh(big.NewInt(1), uint(8*size)))
	}
	b := c.keep(n.FillBytes(make([]byte, size)))
	if typ.Kind() == parquet.ByteArray {
		return parquet.ByteArrayValue(b)
	}
	return parquet.FixedLenByteArrayValue(b)
}
