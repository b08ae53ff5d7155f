package report

import (
	"fmt"
	"io"

	"github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/linkcheck"
)

// text writes lines for people, with positions that editors can jump to.
type text struct {
	w    io.Writer
	all  bool
	mode string
	any  bool
}

func newText(w io.Writer, o Options) Writer { return &text{w: w, all: o.All, mode: o.Mode} }

// Modes returns the values of Options.Mode:
//
//   - "plain": a line does not show its severity, except by its status
//   - "color": by the colour of the status, for a terminal
//   - "emoji": by a symbol before the line
//   - "task": the lines are items of a task list in Markdown; those without a problem are done
func Modes() []string { return []string{"plain", "color", "emoji", "task"} }

// The marks of the severities.
var (
	colors = [...]string{linkcheck.SeverityOK: "\x1b[32m", linkcheck.SeverityWarning: "\x1b[33m", linkcheck.SeverityFault: "\x1b[31m"}
	emojis = [...]string{linkcheck.SeverityOK: "\u2705 ", linkcheck.SeverityWarning: "\u26a0\ufe0f ", linkcheck.SeverityFault: "\u274c "}
	tasks  = [...]string{linkcheck.SeverityOK: "- [x] ", linkcheck.SeverityWarning: "- [x] ", linkcheck.SeverityFault: "- [ ] "}
)

// marks returns the mark before a line, and the status with its colour.
func (t *text) marks(r *linkcheck.Result) (before, status string) {
	status = r.Status.String()
	switch t.mode {
	case "color":
		status = colors[r.Severity] + status + "\x1b[0m"
	case "emoji":
		before = emojis[r.Severity]
	case "task":
		before = tasks[r.Severity]
	}
	return before, status
}

// Result implements Writer.
func (t *text) Result(r linkcheck.Result) error {
	if !t.all && !told(&r) {
		return nil
	}
	t.any = true
	before, end := t.marks(&r)
	if r.Status != linkcheck.OK || r.Message != "" {
		end += ": " + term.Safe(why(&r))
	}
	var b []byte
	for _, p := range places(&r) {
		b = append(b, before...)
		if at := where(&p); at != "" {
			b = append(append(b, at...), ": "...)
		}
		b = fmt.Appendf(b, "%s: %s\n", term.Safe(named(&r, &p)), end)
	}
	_, err := t.w.Write(b)
	return err
}

// Close implements Writer.
func (t *text) Close(s linkcheck.Summary) error {
	gap := ""
	if t.any {
		gap = "\n"
	}
	b := fmt.Appendf(nil, "%s%s\n%s\n", gap, totals(&s), bySeverity(&s))
	if by := byStatus(&s); by != "" {
		b = fmt.Appendln(b, by)
	}
	for why, n := range s.Skipped() {
		b = fmt.Appendf(b, "%d skipped: %s\n", n, term.Safe(why))
	}
	for _, d := range s.Capped {
		b = fmt.Appendln(b, term.Safe(d.String()))
	}
	_, err := t.w.Write(b)
	return err
}
