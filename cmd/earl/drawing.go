package main

import (
	"slices"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/explain"
	"github.com/earl-url/earl/internal/term"
)

// A mark is one named stretch of a drawn text.
type mark struct {
	name       string
	start, end int // columns of the text; equal: it is there and empty
	style      term.Style
}

// styles are the colours of the components.
func styleOf(name string) term.Style {
	switch name {
	case "scheme":
		return term.Magenta
	case "user", password:
		return term.Red
	case "host":
		return term.Green
	case "port", "query":
		return term.Cyan
	case "params", "fragment":
		return term.Magenta
	}
	return ""
}

// drawn returns a mark for each component of u but an empty path.
func drawn(u earl.URL) []mark {
	var marks []mark
	for _, c := range explain.Components {
		if off, n, ok := u.Span(c.At); ok && (n > 0 || c.At != earl.ComponentPath) {
			marks = append(marks, mark{c.Name, off, off + n, styleOf(c.Name)})
		}
	}
	return marks
}

// draw returns the lines of a drawing of text, which is US-ASCII: the text,
// brackets under its marks, and their names. A text that is wider than width is
// drawn in pieces.
func draw(paint term.Painter, text string, marks []mark, width int) []string {
	var lines []string
	for from := 0; from == 0 || from < len(text); from += width {
		to := min(from+width, len(text))
		var here []mark
		for _, m := range marks {
			if m.start == m.end {
				m.start-- // it stands behind its delimiter
			}
			if m.start < to && m.end > from {
				if m.start < from {
					m.name += ", further"
				}
				m.start, m.end = max(m.start, from)-from, min(m.end, to)-from
				here = append(here, m)
			}
		}
		if from > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, drawLine(paint, text[from:to], here, width)...)
	}
	return lines
}

// drawLine draws one piece of a text.
func drawLine(paint term.Painter, text string, marks []mark, width int) []string {
	over, under := row{paint: paint}, row{paint: paint}
	for _, m := range marks {
		over.put(over.at, text[over.at:m.start], term.Dim)
		over.put(m.start, text[m.start:m.end], m.style)
		under.put(m.start, bracket(m.end-m.start), m.style)
	}
	over.put(over.at, text[over.at:], term.Dim)
	lines := []string{over.b.String(), under.b.String()}
	for _, names := range placeNames(marks, width) {
		r := row{paint: paint}
		for _, n := range names {
			r.put(n.start, n.name, n.style)
		}
		lines = append(lines, r.b.String())
	}
	return lines
}

// bracket returns what is drawn under a mark of n columns, with the place that its name hangs from.
func bracket(n int) string {
	switch n {
	case 0, 1:
		return "╷"
	case 2:
		return "┬┘"
	}
	left := (n-1)/2 - 1
	return "└" + strings.Repeat("─", left) + "┬" + strings.Repeat("─", n-left-3) + "┘"
}

// hook is the column that a mark's name hangs from.
func (m mark) hook() int { return m.start + max(0, (m.end-m.start-1)/2) }

// placeNames returns the rows of names under the brackets: each name below its
// hook, on the first row where it does not run into the one to its right; on
// the rows above it a line leads up.
func placeNames(marks []mark, width int) [][]mark {
	var rows [][]mark
	var limit []int // the column that is taken on each row, from the right
	for _, m := range slices.Backward(marks) {
		start := max(0, min(m.hook(), width-len(m.name)))
		k := 0
		for k < len(limit) && start+len(m.name) >= limit[k] {
			k++
		}
		if k == len(limit) {
			limit, rows = append(limit, 0), append(rows, nil)
		}
		for up := range k {
			rows[up] = append(rows[up], mark{name: "│", start: m.hook(), style: m.style})
			limit[up] = m.hook()
		}
		rows[k] = append(rows[k], mark{name: m.name, start: start, style: m.style})
		limit[k] = start
	}
	for _, r := range rows {
		slices.Reverse(r)
	}
	return rows
}

// A row is one line that is filled from the left, column by column.
type row struct {
	paint term.Painter
	b     strings.Builder
	at    int // the next column
}

// put writes text from a column on.
func (r *row) put(column int, text string, s term.Style) {
	if column > r.at {
		r.b.WriteString(strings.Repeat(" ", column-r.at))
		r.at = column
	}
	r.b.WriteString(r.paint.Paint(s, text))
	r.at += term.TextCells(text)
}

// ascii draws with US-ASCII alone.
var ascii = strings.NewReplacer("└", "`", "┘", "'", "─", "-", "┬", "+", "╷", "|", "│", "|", "≠", "<>", "…", "...", "→", "->", "·", "-")
