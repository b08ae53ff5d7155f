package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"
)

// rowsProgram is the program of the command rows. It is a program of its own
// because it contains the libraries for Arrow and Parquet.
const rowsProgram = "earl-rows"

// newRows returns the command rows.
func newRows(s *streams) *cobra.Command {
	return &cobra.Command{
		Use:     "rows --select COLUMNS [FLAGS] [FILE]...",
		GroupID: groupRead,
		Short:   "Compute columns of Arrow, Parquet, CSV, TSV and JSON lines",
		Long: `"earl rows" runs the program earl-rows, which is beside earl or in PATH, and passes the
arguments to it. "earl rows --help" prints its flags, and all columns that --select knows.

There is one row out for each row in, in the same order. A text that is not a URL is a row like
another: "valid" is false. The exit status is 0 if all rows are answered, 2 for wrong flags,
3 if the input is broken, and 4 if the output cannot be written. The page "rows" of the
guide has more.`,
		Example: `  earl rows -s 'url, valid, host, domain' -o out.parquet in.parquet
  earl rows -s 'id, normal' -o out.csv.gz in.csv
  earl rows -s 'url, why' --in tsv --no-header <urls.txt
  earl rows -s '*, whatwg.host as browser_host' -o out/ in/*.parquet
  earl rows --check out/`,
		DisableFlagParsing: true,
		RunE: func(c *cobra.Command, args []string) error {
			program, err := findRows()
			switch {
			case err == nil:
				return replaceBy(s, program, args)
			case slices.ContainsFunc(args, func(a string) bool { return a == "-h" || a == "--help" }):
				return c.Help()
			}
			return localErr(fmt.Errorf("rows needs the program %s beside earl or in PATH: https://github.com/earl-url/earl/releases has it", rowsProgram))
		},
	}
}

// findRows returns the path of earl-rows: beside this program, or in PATH.
func findRows() (string, error) {
	if self, err := os.Executable(); err == nil {
		if self, err = filepath.EvalSymlinks(self); err == nil {
			if path, err := exec.LookPath(filepath.Join(filepath.Dir(self), rowsProgram)); err == nil {
				return path, nil
			}
		}
	}
	return exec.LookPath(rowsProgram)
}
