package main

import (
	"github.com/spf13/cobra"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/pipeline"
	"github.com/earl-url/earl/internal/reading"
)

// levels are the names that --level takes.
func levels() []string {
	var names []string
	for l := earl.LevelString; l <= earl.LevelScheme; l++ {
		names = append(names, l.String())
	}
	return names
}

// newNormalize returns the command normalize.
func newNormalize(s *streams) *cobra.Command {
	name, level := earl.RFC3986.Name(), earl.LevelScheme.String()
	json, once := false, false
	var list listFlags
	c := &cobra.Command{
		Use:     "normalize [URL... | -]",
		GroupID: groupRead,
		Short:   "Print URLs as all that are known to be the same would be written",
		Long: `Print each URL in the form that all URLs share which are known to be the same up
to a level. Each level takes one step more:

  string   none
  case     scheme and host in lower case, the digits of escapes in upper case
  escapes  escapes that are not needed are taken back, unsafe octets are escaped
  dots     dot segments are removed
  scheme   the default port is left out, an empty path becomes "/"

URLs come from the command line or, a line each, from stdin. The exit status is
1 if one of them is not valid.

With --uniq each form is printed once, where it comes first: of URLs that are
known to be the same one is left, in the order of the input, which need not be
sorted. That takes up to 80 octets of memory for each different URL, however long
it is, because a fingerprint of 128 bits is kept in its place; that two of a
thousand million URLs share one has a chance of 1 in 10^20.`,
		Example: `  earl normalize 'HTTP://Example.COM:80/%7euser/./a'
  earl normalize --uniq < list.txt`,
		RunE: func(_ *cobra.Command, args []string) error {
			e, err := edition(name)
			if err != nil {
				return err
			}
			l, ok := earl.ParseLevel(level)
			if !ok {
				return oneOf("--level", level, levels()...)
			}
			if err := list.check(); err != nil {
				return err
			}
			faults, err := s.faults(list.format)
			if err != nil {
				return err
			}
			var seen *pipeline.Uniq
			if once {
				if list.rows {
					return usagef("--uniq and --rows cannot be used together")
				}
				seen = pipeline.NewUniq()
			}
			return eachReading(s, e, list.source(args, false), faults, json, seen, func(r *reading.Reading) {
				if r.Read(); r.Valid {
					r.URL = r.URL.Normalize(l)
				}
			})
		},
	}
	editionFlag(c, &name, earl.Auto.Name())
	completeURLs(c, false)
	c.Flags().StringVar(&level, "level", level, "how far to go: string, case, escapes, dots or scheme")
	complete(c, "level", levels()...)
	c.Flags().BoolVar(&once, "uniq", false, "print URLs that are the same up to the level once")
	c.Flags().BoolVar(&json, "json", false, "write one JSON object per line, like parse")
	list.add(c, false)
	return c
}
