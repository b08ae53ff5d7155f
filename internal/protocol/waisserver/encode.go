package waisserver

import "fmt"

// Message returns a message: the header of 25 bytes, and the APDU of a header
// and user information. Source: WAIS functional specification 1.5.
func Message(header, information []byte) []byte {
	b := fmt.Appendf(nil, "%010dz2wais        0", 2+len(header)+len(information))
	b = append(b, byte(len(header)>>8), byte(len(header)))
	return append(append(b, header...), information...)
}

// Element returns an element: tag, length, and the bytes of its parts.
func Element(tag int, parts ...[]byte) []byte {
	n := 0
	for _, p := range parts {
		n += len(p)
	}
	b := append(compressed(tag), compressed(n)...)
	for _, p := range parts {
		b = append(b, p...)
	}
	return b
}

// compressed returns n in base 128, with the high bit set in every byte but the
// last.
func compressed(n int) []byte {
	b := []byte{byte(n & 0x7F)}
	for n >>= 7; n > 0; n >>= 7 {
		b = append([]byte{byte(n&0x7F) | 0x80}, b...)
	}
	return b
}

// Number returns the element of a number, which must not be negative.
func Number(tag, n int) []byte {
	b := []byte{byte(n)}
	for n >>= 8; n > 0; n >>= 8 {
		b = append([]byte{byte(n)}, b...)
	}
	return Element(tag, b)
}

// Hit is a document that a search found. A Score or Length of -1 is absent.
type Hit struct {
	ID       string
	Score    int
	Length   int
	Lines    int
	Types    []string
	Source   string
	Date     string
	Headline string
}

// Element returns the DocumentHeader group of h, in the only order that old
// clients can read.
func (h Hit) Element() []byte {
	b := Element(116, []byte(h.ID))
	if h.Score >= 0 {
		b = append(b, Number(118, h.Score)...)
		b = append(b, Number(119, 0)...)
	}
	if h.Length >= 0 {
		b = append(b, Number(120, h.Length)...)
	}
	b = append(b, Number(131, h.Lines)...)
	var types []byte
	for _, t := range h.Types {
		types = append(types, Element(133, []byte(t))...)
	}
	b = append(b, Element(132, types)...)
	b = append(b, Element(121, []byte(h.Source))...)
	b = append(b, Element(122, []byte(h.Date))...)
	return Element(150, append(b, Element(123, []byte(h.Headline))...))
}

// Text returns the DocumentText group of a part of a document.
func Text(id string, text []byte) []byte {
	return Element(153, Element(116, []byte(id)), Number(117, 0), Element(127, text))
}

// Diagnostic returns a diagnostic: a code of two characters, and a text. The
// code of a retrieval, "SF", replaces a document, and has a flag for that.
func Diagnostic(code, words string) []byte {
	flag := "\x00"
	if code == "SF" {
		flag = "\x01"
	}
	n := 3 + len(words)
	return append([]byte{28, byte(n >> 8), byte(n)}, code+words+flag+"\x1D"...)
}

// SearchResponse returns a message with groups and diagnostics. n is their
// number.
func SearchResponse(reference []byte, n int, groups ...[]byte) []byte {
	header := append([]byte("\x17\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"), Number(27, 0)...)
	header[6], header[7] = byte(n>>8), byte(n)
	if reference != nil {
		header = append(header, Element(2, reference)...)
	}
	return Message(header, Element(99, groups...))
}
