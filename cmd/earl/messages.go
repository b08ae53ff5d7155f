package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/guess"
	"github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/mid"
	"github.com/earl-url/earl/open/nntp"
)

// report writes the error of a URL to stderr, and returns its exit status.
func (g *getter) report(ctx context.Context, arg string, err error) int {
	if ctx.Err() != nil {
		err = context.Cause(ctx)
		if errors.Is(err, context.Canceled) {
			g.interrupted()
			return statusInterrupted
		}
	}
	var silent exit
	if errors.As(err, &silent) {
		return int(silent)
	}
	var refusal *open.Refusal
	var invalid *earl.ParseError
	var unread *open.UnreadError
	switch {
	case errors.As(err, &unread):
		g.complain("earl: %s: %s", earl.Redact(arg), unreadText(&unread.Unread))
	case errors.As(err, &refusal):
		g.complain("earl: %s", refusalText(refusal))
	case errors.As(err, &invalid) && invalid.Readings != nil:
		g.complain("earl: refused: %s; choose an edition with -e", message(err))
	case errors.As(err, &invalid):
		faults, _ := g.s.faults("") // no error: the default form
		g.complain("%s", faults.View(arg, invalid))
	case newsServerText(err) != "":
		g.complain("earl: %s: %s", earl.Redact(arg), newsServerText(err))
	default:
		g.complain("earl: %s: %s%s%s", earl.Redact(arg), message(err), schemeHint(arg, err), limitText(err))
	}
	return statusOf(err)
}

// newsServerText returns the message for an error of a URL without a server,
// with the names of the settings. It returns "" for any other error.
func newsServerText(err error) string {
	var server *nntp.ServerError
	switch {
	case errors.Is(err, nntp.ErrNoServer):
		return "a news URL contains no server (rfc1738 3.6); set --news-server, NNTPSERVER, or news-server in the configuration file"
	case errors.Is(err, mid.ErrNoMail):
		return "the URL contains no server (rfc2392 2); set --mail, or mail in the configuration file, to where your messages are"
	case errors.As(err, &server):
		return fmt.Sprintf("--news-server, NNTPSERVER or news-server in the configuration file: %q: %v", server.Server, server.Err)
	}
	return ""
}

// limitText returns the end of a message with the flag that changes the limit that caused
// an error, or "".
func limitText(err error) string {
	if flag := flagFor(open.SettingOf(err)); flag != "" {
		return "; " + flag + " changes this limit"
	}
	return ""
}

// refusalText returns the message for a refusal: the URL, the guard, the flag that allows
// the URL, and the URL that the user may have meant.
func refusalText(r *open.Refusal) string {
	text := fmt.Sprintf("%s: refused (%s): %s", r.URL.Redacted(), r.Name, r.Found())
	if name := flagFor(r.Setting); name != "" {
		text += "; " + name + " allows it"
	}
	if meant, ok := guess.Correct(r.URL.String()); ok && (r.Name == open.GuardBadHost || r.Name == open.GuardFileHost) {
		text += fmt.Sprintf("; did you mean %q?", meant.Redacted())
	}
	return text
}

// complain writes an error to stderr, except with -s without -S.
func (g *getter) complain(format string, args ...any) {
	if !g.flags.silent || g.flags.showError {
		g.write(term.SafeLines(fmt.Sprintf(format, args...)) + "\n")
	}
}

// Remark writes a remark to stderr, except with -s.
func (g *getter) Remark(format string, args ...any) {
	if !g.flags.silent {
		g.write(term.SafeLines(fmt.Sprintf("earl: "+format, args...)) + "\n")
	}
}

// Verbose writes a remark to stderr with -v.
func (g *getter) Verbose(format string, args ...any) {
	if g.flags.verbose {
		g.Remark(format, args...)
	}
}

// Incomplete reports that a limit left files out, and raises the exit status.
func (g *getter) Incomplete(format string, args ...any) {
	g.complain("earl: "+format, args...)
	g.raise(statusRefused)
}

// write writes lines to stderr, above the progress bars if there are any.
func (g *getter) write(lines string) {
	lines = g.s.hidden(lines)
	if g.bars != nil {
		if _, err := g.bars.Write([]byte(lines)); err == nil {
			return
		}
	}
	g.s.err.WriteString(lines)
}

// print writes b to stdout in one call, so that lines of several transfers do not mix.
func (g *getter) print(b []byte) error {
	_, err := g.s.out.Write(b)
	return localErr(err)
}

// settingFlags are the flags that change the settings of the policy.
var settingFlags = map[string]string{
	"Policy.Schemes":    "--proto",
	"Policy.AllowPorts": "--allow-port",
	"Policy.AllowNet":   "--allow-net",
	"Policy.PlainLogin": "--allow-plain-login",
	"Policy.MaxSize":    "--max-size",
	"Policy.Hops":       "--max-redirs",
	"Policy.Connect":    "--connect-timeout",
	"Policy.SpeedLimit": "--speed-limit",
}

// flagFor returns the flag that changes a setting of the policy, or "".
func flagFor(setting string) string { return settingFlags[setting] }

// unreadText returns the message for lines of a listing that were not understood, with the
// first of them.
func unreadText(u *open.Unread) string {
	var b strings.Builder
	fmt.Fprintf(&b, "the listing is not complete: %s not understood:", wereLines(u.Count))
	for _, line := range u.First {
		b.WriteString("\n  ")
		if line.Line > 0 {
			fmt.Fprintf(&b, "line %d: ", line.Line)
		}
		if line.Text != "" {
			fmt.Fprintf(&b, "%s: ", term.Safe(line.Short()))
		}
		b.WriteString(term.Safe(line.Reason))
	}
	if more := u.Count - len(u.First); more > 0 {
		fmt.Fprintf(&b, "\n  and %d more", more)
	}
	return b.String()
}

// wereLines returns "1 line was" or "n lines were".
func wereLines(n int) string {
	if n == 1 {
		return "1 line was"
	}
	return fmt.Sprintf("%d lines were", n)
}

// Failed reports an error and keeps its status.
func (g *getter) Failed(ctx context.Context, name string, err error) {
	g.raise(g.report(ctx, name, err))
}
