package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/diagram"
	"github.com/earl-url/earl/internal/reading"
)

// newSame returns the command same.
func newSame(s *streams) *cobra.Command {
	name, level := earl.RFC3986.Name(), earl.LevelScheme.String()
	json, format := false, ""
	c := &cobra.Command{
		Use:     "same URL URL",
		GroupID: groupRead,
		Short:   "Say whether two URLs are known to name the same object",
		Long: `Say whether two URLs are known to name the same object, and by which step: the
levels are those of "earl normalize". Unequal URLs may name one object too; so
the other answer is only that they are not known to.

The exit status is 0 for the same and 1 for not known to be, or not valid.`,
		Example: "  earl same 'HTTP://Example.COM:80/%7euser' http://example.com/~user",
		Args:    cobra.ExactArgs(2),
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
	c.Flags().StringVar(&level, "level", level, "how far to go: string, case, escapes, dots or scheme")
	complete(c, "level", levels()...)
	c.Flags().BoolVar(&json, "json", false, "write one JSON object")
	formatFlag(c, &format)
	return c
}

// runSame compares two URLs.
func runSame(s *streams, e *earl.Edition, level earl.Level, json bool, faults faultWriter, args []string) error {
	var urls [2]earl.URL
	for i := range urls {
		r := reading.New(e)
		r.Reset(args[i])
		if r.Read(); !r.Valid {
			s.err.WriteString(faults.text(&r, diagram.Place{}))
			return exit(statusNo)
		}
		urls[i] = r.URL
	}
	same, step := urls[0].Equal(urls[1], level)
	text := "not known to be the same"
	switch {
	case json && same:
		text = fmt.Sprintf(`{"same":true,"step":%q,"section":%q}`, step, step.Section())
	case json:
		text = `{"same":false,"step":null,"section":null}`
	case same && step == earl.LevelString:
		text = "the same: not an octet differs (" + step.Section() + ")"
	case same:
		text = fmt.Sprintf("the same, by %s (%s)", step, step.Section())
	}
	if _, err := fmt.Fprintln(s.out, text); err != nil {
		return localErr(err)
	}
	if !same {
		return exit(statusNo)
	}
	return nil
}
