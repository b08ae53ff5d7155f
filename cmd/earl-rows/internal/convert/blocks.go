package convert

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"strconv"

	"github.com/earl-url/earl/rows"
)

const (
	// blockSize is about how many bytes of a text format a frame has.
	blockSize = 1 << 20
	// readSize is the most that is read from an input at once.
	readSize = 1 << 16
	// maxRecord is the longest record, and in chunks the longest chunk. Its
	// columns together can be longer than one column of rows.
	maxRecord = 2 * rows.MaxBatch
)

// blocks cuts an input into blocks of whole records.
type blocks struct {
	in   io.Reader
	rest []byte // that was read and belongs to no block yet
	eof  bool
	// scan returns the end and the number of the whole records at the start of
	// b, but not of more than most records.
	scan func(b []byte, most int) (end, n int)
	// lines says that a line end is missing at most after the last record.
	lines bool
	// early says that a block ends when there is nothing more to read at once.
	early bool
	// chunked says that the number of records is before each block.
	chunked bool
}

// more reads once, to the end of buf.
func (b *blocks) more(buf []byte) ([]byte, error) {
	if len(buf) > maxRecord {
		return nil, inputf("a row or a chunk has more than %d bytes: use smaller chunks: %s", maxRecord, batchSettings)
	}
	if cap(buf)-len(buf) < readSize {
		grown := make([]byte, len(buf), max(2*cap(buf), blockSize+2*readSize))
		copy(grown, buf)
		buf = grown
	}
	end := min(cap(buf), len(buf)+readSize)
	if !b.early { // blocks must not depend on how the bytes arrive
		end = min(end, (len(buf)/blockSize+1)*blockSize)
	}
	n, err := b.in.Read(buf[len(buf):end])
	if err == io.EOF {
		b.eof = true
	} else if err != nil {
		return nil, inputf("%w", err)
	}
	return buf[:len(buf)+n], nil
}

// record returns the first record, and removes it from the input. The error is
// io.EOF if there is no record.
func (b *blocks) record() ([]byte, error) {
	record, err := b.peek()
	b.rest = b.rest[len(record):]
	return record, err
}

// peek returns the first record.
func (b *blocks) peek() ([]byte, error) {
	for {
		if end, n := b.scan(b.rest, 1); n == 1 {
			return b.rest[:end:end], nil
		}
		if b.eof {
			if len(b.rest) == 0 {
				return nil, io.EOF
			}
			var err error
			if b.rest, err = b.finish(b.rest, 0); err != nil {
				return nil, err
			}
			continue
		}
		var err error
		if b.rest, err = b.more(b.rest); err != nil {
			return nil, err
		}
	}
}

// finish completes the last record, which starts at buf[at], at the end of the
// input.
func (b *blocks) finish(buf []byte, at int) ([]byte, error) {
	if b.lines {
		buf = append(buf, '\n')
		if _, n := b.scan(buf[at:], 1); n == 1 {
			return buf, nil
		}
		return nil, inputf("the input is truncated: the quotes of a value are not closed")
	}
	return nil, inputf("the input is truncated in a row")
}

// next reads a block into a frame. The error is io.EOF after the last.
func (b *blocks) next(f *frame) error {
	want := math.MaxInt
	if b.chunked {
		var err error
		if want, err = b.chunkHeader(); err != nil {
			return err
		}
	}
	buf := append(f.raw[:0], b.rest...)
	b.rest = b.rest[:0]
	at, count := 0, 0
	for {
		end, n := b.scan(buf[at:], want-count)
		at, count = at+end, count+n
		if count == want || !b.chunked && count > 0 && (b.early || len(buf)%blockSize == 0) {
			break
		}
		if b.eof && at == len(buf) {
			if b.chunked {
				return inputf("the input is truncated: a chunk has %d of %d rows", count, want)
			}
			if count == 0 {
				return io.EOF
			}
			break
		}
		var err error
		if b.eof {
			buf, err = b.finish(buf, at)
		} else {
			buf, err = b.more(buf)
		}
		if err != nil {
			return err
		}
	}
	b.rest = append(b.rest, buf[at:]...)
	f.raw, f.rows, f.flush = buf[:at], count, b.early
	return nil
}

// chunkHeader reads the number of rows before a chunk.
func (b *blocks) chunkHeader() (int, error) {
	for {
		if digits, after, ok := bytes.Cut(b.rest, []byte{'\n'}); ok {
			n, err := strconv.ParseUint(string(digits), 10, 31)
			if err != nil {
				return 0, inputf("a chunk begins with %.40q instead of its number of rows: set send_chunk_header", digits)
			}
			b.rest = after
			return int(n), nil
		}
		switch {
		case len(b.rest) > 20:
			return 0, inputf("a chunk begins with %.40q instead of its number of rows: set send_chunk_header", b.rest)
		case b.eof && len(b.rest) == 0:
			return 0, io.EOF
		case b.eof:
			return 0, inputf("the input is truncated before a chunk")
		}
		var err error
		if b.rest, err = b.more(b.rest); err != nil {
			return 0, err
		}
	}
}

// lineScanner is the scan of formats with one line for each record. It searches
// the bytes of a record that is not whole only once.
type lineScanner struct {
	seen int  // the bytes of the first record that have no line end
	cr   bool // a carriage return without a line feed is a line end too
}

func (s *lineScanner) scan(b []byte, most int) (end, n int) {
	if most == 0 {
		return 0, 0
	}
	if s.cr {
		feedLines(b[s.seen:])
	}
	end, n = s.whole(b, most)
	if s.cr && s.seen > 0 && b[end+s.seen-1] == '\r' {
		s.seen-- // the next byte says whether it is a line end
	}
	return end, n
}

// feedLines makes each carriage return that has no line feed after it a line feed, but
// not the last byte.
//
// Source: CSV (Macintosh) of Excel; pandas, DuckDB and pyarrow read such line ends.
func feedLines(b []byte) {
	for at := 0; at < len(b); at++ {
		i := bytes.IndexByte(b[at:], '\r')
		if at += i; i < 0 || at+1 == len(b) {
			return
		}
		if b[at+1] != '\n' {
			b[at] = '\n'
		}
	}
}

// whole is scan for the line end LF.
func (s *lineScanner) whole(b []byte, most int) (end, n int) {
	if bytes.IndexByte(b[s.seen:], '\n') < 0 {
		s.seen = len(b)
		return 0, 0
	}
	s.seen = 0
	if end, n = scanLines(b, most); n < most {
		s.seen = len(b) - end
	}
	return end, n
}

// scanLines returns the end and the number of the first lines of b, but not of
// more than most.
func scanLines(b []byte, most int) (end, n int) {
	if most > len(b) {
		end = bytes.LastIndexByte(b, '\n') + 1
		return end, bytes.Count(b[:end], []byte{'\n'})
	}
	for n < most {
		i := bytes.IndexByte(b[end:], '\n')
		if i < 0 {
			break
		}
		end, n = end+i+1, n+1
	}
	return end, n
}

// rowError returns the fault of a row of a frame, which is numbered from 0.
func (f *frame) rowError(row int, format string, args ...any) error {
	return inputf("row %d: %w", f.first+int64(row)+1, fmt.Errorf(format, args...))
}
