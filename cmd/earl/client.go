package main

import (
	"context"
	"errors"
	"net"
	"slices"

	"github.com/spf13/cobra"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/all"
	"github.com/earl-url/earl/open/ftp"
	"github.com/earl-url/earl/open/telnet"
)

// newGetter returns a getter for the flags.
func newGetter(s *streams, flags *getFlags, c *cobra.Command, urls int) (*getter, error) {
	e, err := edition(flags.edition)
	if err != nil {
		return nil, err
	}
	if err := flags.check(urls); err != nil {
		return nil, err
	}
	flags.terminal = terminalType(s)
	g := &getter{s: s, flags: flags, edition: e, ask: asker{s}}
	o := open.Options{Policy: flags.policy(), Login: g.ask.login}
	if flags.verbose {
		o.Trace = g.trace
	}
	g.client = open.New(o, flags.openers()...)
	return g, nil
}

// openers are those of every scheme, with what the flags say.
func (g *getFlags) openers() []open.Opener {
	list := all.Openers()
	for i := range list {
		switch o := list[i].(type) {
		case *ftp.Opener:
			o.Email = g.email
			if g.nullCWD == "stay" {
				o.NullCWD = ftp.NullCWDStay
			}
			if g.tls {
				o.Security = ftp.SecurityExplicit
			}
		case telnet.Opener:
			o.Terminal = g.terminal
			list[i] = o
		}
	}
	return list
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

// trace writes one line of a protocol to stderr.
func (g *getter) trace(e open.Event) {
	sign := "* "
	switch e.Dir {
	case 'C':
		sign = "> "
	case 'S':
		sign = "< "
	}
	end := "\n"
	if g.flags.terminal != "" && term.Is(g.s.err) {
		end = "\r\n" // a session may have the terminal hand out keys: then it begins no line by itself
	}
	g.s.err.WriteString(sign + term.Safe(e.Line) + end)
}

// errDry is what a dial that must not be made ends in.
var errDry = errors.New("nothing is dialled")

// refused returns the error of the guard that would refuse to open u, or that
// nothing here opens it; nil if it would be opened. Nothing is looked up or sent.
func refused(ctx context.Context, client *open.Client, u earl.URL) error {
	if u.Scheme() == "file" {
		return nil // its opener would look at the file
	}
	_, err := client.Do(ctx, &open.Request{
		URL:  u,
		Dial: func(context.Context, string, string) (net.Conn, error) { return nil, errDry },
	})
	var refusal *open.Refusal
	var invalid *earl.ParseError
	if errors.As(err, &refusal) || errors.As(err, &invalid) || errors.Is(err, open.ErrNoOpener) || errors.Is(err, open.ErrLineBreak) {
		return err
	}
	return nil
}
