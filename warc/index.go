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
// show: response, resource, revisit and conversion records, in their order. key
// returns the key of a URL. For the reply to a request other than GET, the method
// and the body of the request are arguments of that URL, as in the indexes of
// pywb. Entries fails if the file is compressed as a whole. Damaged records, and
// those without a URL or a date, are skipped, and a [Damage] is returned at the
// end.
func Entries(s *Source, key func(url string) string, yield func(Entry) error) error {
	x := indexer{source: s, key: key, yield: yield}
	err := s.Each(x.add, nil)
	if e := x.flush(); e != nil {
		return e
	}
	return err
}

// indexer makes the entries of a file. It keeps the last one until it has seen
// whether its request follows.
type indexer struct {
	source *Source
	key    func(string) string
	yield  func(Entry) error

	kept           *Entry
	id, concurrent string   // of kept
	before         *request // before the next entry
}

// add adds a record.
func (x *indexer) add(r *Reader, rec *Record) error {
	kind := rec.Type()
	if kind == Request {
		return x.addRequest(rec)
	}
	switch kind {
	case Response, Resource, Revisit, Conversion:
	default:
		return nil
	}
	if rec.Offset < 0 {
		return fmt.Errorf("%w: the file is compressed as a whole; each record must be a gzip member", ErrSyntax)
	}
	if err := x.flush(); err != nil {
		return err
	}
	switch {
	case rec.Target() == "":
		return &RecordError{rec.Offset, "the field " + fieldTarget + " is missing"}
	case rec.Date().IsZero():
		return &RecordError{rec.Offset, fmt.Sprintf("%s %.40q is not a date", fieldDate, rec.Get(fieldDate))}
	}
	c, err := Describe(rec)
	if err != nil {
		return err
	}
	end, err := r.End()
	if err != nil {
		return err
	}
	target := rec.Target()
	x.kept = &Entry{Key: x.key(target), Date: rec.Date(), URL: target, Type: c.Payload, Status: c.Status,
		Digest: rec.Get(FieldPayload), Length: end - rec.Offset, Offset: rec.Offset, File: x.source.Name}
	x.id, x.concurrent = rec.ID(), bareID(rec.Get(FieldConcurrent))
	if q := x.before; q != nil && q.of(x.id, x.concurrent, target) {
		x.join(q)
	}
	x.before = nil
	return nil
}

// addRequest adds a request: of the entry that is kept, or of the next one.
func (x *indexer) addRequest(rec *Record) error {
	q, err := readRequest(rec)
	if err != nil || q == nil {
		return err
	}
	if x.kept != nil && q.of(x.id, x.concurrent, x.kept.URL) {
		x.join(q)
		return nil
	}
	x.before = q
	return nil
}

// join adds the request of the entry that is kept.
func (x *indexer) join(q *request) {
	x.kept.Method, x.kept.Request = q.method, q.query
	x.kept.Key = x.key(q.key(x.kept.URL))
}

// flush yields the entry that is kept.
func (x *indexer) flush() error {
	if x.kept == nil {
		return nil
	}
	e := *x.kept
	x.kept = nil
	return x.yield(e)
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
