package wais

import (
	"fmt"
	"math"

	"github.com/earl-url/earl/open"
)

// tag identifies an element. Source: WAIS functional specification 1.5.
type tag uint32

// The tags of the user information and of its groups that are parsed.
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

// elements is a sequence of elements: each a tag, a length, and that many
// bytes. The parsed values are slices of the message, not copies.
type elements []byte

// next takes the first element from e.
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

// nextGroup is next for the user information. There a diagnostic, which has
// another form than elements, may be among the groups.
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

// take takes n bytes from e.
func (e *elements) take(n uint32, what string) (elements, error) {
	if uint64(n) > uint64(len(*e)) {
		return nil, broken("%s of %d bytes, and only %d are left", what, n, len(*e))
	}
	value := (*e)[:n]
	*e = (*e)[n:]
	return value, nil
}

// maxCompressed limits the bytes of a compressed integer: 32 bits in groups of
// 7.
const maxCompressed = 5

// compressed takes a compressed integer from e: base 128, with the high bit set
// in every byte but the last.
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
	return 0, broken("an incomplete %s", what)
}

// maxNumber limits the bytes of a number.
const maxNumber = 8

// number returns the value of an element as a number, highest byte first. A
// number of four bytes may be negative. An empty element is 0.
func (e elements) number() (int64, error) {
	if len(e) > maxNumber {
		return 0, broken("a number of %d bytes", len(e))
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

// broken returns the error of an invalid message.
func broken(format string, args ...any) error {
	return fmt.Errorf("%w: %s", open.ErrProtocol, fmt.Sprintf(format, args...))
}
