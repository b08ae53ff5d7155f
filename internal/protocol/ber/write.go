package ber

import (
	"fmt"
	"strconv"
	"strings"
)

// Of returns a constructed element whose content consists of the parts, which are encoded elements.
// Its length is definite.
func Of(t Tag, parts ...[]byte) []byte {
	n := 0
	for _, p := range parts {
		n += len(p)
	}
	b := appendHeader(make([]byte, 0, n+8), t, true, n)
	for _, p := range parts {
		b = append(b, p...)
	}
	return b
}

// Bytes returns a primitive element with a content: a string of any type.
func Bytes[T ~string | ~[]byte](t Tag, content T) []byte {
	return append(appendHeader(make([]byte, 0, len(content)+8), t, false, len(content)), content...)
}

// Int returns an INTEGER or an ENUMERATED, in the fewest bytes. Source: X.690 8.3.
func Int(t Tag, n int64) []byte {
	size := 1
	for v := n; v > 127 || v < -128; v >>= 8 {
		size++
	}
	b := appendHeader(nil, t, false, size)
	for size > 0 {
		size--
		b = append(b, byte(n>>(8*size)))
	}
	return b
}

// Bool returns a BOOLEAN. True is 0xFF, as ldap requires. Source: X.690 8.2; rfc4511 5.1.
func Bool(t Tag, v bool) []byte {
	content := []byte{0}
	if v {
		content[0] = 0xFF
	}
	return Bytes(t, content)
}

// Bits returns a BIT STRING in which the bits with these numbers are set. Bit 0 is the first.
// Trailing zero bits are left out. Source: X.690 8.6.
func Bits(t Tag, set ...int) []byte {
	content := []byte{0}
	last := -1
	for _, n := range set {
		for len(content) <= 1+n/8 {
			content = append(content, 0)
		}
		content[1+n/8] |= 0x80 >> (n % 8)
		last = max(last, n)
	}
	if last >= 0 {
		content[0] = byte(7 - last%8)
	}
	return Bytes(t, content)
}

// ObjectID returns an OBJECT IDENTIFIER. It panics if oid is not one in dotted form, because the
// identifiers that a program sends are constants. Source: X.690 8.19.
func ObjectID(t Tag, oid string) []byte {
	var content []byte
	arcs := strings.Split(oid, ".")
	var first uint64
	for i, arc := range arcs {
		n, err := strconv.ParseUint(arc, 10, 32)
		switch {
		case err != nil || len(arcs) < 2 || i == 0 && n > 2 || i == 1 && first < 2 && n > 39:
			panic(fmt.Sprintf("ber: %q is not an object identifier", oid))
		case i == 0:
			first = n
			continue
		case i == 1:
			n += 40 * first
		}
		content = appendBase128(content, n)
	}
	return Bytes(t, content)
}

// appendHeader appends the tag and the length of an element.
func appendHeader(b []byte, t Tag, isConstructed bool, n int) []byte {
	first := byte(t.Class()) << 6
	if isConstructed {
		first |= constructed
	}
	if number := t.Number(); number <= lastLowTag {
		b = append(b, first|byte(number))
	} else {
		b = appendBase128(append(b, first|highTag), uint64(number))
	}
	if n < indefinite {
		return append(b, byte(n))
	}
	size := 1
	for v := n >> 8; v > 0; v >>= 8 {
		size++
	}
	b = append(b, indefinite|byte(size))
	for size > 0 {
		size--
		b = append(b, byte(n>>(8*size)))
	}
	return b
}

// appendBase128 appends n in digits of seven bits, the high ones first. All but the last have the
// high bit.
func appendBase128(b []byte, n uint64) []byte {
	shift := 0
	for n>>(shift+digitBits) > 0 {
		shift += digitBits
	}
	for ; shift > 0; shift -= digitBits {
		b = append(b, moreDigits|byte(n>>shift))
	}
	return append(b, byte(n&^moreDigits))
}
