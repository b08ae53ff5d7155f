// Package rows computes columns from columns of URLs: whether each is valid and
// why not, its components, its normal form, its key in an archive, and whatever
// else package earl and the packages on top of it can say about a text. It is
// the one unit of work for engines that keep many URLs, such as Spark, DuckDB
// and ClickHouse.
//
//	plan, err := rows.Compile("valid, host, whatwg.host as browser_host, normal(case)", rows.Options{})
//	var out rows.Batch
//	plan.Run(&out, []*rows.Vector{urls}) // fills out.Columns
//
// What holds for every batch:
//
//   - There is one row out for each row in, in the same order.
//   - A NULL gives NULL in all columns. An empty text is a text like another.
//   - A text that is not a URL gives "valid" false, "why" has the rule, and the
//     columns about the URL are NULL. Columns about the text have their value.
//   - A text longer than Options.MaxText is not read: "valid" is false.
//   - A panic in a row ends that row only: "why" is "internal-fault".
//   - Texts in outputs are valid UTF-8.
//   - The same input, options and version give the same bytes.
//
// The package reads and writes no files and uses no network. [Operations] lists
// the columns. For command line and file formats see cmd/earl-rows.
package rows

import (
	"fmt"
	"math"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/editions"
	"github.com/earl-url/earl/explain"
	"github.com/earl-url/earl/warc/surt"
)

// DefaultMaxText is the longest text that is read, in bytes, if Options.MaxText
// is 0. Longer URLs occur only by mistake, and servers refuse them.
const DefaultMaxText = 1 << 20

// MaxBatch is the most bytes of text that Run accepts in one column. Offsets
// have 31 bits, and an output column can be three times as long as its input.
const MaxBatch = 256 << 20

// Options are the settings of a Plan.
type Options struct {
	// Edition reads the URLs of columns without a prefix such as "whatwg.". nil
	// means earl.Auto.
	Edition *earl.Edition
	// Inputs are the names of the input columns. nil means one, "url". Several columns
	// can have one name; a selection that has this name is then an error.
	Inputs []string
	// URL is the name of the input column with the URLs, or its position such as
	// "#2". "" means "url" if there is a column of that name, else the first.
	URL string
	// MaxText is the longest text that is read, in bytes. 0 means
	// DefaultMaxText, a negative value MaxBatch.
	MaxText int
	// Fault is called when a row panics, with the number of the row in its
	// batch, from 0. nil means that nothing is called.
	Fault func(row int, value any)
}

// Column describes one output column.
type Column struct {
	Name string
	Kind Kind
	// Echo is the index of the input column that this column repeats, or -1. Run
	// does not copy it: the caller has it, with a type of its own.
	Echo int
}

// Plan computes columns. It does not change, and can be used by several
// goroutines, each with a Batch of its own.
type Plan struct {
	columns   []Column
	items     []item
	slots     []*earl.Edition
	url       int
	validOnly []bool // for each slot: its columns need only Valid
	reads     []int
	maxText   int
	maxOutput int // of bytes in a column
	fault     func(row int, value any)
}

// item is one column of a selection that is ready to run.
type item struct {
	index   int // in the plan
	run     func(w *work, it *item, out *Vector)
	slot    int        // of the edition
	input   int        // the column of the first argument, or -1
	literal string     // the first argument, if it is a text in quotes
	level   earl.Level // for normal and same
	name    string     // for view(NAME), extract(TYPE) and surt(heritrix)
	surt    surt.Options
	onText  bool   // the column is about the text, and not about the URL
	fault   string // what the column has for a row that panicked: "", or "why" or "valid"
}

// Columns describes the output columns, in order.
func (p *Plan) Columns() []Column { return p.columns }

// Reads returns the indexes of the input columns that Run reads. Other inputs
// may be nil.
func (p *Plan) Reads() []int { return p.reads }

// Batch has the result of Run. A Batch can be used again: Run keeps its memory.
type Batch struct {
	// Columns has a Vector for each column of the Plan. That of an echo is
	// empty.
	Columns []Vector
	Rows    int
	w       work
}

// work is what the columns of one row share.
type work struct {
	plan    *Plan
	text    string
	args    []string // the inputs of the batch, each as one string
	in      []*Vector
	first   int // the first row of the range
	row     int
	slots   []slot
	bases   []baseSlot
	explain *explain.Explanation
	scratch []byte
}

// slot is what one edition reads in the text of a row.
type slot struct {
	url  earl.URL
	err  error
	done bool
	ok   bool
}

// baseSlot is the last base of a resolve column, which is often the same in many rows.
type baseSlot struct {
	text string
	url  earl.URL
	ok   bool
	done bool
}

// A SizeError is the error of Run for a batch with too much text, in an input
// or in an output column.
type SizeError struct {
	Column string
	Bytes  int
}

// Error says which limit was exceeded.
func (e *SizeError) Error() string {
	return fmt.Sprintf("a batch has %d bytes of text in column %q, which is too much: use smaller batches", e.Bytes, e.Column)
}

// Run computes the columns of a batch. in has a Vector for each name of
// Options.Inputs; those that Reads does not list may be nil. All have the same
// number of rows. The error is a *SizeError, and b is then undefined.
func (p *Plan) Run(b *Batch, in []*Vector) error {
	return p.RunRange(b, in, 0, in[p.url].Len())
}

// RunRange is Run for the rows from first to before end. Several goroutines can
// compute ranges of the same inputs.
func (p *Plan) RunRange(b *Batch, in []*Vector, first, end int) error {
	if len(b.Columns) != len(p.columns) {
		b.Columns = make([]Vector, len(p.columns))
	}
	for k := range b.Columns {
		b.Columns[k].Reset(p.columns[k].Kind)
	}
	w := &b.w
	w.plan, w.in, w.first = p, in, first
	w.args = append(w.args[:0], make([]string, len(in))...)
	for _, k := range p.reads {
		v := in[k]
		if v.Offsets == nil { // an empty batch
			continue
		}
		from, to := v.Offsets[first], v.Offsets[end]
		if to-from > MaxBatch {
			return &SizeError{Column: p.columnName(k), Bytes: int(to - from)}
		}
		w.args[k] = string(v.Data[from:to])
	}
	if len(w.slots) != len(p.slots) {
		w.slots = make([]slot, len(p.slots))
	}
	w.bases = append(w.bases[:0], make([]baseSlot, len(p.items))...)
	b.Rows = end - first
	for row := first; row < end; row++ {
		w.row = row
		p.runRow(b)
		for k := range b.Columns {
			if n := b.Columns[k].size(); n > p.maxOutput {
				return &SizeError{Column: p.columns[k].Name, Bytes: n}
			}
		}
	}
	return nil
}

// maxOutput is Plan.maxOutput outside tests. Offsets have 31 bits, and
// one row is much smaller than the difference.
const maxOutput = math.MaxInt32 - 256<<20

// columnName returns a name for an input column.
func (p *Plan) columnName(k int) string {
	for _, c := range p.columns {
		if c.Echo == k {
			return c.Name
		}
	}
	return fmt.Sprint(k + 1)
}

// arg returns the text of an input column in this row, and whether it is not
// NULL.
func (w *work) arg(k int) (string, bool) {
	v := w.in[k]
	if v.IsNull(w.row) {
		return "", false
	}
	start := v.Offsets[w.first]
	return w.args[k][v.Offsets[w.row]-start : v.Offsets[w.row+1]-start], true
}

// runRow appends one row to each column.
func (p *Plan) runRow(b *Batch) {
	w := &b.w
	n := w.row - w.first
	defer func() {
		if r := recover(); r != nil {
			p.faultRow(b, n)
			if p.fault != nil {
				p.fault(w.row, r)
			}
		}
	}()
	text, ok := w.arg(p.url)
	if !ok {
		for k := range p.items {
			if p.columns[k].Echo < 0 {
				b.Columns[k].AppendNull()
			}
		}
		return
	}
	w.text, w.explain = text, nil
	for k := range w.slots {
		w.slots[k].done = false
	}
	for k := range p.items {
		it := &p.items[k]
		switch {
		case p.columns[k].Echo >= 0:
		case len(text) > p.maxText:
			it.tooLong(&b.Columns[k], p.maxText, len(text))
		default:
			it.run(w, it, &b.Columns[k])
		}
	}
}

// tooLong appends the value for a text that is too long.
func (it *item) tooLong(out *Vector, maxText, length int) {
	switch it.fault {
	case "valid":
		out.AppendBool(false)
	case "why":
		out.AppendText("too-long (rows)")
	case "why_off":
		out.AppendInt(maxText)
	case "why_len":
		out.AppendInt(min(length-maxText, math.MaxInt32))
	default:
		out.AppendNull()
	}
}

// faultRow gives row n the values of an internal fault, whatever it has so far.
func (p *Plan) faultRow(b *Batch, n int) {
	for k := range p.items {
		if p.columns[k].Echo >= 0 {
			continue
		}
		out := &b.Columns[k]
		out.truncate(n)
		switch p.items[k].fault {
		case "valid":
			out.AppendBool(false)
		case "why":
			out.AppendText("internal-fault (rows)")
		default:
			out.AppendNull()
		}
	}
}

// url returns what the edition of a column reads, and whether it accepts the
// text.
func (w *work) url(it *item) (earl.URL, bool) {
	s := w.slot(it)
	return s.url, s.ok
}

// slot returns the slot of a column's edition, filled.
func (w *work) slot(it *item) *slot {
	s := &w.slots[it.slot]
	if !s.done {
		s.url, s.err = w.plan.slots[it.slot].Parse(w.text)
		s.done, s.ok = true, s.err == nil
	}
	return s
}

// editionNames lists the editions for error messages.
func editionNames() (names []string) {
	for e := range editions.All() {
		names = append(names, e.Name())
	}
	return append(names, earl.Auto.Name())
}
