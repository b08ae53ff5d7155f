package warc

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Reader reads the records of a file in order. It is not safe for concurrent
// use.
type Reader struct {
	// Warn, if not nil, is called for each departure from the format that the
	// Reader tolerates, with the offset of the record.
	Warn func(offset int64, text string)

	src    *counter      // the file
	gz     *gzip.Reader  // of the current member; nil: not compressed
	in     *bufio.Reader // what is inside gz
	rest   *block        // of the last record
	offset int64         // of the current record
	hasLF  bool          // a line of its header ends in LF
	err    error

	begun  *Record // the current record, also if its header ends in an error
	source *Source // nil: damage cannot be skipped
	skips  int
}

// NewReader returns a Reader of a file, or of a part of it that begins at a
// record.
func NewReader(r io.Reader) *Reader { return &Reader{src: &counter{r: bufio.NewReaderSize(r, 64<<10)}} }

// counter counts the bytes that were read. It reads single bytes, so a gzip
// reader does not read beyond the end of a member.
type counter struct {
	r *bufio.Reader
	n int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}

func (c *counter) ReadByte() (byte, error) {
	b, err := c.r.ReadByte()
	if err == nil {
		c.n++
	}
	return b, err
}

// block is the block of a record.
type block struct {
	r    io.Reader
	left int64
	err  error // of the file
}

func (b *block) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, io.EOF
	}
	if int64(len(p)) > b.left {
		p = p[:b.left]
	}
	n, err := b.r.Read(p)
	b.left -= int64(n)
	if err == io.EOF && b.left > 0 {
		err = io.ErrUnexpectedEOF
	} else if err == io.EOF {
		err = nil
	}
	b.err = err
	return n, err
}

// Next returns the next record, or io.EOF after the last. It skips what was not
// read of the block of the one before. The errors are [ErrSyntax], [ErrLimit],
// io.ErrUnexpectedEOF for a truncated file, and those of the file and of gzip.
// After an error, Next returns the same error.
func (r *Reader) Next() (*Record, error) {
	if r.err != nil {
		return nil, r.err
	}
	rec, err := r.next()
	if err != nil {
		r.err = err
		return nil, err
	}
	return rec, nil
}

// Offset returns how many bytes of the file were read. After the block of a
// record was read and [Reader.End] was called, it is the end of the record.
func (r *Reader) Offset() int64 { return r.src.n }

// End reads the rest of the current record and returns where it ends in the
// file.
func (r *Reader) End() (int64, error) {
	if r.err != nil {
		return 0, r.err
	}
	if err := r.finish(); err != nil {
		r.err = err
		return 0, err
	}
	return r.src.n, nil
}

// warn reports a departure from the format.
func (r *Reader) warn(format string, args ...any) {
	if r.Warn != nil {
		r.Warn(r.offset, fmt.Sprintf(format, args...))
	}
}

// finish reads what is left of the last record: its block, the two line ends
// after it, and the end of its gzip member.
func (r *Reader) finish() error {
	if r.rest == nil {
		return nil
	}
	if _, err := io.Copy(io.Discard, r.rest); err != nil {
		return r.broken(err)
	}
	r.rest = nil
	from := r.buffered()
	end, err := from.Peek(4)
	if err != nil && err != io.EOF {
		return r.broken(err)
	}
	closed := bytes.Equal(end, []byte("\r\n\r\n"))
	if !closed {
		r.warn("the record does not end in two line ends")
	}
	if err := r.skipLineEnds(); err != nil {
		return err
	}
	next, err := from.Peek(5)
	if err != nil && err != io.EOF {
		return r.broken(err)
	}
	if !closed && len(next) > 0 && !beginsRecord(next) {
		return fmt.Errorf("offset %d: %w: the block is longer than its Content-Length", r.offset, ErrSyntax)
	}
	if r.gz != nil && len(next) == 0 {
		r.gz = nil
	}
	return nil
}

// skipLineEnds skips the line ends after a record, or before one.
func (r *Reader) skipLineEnds() error {
	from := r.buffered()
	for {
		b, err := from.Peek(1)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return r.broken(err)
		}
		if b[0] != '\r' && b[0] != '\n' {
			return nil
		}
		r.discard(1)
	}
}

// beginsRecord reports whether b is the start of a record, or of its gzip member.
func beginsRecord(b []byte) bool {
	return bytes.HasPrefix(b, []byte("WARC/")) || bytes.HasPrefix(b, []byte{0x1F, 0x8B})
}

// buffered returns what the current record is read from.
func (r *Reader) buffered() *bufio.Reader {
	if r.gz != nil {
		return r.in
	}
	return r.src.r
}

// discard skips bytes that were seen with Peek.
func (r *Reader) discard(n int) {
	n, _ = r.buffered().Discard(n)
	if r.gz == nil {
		r.src.n += int64(n)
	}
}

// broken returns the error for an error of the file. io.EOF inside a record is a
// truncated file.
func (r *Reader) broken(err error) error {
	if err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF) {
		what := "file"
		if _, err := r.src.r.Peek(1); err == nil {
			what = "gzip member"
		}
		return fmt.Errorf("offset %d: the %s ends inside a record: %w", r.offset, what, io.ErrUnexpectedEOF)
	}
	return fmt.Errorf("offset %d: %w", r.offset, err)
}

// next is Next without the error of an earlier call.
func (r *Reader) next() (*Record, error) {
	if err := r.finish(); err != nil {
		return nil, err
	}
	inside := r.gz != nil // another record in the same member
	if !inside {
		if err := r.member(); err != nil {
			return nil, err
		}
	}
	r.hasLF = false
	rec := &Record{Offset: r.offset}
	r.begun = rec
	if inside {
		rec.Offset = -1
		r.warn("a gzip member has more than one record")
	}
	if err := r.header(rec); err != nil {
		return nil, err
	}
	var err error
	length := strings.TrimSpace(rec.Get(fieldLength))
	if rec.Get(fieldLength) == "" {
		return nil, fmt.Errorf("offset %d: %w: it has no Content-Length", r.offset, ErrSyntax)
	}
	if rec.Size, err = strconv.ParseInt(length, 10, 64); err != nil || rec.Size < 0 {
		return nil, fmt.Errorf("offset %d: %w: Content-Length %.40q", r.offset, ErrSyntax, length)
	}
	var from io.Reader = r.src
	if r.gz != nil {
		from = r.in
	}
	r.rest = &block{r: from, left: rec.Size}
	rec.Block = r.rest
	return rec, nil
}

// member moves to the next record of the file, and begins its gzip member if it
// has one. Members without a byte are skipped: bgzip ends a file with one.
// Source: rfc1952 2.2.
func (r *Reader) member() error {
	r.begun = nil
	for {
		if err := r.skipPadding(); err != nil {
			return err
		}
		r.offset = r.src.n
		b, err := r.src.r.Peek(2)
		if len(b) == 0 {
			return err // io.EOF: the end
		}
		if !bytes.Equal(b, []byte{0x1F, 0x8B}) {
			return nil
		}
		gz, err := gzip.NewReader(r.src)
		if err != nil {
			return r.broken(err)
		}
		gz.Multistream(false)
		r.gz = gz
		if r.in == nil {
			r.in = bufio.NewReaderSize(gz, 32<<10)
		} else {
			r.in.Reset(gz)
		}
		if err := r.skipLineEnds(); err != nil {
			return err
		}
		if _, err := r.in.Peek(1); err != io.EOF {
			return nil // header returns another error
		}
		r.gz = nil
	}
}

// skipPadding skips what is between records: line ends, and zero bytes, which some
// disks and tapes add.
func (r *Reader) skipPadding() error {
	if err := r.skipLineEnds(); err != nil {
		return err
	}
	r.offset = r.src.n
	for zeros := 0; ; zeros++ {
		b, err := r.src.r.Peek(1)
		if err != nil && err != io.EOF {
			return r.broken(err)
		}
		if len(b) == 0 || b[0] != 0 {
			if zeros > 0 {
				r.warn("%d zero bytes instead of a record", zeros)
			}
			return nil
		}
		r.discard(1)
	}
}

// header reads the version and the fields of a record.
func (r *Reader) header(rec *Record) error {
	left := MaxHeader
	start, err := r.buffered().Peek(startSize)
	if !bytes.HasPrefix(start, []byte("WARC/")) {
		if err != nil && err != io.EOF || len(start) == 0 {
			return r.broken(err)
		}
		return fmt.Errorf("offset %d: %w: %s", r.offset, ErrSyntax, foreign(start))
	}
	line, err := r.line(&left)
	if err != nil {
		return err
	}
	version := strings.TrimPrefix(line, "WARC/")
	switch rec.Version = version; version {
	case "1.0", "1.1":
	default:
		r.warn("version %.20q", version)
	}
	for {
		line, err := r.line(&left)
		if err != nil {
			return err
		}
		if line == "" {
			return nil
		}
		if line[0] == ' ' || line[0] == '\t' { // the value continues
			if n := len(rec.Header); n > 0 {
				rec.Header[n-1].Value += " " + strings.TrimSpace(line)
				continue
			}
		}
		name, value, ok := strings.Cut(line, ":")
		if !ok {
			r.warn("a line of the header without a colon: %.40q", line)
			continue
		}
		rec.Header = append(rec.Header, Field{strings.TrimSpace(name), strings.TrimSpace(value)})
	}
}

// startSize is how many bytes of something else than a record an error shows.
const startSize = 40

// foreign says what begins instead of a record.
func foreign(start []byte) string {
	switch {
	case bytes.HasPrefix(start, []byte("filedesc:")):
		return "it is an ARC file; only WARC files are read"
	case bytes.HasPrefix(start, []byte{0x28, 0xB5, 0x2F, 0xFD}):
		return "it is compressed with zstd: decompress it first"
	}
	line, _, _ := bytes.Cut(start, []byte("\n"))
	return fmt.Sprintf("a record must begin with WARC/1.1, not with %q", bytes.TrimSuffix(line, []byte("\r")))
}

// line returns a line of a header without its line end.
func (r *Reader) line(left *int) (string, error) {
	from := r.buffered()
	var line []byte
	for {
		piece, err := from.ReadSlice('\n')
		if r.gz == nil {
			r.src.n += int64(len(piece))
		}
		*left -= len(piece)
		if len(line)+len(piece) > MaxLine || *left < 0 {
			return "", fmt.Errorf("offset %d: %w", r.offset, ErrLimit)
		}
		if err == nil && line == nil {
			return r.trim(piece), nil
		}
		line = append(line, piece...)
		if err == nil {
			return r.trim(line), nil
		}
		if err != bufio.ErrBufferFull {
			return "", r.broken(err)
		}
	}
}

// trim returns a line without its line end.
func (r *Reader) trim(line []byte) string {
	line = line[:len(line)-1]
	if n := len(line); n > 0 && line[n-1] == '\r' {
		return string(line[:n-1])
	}
	if !r.hasLF {
		r.warn("a line of the header ends in LF, not in CR LF")
	}
	r.hasLF = true
	return string(line)
}
