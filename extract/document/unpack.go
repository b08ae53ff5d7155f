package document

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"

	"github.com/earl-url/earl/extract"
)

// A MemberError is an error of one file in an archive. The other files are
// searched.
type MemberError struct{ Err error }

// Error returns the text of the error.
func (e *MemberError) Error() string { return e.Err.Error() }

// Unwrap returns the error.
func (e *MemberError) Unwrap() error { return e.Err }

var (
	// ErrEncrypted means that a document, or a file in an archive, is
	// encrypted.
	ErrEncrypted = errors.New("document: encrypted: it was not searched")
	// ErrNotPacked means that the content of a file does not match its file
	// name extension.
	ErrNotPacked = errors.New("document: the content does not match the file name extension: the file is damaged or has the wrong name")
	// ErrUTF16 means that a document that is not HTML is in UTF-16 or UTF-32.
	ErrUTF16 = errors.New("document: UTF-16 is searched only in HTML")
)

// An unpacker finds the URLs in a file that contains documents.
type unpacker struct {
	o       extract.Options
	budget  budget
	yield   func(extract.Match, error) bool
	stopped bool
}

// unpack finds the URLs of a document of type t that contains others.
func unpack(r io.Reader, t Type, s Source, o extract.Options, yield func(extract.Match, error) bool) {
	u := &unpacker{o: o, budget: budget{limits: s.Limits.withDefaults()}, yield: yield}
	u.budget.in = &meter{r: r}
	if _, size, ok := sized(r); ok {
		u.budget.size = size
	} else {
		r = u.budget.in
	}
	if err := u.packed(r, t, s, "", 1); err != nil && !u.stopped {
		yield(extract.Match{}, err)
	}
}

// packed finds the URLs of a packed document of type t: the file, or the member
// with that path in it. Its error is the last.
func (u *unpacker) packed(r io.Reader, t Type, s Source, member string, depth int) error {
	if depth > u.budget.limits.Depth {
		return &LimitError{"Depth", int64(u.budget.limits.Depth)}
	}
	if note, ok := unsupported(t); ok {
		return fmt.Errorf("document: %s cannot be searched", note)
	}
	if source, ok := warcOf(r, t, s.Name); ok {
		return u.warcFile(source, s, member, depth)
	}
	switch t {
	case WARC:
		return u.warc(r, s, member, depth)
	case Zip:
		return u.zip(r, s, member, depth)
	case Tar:
		return u.tar(r, s, member, depth)
	case PDF:
		return u.pdf(r, s, member)
	}
	inner, done, err := decompress(r, t)
	if err != nil {
		return &DamagedError{t, err}
	}
	defer done()
	_, s.Name = packedByName(s.Name)
	s.Media = ""
	if isPacked(s.Type) {
		s.Type = ""
	}
	return u.document(u.budget.unpacked(decoding{inner, t}), s, member, depth+1)
}

// A DamagedError reports that compressed data or an archive is damaged.
type DamagedError struct {
	Type Type
	Err  error // of the decoder
}

// Error returns a sentence with the format and the reason.
func (e *DamagedError) Error() string {
	if e.Err == io.ErrUnexpectedEOF || e.Err == io.EOF {
		return fmt.Sprintf("document: damaged %s data: it ends too early", e.Type)
	}
	return fmt.Sprintf("document: damaged %s data: %v", e.Type, e.Err)
}

// Unwrap returns the error of the decoder.
func (e *DamagedError) Unwrap() error { return e.Err }

// decoding is the reader of a decoder. Its errors are reported as damaged data.
type decoding struct {
	r io.Reader
	t Type
}

// Read implements io.Reader.
func (d decoding) Read(p []byte) (int, error) {
	n, err := d.r.Read(p)
	if err != nil && err != io.EOF {
		err = &DamagedError{d.t, err}
	}
	return n, err
}

// maxWindow is the largest window of zstd in bytes, which is held in memory:
// that of zstd's option --long.
const maxWindow = 128 << 20

// decompress returns the content of a compressed file, and a function that
// releases its memory.
func decompress(r io.Reader, t Type) (io.Reader, func(), error) {
	none := func() {}
	switch t {
	case Gzip:
		z, err := gzip.NewReader(r)
		return z, none, err
	case Bzip2:
		return bzip2.NewReader(r), none, nil
	case XZ:
		in := &lastBytes{r: bufio.NewReader(r)}
		z, err := xz.ReaderConfig{DictCap: maxWindow}.NewReader(in)
		return xzReader{z, in}, none, err
	}
	z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(maxWindow))
	if err != nil {
		return nil, none, err
	}
	return z, z.Close, nil
}

// An xzReader is a reader of xz that fails if the input ends in the header of a
// block. The library takes this for the end of the data.
type xzReader struct {
	z  io.Reader
	in *lastBytes
}

// Read implements io.Reader. Source: The .xz File Format 2.1.2.
func (x xzReader) Read(p []byte) (int, error) {
	n, err := x.z.Read(p)
	if err == io.EOF && string(x.in.last) != "YZ" {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

// lastBytes remembers the last two bytes that were read, without the trailing
// zeros that are padding.
type lastBytes struct {
	r    io.Reader
	last []byte
}

// Read implements io.Reader.
func (l *lastBytes) Read(p []byte) (int, error) {
	n, err := l.r.Read(p)
	if end := bytes.TrimRight(p[:n], "\x00"); len(end) > 0 {
		l.last = append(l.last, end[max(0, len(end)-2):]...)
		l.last = append(l.last[:0], l.last[max(0, len(l.last)-2):]...)
	}
	return n, err
}

// document finds the URLs of a document: the file, or the member with that path
// in it. Its error is the last.
func (u *unpacker) document(r io.Reader, s Source, member string, depth int) error {
	t, r := TypeOf(r, s)
	if isPacked(t) {
		return u.packed(r, t, s, member, depth)
	}
	if s.Type == "" && s.Media == "" {
		if t, _ := packedByName(s.Name); t != "" {
			return ErrNotPacked
		}
	}
	b := bufio.NewReaderSize(r, headSize)
	head, _ := b.Peek(headSize)
	if !readsCharsets(t) && hasWideMark(string(head)) {
		return ErrUTF16
	}
	if bytes.IndexByte(head, 0) >= 0 && (t != HTML || !isWide(head)) {
		if isTar(head) {
			return u.packed(b, Tar, s, member, depth)
		}
		if !s.Binary {
			return ErrBinary
		}
	}
	return u.plain(b, t, s, member)
}

// plain finds the URLs of a document that does not contain other documents.
func (u *unpacker) plain(r io.Reader, t Type, s Source, member string) error {
	for m, err := range guarded(urls(r, t, s, u.o), t) {
		if err != nil && m.Line == 0 && m.URL == "" {
			return err
		}
		if at := &m.Base.At; at.Line > 0 {
			at.Member = member
		}
		m.Member, m.Shown = member, m.Shown || (t == HTML || t == CSS) && !m.Kind.IsLink()
		if !u.emit(m, err) {
			return nil
		}
	}
	return nil
}

// emit yields a match, and reports whether to continue.
func (u *unpacker) emit(m extract.Match, err error) bool {
	u.stopped = u.stopped || !u.yield(m, err)
	return !u.stopped
}

// fault yields the error of a member, at the start of the member.
func (u *unpacker) fault(member string, err error) bool {
	return u.emit(extract.Match{Member: member, Line: 1, Column: 1}, &MemberError{err})
}

// whole returns all of a packed document, for reading at any offset.
func (u *unpacker) whole(r io.Reader) (io.ReaderAt, int64, error) {
	if at, size, ok := sized(r); ok {
		return at, size, nil
	}
	held := u.budget.limits.Held
	all, err := io.ReadAll(io.LimitReader(r, held))
	if err != nil {
		return nil, 0, err
	}
	if n, _ := r.Read(make([]byte, 1)); n > 0 {
		return nil, 0, &LimitError{"Held", held}
	}
	return bytes.NewReader(all), int64(len(all)), nil
}
