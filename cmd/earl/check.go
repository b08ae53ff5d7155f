package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/earl-url/earl/internal/check/hoststats"
	"github.com/earl-url/earl/internal/check/inputs"
	"github.com/earl-url/earl/linkcheck"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/mid"
)

// newCheck returns the command check.
func newCheck(s *streams) *cobra.Command {
	f := newCheckFlags()
	c := &cobra.Command{
		Use:     "check [FILE | DIR | URL | -]...",
		GroupID: groupRead,
		Short:   "Check the links of files and sites, and report the broken ones",
		Long:    checkLong,
		Example: checkExample,
		RunE:    func(c *cobra.Command, args []string) error { return runCheck(s, f, c, args) },
	}
	f.add(c)
	addShowSecrets(c.Flags(), s, "reports and messages; a database has none")
	return c
}

// runCheck checks the links of the arguments.
func runCheck(s *streams, f *checkFlags, c *cobra.Command, args []string) error {
	k, err := newChecker(s, f, c, args)
	if err != nil {
		return err
	}
	defer k.close()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second interrupt ends the program at once
	if f.rows {
		err := k.checkRows(ctx, c, args)
		return cmp.Or(err, k.archive.close())
	}
	status := k.run(ctx, args)
	if err := k.archive.close(); err != nil {
		return err
	}
	return exitWith(status)
}

// newChecker returns a checker for the flags.
func newChecker(s *streams, f *checkFlags, c *cobra.Command, args []string) (*checker, error) {
	f.hosts = typedHosts(args)
	f.changedSet = c.Flags().Changed("only-changed")
	if f.threads > 0 {
		runtime.GOMAXPROCS(f.threads)
	}
	settings, err := newSettings(&f.getFlags, c.Flags(), os.Getenv, os.Environ())
	if err != nil {
		return nil, err
	}
	settings.AddMail(localPaths(args)...)
	if f.offline {
		settings.MailOffline()
	}
	k := &checker{s: s, flags: f}
	if k.edition, err = edition(f.edition); err != nil {
		return nil, err
	}
	if k.options, err = f.options(); err != nil {
		return nil, err
	}
	if err = k.selectLinks(); err != nil {
		return nil, err
	}
	k.options.Edition = k.edition
	k.options.Message = checkMessage
	k.options.SkipOwnMachine = true
	k.options.Delayed = func(d linkcheck.CrawlDelay) { k.remark("%s; --max-crawl-delay sets the limit", d) }
	k.options.RobotsProblem = k.robotsProblem
	k.options.Policy.Schemes = settings.Schemes
	if k.jar, err = k.newJar(); err != nil {
		return nil, err
	}
	if k.jar != nil {
		settings.Jar = k.jar
	}
	if k.options.Host, err = hostOptions(settings); err != nil {
		return nil, err
	}
	settings.Strangers = true
	openers := settings.Openers()
	for i, o := range openers {
		if o, ok := o.(mid.Opener); ok {
			openers[i] = o.Indexed() // a check opens many URLs
		}
	}
	k.web = webOpener(openers)
	if openers, err = k.openers(openers); err != nil {
		return nil, err
	}
	o := open.Options{Gateways: settings.Gateways, Login: k.login(settings)}
	if k.archive, err = f.warc.begin(k.remark); err != nil {
		return nil, err
	}
	if k.archive.into(&o); k.archive != nil {
		k.options.Retrieve = true // the response to a HEAD is not written
	}
	k.options.Client = open.New(o, openers...)
	if k.sources, err = k.inputSet(args); err != nil {
		k.close()
		return nil, err
	}
	if !f.silent && !f.noProgress && f.draws(s) {
		k.line = &progressLine{out: s.err, began: time.Now()}
		k.options.Progress = k.line.tell
	}
	return k, nil
}

// localPaths returns the arguments that are files or directories: the messages in them can
// be the targets of mid links.
func localPaths(args []string) (paths []string) {
	for _, arg := range args {
		if _, err := os.Stat(arg); err == nil {
			paths = append(paths, arg)
		}
	}
	return paths
}

// checkMessage returns the message for an error that a flag can prevent, with the flag.
// It returns "" for any other error.
func checkMessage(err error) string {
	var refusal *open.Refusal
	if errors.As(err, &refusal) {
		if name := flagFor(refusal.Setting); name != "" {
			return refusal.Reason + " (guard " + refusal.Name + "; " + name + " allows it)"
		}
	}
	return newsServerText(err)
}

// run checks the links and returns the exit status.
func (k *checker) run(ctx context.Context, args []string) int {
	if k.flags.dump || k.flags.dumpInputs {
		if err := k.dump(k.s.out, inputs.Until(ctx, k.sources.Links(ctx))); err != nil {
			k.fault("%s", message(err))
		}
		return k.status(linkcheck.Summary{})
	}
	summary, err := k.check(ctx, args)
	if e := k.flags.saveJar(k.jar, k.s.out); err == nil {
		err = e
	}
	switch {
	case errors.Is(err, context.Canceled):
		k.fault("interrupted")
	case err != nil:
		k.fault("%s", message(err))
	case !k.flags.silent && (k.flags.Output != "" || k.flags.format != "text" || k.flags.fixes()):
		k.s.say("%s", summaryLine(&summary))
	}
	return k.status(summary)
}

// status returns the exit status of a check with a summary.
func (k *checker) status(summary linkcheck.Summary) int {
	if !k.found.Load() && !k.trouble.Load() && !k.flags.allowEmpty {
		k.fault("nothing to check: the input contains no links; --allow-empty accepts this")
	}
	switch {
	case k.trouble.Load():
		return statusUsage
	case summary.Faults() > 0:
		return statusNo
	}
	return statusDone
}

// check checks the links and writes the report.
func (k *checker) check(ctx context.Context, args []string) (summary linkcheck.Summary, err error) {
	m, err := k.remember(ctx, args)
	if err != nil {
		return summary, err
	}
	if m != nil {
		defer func() {
			if e := m.Close(); err == nil {
				err = e
			}
		}()
	}
	if err := k.diffRange(ctx); err != nil {
		return summary, err
	}
	out, err := k.results(ctx)
	if err != nil {
		return summary, err
	}
	var hosts hoststats.Counts
	summary, err = linkcheck.Run(ctx, k.options, k.links(inputs.Until(ctx, k.sources.Links(ctx))), func(r linkcheck.Result) error {
		k.line.clear()
		if k.flags.hostStats {
			hosts.Add(&r)
		}
		return out.Result(r)
	})
	k.line.clear()
	if k.trouble.Load() {
		k.keepReports(out.reports)
	}
	if e := out.Close(ctx, &summary); err == nil {
		err = e
	}
	if k.flags.hostStats {
		for line := range hosts.Lines() {
			k.s.say("%s", line)
		}
	}
	if err == nil {
		k.gone(out.baseline)
	}
	if err == nil && k.flags.fixes() {
		err = k.rewrite(out.Results())
	}
	if err == nil && m != nil {
		err = m.Finish(ctx)
	}
	return summary, err
}

// summaryLine returns the result of a check in one line.
func summaryLine(s *linkcheck.Summary) string {
	line := fmt.Sprintf("%s in %s: %s", count(s.URLs, "URL"), count(s.Places, "place"), count(s.Faults(), "problem"))
	if n := s.Warnings(); n > 0 {
		line += ", " + count(n, "warning")
	}
	if s.Known > 0 {
		line += fmt.Sprintf(", %d known", s.Known)
	}
	for _, status := range [...]linkcheck.Status{linkcheck.Redirected, linkcheck.Changed, linkcheck.Blocked, linkcheck.Skipped} {
		if n := s.Count(status); n > 0 {
			line += fmt.Sprintf(", %d %s", n, status)
		}
	}
	if s.Unread > 0 {
		line += fmt.Sprintf(", %s not read or truncated", count(s.Unread, "document"))
	}
	return line + fmt.Sprintf(" (%.1f s)", s.Took.Seconds())
}
