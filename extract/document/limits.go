package document

import (
	"fmt"
	"io"
	"math"
	"os"

	"github.com/earl-url/earl/internal/format/pdf"
)

// Limits limits what is unpacked from one file, because a small file can
// contain more than a disk can store. In each field 0 means the default, and a
// negative value means no limit.
type Limits struct {
	// Bytes is the number of bytes that are unpacked in total, at all levels of
	// nesting.
	Bytes int64
	// Ratio is the number of bytes that are unpacked for each byte of the file,
	// after the first 64 MiB. Deflate reaches 1032 if all bytes are equal.
	Ratio int64
	// Members is the number of archive members that are opened.
	Members int
	// Depth is how deep archives and compressed files can be nested.
	Depth int
	// Held is the number of bytes of an archive or a PDF that are held in
	// memory. This is needed if it is compressed, in another archive, or a
	// stream, because reading starts at its end.
	Held int64
	// Objects is the number of objects in a PDF.
	Objects int
}

// The defaults of Limits.
const (
	defaultBytes   = 8 << 30 // takes about a minute
	defaultRatio   = 1000    // higher than any text that is not a zip bomb
	defaultMembers = 100_000 // the largest archives of programs have about ten thousand
	defaultDepth   = 4       // a document in an archive in a compressed archive, and one level more
	defaultHeld    = 64 << 20
	defaultObjects = pdf.DefaultMaxObjects

	ratioAfter = 64 << 20 // so few bytes are always unpacked
	// directorySize is the maximum size of the directory of a zip archive. It
	// is held while the archive is searched, in about three times as much
	// memory.
	directorySize = 32 << 20
)

// withDefaults returns l with its defaults.
func (l Limits) withDefaults() Limits {
	l.Bytes = limit(l.Bytes, defaultBytes, math.MaxInt64)
	l.Ratio = limit(l.Ratio, defaultRatio, math.MaxInt64)
	l.Members = limit(l.Members, defaultMembers, math.MaxInt)
	l.Depth = limit(l.Depth, defaultDepth, math.MaxInt)
	l.Held = limit(l.Held, defaultHeld, math.MaxInt64)
	l.Objects = limit(l.Objects, defaultObjects, math.MaxInt)
	return l
}

// limit returns a limit: the standard one for 0, the largest for a negative value.
func limit[N int | int64](n, standard, largest N) N {
	switch {
	case n == 0:
		return standard
	case n < 0:
		return largest
	}
	return n
}

// A LimitError reports that a file was not searched to its end because of a
// limit.
type LimitError struct {
	Name  string // the field of [Limits]
	Limit int64
}

// Error returns a sentence with the limit.
func (e *LimitError) Error() string {
	what := fmt.Sprintf("more than %d bytes are unpacked", e.Limit)
	switch e.Name {
	case "Ratio":
		what = fmt.Sprintf("unpacking gives more than %d bytes for each byte of the file", e.Limit)
	case "Members":
		what = fmt.Sprintf("the archive has more than %d files", e.Limit)
	case "Depth":
		what = fmt.Sprintf("archives are nested more than %d deep", e.Limit)
	case "Held":
		what = fmt.Sprintf("an archive that is not read from a file has more than %d bytes", e.Limit)
	case "Directory":
		what = fmt.Sprintf("the directory of the archive has more than %d bytes", e.Limit)
	}
	return fmt.Sprintf("document: limit %s: %s; the rest was not searched", e.Name, what)
}

// A budget is what may still be unpacked from one file.
type budget struct {
	limits  Limits
	in      *meter // what was read from the file
	size    int64  // of the file; 0: not known
	out     int64  // the number of unpacked bytes
	members int
}

// spend counts unpacked bytes.
func (b *budget) spend(n int) error {
	b.out += int64(n)
	if b.out > b.limits.Bytes {
		return &LimitError{"Bytes", b.limits.Bytes}
	}
	in := max(b.size, b.in.n, 1)
	if b.out > ratioAfter && b.out/in >= b.limits.Ratio {
		return &LimitError{"Ratio", b.limits.Ratio}
	}
	return nil
}

// unpacked returns a reader that counts what it reads against the budget.
func (b *budget) unpacked(r io.Reader) io.Reader { return &spending{r, b} }

// spending is the reader of unpacked.
type spending struct {
	r io.Reader
	b *budget
}

// Read implements io.Reader.
func (s *spending) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	if over := s.b.spend(n); over != nil {
		return max(0, n-int(max(0, s.b.out-s.b.limits.Bytes))), over
	}
	return n, err
}

// A meter counts the bytes that are read.
type meter struct {
	r io.Reader
	n int64
}

// Read implements io.Reader.
func (m *meter) Read(p []byte) (int, error) {
	n, err := m.r.Read(p)
	m.n += int64(n)
	return n, err
}

// Sized is a reader of a whole file that can also be read at any offset. [URLs]
// does not hold an archive in memory if its reader is Sized.
type Sized interface {
	io.Reader
	io.ReaderAt
	Size() int64
}

// sized returns the file that r reads from its start, if it can be read at any
// offset.
func sized(r io.Reader) (io.ReaderAt, int64, bool) {
	switch r := r.(type) {
	case *peeked:
		return sized(r.from)
	case Sized:
		return r, r.Size(), true
	case *os.File:
		if info, err := r.Stat(); err == nil && info.Mode().IsRegular() {
			return r, info.Size(), true
		}
	}
	return nil, 0, false
}
