package main

import (
	"github.com/spf13/cobra"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/urlprint"
	"github.com/earl-url/earl/internal/diagram"
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
		Short:   "Resolve references against the URL of their document",
		Long: `BASE is the URL of the document that contains the references. resolve prints one
URL per line, by the rules of the edition.

References are arguments or lines of stdin; "earl help parse" describes lists,
--rows and errors. The exit status is 1 if a reference or BASE is not valid.`,
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
				s.err.WriteString(faults.Reading(&r, diagram.Place{}))
				return exit(statusNo)
			}
			src := list.source(args[1:])
			read := func(r *reading.Reading) { r.ReadReference(base) }
			return s.each(src, urlprint.Results{Edition: e, Read: read, Errors: faults, JSON: json, Rows: src.Rows}.Work())
		},
	}
	editionFlag(c, &name, earl.Auto.Name())
	completeURLs(c, false)
	c.Flags().BoolVar(&json, "json", false, "print one JSON object per line, like parse")
	list.add(c)
	return c
}
