package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/term"
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
			return eachReading(s, e, args[1:], json, nil, func(r *reading) { r.readReference(base) })
		},
	}
	editionFlag(c, &name, earl.Auto.Name())
	completeURLs(c, false)
	c.Flags().BoolVar(&json, "json", false, "write one JSON object a line, as parse does")
	return c
}

// eachReading reads every text with read and prints the URL, a line each; with
// once no URL twice.
func eachReading(s *streams, e *earl.Edition, args []string, json bool, once *uniq, read func(*reading)) error {
	paint := term.Painter{On: term.Colours(s.err)}
	newJob := func() job {
		r := newReading(e)
		return func(o *output, it item) error {
			r.reset(it.text)
			read(&r)
			switch {
			case json:
				o.out = append(appendReading(o.out, &r, false), '\n')
			default:
				if r.valid {
					o.out = append(append(o.out, r.url.String()...), '\n')
				}
				if !r.valid || r.reference && len(r.violations) > 0 {
					o.complain(violationsText(paint, &r, it.line))
				}
			}
			o.count(r.valid)
			if once != nil {
				once.note(o, r.url)
			}
			return nil
		}
	}
	w := work{job: newJob}
	if once != nil {
		w.settle = once.settle
	}
	status, err := source{args: args}.each(s, w)
	if err == nil {
		err = exitWith(status)
	}
	return err
}
