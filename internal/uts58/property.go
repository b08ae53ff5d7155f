// Package uts58 has the properties of characters that Unicode Technical Standard 58,
// Unicode Linkification, uses to find the end of a URL and the start of an email address in text.
// Its tables are those of Unicode 17. Package extract uses them.
package uts58

import "slices"

//go:generate go run gen_property.go

// A Term says how a character ends a URL in text. Source: UTS 58, Link_Term.
type Term uint8

// The values of Link_Term.
const (
	Hard    Term = iota // it ends the URL
	Include             // it is in the URL
	Soft                // it is in the URL if more of the URL follows
	Close               // it is in the URL if it closes a bracket of the URL
	Open                // it opens a bracket
)

const (
	termBits = 7
	emailBit = 8
	valueLen = 4 // a row is a code point, and in the last bits the values from there on
)

// valueOf returns the values of r.
func valueOf(r rune) uint32 {
	i, ok := slices.BinarySearch(rows[:], uint32(r)<<valueLen)
	if ok || i < len(rows) && rows[i]>>valueLen == uint32(r) {
		return rows[i]
	}
	return rows[i-1]
}

// TermOf returns the Link_Term of r.
func TermOf(r rune) Term { return Term(valueOf(r) & termBits) }

// IsEmail reports whether r can be in the part of an email address before its "@". Source: UTS
// 58, Link_Email.
func IsEmail(r rune) bool { return valueOf(r)&emailBit != 0 }

// Opening returns the bracket that the closing bracket r closes, or 0. Source: UTS 58,
// Link_Bracket.
func Opening(r rune) rune {
	for _, b := range brackets {
		if b.closing == r {
			return b.opening
		}
	}
	return 0
}
