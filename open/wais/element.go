package wais

import (
	"fmt"
	"math"

	"github.com/earl-url/earl/open"
)

// tag says what an element is. Source: WAIS functional specification 1.5.
type tag uint32

// The tags of the user information and of the groups in it that are read.
const (
	tagDiagnostic     tag = 28
	tagRecordSize     tag = 6 // MaximumRecordSize, in the header of an InitResponse
	tagInformation    tag = 99
	tagDocumentID     tag = 116
	tagScore          tag = 118
	tagDocumentLength tag = 120
	tagSource         tag = 121
	tagDate           tag = 122
	tagHeadline       tag = 123
	tagOriginCity     tag = 124
	tagDocumentText   tag = 127
	tagLines          tag = 131
	tagTypeBlock      tag = 132
	tagType           tag = 133
	tagHeader         tag = 150
	tagShortHeader    tag = 151
	tagLongHeader     tag = 152
	tagText           tag = 153
)

// elements is a run of elements: each a tag, a length, and so many octets. What
// is read of it is a part of the message, never a copy.
type elements []byte

// next takes the first element off e.
func (e *elements) next() (t tag, value elements, err error) {
	n, err := e.compressed("tag")
	if err != nil {
		return 0, nil, err
	}
	t = tag(n)
	if n, err = e.compressed("length"); err != nil {
		return 0, nil, err
	}
	value, err = e.take(n, "element")
	return t, value, err
}

// nextGroup is next for the user information, where a diagnostic may stand among
// the groups: it is no element like others.
func (e *elements) nextGroup() (t tag, value elements, d *Error, err error) {
	behind := *e
	if n, err := behind.compressed("tag"); err == nil && tag(n) == tagDiagnostic {
		*e = behind
		d, err = e.diagnostic()
		return tagDiagnostic, nil, d, err
	}
	t, value, err = e.next()
	return t, value, nil, err
}

// take takes n octets off e.
func (e *elements) take(n uint32, what string) (elements, error) {
	if uint64(n) > uint64(len(*e)) {
		return nil, broken("%s of %d octets where %d are left", what, n, len(*e))
	}
	value := (*e)[:n]
	*e = (*e)[n:]
	return value, nil
}

// maxCompressed bounds the octets of a compressed integer: 32 bits in groups of 7.
const maxCompressed = 5

// compressed takes a compressed integer off e: base 128, the high bit set in
// every octet but the last.
func (e *elements) compressed(what string) (uint32, error) {
	n := uint64(0)
	for i, c := range *e {
		n = n<<7 | uint64(c&0x7F)
		if n > math.MaxUint32 || i == maxCompressed-1 && c >= 0x80 {
			return 0, broken("%s of more than 32 bits", what)
		}
		if c < 0x80 {
			*e = (*e)[i+1:]
			return uint32(n), nil
		}
	}
	return 0, broken("%s that ends early", what)
}

// maxNumber bounds the octets of a number.
const maxNumber = 8

// number returns the number that the octets of an element are, the highest
// first; one of four octets may be negative. None is 0.
func (e elements) number() (int64, error) {
	if len(e) > maxNumber {
		return 0, broken("a number of %d octets", len(e))
	}
	n := int64(0)
	for _, c := range e {
		n = n<<8 | int64(c)
	}
	if len(e) == 4 {
		n = int64(int32(n))
	}
	return n, nil
}

// broken is the error of a message that no server may send.
func broken(format string, args ...any) error {
	return fmt.Errorf("%w: %s", open.ErrProtocol, fmt.Sprintf(format, args...))
}
