package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/diagram"
	"github.com/earl-url/earl/internal/jsonobject"
	"github.com/earl-url/earl/internal/reading"
)

// newSame returns the command same.
func newSame(s *streams) *cobra.Command {
	name, level := earl.RFC3986.Name(), earl.LevelScheme.String()
	json, format := false, ""
	c := &cobra.Command{
		Use:     "same URL URL",
		GroupID: groupRead,
		Short:   "Check whether two URLs are equivalent",
		Long: `Two URLs are equivalent if they have the same normal form. same prints the level at
which they become equal; "earl help normalize" describes the levels. URLs that are
not equivalent can still identify the same object, but their text does not show it.

The exit status is 0 if the URLs are equivalent. It is 1 if they are not known to be
equivalent, or if one of them is not valid.`,
		Example: `  earl same HTTP://Example.COM:80/ http://example.com
  earl same http://example.com/%7euser http://example.com/~user
  earl same --level case HTTP://example.com/ http://EXAMPLE.com/
  earl same --json http://example.com http://example.com/
  earl same -e whatwg http://0x7f.1/ http://127.0.0.1/`,
		Args: cobra.ExactArgs(2),
		RunE: func(_ *cobra.Command, args []string) error {
			e, err := edition(name)
			if err != nil {
				return err
			}
			l, ok := earl.ParseLevel(level)
			if !ok {
				return oneOf("--level", level, levels()...)
			}
			faults, err := s.faults(format)
			if err != nil {
				return err
			}
			return runSame(s, e, l, json, faults, args)
		},
	}
	editionFlag(c, &name, earl.Auto.Name())
	completeURLs(c, false)
	c.Flags().StringVar(&level, "level", level, "compare up to this `LEVEL`: string, case, escapes, dots or scheme")
	complete(c, "level", levels()...)
	c.Flags().BoolVar(&json, "json", false, "print one JSON object")
	formatFlag(c, &format)
	return c
}

// runSame compares two URLs.
func runSame(s *streams, e *earl.Edition, level earl.Level, json bool, faults diagram.Format, args []string) error {
	var urls [2]earl.URL
	for i := range urls {
		r := reading.New(e)
		r.Reset(args[i])
		if r.Read(); !r.Valid {
			s.err.WriteString(faults.Reading(&r, diagram.Place{}))
			return exit(statusNo)
		}
		urls[i] = r.URL
	}
	if urls[0].Edition() != urls[1].Edition() { // earl.Auto chose one for each
		for i := range urls {
			if u, err := earl.WHATWG.Parse(urls[i].String()); err == nil {
				urls[i] = u
			}
		}
	}
	same, step := urls[0].Equal(urls[1], level)
	line := []byte(sameText(urls[0], same, step, args) + "\n")
	if json {
		line = jsonobject.AppendLine(nil, jsonobject.Same{
			Same: same, Step: jsonobject.Text(step.String(), same), Section: jsonobject.Text(step.Section(), same),
		})
	}
	if _, err := s.out.Write(line); err != nil {
		return localErr(err)
	}
	if !same {
		return exit(statusNo)
	}
	return nil
}

// sameText returns the result of comparing the texts args, of which u is the first URL.
func sameText(u earl.URL, same bool, step earl.Level, args []string) string {
	switch {
	case !same:
		return "not known to be equivalent"
	case step == earl.LevelString && args[0] != args[1]:
		return "equivalent: " + u.Edition().Name() + " reads both as " + u.Redacted()
	case step == earl.LevelString:
		return "equivalent: the texts are equal (" + step.Section() + ")"
	}
	return fmt.Sprintf("equivalent at level %s (%s)", step, step.Section())
}
