package report

import (
	"fmt"
	"strings"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/linkcheck"
)

// meanings has what each status means, and what to do about it.
var meanings = [linkcheck.Parked + 1]struct{ what, help string }{
	linkcheck.OK:            {"The link works.", "There is nothing to do."},
	linkcheck.Redirected:    {"The server redirects to another URL.", "If the redirect is permanent, write the new URL: earl check --fix does."},
	linkcheck.Changed:       {"The content is not what it was before.", "Look at the page: the same URL can later mean another object (RFC 1738 section 6)."},
	linkcheck.Skipped:       {"The link was not opened.", "A setting or the site's robots.txt excludes it, or earl does not open its scheme."},
	linkcheck.Repaired:      {"The text is not a URL, but browsers correct it.", "Write the URL in the message instead."},
	linkcheck.Blocked:       {"The server refuses programs such as this one; the link may be fine.", "Open the link in a browser, or exclude it."},
	linkcheck.Invalid:       {"The text is not a URL.", "Correct it as the message says."},
	linkcheck.UnknownScheme: {"The scheme is unknown.", "Check the spelling of the scheme."},
	linkcheck.Relative:      {"The link is relative, and no base is known.", "Write it with its scheme, or give a base with --base."},
	linkcheck.Refused:       {"The link, or a redirect of it, was refused by policy; nothing was sent there.", "If it is meant to be opened, change the setting in the message."},
	linkcheck.NotFound:      {"The object does not exist.", "Remove the link, or find out where the object is now."},
	linkcheck.NoFragment:    {"The document exists, but it does not have the fragment.", "Use an anchor that the document has."},
	linkcheck.NoConnection:  {"earl cannot connect to the server.", "Check the name of the host and the certificate of the server. The server may be down for a while."},
	linkcheck.TimedOut:      {"The server did not respond in time.", "Check again later, or with a longer --max-time."},
	linkcheck.Broken:        {"The server sent an invalid response, or the content was truncated.", "Report it to the operator of the server."},
	linkcheck.Login:         {"The link needs a login, or the server refused the login.", "Exclude the link, or give a login."},
	linkcheck.Failed:        {"The server refused the request.", "The message contains the server's reason."},
	linkcheck.Soft404:       {"The server says that the page exists, but the page says that it does not.", "Open the link in a browser. Remove it, or find out where the page is now."},
	linkcheck.Parked:        {"The domain is for sale, or shows only advertisements.", "Remove the link: the site is gone."},
}

// Why returns the reason for a result: a phrase for people, not escaped.
func Why(r *linkcheck.Result) string { return why(r) }

// Help returns what to do about a result with a status, in a sentence.
func Help(s linkcheck.Status) string { return meanings[s].help }

// told reports whether a report for people contains a result: a new problem, or a
// warning.
func told(r *linkcheck.Result) bool { return r.Severity != linkcheck.SeverityOK && !r.Known }

// why returns the reason for a result, for people, not escaped.
func why(r *linkcheck.Result) string {
	text := r.Message
	if text == "" {
		text = strings.ToLower(meanings[r.Status].what[:1]) + strings.TrimSuffix(meanings[r.Status].what[1:], ".")
		if r.Status == linkcheck.Redirected && r.Final != "" {
			text = "it redirects to " + r.Final
		}
	}
	if r.Section != "" {
		text += " (" + r.Section + ")"
	}
	if r.Status == linkcheck.Changed && r.Before != nil {
		text += difference(r)
	}
	if r.Known {
		text += "; known in the baseline"
	}
	if r.Archived != nil {
		text += "; archived: " + r.Archived.URL
		if !r.Archived.Time.IsZero() {
			text += " (" + r.Archived.Time.UTC().Format(time.DateOnly) + ")"
		}
	}
	return text
}

// difference returns what has changed: the title, the type, the target or the size.
func difference(r *linkcheck.Result) string {
	switch {
	case r.Title != r.Before.Title:
		return fmt.Sprintf(": %q was %q", r.Title, r.Before.Title)
	case r.Type != r.Before.Type:
		return fmt.Sprintf(": %s was %s", r.Type, r.Before.Type)
	case r.Final != r.Before.Final:
		return fmt.Sprintf(": it redirected to %s", r.Before.Final)
	case r.Size >= 0 && r.Before.Size >= 0 && r.Size != r.Before.Size:
		return fmt.Sprintf(": %d bytes were %d", r.Size, r.Before.Size)
	}
	return ""
}

// where returns the position of a link, or "" for the command line.
func where(p *linkcheck.Place) string {
	switch {
	case p.File == "":
		return ""
	case p.Line == 0:
		return term.Safe(p.File)
	}
	return fmt.Sprintf("%s:%d:%d", term.Safe(p.File), p.Line, p.Column)
}

// places returns the places of a result. A result without a place was requested on the
// command line.
func places(r *linkcheck.Result) []linkcheck.Place {
	if len(r.Places) == 0 {
		return []linkcheck.Place{{}}
	}
	return r.Places
}

// linkable reports whether a page can contain a text as a link: it must not run in the
// page itself, such as javascript: or data:.
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

// totals returns the counts of a check in words.
func totals(s *linkcheck.Summary) string {
	unread := ""
	if s.Unread > 0 {
		unread = fmt.Sprintf(", %d not read or truncated", s.Unread)
	}
	if s.Interrupted {
		unread += ", interrupted"
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

// bySeverity returns how many results have each severity, problems first.
func bySeverity(s *linkcheck.Summary) string {
	if s.URLs == 0 && s.Severities == (linkcheck.Summary{}).Severities {
		return "nothing was checked"
	}
	parts := []string{count(s.Faults(), "problem")}
	if n := s.Warnings(); n > 0 {
		parts = append(parts, count(n, "warning"))
	}
	if s.Known > 0 {
		parts = append(parts, fmt.Sprintf("%d known", s.Known))
	}
	if n := s.Severities[linkcheck.SeverityOK]; n > 0 {
		parts = append(parts, fmt.Sprintf("%d ok", n))
	}
	return strings.Join(parts, ", ")
}

// byStatus returns how many URLs have each status, problems first, or "" if there is no
// URL.
func byStatus(s *linkcheck.Summary) string {
	var parts []string
	for _, status := range order() {
		if n := s.Count(status); n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, status))
		}
	}
	return strings.Join(parts, ", ")
}

// order returns the order of the groups: problems, warnings, the rest.
func order() []linkcheck.Status {
	var list []linkcheck.Status
	for s := linkcheck.Invalid; s <= linkcheck.Parked; s++ {
		list = append(list, s)
	}
	return append(list, linkcheck.Changed, linkcheck.Repaired, linkcheck.Blocked, linkcheck.Redirected, linkcheck.Skipped, linkcheck.OK)
}
