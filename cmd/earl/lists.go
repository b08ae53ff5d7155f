package main

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/earl-url/earl/cmd/earl/internal/pipeline"
	"github.com/earl-url/earl/internal/diagram"
	"github.com/earl-url/earl/internal/reading"
	"github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/internal/textlist"
)

// listFlags are the flags of commands that read a list of texts. They set how lines are
// read and how results and errors are printed.
type listFlags struct {
	input    string
	comments bool
	rows     bool
	format   string
}

// add adds the flags. inputs are the values of --input after "list" and "lines".
func (l *listFlags) add(c *cobra.Command, inputs ...string) {
	f := c.Flags()
	usage := "read stdin as `KIND`: list (skips empty lines) or lines (each line is one text)"
	if len(inputs) > 0 {
		usage = "read lists as `KIND`: list (skips empty lines), lines (each line is one text) or jsonl (one object per line)"
	}
	f.StringVar(&l.input, "input", "list", usage)
	complete(c, "input", append([]string{"list", "lines"}, inputs...)...)
	f.BoolVar(&l.comments, "skip-comments", false, `skip the lines of a list that begin with "#"`)
	f.BoolVar(&l.rows, "rows", false, "print one line for each line read, empty if it is not valid")
	formatFlag(c, &l.format)
}

// source returns the source of the texts.
func (l *listFlags) source(args []string) pipeline.Source {
	src := pipeline.Source{Args: args, Rows: l.rows, JSONL: l.input == "jsonl"}
	if !src.JSONL {
		src.List = textlist.Options{Strict: l.input == "lines", Comments: l.comments}
	}
	return src
}

// check returns an error if the command does not accept the value of --input.
func (l *listFlags) check(inputs ...string) error {
	return oneOf("--input", l.input, append([]string{"list", "lines"}, inputs...)...)
}

// formatFlag adds --format to a command.
func formatFlag(c *cobra.Command, format *string) {
	c.Flags().StringVar(format, "format", "", "print errors in this `FORM`: short (one line each) or long (drawings) (default long on a terminal, otherwise short)")
	complete(c, "format", "short", "long")
}

// faults returns the form of errors for a value of --format.
func (s *streams) faults(format string) (diagram.Format, error) {
	if format != "" {
		if err := oneOf("--format", format, "short", "long"); err != nil {
			return diagram.Format{}, err
		}
	}
	return diagram.Format{
		Drawn: format == "long" || format == "" && term.Is(s.err),
		Paint: term.Painter{On: term.Colours(s.err)},
	}, nil
}

// each processes every text of a source. It returns the exit for the highest status.
func (s *streams) each(src pipeline.Source, w pipeline.Work) error {
	status, err := src.Each(pipeline.Streams{In: s.in, Out: s.out, Err: s.err}, w)
	switch {
	case errors.Is(err, pipeline.ErrNoInput):
		return usagef("%w", err)
	case err != nil:
		return err
	}
	return exitWith(status)
}

// writeViolations writes the violations of an argument to stderr.
func writeViolations(s *streams, r *reading.Reading) {
	f, _ := s.faults("") // no error: the default form
	s.err.WriteString(f.Reading(r, diagram.Place{}))
}
