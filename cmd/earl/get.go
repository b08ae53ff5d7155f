package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/explain"
	"github.com/earl-url/earl/internal/config"
	"github.com/earl-url/earl/internal/console"
	"github.com/earl-url/earl/internal/cookies"
	"github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/internal/transfer"
	"github.com/earl-url/earl/internal/writeout"
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
documents follow one another on stdout, in the order of the command line, as cat
has it; -O saves each to a file, and then -Z gets several at a time. -R saves all
that is below a directory or a menu.

A news URL is read from the server that --news-server or NNTPSERVER names; a group
is listed by threads, an article is shown as its text on a terminal and saved as it
is. A wais database and a gopher search are questions, which are asked on the
terminal. A prospero name leads on to the URLs that its server knows.

A telnet URL joins the terminal to the service until either ends it: ^] does so
here. Without a terminal, what comes on stdin is sent, and at its end the service
is waited for; --max-time sets an end. A mailto URL is shown; nothing is sent.
--compose writes a letter (.eml) to stdout or to -o FILE; --mailer hands a program
the URL as its last argument, as the handlers of desktops take it. Its words are
parted at spaces, no shell reads them, and headers that do what nobody sees (Bcc,
Attach ...) are left out.

Referrals are followed, up to 10; each is judged again before it is opened.
Control characters of a document do not reach a terminal; to a file or a pipe
its octets go unchanged. What is left of a file by an interruption, -C - resumes.
"earl help config" says what the configuration file and the environment set.`,
		Example: `  earl get ftp://host.dom/pub/readme.txt
  earl get -O gopher://host.dom/9/picture.png
  earl get --dry-run 'ftp://myname@host.dom/%2Fetc/motd;type=a'
  earl get -C - -o image.iso http://host.dom/image.iso
  earl get telnet://host.dom/
  earl get --compose -o letter.eml 'mailto:reader@host.dom?subject=books'
  earl get --mailer 'xdg-email --utf8' mailto:reader@host.dom
  earl get -Z -O --retry 3 -i list-of-urls.txt
  earl get -R --depth 2 --accept '*.txt' --output-dir copy ftp://host.dom/pub/`,
		Args: flags.needURL,
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
each entry; --urls the URLs alone. Of a WAIS database, ls lists what the server
reports of it.

The URL of a directory ends in "/".`,
		Example: `  earl ls ftp://host.dom/pub/
  earl ls --urls gopher://host.dom/`,
		Args: flags.needURL,
		RunE: func(c *cobra.Command, args []string) error { return runGet(s, flags, c, args) },
	}
	flags.add(c)
	completeURLs(c, true)
	return c
}

// runGet gets every URL; its status is the highest of theirs.
func runGet(s *streams, flags *getFlags, c *cobra.Command, args []string) error {
	g, err := newGetter(s, flags, c, args)
	if err != nil {
		return err
	}
	defer g.client.Close()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second interrupt ends the program at once
	g.all(ctx, args)
	if g.bars != nil {
		g.bars.Close()
	}
	if g.traceFile != nil {
		if err := g.traceFile.close(); err != nil {
			return err
		}
	}
	if err := g.saveJar(); err != nil {
		return err
	}
	return exitWith(int(g.status.Load()))
}

// A getter is one run of get or ls. It reports what its transfers do.
type getter struct {
	s           *streams
	flags       *getFlags
	given       func(flag string) bool // on the command line
	settings    *config.Settings
	edition     *earl.Edition
	policy      open.Policy
	client      *open.Client
	credentials *config.Credentials
	traceFile   *traceFile       // nil: no --trace
	bars        *console.Bars    // nil: no progress of several transfers
	jar         *cookies.Jar     // nil: no cookies
	format      *writeout.Format // nil: no --write-out

	ask      console.Prompt
	keyboard *console.Keyboard
	asking   sync.Mutex   // one question at a time
	status   atomic.Int64 // the highest so far
	stopped  sync.Once    // it was reported that the user stopped it
}

// all gets every URL, one after the other or several at a time.
func (g *getter) all(ctx context.Context, args []string) {
	r := transfer.New(g.options())
	defer func() {
		if err := r.Close(); err != nil {
			g.Failed(ctx, g.flags.dumpHeader, err)
		}
	}()
	// The goroutines of one connection only hand work to each other: to wake another
	// core for each hand-over takes longer than the work. For one URL that is less
	// than what the change of the setting takes.
	if !g.flags.atOnce() && (len(args) != 1 || g.flags.recursive) {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	}
	r.Run(ctx, args)
	if ctx.Err() != nil {
		g.interrupted()
	}
}

// Failed reports an error and keeps its status.
func (g *getter) Failed(ctx context.Context, name string, err error) {
	g.raise(g.report(ctx, name, err))
}

// raise makes the status at least this.
func (g *getter) raise(status int) {
	for old := g.status.Load(); int64(status) > old; old = g.status.Load() {
		if g.status.CompareAndSwap(old, int64(status)) {
			return
		}
	}
}

// interrupted says once that the person ended it.
func (g *getter) interrupted() {
	g.stopped.Do(func() { g.complain("earl: interrupted") })
	g.raise(statusInterrupted)
}

// dryRun prints what opening u would send, if no guard refuses it.
func (g *getter) dryRun(ctx context.Context, u earl.URL) error {
	plan, err := g.client.Plan(ctx, &open.Request{URL: u})
	if err != nil {
		return err
	}
	if detour := g.settings.Detour(u); detour != "" {
		g.Remark("%s: %s", u.Redacted(), detour)
	}
	x := explain.Explanation{Plan: plan, Planned: true}
	g.Remark("%s: %s", u.Redacted(), strings.Replace(x.Opening(), "O", "o", 1))
	if plan.Path != "" {
		if _, err := fmt.Fprintln(g.s.out, earl.Octets(plan.Path).Printable()); err != nil {
			return localErr(err)
		}
	}
	for _, step := range plan.Steps {
		if _, err := fmt.Fprintln(g.s.out, strings.Join(stepLines(term.Painter{}, step, math.MaxInt), "\n")); err != nil {
			return localErr(err)
		}
	}
	if plan.Note != "" {
		g.Remark("%s", plan.Note)
	}
	return nil
}
