package convert

import (
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/apache/arrow-go/v18/arrow"

	"github.com/earl-url/earl/rows"
)

// stdio is the name of stdin and stdout.
const stdio = "-"

// Files converts files, one after another, and writes one output. "-" is stdin or
// stdout; no input is stdin, and output "" stdout. If one of them is a pipe, the
// output never waits for more input than is needed for it.
func Files(o Options, inputs []string, output string) error {
	if len(inputs) == 0 {
		inputs = []string{stdio}
	}
	if output == "" {
		output = stdio
	}
	if err := o.guess(inputs[0], output); err != nil {
		return err
	}
	return writeFile(output, func(out *os.File) error {
		_, err := o.convert(inputs, out)
		return err
	}, nil)
}

// guess sets the formats and the compression that file names say.
func (o *Options) guess(input, output string) error {
	if o.In == "" {
		o.In = inputFormat(input)
	}
	if o.Out == "" {
		if o.Out = formatOf(output); o.Out == "" && output == stdio {
			o.Out = o.In
		}
	}
	if err := checkFormat("in", o.In); err != nil {
		return err
	}
	if err := checkFormat("out", o.Out); err != nil {
		return err
	}
	return o.guessCompression(output)
}

// guessCompression sets and checks the compression of the output.
func (o *Options) guessCompression(output string) error {
	compress := o.Compress
	if compress == "" && o.Out != "parquet" {
		o.Compress, _ = compressionOf(output)
	}
	if _, ok := compressions[o.Compress]; !ok && o.Compress != "" {
		return usagef("--compress %q: must be gz, zstd, snappy or none", o.Compress)
	}
	parquet, text := o.Out == "parquet", slices.Contains([]string{"csv", "tsv", "jsonl"}, o.Out)
	if compress == "gz" && !text || compress == "snappy" && !parquet || compress == "zstd" && !text && !parquet {
		return usagef("--compress %s is not for the format %s", compress, o.Out)
	}
	return nil
}

// fileCompression returns the compression of the whole output file. The columns of
// a Parquet file are compressed, and not the file.
func (o *Options) fileCompression() string {
	if o.Out == "parquet" {
		return "none"
	}
	return o.Compress
}

// formatOf returns the format that a file name says, or "".
func formatOf(name string) string {
	_, name = compressionOf(name)
	for _, f := range formats {
		if slices.ContainsFunc(f.Suffixes, func(s string) bool { return strings.HasSuffix(name, s) }) {
			return f.Name
		}
	}
	return ""
}

// inputFormat is formatOf for an input, which can have other compressions.
func inputFormat(name string) string {
	for _, c := range codings {
		if rest, ok := strings.CutSuffix(name, c.suffix); ok {
			return formatOf(rest)
		}
	}
	return formatOf(name)
}

// convert converts inputs to one open file. It returns the metadata of the
// output.
func (o *Options) convert(inputs []string, out *os.File) (map[string]string, error) {
	e, c, err := o.open(inputs, !isRegular(out))
	if err != nil {
		return nil, err
	}
	defer c.close()
	metadata := o.metadata(inputs, c.out)
	packed, err := compressed(out, o.fileCompression())
	if err != nil {
		return nil, outputf("%w", err)
	}
	if e.writer, err = o.newWriter(packed, c, metadata); err != nil {
		return nil, err
	}
	run := e.pipeline
	if o.lockStep(c.pipes) {
		run = e.lockStep
	}
	if err := run(); err != nil {
		return nil, err
	}
	if err := packed.Close(); err != nil {
		return nil, outputf("%w", err)
	}
	metadata[metaRows] = strconv.FormatInt(e.rows, 10)
	return metadata, nil
}

// open opens the first input and compiles the selection for its columns.
func (o *Options) open(inputs []string, pipes bool) (*engine, *chain, error) {
	c, err := newChain(o, inputs, pipes)
	if err != nil {
		return nil, nil, err
	}
	plan, err := o.compile(c.fields(), nil)
	if p, ok := c.reader.(*parquetReader); ok && len(p.nested) > 0 {
		err = c.where(o.checkNested(p.columns, p.nested, err))
	}
	if err != nil {
		c.close()
		return nil, nil, err
	}
	c.need(usedBy(plan, len(c.fields())))
	c.out = outFields(plan, c.fields())
	return &engine{options: o, reader: c}, c, nil
}

// isRegular reports whether a file is a regular file, and not a pipe, a terminal
// or a socket.
func isRegular(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode().IsRegular()
}

// usedBy says which input columns a plan reads or repeats.
func usedBy(plan *rows.Plan, columns int) []bool {
	used := make([]bool, columns)
	for _, k := range plan.Reads() {
		used[k] = true
	}
	for _, c := range plan.Columns() {
		if c.Echo >= 0 {
			used[c.Echo] = true
		}
	}
	return used
}

// newReader returns the reader of the format. With pipes, the input or the output
// is a pipe.
func (o *Options) newReader(in *os.File, name string, pipes bool) (reader, error) {
	// Where frames show in the output, they must not depend on time.
	early := pipes && o.Out != "arrow" && o.Out != "parquet"
	switch o.In {
	case "arrow":
		return newArrowReader(in)
	case "parquet":
		return newParquetReader(in, o.part)
	case "rowbinary":
		return newRowBinaryReader(in, o, early), nil
	}
	unpacked, err := decompressed(in, name)
	if err != nil {
		return nil, err
	}
	switch o.In {
	case "csv":
		return newCSVReader(unpacked, o, early)
	case "jsonl":
		return newJSONReader(unpacked, o, early)
	}
	return newTSVReader(unpacked, o, early)
}

// newWriter returns the writer of the format.
func (o *Options) newWriter(out io.Writer, c *chain, metadata map[string]string) (w writer, err error) {
	columns := c.out
	switch o.Out {
	case "arrow":
		return newArrowWriter(out, columns, o.urlType(c.fields()), metadata), nil
	case "parquet":
		return newParquetWriter(out, columns, o, metadata, codecOf(o, c.reader))
	case "csv":
		w, err = newCSVWriter(out, o, columns)
	case "tsv":
		w, err = newTSVWriter(out, o, columns)
	case "jsonl":
		w = newJSONWriter(out, columns)
	default:
		w = newRowBinaryWriter(out, columns)
	}
	return w, writeFault(err)
}

// urlType returns the type of the column with the URLs.
func (o *Options) urlType(fields []field) arrow.DataType {
	name := o.URL
	if name == "" {
		name = "url"
	}
	if k := slices.IndexFunc(fields, func(f field) bool { return f.name == name }); k >= 0 {
		return fields[k].typ
	}
	return fields[0].typ
}
