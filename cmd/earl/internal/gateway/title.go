package gateway

import (
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/history"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/sanitize"
	"github.com/earl-url/earl/views"
)

// titleOf returns a title for a URL, made of the words that it searches for, the last name
// in its path and its host.
func titleOf(u earl.URL) string {
	if v, err := views.ParseNews(u); err == nil && v.All {
		return "All newsgroups"
	}
	name := nameOf(u)
	switch words := searchOf(u); {
	case words != "" && name != "":
		name = "“" + words + "” in " + name
	case words != "":
		name = "“" + words + "”"
	}
	host, _ := u.Host()
	switch {
	case name != "" && host != "" && name != host:
		return name + " at " + host
	case name != "":
		return name
	case host != "":
		return u.Scheme() + " at " + host
	}
	return u.Redacted()
}

// headingOf returns the heading of a document on its own page: the last name in the path
// of u. It omits the host, which is in the address bar of the page.
func headingOf(u earl.URL) string {
	if name := nameOf(u); name != "" && searchOf(u) == "" {
		return name
	}
	return titleOf(u)
}

// maxTitle is how many bytes of a title are shown and kept.
const maxTitle = history.MaxTitle

// shownTitle returns a title for pages and the history: sanitized, and truncated to
// maxTitle bytes.
func shownTitle(title string) string { return sanitize.Truncate(sanitize.Line(title), maxTitle) }

// nameOf returns the last name in a URL's path without its parameters, in UTF-8, or "".
func nameOf(u earl.URL) string {
	if u.Designates() == earl.Content {
		return ""
	}
	path := u.Path()
	if v, err := views.ParseGopher(u); err == nil {
		path = string(v.Selector) // a selector has no parameters
	} else {
		start := strings.LastIndexByte(path, '/') + 1
		last, _, _ := strings.Cut(path[start:], ";")
		path = string(earl.Unescape(path[:start] + last))
	}
	path = strings.TrimSuffix(path, "/")
	return sanitize.Decode(path[strings.LastIndexByte(path, '/')+1:])
}

// searchOf returns the words that a URL searches for, in UTF-8, or "".
// Source: rfc1738 3.4.2, 3.9.
func searchOf(u earl.URL) string {
	if v, err := views.ParseGopher(u); err == nil {
		return sanitize.Decode(string(v.Search.Value))
	}
	if v, err := views.ParseWAIS(u); err == nil {
		return sanitize.Decode(string(v.Words()))
	}
	return ""
}
