package rows

import "unicode/utf8"

// Kind is the type of the values in a column.
type Kind uint8

// The values of Kind.
const (
	Text Kind = iota // valid UTF-8
	Bool
	Int  // 32 bits, signed
	List // texts
)

// String returns the kind's name: "text", "bool", "int" or "list".
func (k Kind) String() string { return [...]string{"text", "bool", "int", "list"}[k] }

// Vector is the values of one column of a batch, in the layout of an Apache
// Arrow array. Value i of a Text is Data[Offsets[i]:Offsets[i+1]], that of an
// Int is Ints[i], that of a Bool is bit i of Bits, and that of a List is the
// texts Offsets[i] to Offsets[i+1]-1 of Items. Bit i of Valid is 0 if value i
// is NULL. The lowest bit of a byte comes first.
//
// The zero Vector is an empty column of Text. A Vector that was made elsewhere
// can be an input: it needs Data, Offsets and, if a value is NULL, Valid. It
// must then have no more than 2 GiB of Data.
type Vector struct {
	Kind    Kind
	Valid   []byte // nil: no value is NULL
	Offsets []int32
	Data    []byte
	Bits    []byte
	Ints    []int32
	Items   *Vector // the texts of a List, without NULL
	rows    int     // of a Vector that this package fills
	nulls   int
}

// NewVector returns an empty Vector.
func NewVector(k Kind) *Vector {
	v := new(Vector)
	v.Reset(k)
	return v
}

// Reset makes v an empty column, and keeps its memory.
func (v *Vector) Reset(k Kind) {
	items := v.Items
	if k == List && items == nil {
		items = new(Vector)
	}
	if items != nil {
		items.Reset(Text)
	}
	*v = Vector{Kind: k, Valid: v.Valid[:0], Offsets: append(v.Offsets[:0], 0), Data: v.Data[:0], Bits: v.Bits[:0], Ints: v.Ints[:0], Items: items}
}

// Len returns the number of rows.
func (v *Vector) Len() int {
	if v.rows > 0 || len(v.Offsets) == 0 {
		return v.rows
	}
	return len(v.Offsets) - 1
}

// Nulls returns the number of rows that are NULL in a Vector that this package
// filled.
func (v *Vector) Nulls() int { return v.nulls }

// IsNull reports whether value i is NULL.
func (v *Vector) IsNull(i int) bool { return v.Valid != nil && v.Valid[i>>3]&(1<<(i&7)) == 0 }

// Bool returns value i of a Bool.
func (v *Vector) Bool(i int) bool { return v.Bits[i>>3]&(1<<(i&7)) != 0 }

// Bytes returns value i of a Text. It is part of Data.
func (v *Vector) Bytes(i int) []byte { return v.Data[v.Offsets[i]:v.Offsets[i+1]] }

// appendBit appends bit n of a bitmap.
func appendBit(bits []byte, n int, set bool) []byte {
	if n&7 == 0 {
		bits = append(bits, 0)
	}
	if set {
		bits[n>>3] |= 1 << (n & 7)
	}
	return bits
}

// size returns the number of bytes of text in v.
func (v *Vector) size() int {
	if v.Kind == List {
		return len(v.Items.Data)
	}
	return len(v.Data)
}

// end ends a row.
func (v *Vector) end(valid bool) {
	v.Valid = appendBit(v.Valid, v.rows, valid)
	v.rows++
	if !valid {
		v.nulls++
	}
}

// AppendNull appends NULL.
func (v *Vector) AppendNull() {
	switch v.Kind {
	case Bool:
		v.Bits = appendBit(v.Bits, v.rows, false)
	case Int:
		v.Ints = append(v.Ints, 0)
	default:
		v.Offsets = append(v.Offsets, v.Offsets[v.rows])
	}
	v.end(false)
}

// AppendBool appends a value of a Bool.
func (v *Vector) AppendBool(yes bool) {
	v.Bits = appendBit(v.Bits, v.rows, yes)
	v.end(true)
}

// AppendInt appends a value of an Int.
func (v *Vector) AppendInt(n int) {
	v.Ints = append(v.Ints, int32(n))
	v.end(true)
}

// AppendBytes appends a value of a Text, whatever bytes it has. It is for
// inputs: outputs are made with AppendText.
func (v *Vector) AppendBytes(b []byte) {
	v.Data = append(v.Data, b...)
	v.endText()
}

// AppendText appends a value of a Text. Bytes that are not UTF-8 become U+FFFD.
func (v *Vector) AppendText(s string) {
	if utf8.ValidString(s) {
		v.Data = append(v.Data, s...)
	} else {
		v.Data = appendValid(v.Data, s)
	}
	v.endText()
}

// appendValid is AppendText for bytes.
func (v *Vector) appendValid(b []byte) {
	if !utf8.Valid(b) {
		v.AppendText(string(b))
		return
	}
	v.AppendBytes(b)
}

// endText ends a row whose text is at the end of Data.
func (v *Vector) endText() {
	v.Offsets = append(v.Offsets, int32(len(v.Data)))
	v.end(true)
}

// appendValid appends s, with U+FFFD for each byte that is not UTF-8.
func appendValid(b []byte, s string) []byte {
	for _, r := range s {
		b = utf8.AppendRune(b, r)
	}
	return b
}

// endList ends a row whose texts were appended to Items.
func (v *Vector) endList() {
	v.Offsets = append(v.Offsets, int32(v.Items.rows))
	v.end(true)
}

// truncate removes the rows from n on.
func (v *Vector) truncate(n int) {
	for ; v.rows > n; v.rows-- {
		i := v.rows - 1
		if v.IsNull(i) {
			v.nulls--
		}
		clearBit(&v.Valid, i)
		switch v.Kind {
		case Bool:
			clearBit(&v.Bits, i)
		case Int:
			v.Ints = v.Ints[:i]
		default:
			v.Offsets = v.Offsets[:i+1]
		}
	}
	switch v.Kind {
	case Text:
		v.Data = v.Data[:v.Offsets[n]]
	case List:
		v.Items.truncate(int(v.Offsets[n]))
	}
}

// clearBit removes bit n, the last one of a bitmap.
func clearBit(bits *[]byte, n int) {
	if n&7 == 0 {
		*bits = (*bits)[:n>>3]
		return
	}
	(*bits)[n>>3] &^= 1 << (n & 7)
}
