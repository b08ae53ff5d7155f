// Package diagram draws URLs with the names of their components. It prints the errors of
// texts as drawings for terminals, or as one line for each error, as compilers do.
//
//	for _, line := range diagram.Draw(paint, u, diagram.Room) {
//		fmt.Println(diagram.Indent + line)
//	}
//
// Nothing that it returns controls a terminal or contains a password.
package diagram

import (
	"slices"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/explain"
	"github.com/earl-url/earl/internal/term"
)

// A label is a named part of a drawn text.
type label struct {
	name       string
	start, end int // columns of the text; equal if the part is empty
	style      term.Style
}

// StyleOf returns the colour of a component.
func StyleOf(name string) term.Style {
	switch name {
	case "scheme":
		return term.Magenta
	case "user", "password":
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

// marksOf returns a mark for each component of u except an empty path.
func marksOf(u earl.URL) []label {
	var marks []label
	for _, c := range explain.Components {
		if off, n, ok := u.Span(c.At); ok && (n > 0 || c.At != earl.ComponentPath) {
			marks = append(marks, label{c.Name, off, off + n, StyleOf(c.Name)})
		}
	}
	return marks
}

// Draw returns the lines of a drawing of u: its text, in which characters outside
// US-ASCII are escaped and which contains its password, brackets under its components, and their names. A text
// that is wider than width columns is drawn in pieces.
func Draw(paint term.Painter, u earl.URL, width int) []string {
	u = u.Mapped()
	text, marks := u.String(), marksOf(u)
	var lines []string
	for from := 0; from == 0 || from < len(text); from += width {
		to := min(from+width, len(text))
		var here []label
		for _, m := range marks {
			if m.start == m.end {
				m.start-- // draw it under its delimiter
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
func drawLine(paint term.Painter, text string, marks []label, width int) []string {
	over, under := Row{Paint: paint}, Row{Paint: paint}
	for _, m := range marks {
		over.Put(over.at, text[over.at:m.start], term.Dim)
		over.Put(m.start, text[m.start:m.end], m.style)
		under.Put(m.start, bracket(m.end-m.start), m.style)
	}
	over.Put(over.at, text[over.at:], term.Dim)
	lines := []string{over.b.String(), under.b.String()}
	for _, names := range placeNames(marks, width) {
		r := Row{Paint: paint}
		for _, n := range names {
			r.Put(n.start, n.name, n.style)
		}
		lines = append(lines, r.String())
	}
	return lines
}

// bracket returns what is drawn under a mark of n columns, with the point that its name hangs from.
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
func (m label) hook() int { return m.start + max(0, (m.end-m.start-1)/2) }

// placeNames returns the rows of names under the brackets: each name below its
// hook, on the first row where it does not overlap the name to its right; on the
// rows above, a line leads up.
func placeNames(marks []label, width int) [][]label {
	var rows [][]label
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
			rows[up] = append(rows[up], label{name: "│", start: m.hook(), style: m.style})
			limit[up] = m.hook()
		}
		rows[k] = append(rows[k], label{name: m.name, start: start, style: m.style})
		limit[k] = start
	}
	for _, r := range rows {
		slices.Reverse(r)
	}
	return rows
}

// A Row is one line that is filled from the left, column by column.
type Row struct {
	Paint term.Painter
	b     strings.Builder
	at    int // the next column
}

// Put writes text at a column, or after what is already there.
func (r *Row) Put(column int, text string, s term.Style) {
	if column > r.at {
		r.b.WriteString(strings.Repeat(" ", column-r.at))
		r.at = column
	}
	r.b.WriteString(r.Paint.Paint(s, text))
	r.at += term.TextCells(text)
}

// String returns the line.
func (r *Row) String() string { return r.b.String() }

// ASCII returns a drawing with only US-ASCII characters.
func ASCII(drawing string) string { return ascii.Replace(drawing) }

// ascii replaces the characters of drawings.
var ascii = strings.NewReplacer("└", "`", "┘", "'", "─", "-", "┬", "+", "╷", "|", "│", "|", "≠", "<>", "…", "...", "→", "->", "·", "-")
