package uts46

//go:generate go run gen_property.go

// A property says what UTS 46 does with a code point. The low two bits are its status. The
// others depend on the status:
//
//   - valid: bits 2 to 8 are the bidi class, 9 to 11 the joining type, 12 and 13 the flags
//     isMark and combines, and 16 to 23 the combining class.
//   - mapped: without the bit isText, the bits from 3 are the difference to the code point
//     that it is mapped to. With isText, they are the number of its text, for the first code
//     point of the row; the texts of a row are consecutive.
type property uint32

// The statuses of code points. Deviations are valid, since nontransitional processing does
// not map them. Source: UTS 46 section 5.
const (
	disallowed property = iota
	ignored
	valid
	mapped

	status = 3
	isText = 1 << 2
)

// The bidi classes that RFC 5893 distinguishes. bidiNeutral is ES, CS, ET, ON and BN, and
// bidiR includes AL.
const (
	bidiL property = 1 << (2 + iota)
	bidiR
	bidiAN
	bidiEN
	bidiNSM
	bidiNeutral
	bidiOther

	bidi = bidiL | bidiR | bidiAN | bidiEN | bidiNSM | bidiNeutral | bidiOther
)

// The joining types that RFC 5892 appendix A.1 distinguishes.
const (
	joinsNone property = iota << 9
	joinsLeft
	joinsRight
	joinsDual
	transparent

	joining = 7 << 9
)

// Flags of valid code points.
const (
	isMark   property = 1 << 12 // its General_Category is Mark
	combines property = 1 << 13 // NFC can combine it with the code point before it
)

// virama is the combining class of viramas.
const virama = 9

// combiningClass returns the Canonical_Combining_Class of a valid code point, or 0 for others.
func (p property) combiningClass() uint8 {
	if p&status != valid {
		return 0
	}
	return uint8(p >> 16)
}

// find returns the row of r, which has the form start<<11 | kind. The property of r is
// kinds[kind], and start is the first code point of the row. r is at most U+10FFFF.
func find(r rune) (start rune, p property) {
	page := r >> pageBits
	i, j := pages[page], pages[page+1]
	for next := uint32(r+1) << 11; i < j; {
		if mid := (i + j + 1) / 2; rows[mid] < next {
			i = mid
		} else {
			j = mid - 1
		}
	}
	return rune(rows[i] >> 11), kinds[rows[i]&(1<<11-1)]
}

// propertyOf returns the property of r.
func propertyOf(r rune) property {
	_, p := find(r)
	return p
}

// appendMapped appends the code points of domain, mapped by UTS 46. It returns false if one
// of them is disallowed. Source: UTS 46 section 4, step 1.
func appendMapped(b []rune, domain string) ([]rune, bool) {
	for _, r := range domain {
		if r < 0x80 {
			if 'A' <= r && r <= 'Z' {
				r |= 0x20
			}
			b = append(b, r)
			continue
		}
		var p property
		if b, p = appendPoint(b, r); p == disallowed {
			return nil, false
		}
	}
	return b, true
}

// AppendMapped appends the code points to which UTS 46 maps r. It appends r itself if UTS 46
// disallows or ignores it.
func AppendMapped(b []rune, r rune) []rune {
	b, p := appendPoint(b, r)
	if p == disallowed || p == ignored {
		b = append(b, r)
	}
	return b
}

// appendPoint appends r, mapped by UTS 46, and returns its status. It appends nothing if r is
// disallowed or ignored.
func appendPoint(b []rune, r rune) ([]rune, property) {
	start, p := find(r)
	switch {
	case p&status == valid:
		b = append(b, r)
	case p&(status|isText) == mapped:
		b = append(b, r+int32(p)>>3)
	case p&status == mapped:
		for _, to := range text(int(p>>3) + int(r-start)) {
			b = append(b, to)
		}
	}
	return b, p & status
}

// text returns a text to which a code point is mapped.
func text(n int) string {
	start := uint16(0)
	if n > 0 {
		start = textEnds[n-1]
	}
	return texts[start:textEnds[n]]
}
