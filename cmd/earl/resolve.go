package main

import (
	"bufio"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/earl-url/earl"
)

// newResolve returns the command resolve.
func newResolve(s *streams) *cobra.Command {
	name := earl.RFC3986.Name()
	json := false
	c := &cobra.Command{
		Use:     "resolve BASE [REF... | -]",
		GroupID: groupRead,
		Short:   "Print the URLs that references mean in a document",
		Long: `Read each reference against the base, in the edition's own way, and print the URL
that it means, a line each. References come from the command line or, a line
each, from stdin. The exit status is 1 if one of them is not valid.`,
		Example: "  earl resolve http://a/b/c/d?q ../g ?y '#s'",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			e, err := edition(name)
			if err != nil {
				return err
			}
			base, err := parseBase(e, args[0])
			if err != nil {
				return fmt.Errorf("the base: %s: %w", redacted(args[0]), err)
			}
			return eachReading(s, e, args[1:], json, func(r *reading) { r.readReference(base) })
		},
	}
	editionFlag(c, &name)
	completeURLs(c, false)
	c.Flags().BoolVar(&json, "json", false, "write one JSON object a line, as parse does")
	return c
}

// eachReading reads every text with read and prints the URL, a line each.
func eachReading(s *streams, e *earl.Edition, args []string, json bool, read func(*reading)) error {
	out := bufio.NewWriterSize(s.out, 64<<10)
	invalid := false
	var line []byte
	var r reading
	err := eachItem(s, args, false, out.Flush, func(it item) error {
		r = reading{input: it.text, edition: e, violations: r.violations[:0]}
		read(&r)
		invalid = invalid || !r.valid
		line = line[:0]
		switch {
		case json:
			line = append(appendReading(line, &r, false), '\n')
		case r.valid:
			line = append(append(line, r.url.String()...), '\n')
		default:
			if err := out.Flush(); err != nil {
				return here(err)
			}
			writeViolations(s, &r, it.line)
		}
		_, err := out.Write(line)
		return here(err)
	})
	if flushed := here(out.Flush()); err == nil {
		err = flushed
	}
	if err == nil && invalid {
		return exit(statusNo)
	}
	return err
}
