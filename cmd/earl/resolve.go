package main

import (
	"github.com/spf13/cobra"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/diagram"
	"github.com/earl-url/earl/internal/pipeline"
	"github.com/earl-url/earl/internal/reading"
)

// newResolve returns the command resolve.
func newResolve(s *streams) *cobra.Command {
	name := earl.RFC3986.Name()
	json := false
	var list listFlags
	c := &cobra.Command{
		Use:     "resolve BASE [REF... | -]",
		GroupID: groupRead,
		Short:   "Print the URLs that references mean in a document",
		Long: `Each reference is read against the base, the URL of the document that contains
it, by the rules of the edition. One URL is printed per line.

References are arguments or lines of stdin; "earl help parse" describes lists,
--rows and errors. A line that begins with "#" is a reference, unless
--skip-comments is given. The exit status is 1 if one of the references, or the
base, is not valid.`,
		Example: `  earl resolve http://a/b/c/d?q ../g
  earl resolve http://a/b/c/d?q g '?y' '#s' //other/x
  earl resolve -e draft1996 'http://a/b/c/d;p?q' ';x'
  earl resolve --json http://a/b/c/d ../g
  printf '../g\n#s\n' | earl resolve --rows http://a/b/c/d`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			e, err := edition(name)
			if err != nil {
				return err
			}
			if err := list.check(); err != nil {
				return err
			}
			faults, err := s.faults(list.format)
			if err != nil {
				return err
			}
			base, err := reading.ParseBase(e, args[0])
			if err != nil {
				r := reading.New(e)
				r.ReadAgainst(args[0])
				s.err.WriteString(faults.text(&r, diagram.Place{}))
				return exit(statusNo)
			}
			return eachReading(s, e, list.source(args[1:], true), faults, json, nil, func(r *reading.Reading) { r.ReadReference(base) })
		},
	}
	editionFlag(c, &name, earl.Auto.Name())
	completeURLs(c, false)
	c.Flags().BoolVar(&json, "json", false, "print one JSON object per line, like parse")
	list.add(c, true)
	return c
}

// eachReading reads every text of src with read and prints the URLs, one per line.
// It prints no URL twice if once is not nil.
func eachReading(s *streams, e *earl.Edition, src pipeline.Source, faults faultWriter, json bool, once *pipeline.Uniq, read func(*reading.Reading)) error {
	newJob := func() pipeline.Job {
		r := reading.New(e)
		return func(o *pipeline.Output, it pipeline.Item) error {
			r.Reset(it.Text)
			if !it.Skipped {
				read(&r)
			}
			appendResult(o, &r, it, src.Rows, json, faults)
			if once != nil {
				once.Note(o, r.URL)
			}
			return nil
		}
	}
	w := pipeline.Work{Job: newJob}
	if once != nil {
		w.Settle = once.Settle
	}
	return s.each(src, w)
}

// appendResult appends the URL of one reading, or what is wrong with the text.
func appendResult(o *pipeline.Output, r *reading.Reading, it pipeline.Item, rows, json bool, faults faultWriter) {
	switch {
	case json && it.Skipped:
		o.Out = append(o.Out, "null\n"...)
	case json:
		o.Out = append(r.AppendJSON(o.Out, false), '\n')
	case r.Valid:
		o.Out = append(append(o.Out, r.URL.String()...), '\n')
	case rows:
		o.Out = append(o.Out, '\n')
	}
	if it.Skipped {
		return
	}
	if !json && (!r.Valid || r.Reference && len(r.Violations) > 0) {
		o.Complain(faults.text(r, placeOf(it)))
	}
	if !r.Valid {
		o.Raise(statusNo)
	}
}
