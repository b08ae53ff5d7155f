// Command earl-rows computes columns from columns of URLs. It reads and writes
// Apache Arrow, Parquet, CSV, TSV, JSON lines and ClickHouse's RowBinary:
//
//	earl-rows --select 'url, valid, host, normal' -o out.parquet in.parquet
//
// Package rows computes the columns, and internal/convert reads and writes. This
// package has the flags, the help and the exit statuses. docs/rows.md is its
// manual.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/spf13/pflag"

	"github.com/earl-url/earl/cmd/earl-rows/internal/convert"
	"github.com/earl-url/earl/editions"
	"github.com/earl-url/earl/internal/term"
)

func main() {
	signal.Ignore(syscall.SIGPIPE) // so that a closed output is an error of a write
	finish := safeStdout()
	status := run(os.Args[1:])
	finish()
	os.Exit(status)
}

// safeStdout makes what is printed on a terminal safe: tables have text from others. A
// file or a pipe gets the bytes unchanged. The caller calls finish at the end.
func safeStdout() (finish func()) {
	if !term.Is(os.Stdout) {
		return func() {}
	}
	w, finish, err := filtered(os.Stdout)
	if err != nil {
		return func() {}
	}
	os.Stdout = w
	return finish
}

// filtered returns a pipe whose text is written to a terminal, made safe. finish writes
// the rest.
func filtered(terminal io.Writer) (w *os.File, finish func(), err error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, nil, err
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		safe := term.NewWriter(terminal)
		_, _ = io.Copy(safe, r)
		_ = safe.Close()
		r.Close() // a further write is an error
	}()
	return w, func() {
		w.Close()
		<-done
	}, nil
}

// run runs a command line and returns the exit status.
func run(args []string) int {
	err := execute(args)
	if err == nil || errors.Is(err, pflag.ErrHelp) {
		return 0
	}
	fmt.Fprintf(os.Stderr, "earl-rows: %s\n", term.Safe(err.Error()))
	var fault *convert.Fault
	if errors.As(err, &fault) && fault.Status != convert.StatusUsage {
		return fault.Status
	}
	fmt.Fprintln(os.Stderr, "Try 'earl-rows --help'.")
	return convert.StatusUsage
}

// command is the flags of a command line.
type command struct {
	convert.Options
	format, edition, columns, output string
	shard, check                     string
	help, version                    bool

	clickHouse bool // print the configuration for ClickHouse
}

// flags defines the flags.
func (c *command) flags() *pflag.FlagSet {
	f := pflag.NewFlagSet("earl-rows", pflag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.SortFlags = false
	formats := strings.Join(convert.FormatNames(), ", ")
	f.StringVarP(&c.Select, "select", "s", "", "the columns of the output, see below")
	f.StringVarP(&c.output, "output", "o", "", "write to a `FILE`, or one part for each input to a directory: \"DIR/\" (default stdout)")
	f.StringVar(&c.In, "in", "", "the `FORMAT` of the input: "+formats+" (default by the suffix of the file)")
	f.StringVar(&c.Out, "out", "", "the `FORMAT` of the output (default by the suffix, on stdout that of the input)")
	f.StringVar(&c.format, "format", "", "the `FORMAT` of both")
	f.StringVar(&c.URL, "column", "", "the `NAME` of the input column with the URLs (default \"url\", or else the first)")
	f.StringVarP(&c.edition, "edition", "e", "auto", "the `EDITION` that reads columns without a prefix")
	f.StringVar(&c.columns, "columns", "", "the `NAMES` of the input columns if the input has none: RowBinary, TSV, CSV (default \"url\")")
	f.BoolVar(&c.NoHeader, "no-header", false, "CSV and TSV have no line with names")
	f.StringVar(&c.Compress, "compress", "", "compress with gz, zstd, snappy (Parquet) or none (default by the suffix of the output)")
	f.BoolVar(&c.Nullable, "nullable", false, "input columns of RowBinary are Nullable(String)")
	f.BoolVar(&c.ChunkHeader, "chunk-header", false, "the number of rows is before each chunk (ClickHouse's send_chunk_header)")
	f.BoolVar(&c.clickHouse, "clickhouse-config", false, "print the configuration of the functions for ClickHouse")
	f.StringVar(&c.shard, "shard", "", "write only the parts of share `INDEX/N`, from 0/N to N-1/N")
	f.StringVar(&c.check, "check", "", "check that the directory `DIR` has all parts, and print the number of rows")
	f.BoolVarP(&c.version, "version", "V", false, "print the version")
	f.BoolVarP(&c.help, "help", "h", false, "print this help")
	return f
}

// execute runs a command line.
func execute(args []string) error {
	var c command
	f := c.flags()
	if err := f.Parse(args); err != nil {
		return err
	}
	switch {
	case c.help:
		return output(writeHelp(os.Stdout, f))
	case c.version:
		_, err := fmt.Println("earl-rows", version())
		return output(err)
	case c.clickHouse:
		return writeClickHouse(os.Stdout, c.edition)
	}
	if c.check != "" {
		return checkParts(c.check, args)
	}
	if err := c.settle(f); err != nil {
		return err
	}
	return c.convert(f.Args())
}

// output makes an error of writing to stdout one of the output.
func output(err error) error {
	if err == nil {
		return nil
	}
	return &convert.Fault{Status: convert.StatusOutput, Err: err}
}

// convert converts the inputs to a file, or to parts in a directory.
func (c *command) convert(inputs []string) error {
	info, err := os.Stat(c.output)
	if strings.HasSuffix(c.output, "/") || err == nil && info.IsDir() {
		shard := convert.Shard{}
		if c.shard != "" {
			if shard, err = convert.ParseShard(c.shard); err != nil {
				return err
			}
		}
		return convert.Parts(c.Options, inputs, c.output, shard)
	}
	if c.shard != "" {
		return errors.New("--shard needs an output directory: give --output DIR/")
	}
	if line := newProgress(c.output); line != nil {
		c.Progress = line.rows
		defer line.clear()
	}
	return convert.Files(c.Options, inputs, c.output)
}

// checkParts checks a directory of parts and prints how many rows they have.
func checkParts(dir string, args []string) error {
	if len(args) > 2 || len(args) == 2 && args[0] != "--check" {
		return errors.New("--check DIR has no other flags and no files")
	}
	s, err := convert.Check(dir)
	if err != nil {
		return err
	}
	_, err = fmt.Println(s)
	return output(err)
}

// settle sets the options that several flags decide.
func (c *command) settle(f *pflag.FlagSet) error {
	if c.format != "" {
		if c.In != "" || c.Out != "" {
			return errors.New("--format sets --in and --out: leave those out")
		}
		c.In, c.Out = c.format, c.format
	}
	if c.Select == "" {
		return errors.New("--select is missing: it has the columns of the output, for example --select 'url, valid, host'")
	}
	e, ok := editions.ByName(c.edition)
	if !ok {
		return fmt.Errorf("--edition %q: unknown edition", c.edition)
	}
	c.Edition = e
	if f.Changed("columns") {
		for name := range strings.SplitSeq(c.columns, ",") {
			c.Columns = append(c.Columns, strings.TrimSpace(name))
		}
	}
	c.Version = version()
	c.Remark = func(text string) { fmt.Fprintf(os.Stderr, "earl-rows: %s\n", term.Safe(text)) }
	c.Fault = func(row int64) { reportFault(os.Stderr, row) }
	return nil
}

// reportFault writes one line about a row that panicked, without its text.
func reportFault(out io.Writer, row int64) {
	fmt.Fprintf(out, "earl-rows: row %d: internal fault, its columns are NULL; please report it\n", row)
}

// version returns the version that the build recorded.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}
