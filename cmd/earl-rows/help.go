package main

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/pflag"

	"github.com/earl-url/earl/cmd/earl-rows/internal/convert"
	"github.com/earl-url/earl/rows"
)

const helpStart = `Compute columns from columns of URLs.

Usage: earl-rows --select COLUMNS [FLAGS] [FILE...]

  earl-rows -s 'url, valid, host, domain' -o out.parquet in.parquet
  earl-rows -s 'id, normal' -o out.csv.gz in.csv
  earl-rows -s 'url, why' --in tsv --no-header <urls.txt
  earl-rows -s 'url, normal' --shard 0/8 -o out/ in/*.parquet
  earl-rows --check out/
  earl-rows --format arrow -s 'url, valid, why, whatwg.host'
  earl-rows --format rowbinary --chunk-header -s domain

There is one row out for each row in, in the same order. A text that is not a URL is a row
like another: "valid" is false. Data goes to stdout, errors go to stderr.

Flags:
`

const helpColumns = `
Columns for --select, with commas between them. A column of the input is repeated under its
name; "url" is always the one with the URLs. The name of an edition and a dot choose the
edition, and "as" gives another name: whatwg.host as browser_host.

`

const helpEnd = `
Exit status: 0 all rows are answered and the end of the input was seen; 2 wrong flags, or
they do not fit the input; 3 the input is broken or truncated; 4 the output cannot be written.
`

// writeHelp writes the help.
func writeHelp(out io.Writer, f *pflag.FlagSet) error {
	fmt.Fprint(out, helpStart, f.FlagUsages(), "\nFormats:\n")
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, format := range convert.Formats() {
		fmt.Fprintf(t, "  %s\t%s\n", format.Name, format.Doc)
	}
	t.Flush()
	fmt.Fprint(out, helpColumns)
	for o := range rows.Operations() {
		fmt.Fprintf(t, "  %s%s\t%s\t%s\n", o.Name, o.Args, o.Kind, o.Doc)
	}
	t.Flush()
	_, err := fmt.Fprint(out, helpEnd)
	return err
}
