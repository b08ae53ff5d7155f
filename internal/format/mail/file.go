package mail

import (
	"bytes"
	"io"
	"math"
)

const (
	readSize   = 32 << 10 // bytes per read
	emptyReads = 100      // as in bufio: a reader that returns no bytes this often is broken
	// keptLengths is how many times MaxLength is held of the file before the
	// current position. If each byte of a URL is escaped, it has three times as
	// many, plus a soft break on each line.
	keptLengths = 4
)

// A file is the stream of the file's own bytes. It holds those that may belong
// to a match still to come.
type file struct {
	r    io.Reader
	b    []byte
	base int64    // offset of b[0]
	keep int64    // what is before this offset is no longer needed
	here position // the position of the end of b
	err  error    // of r, other than io.EOF
	out  []run

	recent int64 // this many bytes are always held
	most   int64 // at most this many bytes are held
}

// newFile returns a file at its start, for headers of at most header bytes and
// URLs of at most length bytes.
func newFile(r io.Reader, header, length int) *file {
	recent := int64(header) + 4*readSize
	return &file{r: r, here: position{line: 1}, keep: math.MaxInt64, recent: recent, most: recent + keptLengths*int64(length)}
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

// text returns the file's bytes between two offsets, and false if they are no
// longer held.
func (f *file) text(from, to int64) (string, bool) {
	if from < f.base || to < from {
		return "", false
	}
	return string(f.b[from-f.base : to-f.base]), true
}
