package warc

import (
	"bufio"
	"bytes"
	"container/heap"
	"fmt"
	"io"
	"os"
	"slices"
)

// Entries yields an index entry for each record of a file that has something to
// show: response, resource and revisit records, in their order. key returns the
// key of a URL. It fails if the file is compressed as a whole. Damaged records are
// skipped, and a [Damage] is returned at the end.
func Entries(s *Source, key func(url string) string, yield func(Entry) error) error {
	return s.Each(func(r *Reader, rec *Record) error {
		switch rec.Type() {
		case Response, Resource, Revisit:
		default:
			return nil
		}
		if rec.Offset < 0 {
			return fmt.Errorf("%w: the file is compressed as a whole; each record must be a gzip member", ErrSyntax)
		}
		c, err := Describe(rec)
		if err != nil {
			return err
		}
		end, err := r.End()
		if err != nil {
			return err
		}
		return yield(Entry{Key: key(rec.Target()), Date: rec.Date(), URL: rec.Target(), Type: c.Payload, Status: c.Status,
			Digest: rec.Get(FieldPayload), Length: end - rec.Offset, Offset: rec.Offset, File: s.Name})
	}, nil)
}

// sortMemory is how many bytes of lines a Sorter keeps in memory.
const sortMemory = 64 << 20

// Sorter sorts the lines of an index by their bytes, as programs that search in
// an index expect. It keeps at most 64 MiB in memory, and the rest in temporary
// files. The zero Sorter is empty.
type Sorter struct {
	lines [][]byte
	size  int
	files []*os.File
	limit int // 0 means sortMemory
}

// Add adds an entry.
func (s *Sorter) Add(e Entry) error {
	line := e.Append(nil)
	s.lines = append(s.lines, line)
	limit := s.limit
	if limit == 0 {
		limit = sortMemory
	}
	if s.size += len(line); s.size < limit {
		return nil
	}
	return s.spill()
}

// spill writes the lines in memory to a temporary file.
func (s *Sorter) spill() error {
	f, err := os.CreateTemp("", "earl-*")
	if err != nil {
		return err
	}
	os.Remove(f.Name()) // some systems cannot remove an open file; there Close removes it
	s.files = append(s.files, f)
	slices.SortFunc(s.lines, bytes.Compare)
	w := bufio.NewWriter(f)
	for _, line := range s.lines {
		w.Write(line)
	}
	s.lines, s.size = nil, 0
	if err := w.Flush(); err != nil {
		return err
	}
	_, err = f.Seek(0, io.SeekStart)
	return err
}

// WriteTo writes the lines in order. Call it once.
func (s *Sorter) WriteTo(w io.Writer) (int64, error) {
	slices.SortFunc(s.lines, bytes.Compare)
	out := bufio.NewWriter(w)
	runs := merge{{line: nil, next: s.inMemory()}}
	for _, f := range s.files {
		in := bufio.NewReader(f)
		runs = append(runs, run{next: func() ([]byte, error) { return in.ReadBytes('\n') }})
	}
	var total int64
	var open merge
	for _, r := range runs {
		if err := r.advance(); err == nil {
			open = append(open, r)
		} else if err != io.EOF {
			return 0, err
		}
	}
	heap.Init(&open)
	for len(open) > 0 {
		n, err := out.Write(open[0].line)
		total += int64(n)
		if err != nil {
			return total, err
		}
		switch err := open[0].advance(); err {
		case nil:
			heap.Fix(&open, 0)
		case io.EOF:
			heap.Pop(&open)
		default:
			return total, err
		}
	}
	return total, out.Flush()
}

// inMemory returns a function that returns the lines in memory.
func (s *Sorter) inMemory() func() ([]byte, error) {
	lines := s.lines
	return func() ([]byte, error) {
		if len(lines) == 0 {
			return nil, io.EOF
		}
		line := lines[0]
		lines = lines[1:]
		return line, nil
	}
}

// Close removes the temporary files.
func (s *Sorter) Close() {
	for _, f := range s.files {
		f.Close()
		os.Remove(f.Name())
	}
	s.files = nil
}

// run is a sorted list of lines.
type run struct {
	line []byte
	next func() ([]byte, error)
}

// advance moves to the next line.
func (r *run) advance() (err error) {
	r.line, err = r.next()
	return err
}

// merge is a heap of runs by their lines.
type merge []run

func (m merge) Len() int           { return len(m) }
func (m merge) Less(i, j int) bool { return bytes.Compare(m[i].line, m[j].line) < 0 }
func (m merge) Swap(i, j int)      { m[i], m[j] = m[j], m[i] }
func (m *merge) Push(x any)        { *m = append(*m, x.(run)) }
func (m *merge) Pop() any {
	last := len(*m) - 1
	r := (*m)[last]
	*m = (*m)[:last]
	return r
}
