package main

import (
	"github.com/spf13/cobra"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/pipeline"
	"github.com/earl-url/earl/cmd/earl/internal/urlprint"
	"github.com/earl-url/earl/internal/reading"
	"github.com/earl-url/earl/internal/term"
)

// parseFlags are the flags of parse.
type parseFlags struct {
	edition string
	base    string
	json    bool
	listFlags
	trurlFlags
}

// newParse returns the command parse.
func newParse(s *streams) *cobra.Command {
	flags := parseFlags{edition: earl.RFC3986.Name()}
	c := &cobra.Command{
		Use:     "parse [URL... | -]",
		GroupID: groupRead,
		Short:   "Check URLs, print their components, and change them",
		Long:    parseHelp,
		Example: parseExample,
		RunE: func(c *cobra.Command, args []string) error {
			var base *string
			if c.Flags().Changed("base") {
				base = &flags.base
			}
			if flags.trurlsVersion {
				return writeVersion(s)
			}
			return runParse(s, c, flags, base, args)
		},
	}
	editionFlag(c, &flags.edition, earl.Auto.Name())
	completeURLs(c, false)
	f := c.Flags()
	f.StringVar(&flags.base, "base", "", "read each text as a reference in a document at `URL`")
	f.BoolVar(&flags.json, "json", false, "print one JSON object per line")
	flags.listFlags.add(c, "jsonl")
	flags.trurlFlags.add(c)
	return c
}

// runParse reads every text and prints the result.
func runParse(s *streams, c *cobra.Command, flags parseFlags, base *string, args []string) error {
	e, err := edition(flags.edition)
	if err != nil {
		return err
	}
	if err := flags.listFlags.check("jsonl"); err != nil {
		return err
	}
	faults, err := s.faults(flags.format)
	if err != nil {
		return err
	}
	if base != nil {
		if _, err := reading.ParseBase(e, *base); err != nil {
			return usagef("--base: %s", message(err))
		}
	}
	editor, err := flags.editor(c, e, flags.json)
	if err != nil {
		return err
	}
	if flags.rows && !editor.OneLine() {
		return usagef("--rows cannot be used with --iterate, or with a line feed in -g: each URL must have one line")
	}
	if flags.file != "" && len(args) > 0 {
		return usagef("-f and the argument %q cannot be used together", redacted(args[0]))
	}
	work := urlprint.Parse{
		Edition: e, Base: base, Editor: editor, Display: flags.options.Display, Errors: faults,
		AcceptSpace: flags.space, Guess: flags.guess && !flags.noGuess, Curl: flags.curl,
		JSON: flags.json, OneLine: flags.rows || flags.rewrites(c), Rows: flags.rows, Quiet: flags.quiet, Terminal: term.Is(s.out),
	}
	if flags.verify {
		work.Stop = exit(statusNo)
	}
	args, file := flags.texts(editor, args)
	src := flags.source(args)
	src.File = file
	return s.each(src, pipeline.Work{Job: work.Job})
}
