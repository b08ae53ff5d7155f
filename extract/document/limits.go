package document

import (
	"fmt"
	"io"
	"math"
	"os"

	"github.com/earl-url/earl/extract/pdf"
)

// Limits bound what is unpacked of one file: a small file can contain more than a
// disk does. For each field 0 means the default, and a negative value no limit.
type Limits struct {
	// Bytes is how much is unpacked in all, at every level of nesting.
	Bytes int64
	// Ratio is how many bytes are unpacked for each byte of the file, after the first
	// 64 MiB. Deflate reaches 1032, with nothing but equal bytes.
	Ratio int64
	// Members is how many files of archives are opened.
	Members int
	// Depth is how deep archives and compressed files are nested in one another.
	Depth int
	// Held is how many bytes are held of an archive or a PDF that is itself
	// compressed, in another archive, or a stream: they are read from their end.
	Held int64
	// Objects is how many objects a PDF has.
	Objects int
}

// The defaults of Limits.
const (
	DefaultBytes   = 8 << 30 // a minute of work
	DefaultRatio   = 1000    // more than all text that is not made to be a bomb
	DefaultMembers = 100_000 // the largest archives of programs have some ten thousand
	DefaultDepth   = 4       // a document in an archive in a compressed archive, and one more
	DefaultHeld    = 64 << 20
	DefaultObjects = pdf.DefaultMaxObjects

	ratioAfter = 64 << 20 // little enough to unpack whatever it is
	// directorySize is how much of a zip archive is its directory: it is held while the
	// archive is searched, in some three times the memory.
	directorySize = 32 << 20
)

// withDefaults returns l with its defaults.
func (l Limits) withDefaults() Limits {
	l.Bytes = limit(l.Bytes, DefaultBytes, math.MaxInt64)
	l.Ratio = limit(l.Ratio, DefaultRatio, math.MaxInt64)
	l.Members = limit(l.Members, DefaultMembers, math.MaxInt)
	l.Depth = limit(l.Depth, DefaultDepth, math.MaxInt)
	l.Held = limit(l.Held, DefaultHeld, math.MaxInt64)
	l.Objects = limit(l.Objects, DefaultObjects, math.MaxInt)
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

// A LimitError says that a file was not searched to its end because of a limit.
type LimitError struct {
	Name  string // the field of [Limits]
	Limit int64
}

// Error returns one sentence with the limit.
func (e *LimitError) Error() string {
	what := fmt.Sprintf("more than %d bytes are unpacked", e.Limit)
	switch e.Name {
	case "Ratio":
		what = fmt.Sprintf("more than %d bytes are unpacked for each byte", e.Limit)
	case "Members":
		what = fmt.Sprintf("the archive has more than %d files", e.Limit)
	case "Depth":
		what = fmt.Sprintf("archives are nested more than %d deep", e.Limit)
	case "Held":
		what = fmt.Sprintf("an archive that is not a file of its own has more than %d bytes", e.Limit)
	case "Directory":
		what = fmt.Sprintf("the directory of the archive has more than %d bytes", e.Limit)
	}
	return fmt.Sprintf("document: limit %s: %s: the rest was not searched", e.Name, what)
}

// A budget is what may still be unpacked of one file.
type budget struct {
	limits  Limits
	in      *meter // what was read of the file
	size    int64  // of the file; 0: not known
	out     int64  // what was unpacked
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

// unpacked returns a reader that spends the budget for what it reads.
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

// A meter counts what is read.
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

// Sized is a reader of a whole file that can be read at any place, too. [URLs]
// does not hold an archive that it gets as one.
type Sized interface {
	io.Reader
	io.ReaderAt
	Size() int64
}

// sized returns the file that r reads from its start, if it can be read at any place.
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
