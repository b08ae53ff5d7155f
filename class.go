package earl

import "math/bits"

//go:generate go run gen_class.go

// A class is a set of octets: one bit in an edition's table. Escapes belong to
// no class: span reads them.
type class uint16

const hexDigits = "0123456789ABCDEF"

// span returns the offset behind the longest run of octets of class c, or
// escapes, that starts at i. It does not allocate.
func span(table *[256]class, text string, i int, c class) int {
	for {
		i = stretch(table, text, i, c)
		if i == len(text) || text[i] != '%' || !isEscape(text, i) {
			return i
		}
		i += 3
	}
}

// stretch is run for long runs: it looks at four octets together. How many of
// them are of the class is a sum, not a branch that the processor would have to
// guess. The plain loop is its twin in the tests; over a corpus it takes an
// eighth longer, over long runs half as long again.
func stretch(table *[256]class, text string, i int, c class) int {
	for ; uint(i)+4 <= uint(len(text)); i += 4 {
		s := text[i : i+4]
		p0 := table[s[0]] & c
		p1 := table[s[1]] & p0
		p2 := table[s[2]] & p1
		if table[s[3]]&p2 == 0 {
			return i + int((uint32(p0)+uint32(p1)+uint32(p2))>>(bits.TrailingZeros16(uint16(c))&15))
		}
	}
	return run(table, text, i, c)
}

// run returns the offset behind the longest run of octets of class c, without
// escapes, that starts at i.
func run(table *[256]class, text string, i int, c class) int {
	for uint(i) < uint(len(text)) && table[text[i]]&c != 0 {
		i++
	}
	return i
}

// isEscape reports whether the "%" at i is followed by two hexadecimal digits.
func isEscape(text string, i int) bool {
	return uint(i)+2 < uint(len(text)) && hexPlus1[text[i+1]] != 0 && hexPlus1[text[i+2]] != 0
}

// unescape returns the octet that the escape at i stands for.
func unescape(text string, i int) byte {
	return (hexPlus1[text[i+1]]-1)<<4 | (hexPlus1[text[i+2]] - 1)
}

// hexPlus1 holds the value of each hexadecimal digit plus one, 0 for other octets.
var hexPlus1 = [256]byte{
	'0': 1, '1': 2, '2': 3, '3': 4, '4': 5, '5': 6, '6': 7, '7': 8, '8': 9, '9': 10,
	'A': 11, 'B': 12, 'C': 13, 'D': 14, 'E': 15, 'F': 16,
	'a': 11, 'b': 12, 'c': 13, 'd': 14, 'e': 15, 'f': 16,
}
