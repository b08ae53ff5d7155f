package mail

import (
	"bytes"
	"io"
	"math"
)

const (
	readSize   = 32 << 10 // what is read at once
	emptyReads = 100      // as in bufio: a reader that brings nothing so often is broken
	// keptLengths bounds what is held of the file behind the place of the reading: so
	// many times MaxLength. With each of its octets escaped a URL has three times as
	// many, and then a soft break on each line.
	keptLengths = 4
)

// A file is the stream of the file's own octets. It holds those that may belong to
// a match to come.
type file struct {
	r    io.Reader
	b    []byte
	base int64 // offset of b[0]
	keep int64 // what is before this offset may be forgotten
	here place // of the end of b
	err  error // of r, but for io.EOF
	out  []run

	recent int64 // so many octets are held in any case
	most   int64 // and so many at most
}

// newFile returns a file at its start, for headers of at most header octets and URLs
// of at most length.
func newFile(r io.Reader, header, length int) *file {
	recent := int64(header) + 4*readSize
	return &file{r: r, here: place{line: 1}, keep: math.MaxInt64, recent: recent, most: recent + keptLengths*int64(length)}
}

func (f *file) next() (chunk, error) {
	f.forget()
	n, err := f.read()
	if n == 0 {
		return chunk{}, err
	}
	piece := f.b[len(f.b)-n:]
	c := chunk{b: piece, off: f.here.offset}
	f.out = f.out[:0]
	for len(piece) > 0 {
		f.out = append(f.out, run{f.here.offset, f.here, 1, 1})
		n := bytes.IndexByte(piece, '\n') + 1
		if n == 0 {
			f.here.offset += int64(len(piece))
			break
		}
		f.here.offset += int64(n)
		f.here.line++
		f.here.start = f.here.offset
		piece = piece[n:]
	}
	c.runs = f.out
	return c, nil
}

// read reads once into b.
func (f *file) read() (int, error) {
	if f.err != nil {
		return 0, f.err
	}
	for range emptyReads {
		n, err := f.r.Read(f.b[len(f.b) : len(f.b)+readSize])
		f.b = f.b[:len(f.b)+n]
		if err != nil && err != io.EOF {
			f.err = err
		}
		if n > 0 || err != nil {
			return n, err
		}
	}
	f.err = io.ErrNoProgress
	return 0, f.err
}

// forget makes room for a read.
func (f *file) forget() {
	if cap(f.b)-len(f.b) >= readSize {
		return
	}
	keep := max(f.base, min(f.keep, f.here.offset-f.recent), f.here.offset-f.most)
	rest := f.b[keep-f.base:]
	if room := len(rest) + readSize; room+room/4 > cap(f.b) {
		f.b = append(make([]byte, 0, room+room/2), rest...)
	} else {
		f.b = f.b[:copy(f.b[:cap(f.b)], rest)]
	}
	f.base = keep
}

// text returns the file's octets from one offset to another, and false if they
// were forgotten.
func (f *file) text(from, to int64) (string, bool) {
	if from < f.base || to < from {
		return "", false
	}
	return string(f.b[from-f.base : to-f.base]), true
}
