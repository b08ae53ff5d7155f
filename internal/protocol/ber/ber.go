// Package ber reads and writes the Basic Encoding Rules of ASN.1, for protocols whose messages
// have this form.
//
//	e, err := ber.Read(conn, ber.Limits{Size: 1 << 20, Depth: 20})
//	for child := range e.Children() {
//		...
//	}
//
// A message comes from a peer that is not trusted. [Read] and [Parse] check the structure of the
// whole element before they return it: every length, the end of every indefinite length, and the
// depth. So [Element.Children] has no errors. They allocate as the bytes arrive and never what a
// length promises, and they make no tree: an element of two bytes costs two bytes.
//
// The package knows no types beyond those that ldap and Z39.50 send, no schema and no text. It
// refuses tags above 2^28, lengths of more than four bytes, and the long form of a low tag.
// Source: X.690 8.
package ber

import (
	"fmt"
	"iter"
	"math"
	"strconv"
	"strings"
)

// A Class is the class of a tag. Source: X.690 8.1.2.2.
type Class uint8

// The values of Class.
const (
	Universal Class = iota
	Application
	Context
	Private
)

// A Tag is the class of a tag in the two high bits, and its number in the others. The tags of
// different classes are different numbers, so a switch can compare them.
type Tag uint32

// maxNumber is the largest number of a tag: four bytes of seven bits.
const maxNumber = 1<<28 - 1

// The universal tags that the protocols send. Source: X.680 8.
const (
	Boolean       Tag = 1
	Integer       Tag = 2
	BitString     Tag = 3
	OctetString   Tag = 4
	Null          Tag = 5
	OID           Tag = 6
	External      Tag = 8
	Enumerated    Tag = 10
	UTF8String    Tag = 12
	Sequence      Tag = 16
	Set           Tag = 17
	VisibleString Tag = 26
	GeneralString Tag = 27
)

// The parts of encoded tags, lengths and numbers. Source: X.690 8.1.2, 8.1.3, 8.19.2.
const (
	classShift  = 30
	constructed = 0x20 // the bit of a constructed element in the first byte of its tag
	highTag     = 0x1F // the low bits of a tag whose number follows
	lastLowTag  = highTag - 1
	indefinite  = 0x80 // the byte of an indefinite length; also the bit of a length in the long form
	lengthBytes = 4    // the maximum number of bytes of a length
	moreDigits  = 0x80 // the bit of every digit except the last
	digitBits   = 7
)

// Ctx returns the context-specific tag n. n is at most 2^28-1.
func Ctx(n uint32) Tag { return Tag(Context)<<classShift | Tag(n&maxNumber) }

// App returns the application tag n. n is at most 2^28-1.
func App(n uint32) Tag { return Tag(Application)<<classShift | Tag(n&maxNumber) }

// Class returns the class of t.
func (t Tag) Class() Class { return Class(t >> classShift) }

// Number returns the number of t.
func (t Tag) Number() uint32 { return uint32(t) & maxNumber }

// String returns t in the notation of ASN.1, such as "[3]" for a context-specific tag and
// "[APPLICATION 3]".
func (t Tag) String() string {
	n := strconv.FormatUint(uint64(t.Number()), 10)
	switch t.Class() {
	case Universal:
		return "[UNIVERSAL " + n + "]"
	case Application:
		return "[APPLICATION " + n + "]"
	case Private:
		return "[PRIVATE " + n + "]"
	}
	return "[" + n + "]"
}

// An Element is a tag and its content. The zero Element has no content, and its tag is no tag of a
// value. Elements that [Read] and [Parse] return are well-formed down to their last child.
type Element struct {
	Tag         Tag
	Constructed bool   // the content consists of elements
	Content     []byte // without the end of an indefinite length
}

// Children yields the elements in e's content. It yields nothing for a primitive element.
func (e Element) Children() iter.Seq[Element] {
	return func(yield func(Element) bool) {
		if !e.Constructed {
			return
		}
		for b := e.Content; len(b) > 0; {
			child, n, err := parse(b, unlimited)
			if err != nil || !yield(child) { // an Element that the caller made can have an error
				return
			}
			b = b[n:]
		}
	}
}

// unlimited is a depth that no element has: each level needs two bytes, and a length has four.
const unlimited = math.MaxInt32

// List returns the elements in e's content, at most max of them.
func (e Element) List(max int) []Element {
	var list []Element
	for child := range e.Children() {
		if len(list) == max {
			break
		}
		list = append(list, child)
	}
	return list
}

// Find returns the first child with the tag t.
func (e Element) Find(t Tag) (Element, bool) {
	for child := range e.Children() {
		if child.Tag == t {
			return child, true
		}
	}
	return Element{}, false
}

// Int returns the value of an INTEGER or an ENUMERATED, whatever its tag. It returns false if e is
// constructed, is empty, or does not fit. Source: X.690 8.3.
func (e Element) Int() (int64, bool) {
	if e.Constructed || len(e.Content) == 0 || len(e.Content) > 8 {
		return 0, false
	}
	n := int64(int8(e.Content[0]))
	for _, c := range e.Content[1:] {
		n = n<<8 | int64(c)
	}
	return n, true
}

// Bool returns the value of a BOOLEAN, whatever its tag. Source: X.690 8.2.
func (e Element) Bool() (value, ok bool) {
	if e.Constructed || len(e.Content) != 1 {
		return false, false
	}
	return e.Content[0] != 0, true
}

// Bit reports whether bit n of a BIT STRING is set. Bit 0 is the first. Source: X.690 8.6.
func (e Element) Bit(n int) bool {
	i := 1 + n/8
	return !e.Constructed && n >= 0 && i < len(e.Content) && e.Content[i]&(0x80>>(n%8)) != 0
}

// Bytes returns the value of a string type, whatever its tag. The parts of a constructed string are
// joined. Source: X.690 8.7.
func (e Element) Bytes() []byte {
	if !e.Constructed {
		return e.Content
	}
	return e.appendBytes(nil)
}

// appendBytes appends the parts of a constructed string. The depth is limited: [Read] checked it.
func (e Element) appendBytes(b []byte) []byte {
	if !e.Constructed {
		return append(b, e.Content...)
	}
	for part := range e.Children() {
		b = part.appendBytes(b)
	}
	return b
}

// OID returns the value of an OBJECT IDENTIFIER in dotted form, such as "1.2.840.10003.5.10".
// Source: X.690 8.19.
func (e Element) OID() (string, bool) {
	if n := len(e.Content); e.Constructed || n == 0 || n > maxOID || e.Content[n-1]&moreDigits != 0 {
		return "", false
	}
	var arcs []string
	var arc uint64
	for _, c := range e.Content {
		if arc == 0 && c == moreDigits || arc > maxArc {
			return "", false
		}
		arc = arc<<digitBits | uint64(c&^moreDigits)
		if c&moreDigits != 0 {
			continue
		}
		if arcs == nil {
			first := min(arc/40, 2)
			arcs = append(arcs, strconv.FormatUint(first, 10))
			arc -= first * 40
		}
		arcs = append(arcs, strconv.FormatUint(arc, 10))
		arc = 0
	}
	return strings.Join(arcs, "."), true
}

const (
	// maxOID is the maximum number of bytes of an object identifier. Those in use have at most 20.
	maxOID = 64
	// maxArc keeps one more digit below 2^63.
	maxArc = 1 << 56
)

// GoString returns e for messages of tests.
func (e Element) GoString() string { return fmt.Sprintf("%v % x", e.Tag, e.Content) }
