package main

import (
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/console"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/all"
)

// newGetter returns a getter for the flags.
func newGetter(s *streams, flags *getFlags, c *cobra.Command, args []string) (*getter, error) {
	flags.terminal = console.TerminalType(s.in, s.out)
	settings, err := newSettings(flags, c.Flags(), os.Getenv, os.Environ())
	if err != nil {
		return nil, err
	}
	e, err := edition(flags.edition)
	if err != nil {
		return nil, err
	}
	if err := flags.check(c.Flags(), len(args)); err != nil {
		return nil, err
	}
	g := &getter{s: s, flags: flags, given: c.Flags().Changed, settings: settings, edition: e, keyboard: console.NewKeyboard(s.in), ask: console.Prompt{In: s.in, Err: s.err}, folder: folder{path: flags.outputDir}}
	g.credentials = settings.Credentials(func(text string) { g.remark("%s", text) })
	if flags.trace != "" {
		if g.traceFile, err = newTraceFile(s, flags.trace); err != nil {
			return nil, err
		}
	}
	if flags.atOnce() && g.draws() {
		g.bars = console.NewBars(s.err)
	}
	policy := flags.policy()
	policy.Schemes = settings.Schemes
	o := open.Options{Policy: policy, Login: g.ask.Login, Gateways: settings.Gateways}
	g.client = open.New(o, settings.Openers()...)
	return g, nil
}

// gopherLetter returns the edition whose requests -e has asked for by its name: one
// that describes Gopher+. nil: requests as Gopher+ servers understand them (R5).
func gopherLetter(edition string) *earl.Edition {
	for _, e := range []*earl.Edition{earl.RFC1738, earl.Draft1994} {
		if edition == e.Name() {
			return e
		}
	}
	return nil
}

// openedSchemes are the schemes that get opens, sorted.
func openedSchemes() []string {
	var names []string
	for _, o := range all.Openers() {
		names = append(names, o.Schemes()...)
	}
	slices.Sort(names)
	return names
}
