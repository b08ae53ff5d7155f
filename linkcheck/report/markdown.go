package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/linkcheck"
)

// markdown writes a table, as CommonMark with GitHub's tables.
type markdown struct {
	w    io.Writer
	all  bool
	rows bool
}

func newMarkdown(w io.Writer, o Options) Writer { return &markdown{w: w, all: o.All} }

// Result implements Writer.
func (m *markdown) Result(r linkcheck.Result) error {
	if !m.all && !told(&r) {
		return nil
	}
	var b strings.Builder
	if !m.rows {
		b.WriteString("# Links\n\n| status | link | where | why |\n| --- | --- | --- | --- |\n")
	}
	m.rows = true
	for _, p := range places(&r) {
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", r.Status, markdownLink(written(&r, &p), target(&r, &p)), escapeMarkdown(where(&p)), escapeMarkdown(why(&r)))
	}
	_, err := io.WriteString(m.w, b.String())
	return err
}

// Close implements Writer.
func (m *markdown) Close(s linkcheck.Summary) error {
	head := "# Links\n"
	if m.rows {
		head = ""
	}
	b := fmt.Appendf(nil, "%s\n%s: %s.\n", head, escapeMarkdown(totals(&s)), escapeMarkdown(byStatus(&s)))
	for _, d := range s.Capped {
		b = fmt.Appendf(b, "\n%s.\n", escapeMarkdown(d.String()))
	}
	_, err := m.w.Write(b)
	return err
}

// escapeMarkdown returns text so that nothing in it is markup: each punctuation
// character that can begin some, or an autolink, has a backslash. A cell of a table
// has no line ends, which term.Safe has written out.
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

// markdownLink returns text as a link to a URL, where one may be made.
func markdownLink(text, url string) string {
	if !linkable(url) {
		return escapeMarkdown(text)
	}
	to := strings.NewReplacer("<", "%3C", ">", "%3E", `\`, "%5C", "|", "%7C", " ", "%20", "&", "&amp;", "`", "%60").Replace(url)
	return "[" + escapeMarkdown(text) + "](<" + to + ">)"
}
