package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// newGet returns the command get.
func newGet(s *streams) *cobra.Command {
	flags := newGetFlags()
	c := &cobra.Command{
		Use:     "get URL...",
		GroupID: groupOpen,
		Short:   "Open URLs and write what they lead to",
		Long: `Open each URL and write what it leads to: a document as it is, a directory or a
menu as rows, a question as text that is answered on the terminal. Several
documents follow one another on stdout, as cat has it; -O saves each to a file.

A telnet URL joins the terminal to the service until either ends it: ^] does so
here. Without a terminal, what comes on stdin is sent, and at its end the service
is waited for; --max-time sets an end. A mailto URL is shown; nothing is sent.
--compose writes a letter (.eml) to stdout or to -o FILE; --mailer hands a program
the URL as its last argument, as the handlers of desktops take it. Its words are
parted at spaces, no shell reads them, and headers that do what nobody sees (Bcc,
Attach ...) are left out.

Referrals are followed, up to 10; each is judged again before it is opened.
Control characters of a document do not reach a terminal; to a file or a pipe
its octets go unchanged. What is left of a file by an interruption, -C - resumes.`,
		Example: `  earl get ftp://host.dom/pub/readme.txt
  earl get -O gopher://host.dom/9/picture.png
  earl get --dry-run 'ftp://myname@host.dom/%2Fetc/motd;type=a'
  earl get -C - -o image.iso http://host.dom/image.iso
  earl get telnet://host.dom/
  earl get --compose -o letter.eml 'mailto:reader@host.dom?subject=books'
  earl get --mailer 'xdg-email --utf8' mailto:reader@host.dom`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error { return runGet(s, flags, c, args) },
	}
	flags.add(c)
	completeURLs(c, true)
	flags.addOutput(c)
	return c
}

// newLs returns the command ls.
func newLs(s *streams) *cobra.Command {
	flags := newGetFlags()
	flags.listing = true
	c := &cobra.Command{
		Use:     "ls URL...",
		GroupID: groupOpen,
		Short:   "List directories and menus",
		Long: `Open each URL, which must lead to a directory or a menu, and list it: kind, size
in octets, time in UTC and name. --json writes one object a line, with the URL of
each entry; --urls the URLs alone.

The URL of a directory ends in "/".`,
		Example: `  earl ls ftp://host.dom/pub/
  earl ls --urls gopher://host.dom/`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error { return runGet(s, flags, c, args) },
	}
	flags.add(c)
	completeURLs(c, true)
	return c
}

// runGet gets every URL; its status is the highest of theirs.
func runGet(s *streams, flags *getFlags, c *cobra.Command, args []string) error {
	g, err := newGetter(s, flags, c, len(args))
	if err != nil {
		return err
	}
	defer g.client.Close()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second interrupt ends the program at once
	status := statusDone
	for _, arg := range args {
		if err := g.url(ctx, arg); err != nil {
			status = max(status, g.report(ctx, arg, err))
		}
		if ctx.Err() != nil {
			break
		}
	}
	return exitWith(status)
}

// A getter is one run of get or ls.
type getter struct {
	s       *streams
	flags   *getFlags
	edition *earl.Edition
	client  *open.Client
	ask     asker
	keys    keyboard
}

// report says on stderr how a URL failed, and returns its status.
func (g *getter) report(ctx context.Context, arg string, err error) int {
	if ctx.Err() != nil {
		err = context.Cause(ctx)
		if errors.Is(err, context.Canceled) {
			g.complain("earl: interrupted")
			return statusInterrupted
		}
	}
	var silent exit
	if errors.As(err, &silent) {
		return int(silent)
	}
	var refusal *open.Refusal
	var invalid *earl.ParseError
	switch {
	case errors.As(err, &refusal):
		g.complain("earl: %s", refusalText(refusal))
	case errors.As(err, &invalid):
		g.complain("%s", viewFaultText(invalid))
	default:
		g.complain("earl: %s: %s", earl.Redact(arg), message(err))
	}
	return statusOf(err)
}

// refusalText says what was refused and by which guard, and the flag that would allow it.
func refusalText(r *open.Refusal) string {
	text := fmt.Sprintf("%s: refused (%s): %s", r.URL.Redacted(), r.Name, r.Found())
	if name := flagFor(r.Setting); name != "" {
		text += "; " + name + " allows it"
	}
	return text
}

// complain writes an error to stderr, unless -s was given without -S.
func (g *getter) complain(format string, args ...any) {
	if !g.flags.silent || g.flags.showError {
		g.s.say(format, args...)
	}
}

// remark writes to stderr what is good to know.
func (g *getter) remark(format string, args ...any) {
	if !g.flags.silent {
		g.s.say("earl: "+format, args...)
	}
}

// flagFor returns the flag that changes a setting of the policy.
func flagFor(setting string) string {
	switch setting {
	case "Policy.AllowPorts":
		return "--allow-port"
	case "Policy.AllowNet":
		return "--allow-net"
	case "Policy.MaxSize":
		return "--max-size"
	case "Policy.Hops":
		return "--max-redirs"
	}
	return ""
}

// url gets one URL of the command line.
func (g *getter) url(ctx context.Context, arg string) error {
	u, err := g.parse(arg)
	if err != nil {
		return err
	}
	if err := g.flags.checkMail(u); err != nil {
		return err
	}
	if g.flags.dryRun {
		return g.dryRun(ctx, u)
	}
	if limit := time.Duration(g.flags.maxTime); limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, limit, &timeError{limit})
		defer cancel()
	}
	t := &transfer{g: g, typed: u}
	defer t.close()
	return t.run(ctx)
}

// A timeError is the end of --max-time.
type timeError struct{ limit time.Duration }

func (e *timeError) Error() string { return fmt.Sprintf("not done within %v (--max-time)", e.limit) }
func (e *timeError) Unwrap() error { return context.DeadlineExceeded }

// parse reads a URL of the command line; what is wrong with it goes to stderr.
func (g *getter) parse(arg string) (earl.URL, error) {
	ref, err := g.edition.ParseReference(arg)
	if err == nil {
		if u, ok := ref.URL(); ok {
			return u, nil
		}
	}
	r := &reading{input: arg, edition: g.edition}
	if r.read(); len(r.violations) == 0 {
		return r.url, nil
	}
	if !g.flags.silent || g.flags.showError {
		writeViolations(g.s, r)
	}
	return earl.URL{}, exit(statusNo)
}

// dryRun prints what opening u would send, if no guard refuses it.
func (g *getter) dryRun(ctx context.Context, u earl.URL) error {
	if err := refused(ctx, g.client, u); err != nil {
		return err
	}
	view, err := earl.ParseView(u)
	if err != nil {
		return err
	}
	pl := planOf(u, view)
	g.remark("%s: %s", u.Redacted(), strings.Replace(pl.title, "O", "o", 1))
	for _, l := range pl.lines {
		if _, err := fmt.Fprintln(g.s.out, l); err != nil {
			return here(err)
		}
	}
	if pl.note != "" {
		g.remark("%s", pl.note)
	}
	return nil
}
