// Package octet has the classes of bytes of each edition, and reads runs of them. A table of 256
// sets is made from the productions of the documents: see gen_table.go.
package octet

import "math/bits"

//go:generate go run gen_table.go

// A Class is a set of bytes: one bit in an edition's table. Escapes are not in
// any class; Span reads them.
type Class uint16

// HexDigits are the digits of an escape.
const HexDigits = "0123456789ABCDEF"

// Stretch returns the end of the longest run of bytes of class c, without
// escapes, that starts at i. It is the fast variant of Run for long runs: it
// tests four bytes together, and how many of them are in the class is a sum,
// not a branch that the processor would have to predict. A test compares it
// with Run. On a corpus Run takes an eighth longer.
func Stretch(table *[256]Class, text string, i int, c Class) int {
	for ; uint(i)+4 <= uint(len(text)); i += 4 {
		s := text[i : i+4]
		p0 := table[s[0]] & c
		p1 := table[s[1]] & p0
		p2 := table[s[2]] & p1
		if table[s[3]]&p2 == 0 {
			return i + count(c, p0, p1, p2)
		}
	}
	return Run(table, text, i, c)
}

// Span is stretch with escapes allowed between the bytes. It does not call
// Stretch, which costs 4 % of a parse, and it also sums the last bytes.
func Span(table *[256]Class, text string, i int, c Class) int {
	for {
		for ; uint(i)+4 <= uint(len(text)); i += 4 {
			s := text[i : i+4]
			p0 := table[s[0]] & c
			p1 := table[s[1]] & p0
			p2 := table[s[2]] & p1
			if table[s[3]]&p2 == 0 {
				i += count(c, p0, p1, p2)
				goto escapes
			}
		}
		if last := len(text) - 1; i <= last { // at most three are left; the last replaces those after it
			p0 := table[text[i]] & c
			p1 := table[text[min(i+1, last)]] & p0
			p2 := table[text[min(i+2, last)]] & p1
			i = min(i+count(c, p0, p1, p2), len(text))
		}
	escapes:
		if !IsEscape(text, i) {
			return i
		}
		for i += 3; IsEscape(text, i); i += 3 { // escapes often come in runs
		}
	}
}

// count returns how many of three values equal c, which is one bit and not 0.
func count(c, p0, p1, p2 Class) int {
	return int((uint32(p0) + uint32(p1) + uint32(p2)) >> (bits.TrailingZeros16(uint16(c)) & 15))
}

// Run returns the end of the longest run of bytes of class c, without escapes,
// that starts at i.
func Run(table *[256]Class, text string, i int, c Class) int {
	for uint(i) < uint(len(text)) && table[text[i]]&c != 0 {
		i++
	}
	return i
}

// IsEscape reports whether there is an escape, "%" and two hexadecimal digits,
// at i.
func IsEscape(text string, i int) bool {
	return uint(i)+2 < uint(len(text)) && text[i] == '%' && HexPlus1[text[i+1]] != 0 && HexPlus1[text[i+2]] != 0
}

// Unescape returns the byte that the escape at i represents.
func Unescape(text string, i int) byte {
	return (HexPlus1[text[i+1]]-1)<<4 | (HexPlus1[text[i+2]] - 1)
}

// HexPlus1 is the value of each hexadecimal digit plus one, and 0 for other
// bytes.
var HexPlus1 = [256]byte{
	'0': 1, '1': 2, '2': 3, '3': 4, '4': 5, '5': 6, '6': 7, '7': 8, '8': 9, '9': 10,
	'A': 11, 'B': 12, 'C': 13, 'D': 14, 'E': 15, 'F': 16,
	'a': 11, 'b': 12, 'c': 13, 'd': 14, 'e': 15, 'f': 16,
}
