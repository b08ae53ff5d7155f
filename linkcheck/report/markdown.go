package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/linkcheck"
)

// markdown writes totals and a table for each severity, as CommonMark with GitHub's
// tables. It keeps its rows until the end, because the summary of a build begins with the
// problems.
type markdown struct {
	w    io.Writer
	all  bool
	rows [linkcheck.SeverityFault + 1]strings.Builder
}

func newMarkdown(w io.Writer, o Options) Writer { return &markdown{w: w, all: o.All} }

// Result implements Writer.
func (m *markdown) Result(r linkcheck.Result) error {
	if !m.all && !told(&r) {
		return nil
	}
	s := r.Severity
	if r.Known {
		s = linkcheck.SeverityOK
	}
	for _, p := range places(&r) {
		fmt.Fprintf(&m.rows[s], "| %s | %s | %s | %s |\n", r.Status, markdownLink(written(&r, &p), target(&r, &p)), escapeMarkdown(where(&p)), escapeMarkdown(why(&r)))
	}
	return nil
}

// markdownHeads are the headings of the tables.
var markdownHeads = [...]string{linkcheck.SeverityOK: "No new problem", linkcheck.SeverityWarning: "Warnings", linkcheck.SeverityFault: "Problems"}

// Close implements Writer.
func (m *markdown) Close(s linkcheck.Summary) error {
	b := fmt.Appendf(nil, "# Links\n\n**%s**\n\n%s", bySeverity(&s), escapeMarkdown(totals(&s)))
	if by := byStatus(&s); by != "" {
		b = fmt.Appendf(b, ": %s", escapeMarkdown(by))
	}
	b = append(b, ".\n"...)
	for _, d := range s.Capped {
		b = fmt.Appendf(b, "\n%s.\n", escapeMarkdown(d.String()))
	}
	for severity := len(m.rows) - 1; severity >= 0; severity-- {
		if rows := &m.rows[severity]; rows.Len() > 0 {
			b = fmt.Appendf(b, "\n## %s\n\n| status | link | where | why |\n| --- | --- | --- | --- |\n%s", markdownHeads[severity], rows.String())
		}
	}
	_, err := m.w.Write(b)
	return err
}

// escapeMarkdown returns text with a backslash before each punctuation character that can
// begin markup or an autolink. A cell of a table has no line ends, because term.Safe
// escapes them.
func escapeMarkdown(text string) string {
	var b strings.Builder
	for _, r := range term.Safe(text) {
		if r < 0x80 && strings.ContainsRune("\\`*_{}[]<>()#!|~&:.@$^", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// markdownLink returns text as a link to a URL, if it can be one.
func markdownLink(text, url string) string {
	if !linkable(url) {
		return escapeMarkdown(text)
	}
	to := strings.NewReplacer("<", "%3C", ">", "%3E", `\`, "%5C", "|", "%7C", " ", "%20", "&", "&amp;", "`", "%60").Replace(url)
	return "[" + escapeMarkdown(text) + "](<" + to + ">)"
}
