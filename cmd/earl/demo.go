package main

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/earl-url/earl/demo"
)

// newDemo returns the command demo.
func newDemo(s *streams) *cobra.Command {
	var o demo.Options
	c := &cobra.Command{
		Use:     "demo",
		GroupID: groupOpen,
		Short:   "Start small servers on this machine and open URLs from them",
		Long: `Start small servers on this machine for ftp, http, gopher, news, telnet, wais and
prospero, and a letter-box for mail, with a small library in them, and open URLs
of all ten schemes of RFC 1738: each URL, what was sent and what came back. It
needs no network. It goes on to serve until Ctrl-C, so that you can try more;
--once ends it after the tour.

The exit status is 0 only if all came back as it should.`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
			defer stop()
			context.AfterFunc(ctx, stop)
			if strings.Contains(os.Args[0], "go-build") {
				o.Command = "go run ./cmd/earl"
			}
			err := demo.Run(ctx, s.out, o)
			if errors.Is(err, demo.ErrWrong) {
				s.say("earl: %s", message(err))
				return exit(statusNo)
			}
			return here(err)
		},
	}
	c.Flags().BoolVar(&o.Once, "once", false, "end after the tour")
	return c
}
