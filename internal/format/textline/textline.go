// Package textline reads a document line by line, and skips lines that are too long.
package textline

import (
	"bufio"
	"io"
)

// slack is how much longer than a URL a line may be, in bytes: a paragraph can be one line.
const slack = 1 << 20

// Reader reads the lines of a document. Offset and Line are the position of the current line,
// in bytes from 0 and in lines from 1.
type Reader struct {
	Offset, Line int64

	r   *bufio.Reader
	max int64
}

// New returns a Reader of lines of at most 1 MiB and longest bytes, the longest URL.
func New(r io.Reader, longest int) *Reader {
	return &Reader{Line: 1, r: bufio.NewReaderSize(r, 64<<10), max: int64(longest) + slack}
}

// Each calls search with each line and its length n in bytes, both with the line end. A line
// that is too long has the text "". Each stops if search returns false. It returns the error of
// the document, and nil at its end.
func (l *Reader) Each(search func(text string, n int64) bool) error {
	for {
		text, n, err := l.next()
		if n > 0 && !search(text, n) {
			return nil
		}
		l.Offset += n
		l.Line++
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// next reads a line of n bytes.
func (l *Reader) next() (text string, n int64, err error) {
	var line []byte
	for {
		piece, err := l.r.ReadSlice('\n')
		n += int64(len(piece))
		if n <= l.max {
			line = append(line, piece...)
		} else {
			line = nil
		}
		if err != bufio.ErrBufferFull {
			return string(line), n, err
		}
	}
}
