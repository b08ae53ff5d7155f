package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/earl-url/earl/internal/check/partition"
	"github.com/earl-url/earl/linkcheck"
)

// errTimeLimit is why a check of rows ends after --time-limit.
var errTimeLimit = errors.New("the time limit")

// checkRows checks the rows of a table. What it finds is in the rows, and does not change
// the exit status.
func (k *checker) checkRows(ctx context.Context, c *cobra.Command, args []string) error {
	if len(args) > 1 || len(args) == 1 && args[0] != "-" {
		return usagef("--rows reads stdin: leave out the other inputs")
	}
	table, err := partition.ReadJSON(k.s.in)
	if err != nil {
		return usagef("stdin: %w", err)
	}
	o := partition.Options{Check: k.options, PerServer: k.flags.perServer}
	if !c.Flags().Changed("depth") {
		o.Check.Depth = linkcheck.Content
	}
	o.Check.Retrieve = true // a request for each URL
	if !c.Flags().Changed("max-per-host") {
		o.Check.PerHost = 0
	}
	if k.flags.timeLimit > 0 {
		limited, cancel := context.WithTimeoutCause(ctx, k.flags.timeLimit, errTimeLimit)
		defer cancel()
		ctx = limited
	}
	if err := partition.Check(ctx, o, table.Rows); err != nil {
		k.fault("%s", message(err))
		return exitWith(statusUsage)
	}
	if ctx.Err() != nil && !errors.Is(context.Cause(ctx), errTimeLimit) {
		k.fault("interrupted") // without rows: an engine takes the rows that are there for all
		return exitWith(statusUsage)
	}
	if err := table.WriteJSON(k.s.out); err != nil {
		k.fault("%s", message(err))
		return exitWith(statusUsage)
	}
	return nil
}
