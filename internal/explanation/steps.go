package explanation

import (
	"strings"

	"github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/open"
)

// whenColumn is the column of a step's condition and reason.
const whenColumn = 24

// StepLines returns the lines for a step of a plan: its bytes, split at width columns, and
// next to or below them when and why they are sent.
func StepLines(paint term.Painter, step open.Step, width int) []string {
	text, style := step.Printable(), term.Bold
	remark := strings.Join(nonEmpty(step.When, step.Why), "; ")
	switch {
	case text == "":
		text, style = `""`, term.Dim
		remark = strings.Join(nonEmpty("an empty line", remark), "; ")
	case strings.HasSuffix(text, " "):
		text = strings.TrimSuffix(text, " ")
		remark = strings.Join(nonEmpty("with a space at its end", remark), "; ")
	}
	var lines []string
	for _, piece := range chunks(text, width) {
		lines = append(lines, paint.Paint(style, piece))
	}
	if remark == "" {
		return lines
	}
	last := len(lines) - 1
	if len(text) > whenColumn-2 {
		return append(lines, remarkLines(paint, remark, width)...)
	}
	all := remarkLines(paint, remark, width)
	lines[last] += strings.TrimPrefix(all[0], strings.Repeat(" ", min(len(text), whenColumn)))
	return append(lines, all[1:]...)
}

// remarkLines returns the lines of a remark in its column.
func remarkLines(paint term.Painter, remark string, width int) []string {
	var lines []string
	for _, l := range term.Wrap(remark, width-whenColumn) {
		lines = append(lines, strings.Repeat(" ", whenColumn)+paint.Paint(term.Dim, l))
	}
	return lines
}

// nonEmpty returns the strings that are not empty.
func nonEmpty(all ...string) []string {
	var some []string
	for _, s := range all {
		if s != "" {
			some = append(some, s)
		}
	}
	return some
}
