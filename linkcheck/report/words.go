package report

import (
	"fmt"
	"strings"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/linkcheck"
)

// meanings say of each status what it is, and what to do about it.
var meanings = [linkcheck.Failed + 1]struct{ what, help string }{
	linkcheck.OK:            {"It answers.", "Nothing is to be done."},
	linkcheck.Redirected:    {"It leads elsewhere.", "Where each step is permanent, write the URL that it leads to: earl check --fix does."},
	linkcheck.Changed:       {"It answers with something else than before.", "Look at it: a URL can come to mean another object (RFC 1738 section 6)."},
	linkcheck.Skipped:       {"It was not opened.", "A setting of the check, or robots.txt of the site, says so."},
	linkcheck.Invalid:       {"It is not a URL.", "Write it as the message says."},
	linkcheck.UnknownScheme: {"Nobody opens its scheme.", "Look for a misspelt scheme."},
	linkcheck.Relative:      {"It is relative, and no base is known.", "Write it with its scheme, or name a base."},
	linkcheck.Refused:       {"A guard refused it, or where it leads; nothing was sent there.", "Allow it by the setting that the message names, if it is meant to be opened."},
	linkcheck.NotFound:      {"There is nothing.", "Take the link out, or find out where the object went."},
	linkcheck.NoFragment:    {"The document is there, the place in it is not.", "Name an anchor that the document has."},
	linkcheck.NoConnection:  {"There is no connection to its server.", "Look at the name of the host; the server may be down for a while."},
	linkcheck.TimedOut:      {"Its server did not answer in time.", "Check again later, or with more patience."},
	linkcheck.Broken:        {"Its server broke the protocol, or the object was cut short.", "Tell those who run the server."},
	linkcheck.Login:         {"It needs a login, or refused one.", "Leave the link out of the check, or give it a login."},
	linkcheck.Failed:        {"Its server says no.", "The message has the server's words."},
}

// told reports whether there is something to be said of a result.
func told(r *linkcheck.Result) bool {
	return r.Status.Fault() || r.Status == linkcheck.Changed || r.Status == linkcheck.Redirected
}

// why returns why a result is what it is, for people, not escaped.
func why(r *linkcheck.Result) string {
	text := r.Message
	if text == "" {
		text = strings.ToLower(meanings[r.Status].what[:1]) + strings.TrimSuffix(meanings[r.Status].what[1:], ".")
		if r.Status == linkcheck.Redirected && r.Final != "" {
			text = "it leads to " + r.Final
		}
	}
	if r.Section != "" {
		text += " (" + r.Section + ")"
	}
	if r.Status == linkcheck.Changed && r.Before != nil {
		text += difference(r)
	}
	return text
}

// difference says what a URL answers with, and what it answered with before.
func difference(r *linkcheck.Result) string {
	switch {
	case r.Title != r.Before.Title:
		return fmt.Sprintf(": %q was %q", r.Title, r.Before.Title)
	case r.Type != r.Before.Type:
		return fmt.Sprintf(": %s was %s", r.Type, r.Before.Type)
	case r.Final != r.Before.Final:
		return fmt.Sprintf(": it led to %s", r.Before.Final)
	case r.Size >= 0 && r.Before.Size >= 0 && r.Size != r.Before.Size:
		return fmt.Sprintf(": %d octets were %d", r.Size, r.Before.Size)
	}
	return ""
}

// where returns where a URL stands, "" for a command line.
func where(p *linkcheck.Place) string {
	switch {
	case p.File == "":
		return ""
	case p.Line == 0:
		return term.Safe(p.File)
	}
	return fmt.Sprintf("%s:%d:%d", term.Safe(p.File), p.Line, p.Column)
}

// places returns the places of a result; one that stands nowhere was asked for.
func places(r *linkcheck.Result) []linkcheck.Place {
	if len(r.Places) == 0 {
		return []linkcheck.Place{{}}
	}
	return r.Places
}

// linkable reports whether a page may make a link of a text: nothing that runs in
// the page itself, such as javascript: or data:.
func linkable(text string) bool {
	u, err := earl.WHATWG.Parse(text)
	if err != nil || term.Safe(text) != text {
		return false
	}
	switch u.Scheme() {
	case "http", "https", "ftp", "gopher":
		return true
	}
	return false
}

// totals returns what a run came to, in words.
func totals(s *linkcheck.Summary) string {
	unread := ""
	if s.Unread > 0 {
		unread = fmt.Sprintf(", %d left unread or cut", s.Unread)
	}
	return fmt.Sprintf("%s in %s, %s read%s, %s", count(s.URLs, "URL"), count(s.Places, "place"), count(s.Pages, "document"), unread, s.Took.Round(time.Millisecond))
}

// count returns a number of things.
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// byStatus returns how many URLs have each status, those with faults last.
func byStatus(s *linkcheck.Summary) string {
	var parts []string
	for status, n := range s.Counts {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, linkcheck.Status(status)))
		}
	}
	if parts == nil {
		return "nothing was checked"
	}
	return strings.Join(parts, ", ")
}
