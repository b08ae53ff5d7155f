package ber

import (
	"errors"
	"fmt"
	"io"
)

// The errors of Read and Parse. [Read] also returns the errors of its reader.
var (
	ErrSyntax = errors.New("invalid BER")
	ErrSize   = errors.New("a BER element that is too long")
	ErrDepth  = errors.New("BER elements nested too deeply")
)

// Limits are the limits of an element that is read.
type Limits struct {
	Size  int // the maximum number of bytes, with all tags and lengths
	Depth int // the maximum number of levels; an element without children has one
}

// Read reads one element from r, which should be buffered: the tag and the length are read byte by
// byte, and nothing after the element is read. The element has its own memory. Errors: io.EOF, if
// r ends before the first byte; io.ErrUnexpectedEOF, if it ends later; ErrSyntax; ErrSize; ErrDepth.
func Read(r io.Reader, l Limits) (Element, error) {
	in := reader{r: r, left: l.Size}
	if err := in.element(l.Depth); err != nil {
		if err == io.EOF && len(in.b) > 0 {
			err = io.ErrUnexpectedEOF
		}
		return Element{}, err
	}
	e, _, err := parse(in.b, l.Depth)
	return e, err
}

// Parse returns the element at the beginning of b, and the bytes after it. The content is part of
// b. Errors: io.ErrUnexpectedEOF, if b ends inside the element; ErrSyntax; ErrDepth.
func Parse(b []byte, depth int) (e Element, rest []byte, err error) {
	e, n, err := parse(b, depth)
	if err != nil {
		return Element{}, nil, err
	}
	return e, b[n:], nil
}

// A reader collects the bytes of one element.
type reader struct {
	r    io.Reader
	b    []byte
	left int // bytes that may still be read
}

// element reads an element with up to depth levels. It follows only indefinite lengths: parse
// checks what has a length.
func (in *reader) element(depth int) error {
	if depth <= 0 {
		return ErrDepth
	}
	h, err := in.header()
	switch {
	case err != nil:
		return err
	case !h.indefinite:
		return in.more(h.length)
	}
	for {
		start := len(in.b)
		if err := in.element(depth - 1); err != nil {
			return err
		}
		if isEnd(in.b[start:]) {
			return nil
		}
	}
}

// header reads the tag and the length of an element.
func (in *reader) header() (header, error) {
	start := len(in.b)
	for {
		if err := in.more(1); err != nil {
			return header{}, err
		}
		h, err := parseHeader(in.b[start:])
		if err != io.ErrUnexpectedEOF {
			return h, err
		}
	}
}

// chunk is how many bytes are allocated before they arrive.
const chunk = 32 << 10

// more reads the next n bytes.
func (in *reader) more(n int) error {
	if n > in.left {
		return ErrSize
	}
	in.left -= n
	for n > 0 {
		start, k := len(in.b), min(n, chunk)
		in.b = append(in.b, make([]byte, k)...)
		got, err := io.ReadFull(in.r, in.b[start:])
		in.b = in.b[:start+got]
		if err != nil {
			return err
		}
		n -= k
	}
	return nil
}

// A header is the tag and the length of an element.
type header struct {
	tag         Tag
	constructed bool
	indefinite  bool
	size        int // bytes of the header
	length      int // bytes of the content; 0 if it is indefinite
}

// isEnd reports whether b is the end of an indefinite length.
func isEnd(b []byte) bool { return len(b) == 2 && b[0] == 0 && b[1] == 0 }

// parse returns the element at the beginning of b and its length with tag and length. It checks
// all levels below it in one pass.
func parse(b []byte, depth int) (Element, int, error) {
	h, end, err := walk(b, depth)
	if err != nil {
		return Element{}, 0, err
	}
	if h.tag == 0 {
		return Element{}, 0, syntax("an end without a beginning")
	}
	e := Element{Tag: h.tag, Constructed: h.constructed, Content: b[h.size:end]}
	if h.indefinite {
		e.Content = b[h.size : end-2]
	}
	return e, end, nil
}

// walk checks the element at the beginning of b with up to depth levels, and returns its header
// and its length. The end of an indefinite length is an element with the tag 0.
func walk(b []byte, depth int) (h header, n int, err error) {
	if depth <= 0 {
		return header{}, 0, ErrDepth
	}
	if h, err = parseHeader(b); err != nil {
		return header{}, 0, err
	}
	n = h.size
	end := len(b)
	if !h.indefinite {
		if h.length > len(b)-n {
			return header{}, 0, io.ErrUnexpectedEOF
		}
		if end = n + h.length; !h.constructed {
			return h, end, nil
		}
	}
	for h.indefinite || n < end {
		child, k, err := walk(b[n:end], depth-1)
		switch {
		case err == io.ErrUnexpectedEOF && !h.indefinite:
			return header{}, 0, syntax("an element ends after the one that contains it")
		case err != nil:
			return header{}, 0, err
		}
		n += k
		if child.tag == 0 {
			if h.indefinite {
				return h, n, nil
			}
			return header{}, 0, syntax("an end without a beginning")
		}
	}
	return h, n, nil
}

// parseHeader returns the header at the beginning of b. The error is io.ErrUnexpectedEOF if b ends
// inside it. Source: X.690 8.1.2, 8.1.3.
func parseHeader(b []byte) (header, error) {
	h, err := parseTag(b)
	if err != nil {
		return header{}, err
	}
	if h.size == len(b) {
		return header{}, io.ErrUnexpectedEOF
	}
	first := b[h.size]
	h.size++
	switch {
	case h.tag == 0 && (first != 0 || h.constructed):
		return header{}, syntax("a reserved tag")
	case first == indefinite && !h.constructed:
		return header{}, syntax("an indefinite length without elements")
	case first == indefinite:
		h.indefinite = true
		return h, nil
	case first < indefinite:
		h.length = int(first)
		return h, nil
	}
	n := int(first &^ indefinite)
	if n > lengthBytes {
		return header{}, syntax("a length of %d bytes", n)
	}
	if n > len(b)-h.size {
		return header{}, io.ErrUnexpectedEOF
	}
	var length uint32
	for _, c := range b[h.size : h.size+n] {
		length = length<<8 | uint32(c)
	}
	if h.size += n; length > maxLength {
		return header{}, ErrSize
	}
	h.length = int(length)
	return h, nil
}

// maxLength is the largest length that an int has on every system.
const maxLength = 1<<31 - 1

// parseTag returns a header with the tag at the beginning of b. Source: X.690 8.1.2.
func parseTag(b []byte) (header, error) {
	if len(b) == 0 {
		return header{}, io.ErrUnexpectedEOF
	}
	h := header{constructed: b[0]&constructed != 0, size: 1}
	class := Tag(b[0]>>6) << classShift
	if b[0]&highTag != highTag {
		h.tag = class | Tag(b[0]&highTag)
		return h, nil
	}
	var number Tag
	for _, c := range b[1:] {
		if number == 0 && c == moreDigits || number > maxNumber>>digitBits {
			return header{}, syntax("a tag that is too long")
		}
		number = number<<digitBits | Tag(c&^moreDigits)
		h.size++
		if c&moreDigits == 0 {
			if number <= lastLowTag {
				return header{}, syntax("a low tag in the long form")
			}
			h.tag = class | number
			return h, nil
		}
	}
	return header{}, io.ErrUnexpectedEOF
}

// syntax returns an ErrSyntax with its reason.
func syntax(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrSyntax}, args...)...)
}
