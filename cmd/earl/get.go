package main

import (
	"context"
	"fmt"
	"iter"
	"math"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/transfer"
	"github.com/earl-url/earl/explain"
	"github.com/earl-url/earl/internal/explanation"
	"github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/open"
)

// newGet returns the command get.
func newGet(s *streams) *cobra.Command {
	flags := newGetFlags()
	c := &cobra.Command{
		Use:     "get URL...",
		GroupID: groupOpen,
		Short:   "Download URLs and write them to stdout or to files",
		Long: `get opens each URL. It writes a document unchanged to stdout, or to a file with -o,
-O or -R. Several documents follow each other on stdout, like the output of cat. A
directory or a menu is listed, as by "earl ls".

get only retrieves. It does not upload, post forms or change anything on a server:
curl's -d, -F, -T and -X are refused.

As in curl, {a,b} in a URL is a list, and [1-9], [01-20:2] and [a-z] are ranges; -g
turns this off. In the name of -o, #1 is the value of the first list or range.

get follows up to 10 redirects, and checks each URL before it opens it. A login
(-u), credentials in -H and the cookies of -b NAME=VALUE are sent only to the server
of the URL, not to servers that it redirects to. -v, --trace and errors never show
them.

If a server compresses a document without being asked, get decompresses it; --raw
keeps it compressed. On a terminal, control characters of a document are escaped.
Files and pipes get every byte unchanged. -C - continues an interrupted download.

COPIES

-R saves a directory, a menu, a newsgroup or a web site into a directory. Of a web
site it saves the page, what the page needs (images, style sheets, scripts), and
pages below it that are at most --depth links away. It obeys robots.txt. Files below
the first page keep their path; other files are saved in a directory with the name
of their host. --convert-links changes the links of saved pages to the saved files.

get lists the files of each copy in $XDG_STATE_HOME/earl/copies (default
~/.local/state/earl/copies). A second copy gets only what changed, and overwrites
only files on its list. --delete removes files on the list that the server no longer
has, if the copy is complete, and none below a listing with lines that were not
understood. get never deletes other files, and overwrites them only with --force or
-N.

OTHER SCHEMES

News URLs are read from the server of --news-server or $NNTPSERVER. A newsgroup is
listed by threads. An article is shown as text on a terminal, and saved unchanged.
Wais databases, searches of gopher, gemini and dict, and sessions of z39.50s ask
questions on the terminal; --answer answers them. A prospero name redirects to the
URLs that its server returns.

imap and pop URLs list a mailbox or get a message. They change nothing, and send a
password to another machine only with TLS, unless --allow-plain-login is given. mid URLs
are messages in the mailboxes of --mail. sftp uses the known_hosts, the agent and the
keys of ssh. get asks before it accepts the key of a new server; the first certificate of
a gemini server is accepted and kept.

A telnet, rlogin or tn3270 URL connects the terminal to a service. The session ends when the service
or the user ends it, or with ^]. Without a terminal, get sends stdin to the service,
and ends when the service was silent for --idle-time.

For a mailto or mailserver URL, get prints the address and sends nothing. --compose writes a draft
message, and --mailer opens the URL with a mail program. The command of --mailer is
split on spaces and run without a shell. Headers that the user would not see (Bcc,
Attach) are left out.

"earl help config" describes the configuration file and the environment.`,
		Example: `  earl get -O 'http://host.dom/img[01-20].png'
  earl get -C - -o image.iso ftp://host.dom/pub/image.iso
  earl get -I -H 'Accept-Language: sv' https://host.dom/
  earl get -R --convert-links --output-dir copy https://host.dom/docs/
  earl get -sw '%{http_code} %{time_total}\n' -o page https://host.dom/`,
		Args: flags.needURL,
		RunE: func(c *cobra.Command, args []string) error { return runGet(s, flags, c, args) },
	}
	flags.add(c)
	addShowSecrets(c.Flags(), s, "traces and messages")
	completeURLs(c, true)
	flags.addOutput(c)
	return c
}

// newLs returns the command ls.
func newLs(s *streams) *cobra.Command {
	flags := newGetFlags()
	flags.Listings = true
	c := &cobra.Command{
		Use:     "ls URL...",
		GroupID: groupOpen,
		Short:   "List directories, menus, newsgroups and mailboxes",
		Long: `Each URL must be a directory, a menu, a newsgroup, a mailbox or a database. ls writes one line
per entry: kind, size in bytes, time in UTC, and name. Write the URL of a directory
with "/" at its end. For a wais database, ls lists what the server knows about it.

--json writes an object per entry, with its URL. --urls writes only the URLs:
"earl ls --urls URL | earl get -O -i -" downloads them. If a URL is a document, ls
fails with status 1; "earl get" downloads it.`,
		Example: `  earl ls ftp://host.dom/pub/
  earl ls --json gopher://host.dom/
  earl ls --urls gopher://host.dom/1/pub
  earl ls -u myname ftp://host.dom/%2Fhome/
  earl ls file:///usr/share/doc/`,
		Args: flags.needURL,
		RunE: func(c *cobra.Command, args []string) error { return runGet(s, flags, c, args) },
	}
	flags.add(c)
	addShowSecrets(c.Flags(), s, "traces and messages")
	completeURLs(c, true)
	return c
}

// runGet gets every URL. Its status is the highest status of a URL.
func runGet(s *streams, flags *getFlags, c *cobra.Command, args []string) error {
	g, err := newGetter(s, flags, c, args)
	if err != nil {
		return err
	}
	defer g.close()
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
	if err := g.archive.close(); err != nil {
		return err
	}
	if err := g.flags.saveJar(g.jar, s.out); err != nil {
		return err
	}
	return exitWith(int(g.status.Load()))
}

// all gets every URL, one after the other or several at a time.
func (g *getter) all(ctx context.Context, args []string) {
	r := transfer.New(g.options())
	defer func() {
		if err := r.Close(); err != nil {
			g.Failed(ctx, g.flags.HeaderFile, err)
		}
	}()
	if g.flags.dryRun {
		g.dryRuns(ctx, r.Texts(ctx, args))
	} else {
		r.Run(ctx, args)
	}
	if ctx.Err() != nil {
		g.interrupted()
	}
}

// dryRuns prints what opening each URL would send.
func (g *getter) dryRuns(ctx context.Context, texts iter.Seq2[string, []string]) {
	for text := range texts {
		u, err := g.Parse(text)
		if err == nil {
			err = g.dryRun(ctx, u)
		}
		if err != nil {
			g.Failed(ctx, text, err)
		}
		if ctx.Err() != nil {
			break
		}
	}
}

// dryRun prints what opening u would send, or returns the error of the guard that
// refuses it.
func (g *getter) dryRun(ctx context.Context, u earl.URL) error {
	o := g.options()
	plan, err := g.client.Plan(ctx, &open.Request{URL: u, Untimed: o.Untimed()})
	if err != nil {
		return err
	}
	if via := g.settings.Via(u); via != "" {
		g.Remark("%s: %s", u.Redacted(), via)
	}
	x := explain.Explanation{Plan: plan, Planned: true}
	g.Remark("%s: %s", u.Redacted(), strings.Replace(x.Opening(), "O", "o", 1))
	if plan.Path != "" {
		if _, err := fmt.Fprintln(g.s.out, earl.Octets(plan.Path).Printable()); err != nil {
			return localErr(err)
		}
	}
	for _, step := range plan.Steps {
		if _, err := fmt.Fprintln(g.s.out, strings.Join(explanation.StepLines(term.Painter{}, step, math.MaxInt), "\n")); err != nil {
			return localErr(err)
		}
	}
	if plan.Note != "" {
		g.Remark("%s", plan.Note)
	}
	return nil
}
