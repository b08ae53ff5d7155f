package report

import (
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/linkcheck"
	"github.com/earl-url/earl/views"
)

// written returns the text of a link unchanged from its file, with its fragment and
// without its password. If a place has no text, it returns the URL.
func written(r *linkcheck.Result, p *linkcheck.Place) string {
	text := earl.Redact(p.Text)
	switch {
	case text == "", p.Text == full(r): // the URL is redacted, and by its edition: a path may contain an "@"
		return full(r)
	case strings.Contains(r.URL, earl.Hidden) && !strings.Contains(text, earl.Hidden) && mayHide(text):
		return full(r)
	}
	return text
}

// Text returns the text of a link as a report prints it: unchanged from its file, without
// its password. It is "" if a place has no text.
func Text(r *linkcheck.Result, p *linkcheck.Place) string {
	if p.Text == "" {
		return ""
	}
	return written(r, p)
}

// mayHide reports whether a text may contain an encoded "@", as an entity or an escaped
// byte, and so a password that earl.Redact does not see.
func mayHide(text string) bool {
	return strings.ContainsAny(text, "@&") || strings.Contains(text, "=40")
}

// full returns the URL of a result with the missing fragment.
func full(r *linkcheck.Result) string {
	if r.Fragment == "" {
		return r.URL
	}
	return r.URL + "#" + r.Fragment
}

// resolved returns the URL of a link whose text is relative, with its fragment. It is ""
// if the URL does not help: if it equals the text, or adds only the absolute path of a
// local file.
func resolved(r *linkcheck.Result, p *linkcheck.Place) string {
	text := written(r, p)
	if hasScheme(text) || isLocal(r.URL) || r.URL == text {
		return ""
	}
	_, fragment, ok := strings.Cut(text, "#")
	if ok {
		return r.URL + "#" + fragment
	}
	return full(r)
}

// named returns the name of a link in a report: its text, then the resolved URL in angle
// brackets if that helps.
func named(r *linkcheck.Result, p *linkcheck.Place) string {
	name := joined(written(r, p))
	if url := resolved(r, p); url != "" {
		name += " <" + url + ">"
	}
	return name
}

// joined returns a text in one line. If a URL is wrapped, the white space around the
// line end is no part of it. Source: rfc3986 C.
func joined(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(strings.TrimSpace(line))
	}
	return b.String()
}

// title returns the name of a result that has several places: its URL. For a local file,
// whose URL has an absolute path, it is the text of the first link to it.
func title(r *linkcheck.Result) string {
	if isLocal(r.URL) {
		return written(r, &places(r)[0])
	}
	return full(r)
}

// target returns the URL that a page of results links to.
func target(r *linkcheck.Result, p *linkcheck.Place) string {
	if url := resolved(r, p); url != "" {
		return url
	}
	return full(r)
}

// hasScheme reports whether a text is a URL, not a relative reference.
func hasScheme(text string) bool {
	ref, err := earl.RFC3986.ParseReference(text)
	if err != nil {
		_, err = earl.WHATWG.Parse(text)
		return err == nil
	}
	_, ok := ref.URL()
	return ok
}

// isLocal reports whether a URL is that of a file of this machine.
func isLocal(url string) bool {
	u, err := earl.RFC3986.Parse(url)
	if err != nil || u.Designates() != earl.LocalFile {
		return false
	}
	v, err := views.ParseFile(u)
	return err == nil && v.IsLocal()
}
