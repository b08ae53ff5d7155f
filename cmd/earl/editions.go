package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/editions"
)

// editionNames are the names that -e takes.
func editionNames() []string {
	var names []string
	for e := range editions.All() {
		names = append(names, e.Name())
	}
	return names
}

// edition returns the edition with a name.
func edition(name string) (*earl.Edition, error) {
	if e, ok := editions.ByName(name); ok {
		return e, nil
	}
	list := strings.Join(append(editionNames(), earl.Auto.Name()), ", ")
	return nil, usagef("-e %q: must be one of %s", name, list)
}

// editionFlag adds -e to a command.
func editionFlag(c *cobra.Command, name *string, also ...string) {
	values := append(editionNames(), also...)
	c.Flags().StringVarP(name, "edition", "e", *name, "read URLs by this `EDITION`: "+strings.Join(values, ", "))
	complete(c, "edition", values...)
}

// complete makes the shell offer values for a flag.
func complete(c *cobra.Command, flag string, values ...string) {
	err := c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
	if err != nil {
		panic(err) // the command has no such flag
	}
}
