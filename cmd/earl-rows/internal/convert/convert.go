// Package convert reads rows in one format, computes columns with package rows,
// and writes them in a format. The command earl-rows is its only user.
//
//	err := convert.Files(convert.Options{Select: "valid, host"}, []string{"in.csv"}, "out.jsonl.gz")
//
// A conversion has three parts. A reader cuts the input into frames and decodes
// them, a plan of package rows computes the columns of a frame, and a writer
// encodes and writes it. [Files] chooses the parts; engine.go runs
// them, either one frame at a time or on all cores. The order of rows never
// changes.
//
// Errors are a *[Fault], which says what the exit status is.
package convert

import (
	"fmt"
	"slices"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/rows"
)

// Options are the settings of a conversion.
type Options struct {
	// In and Out are names of formats, see Formats. "" means what the suffixes of
	// the files say; an output to stdout has the format of the input.
	In, Out string
	// Select is the selection of columns, see rows.Compile.
	Select string
	// URL is the name of the input column with the URLs. "" means "url", or else
	// the first.
	URL string
	// Edition reads columns without a prefix. nil means earl.Auto.
	Edition *earl.Edition
	// Columns names the input columns of formats without names: RowBinary, and
	// CSV and TSV without a header. nil means "url".
	Columns []string
	// Nullable says that the input columns of RowBinary are Nullable(String).
	Nullable bool
	// ChunkHeader says that the number of rows is before each chunk of rows, as
	// ClickHouse sends it with send_chunk_header. A chunk is answered before the
	// next is read.
	ChunkHeader bool
	// NoHeader says that CSV and TSV have no line with names.
	NoHeader bool
	// Compress is how the output is compressed: "gz", "zstd", "snappy" (Parquet
	// only) or "none". "" means what the suffix of the file says, and for Parquet
	// the compression of an input of Parquet, or snappy.
	Compress string
	// Version is the version of the program, for the metadata of the output.
	Version string
	// Fault is called when a row panics, with its number in its input, from 1.
	// It can be called by several goroutines. nil means that nothing is called.
	Fault func(row int64)
	// Progress is called after each frame with the number of rows of its input that
	// were written. It is called by one goroutine. nil means that nothing is called.
	Progress func(rows int64)
	// Remark is called with what the user must know about the output. nil means that
	// nothing is called.
	Remark func(text string)

	part *part // that is converted, or nil
}

// The statuses of a Fault, which are exit statuses of earl-rows.
const (
	StatusUsage  = 2 // the options are wrong, or do not fit the columns of the input
	StatusInput  = 3 // the input is broken or truncated
	StatusOutput = 4 // the output cannot be written
)

// A Fault is an error with an exit status.
type Fault struct {
	Status int
	Err    error
}

// Error returns the message.
func (f *Fault) Error() string { return f.Err.Error() }

// Unwrap returns the cause.
func (f *Fault) Unwrap() error { return f.Err }

func usagef(format string, args ...any) error {
	return &Fault{StatusUsage, fmt.Errorf(format, args...)}
}

func inputf(format string, args ...any) error {
	return &Fault{StatusInput, fmt.Errorf(format, args...)}
}

func outputf(format string, args ...any) error {
	return &Fault{StatusOutput, fmt.Errorf(format, args...)}
}

// A Format is a file format.
type Format struct {
	Name     string
	Suffixes []string // of file names, without what a compression adds
	Doc      string
}

var formats = [...]Format{
	{"arrow", []string{".arrow", ".arrows"}, "Apache Arrow IPC stream"},
	{"parquet", []string{".parquet", ".pq"}, "Apache Parquet"},
	{"csv", []string{".csv"}, "RFC 4180, with names in the first line"},
	{"tsv", []string{".tsv", ".tab"}, "tabs and escapes as in ClickHouse's TabSeparated, with names in the first line"},
	{"jsonl", []string{".jsonl", ".ndjson"}, "a JSON object in each line"},
	{"rowbinary", []string{".rowbinary"}, "ClickHouse's RowBinary"},
}

// Formats returns all formats.
func Formats() []Format { return formats[:] }

// FormatNames returns the names of all formats.
func FormatNames() (names []string) {
	for _, f := range formats {
		names = append(names, f.Name)
	}
	return names
}

// checkFormat checks the name of a format.
func checkFormat(flag, name string) error {
	if name == "" {
		return usagef("the format is missing: give --%s", flag)
	}
	if !slices.Contains(FormatNames(), name) {
		return usagef("--%s %q: must be %s", flag, name, strings.Join(FormatNames(), ", "))
	}
	return nil
}

// headless reports whether CSV and TSV have no line with names.
func (o *Options) headless() bool { return o.NoHeader || o.ChunkHeader || o.Columns != nil }

// inputNames returns the names of input columns without a header.
func (o *Options) inputNames() []string {
	if o.Columns == nil {
		return []string{"url"}
	}
	return o.Columns
}

// lockStep reports whether each frame is answered before the next is read. Then
// programs on the other ends of pipes need no threads.
func (o *Options) lockStep(pipes bool) bool {
	return o.ChunkHeader || pipes && o.In == "arrow"
}

// compile makes a plan for an input with columns. It is called once for each
// worker, because a plan reports faults without saying in which frame.
func (o *Options) compile(fields []field, fault func(row int)) (*rows.Plan, error) {
	names := make([]string, len(fields))
	for k, f := range fields {
		names[k] = f.name
	}
	plan, err := rows.Compile(o.Select, rows.Options{
		Edition: o.Edition, Inputs: names, URL: o.URL,
		Fault: func(row int, _ any) { fault(row) },
	})
	if err != nil {
		return nil, usagef("--select: %w", err)
	}
	for _, k := range plan.Reads() {
		if !fields[k].isText() {
			return nil, usagef("column %q has the type %s: must be text or binary", fields[k].name, fields[k].typ)
		}
	}
	return plan, nil
}

// checkNested says which nested columns "*" leaves out. The error is about a nested
// column that the selection names: flat is the error without nested columns.
func (o *Options) checkNested(fields, nested []field, flat error) error {
	all := append(slices.Clone(fields), nested...)
	plan, err := o.compile(all, nil)
	if err != nil {
		return flat
	}
	var names []string
	for k, used := range usedBy(plan, len(all)) {
		if used && k >= len(fields) {
			names = append(names, fmt.Sprintf("%q (%s)", all[k].name, all[k].nested))
		}
	}
	switch {
	case len(names) == 0:
		return flat
	case flat != nil:
		return inputf("nested columns are not read: %s", strings.Join(names, ", "))
	case o.Remark != nil:
		o.Remark("* leaves out columns, because nested ones are not read: " + strings.Join(names, ", "))
	}
	return nil
}
