package main

import (
	"context"
	"errors"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/console"
	"github.com/earl-url/earl/cmd/earl/internal/transfer"
	"github.com/earl-url/earl/cmd/earl/internal/writeout"
	"github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/internal/traceline"
	"github.com/earl-url/earl/open"
)

// newGetter returns a getter for the flags.
func newGetter(s *streams, flags *getFlags, c *cobra.Command, args []string) (*getter, error) {
	flags.replaying()
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
	g := &getter{s: s, flags: flags, given: c.Flags().Changed, settings: settings, edition: e, keyboard: console.NewKeyboard(s.in), ask: console.Prompt{In: s.in, Err: s.err}}
	g.credentials = settings.Credentials(func(text string) { g.Remark("%s", text) })
	if flags.HeaderFile != "" && flags.HeaderFile != "-" {
		if err := transfer.CheckHeaderFile(flags.HeaderFile); err != nil {
			return nil, usagef("-D: %w", err)
		}
	}
	if flags.trace != "" {
		if g.traceFile, err = newTraceFile(s, flags.trace); err != nil {
			return nil, err
		}
	}
	if flags.atOnce() && g.draws() {
		g.bars = console.NewBars(s.err)
	}
	g.policy = flags.policy()
	g.policy.Schemes = settings.Schemes
	if g.jar, err = flags.newJar(s.in, func(name string) { g.Verbose("%s: no such file: it has no cookies", name) },
		func(err error) { g.Remark("--cookie: %v; the line is skipped", err) }); err != nil {
		return nil, err
	}
	if g.format, err = g.newFormat(); err != nil {
		return nil, err
	}
	o := open.Options{Policy: g.policy, Login: g.ask.Login, Gateways: settings.Gateways, LookupNetIP: flags.lookup()}
	if g.jar != nil {
		settings.Jar = g.jar
	}
	settings.AskKey, settings.Identify = g.askKey, g.identifies
	openers := settings.Openers()
	if g.replay, err = openReplay(flags.fromWarc, flags.warcDate, g.Remark); err != nil {
		return nil, err
	}
	if g.replay != nil {
		o, openers = g.replay.Options(o), g.replay.Openers(openers)
		g.policy = o.Policy
	}
	if !flags.dryRun {
		if g.archive, err = flags.warc.begin(g.Remark); err != nil {
			return nil, err
		}
		g.archive.into(&o)
	}
	g.client = open.New(o, openers...)
	return g, nil
}

// options returns the settings of the transfers.
func (g *getter) options() transfer.Options {
	f := g.flags
	o := transfer.Options{
		Client: g.client, Reporter: g, Servers: g.settings, AnswerPolicy: g.answerPolicy(),
		Stdin: g.s.in, Stdout: g.s.out,
		Input: f.Input, Retry: f.Retry, Content: f.Content, Saving: f.Saving,
		Reports:   transfer.Reports{Describe: f.json, Facts: g.format != nil, Trace: f.verbose || g.traceFile != nil, Progress: g.draws()},
		Recursive: f.recursive, Recursion: f.recursion(), Whole: f.warc.name != "",
	}
	o.NoFollow, o.Since, o.MaxDecoded = f.maxRedirs == 0, f.timeCond.time, int64(f.maxSize)
	if f.atOnce() {
		o.Parallel = f.parallelMax
	}
	return o
}

// Meter returns the progress display of a file: one bar, or one of several bars.
func (g *getter) Meter(name string, start, total int64) console.Meter {
	if g.bars != nil {
		return g.bars.Add(name, start, total)
	}
	return console.NewBar(g.s.err, name, start, total)
}

// draws reports whether progress is shown: if stderr is a terminal and gets no other
// output.
func (g *getter) draws() bool {
	return !g.flags.silent && !g.flags.noMeter && !g.flags.verbose && term.Is(g.s.err)
}

// Trace writes a line of a protocol to the trace file and, for -v, to stderr.
func (g *getter) Trace(transfer int, e open.Event) {
	if g.traceFile != nil {
		g.traceFile.write(transfer, e)
	}
	if g.flags.verbose {
		end := "\n"
		if g.flags.terminal != "" && term.Is(g.s.err) {
			end = "\r\n" // in a session the terminal may be in raw mode, where "\n" does not return to the first column
		}
		g.write(traceline.Text(e) + end)
	}
}

// newFormat returns the format of --write-out, or nil.
func (g *getter) newFormat() (*writeout.Format, error) {
	if g.flags.writeOut == "" {
		return nil, nil
	}
	format, err := writeout.Load(g.flags.writeOut, g.s.in)
	if err != nil {
		return nil, usagef("--write-out: %w", err)
	}
	if len(format.Unknown) > 0 {
		g.Remark("--write-out: unknown variable %s is replaced by nothing", strings.Join(format.Unknown, ", "))
	}
	return format, nil
}

// Finished writes the text of --write-out for a transfer.
func (g *getter) Finished(_ context.Context, x *writeout.Facts, err error) {
	if err != nil && !errors.Is(err, open.ErrUnchanged) {
		x.ExitCode, x.Error = statusOf(err), earl.Redact(message(err))
	}
	out, errs := g.format.Append(nil, nil, x)
	if len(errs) > 0 {
		g.s.err.Write(errs)
	}
	if len(out) > 0 {
		if err := g.print(out); err != nil {
			g.raise(statusOf(err))
		}
	}
}
