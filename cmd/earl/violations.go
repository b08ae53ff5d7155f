package main

import (
	"fmt"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/term"
)

// A shown text is one line of a terminal: nothing in it steers, no password is
// in it, and each octet of the text it stands for has a column.
type shown struct {
	cells []string // what is written for each column; "" behind a wide character
	at    []int    // the column of each octet of the text, and of its end
}

// show prepares a text that perhaps no edition has read.
func show(text string) shown {
	hidden := earl.Redact(text)
	before, after := 0, 0 // what the text and its hidden form have alike
	for before < len(text) && before < len(hidden) && text[before] == hidden[before] {
		before++
	}
	if hidden != text {
		for after < len(text)-before && after < len(hidden)-before && text[len(text)-1-after] == hidden[len(hidden)-1-after] {
			after++
		}
	}
	var s shown
	columns := make([]int, 0, len(hidden)+1) // of the hidden form's octets
	for i, r := range hidden {
		n := len(string(r))
		piece := hidden[i:min(i+n, len(hidden))]
		if r == 0xFFFD {
			n, piece = 1, hidden[i:i+1]
		}
		for range n {
			columns = append(columns, len(s.cells))
		}
		s.cells = append(s.cells, cellsOf(piece, r)...)
	}
	columns = append(columns, len(s.cells))
	for i := range len(text) + 1 {
		switch {
		case i < before || text == hidden:
			s.at = append(s.at, columns[i])
		case i >= len(text)-after:
			s.at = append(s.at, columns[len(hidden)-(len(text)-i)])
		default: // within what is hidden
			s.at = append(s.at, columns[before])
		}
	}
	return s
}

// cellsOf returns what the columns of one character hold.
func cellsOf(piece string, r rune) []string {
	safe := term.Safe(piece)
	if safe != piece {
		return strings.Split(safe, "")
	}
	switch term.Cells(r) {
	case 2:
		return []string{safe, ""}
	case 0:
		return []string{"\u25cc" + safe} // a mark needs something to stand on
	}
	return []string{safe}
}

// window returns the columns from..to as text.
func (s shown) window(from, to int) string { return strings.Join(s.cells[from:to], "") }

// indent stands before what is quoted.
const indent = "  "

// room is how many columns a quoted text may take.
const room = term.Columns - len(indent) - 2

// writeViolations writes to stderr everything that is wrong with a text. line is its number in stdin, 0 for none.
func writeViolations(s *streams, r *reading, line int) {
	var b strings.Builder
	b.WriteString("earl: ")
	if line > 0 {
		fmt.Fprintf(&b, "line %d: ", line)
	}
	if r.valid {
		fmt.Fprintf(&b, "read by %s after a repair\n", r.edition.Name())
	} else {
		fmt.Fprintf(&b, "not valid under %s\n", r.edition.Name())
	}
	paint := term.Painter{On: term.Colours(s.err)}
	if r.baseViolations != nil {
		fmt.Fprintf(&b, "%sthe base:\n", indent)
		appendFaults(&b, paint, r.base, r.baseViolations, nil)
	}
	appendFaults(&b, paint, r.input, r.violations, r.allowing)
	s.err.WriteString(b.String())
}

// viewFaultText says why a URL does not have the parts of its scheme.
func viewFaultText(fault *earl.ParseError) string {
	var b strings.Builder
	scheme, _, _ := strings.Cut(fault.Input, ":")
	fmt.Fprintf(&b, "earl: not valid as a URL of the scheme %s\n", term.Safe(scheme))
	appendFaults(&b, term.Painter{}, fault.Input, []earl.Violation{fault.Violation}, nil)
	return strings.TrimSuffix(b.String(), "\n")
}

// appendFaults appends the text with a mark under each violation, and what it is.
func appendFaults(b *strings.Builder, paint term.Painter, text string, all []earl.Violation, allowing func(earl.Violation) []string) {
	if len(all) == 0 {
		return
	}
	sh := show(text)
	whole := len(sh.cells) <= room
	if whole {
		fmt.Fprintf(b, "%s%s\n", indent, sh.window(0, len(sh.cells)))
	}
	for _, v := range all {
		start := sh.at[min(v.Off, len(text))]
		end := max(sh.at[min(v.Off+v.Len, len(text))], start+1)
		if !whole {
			start, end = appendWindow(b, sh, start, end)
		}
		fmt.Fprintf(b, "%s%s%s\n", indent, strings.Repeat(" ", start), paint.Paint(term.Red, strings.Repeat("^", end-start)))
		note := sentenceOf(v)
		if allowing != nil {
			if names := allowing(v); len(names) > 0 {
				note += "; allowed by " + strings.Join(names, ", ")
			}
		}
		for _, l := range wrap(note, term.Columns-2*len(indent)) {
			fmt.Fprintf(b, "%s%s%s\n", indent, indent, l)
		}
	}
}

// appendWindow appends the part of a long text around the columns start..end
// and returns the columns that they have there.
func appendWindow(b *strings.Builder, sh shown, start, end int) (int, int) {
	end = min(end, start+room/2)
	from := max(0, start-room/3)
	to := min(len(sh.cells), from+room-2)
	left, right := "", ""
	if from > 0 {
		left = "…"
	}
	if to < len(sh.cells) {
		right = "…"
	}
	fmt.Fprintf(b, "%s%s%s%s\n", indent, left, sh.window(from, to), right)
	shift := from - len([]rune(left))
	return start - shift, end - shift
}

// sentenceOf says what a violation is: where, the rule's sentence, its section and its name.
func sentenceOf(v earl.Violation) string {
	where := "octet " + itoa(v.Off)
	if v.Len > 1 {
		where = fmt.Sprintf("octets %d to %d", v.Off, v.Off+v.Len-1)
	}
	if v.Repaired {
		where += ", repaired"
	}
	return fmt.Sprintf("%s: %s (%s, %s)", where, v.Rule.Sentence(), v.Rule.Section(), v.Rule.Name())
}

// wrap breaks text at spaces into lines of at most width columns; a word that
// is longer is broken anywhere.
func wrap(text string, width int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		for columns(word) > width {
			if line != "" {
				lines = append(lines, line)
				line = ""
			}
			cut := cutColumns(word, width)
			lines = append(lines, word[:cut])
			word = word[cut:]
		}
		switch {
		case line == "":
			line = word
		case columns(line)+1+columns(word) <= width:
			line += " " + word
		default:
			lines = append(lines, line)
			line = word
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// columns returns how many columns a safe text takes.
func columns(text string) int {
	n := 0
	for _, r := range text {
		n += term.Cells(r)
	}
	return n
}

// cutColumns returns after how many octets of text width columns are full.
func cutColumns(text string, width int) int {
	n := 0
	for i, r := range text {
		if n += term.Cells(r); n > width {
			return i
		}
	}
	return len(text)
}
