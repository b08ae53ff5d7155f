package main

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/explain"
	"github.com/earl-url/earl/internal/term"
)

// indent stands before what is quoted.
const indent = "  "

// room is how many columns a quoted text may take.
const room = term.Columns - len(indent) - 2

// writeViolations writes to stderr everything that is wrong with a text.
func writeViolations(s *streams, r *reading) {
	s.err.WriteString(violationsText(term.Painter{On: term.Colours(s.err)}, r, 0))
}

// violationsText says everything that is wrong with a text, and how a browser
// would read it. line is its number in its file, 0 for none.
func violationsText(paint term.Painter, r *reading, line int) string {
	var b strings.Builder
	b.Grow(1 << 10)
	b.WriteString("earl: ")
	if line > 0 {
		fmt.Fprintf(&b, "line %d: ", line)
	}
	if r.valid {
		fmt.Fprintf(&b, "read by %s after a repair\n", r.edition.Name())
	} else {
		fmt.Fprintf(&b, "not valid under %s\n", r.edition.Name())
	}
	if r.baseViolations != nil {
		fmt.Fprintf(&b, "%sthe base:\n", indent)
		appendFaults(&b, paint, r.base, r.baseViolations, nil)
	}
	shown := r.violations[:min(len(r.violations), maxShown)]
	appendFaults(&b, paint, r.input, shown, r.allowing(shown))
	if more := len(r.violations) - len(shown); more > 0 {
		fmt.Fprintf(&b, "%sand %s\n", indent, count(more, "violation")+" more")
	}
	if hint := term.Safe(explain.WrapperHint(r.input)); hint != "" {
		writeLine(&b, indent, hint)
	}
	if text, ok := r.browsers(); ok {
		appendBrowsers(&b, text)
	}
	if r.editViolations != nil {
		fmt.Fprintf(&b, "%sbehind %s:\n", indent, r.edit)
		appendFaults(&b, paint, r.edited, r.editViolations, nil)
	}
	return b.String()
}

// maxShown bounds how many violations of one text are shown: nobody reads more.
const maxShown = 100

// appendBrowsers says how a browser would read a text that is not valid. text is
// US-ASCII, as all that whatwg writes.
func appendBrowsers(b *strings.Builder, text string) {
	const note = "whatwg would read it as"
	text = term.Safe(text)
	switch {
	case len(note)+1+len(text) <= room:
		writeLine(b, indent, note, " ", text)
	case len(text) <= room-len(indent):
		writeLine(b, indent, note)
		writeLine(b, indent, indent, text)
	default:
		writeLine(b, indent, note)
		writeLine(b, indent, indent, text[:room-len(indent)-1], "…")
	}
}

// viewFaultText says why a URL does not have the parts of its scheme. arg is the
// URL that was typed, which may have led to it.
func viewFaultText(arg string, fault *earl.ParseError) string {
	var b strings.Builder
	b.WriteString("earl: ")
	if fault.Input != arg {
		b.WriteString(earl.Redact(arg) + ": ")
	}
	b.WriteString("not valid as a URL")
	if scheme, _, ok := strings.Cut(fault.Input, ":"); ok {
		b.WriteString(" of the scheme " + term.Safe(scheme))
	}
	b.WriteString("\n")
	appendFaults(&b, term.Painter{}, fault.Input, []earl.Violation{fault.Violation}, nil)
	return strings.TrimSuffix(b.String(), "\n")
}

// appendFaults appends the text with a mark under each violation, and what it
// is. allowed holds, for each, the editions that allow it; nil: nothing is said of that.
func appendFaults(b *strings.Builder, paint term.Painter, text string, all []earl.Violation, allowed [][]string) {
	if len(all) == 0 {
		return
	}
	red := redact(text)
	var page shown
	whole := len(red.hidden) <= maxWhole
	if whole {
		page = show(red.hidden)
		if whole = page.columns() <= room; whole {
			writeLine(b, indent, page.window(0, page.columns()))
		}
	}
	for i, v := range all {
		from, to := red.at(v.Off), red.at(v.Off+v.Len)
		start, end := 0, 0
		if whole {
			start, end = page.column(from), max(page.column(to), page.column(from)+1)
		} else {
			start, end = appendWindow(b, red.hidden, from, to)
		}
		writeLine(b, indent, strings.Repeat(" ", start), paint.Paint(term.Red, strings.Repeat("^", end-start)))
		note := sentenceOf(v)
		if allowed != nil && len(allowed[i]) > 0 {
			note += "; allowed by " + strings.Join(allowed[i], ", ")
		}
		for _, l := range wrap(note, term.Columns-2*len(indent)) {
			writeLine(b, indent, indent, l)
		}
	}
}

// maxWhole is how many octets a text may have that can fit on a line.
const maxWhole = 4 * room

// appendWindow appends the part of a long text around the octets from..to and
// returns the columns that they have there.
func appendWindow(b *strings.Builder, text string, from, to int) (start, end int) {
	first, last := from, from
	for range room { // of characters, each of which takes a column or more
		_, before := utf8.DecodeLastRuneInString(text[:first])
		_, after := utf8.DecodeRuneInString(text[last:])
		first, last = first-before, last+after
	}
	sh := show(text[first:last])
	start = sh.column(from - first)
	end = max(sh.column(min(to, last)-first), start+1)
	end = min(end, start+room/2)
	a := max(0, start-room/3)
	z := min(sh.columns(), a+room-2)
	left, right := "", ""
	if first > 0 || a > 0 {
		left = "…"
	}
	if last < len(text) || z < sh.columns() {
		right = "…"
	}
	writeLine(b, indent, left, sh.window(a, z), right)
	shift := a - len([]rune(left))
	return start - shift, end - shift
}

// writeLine writes a line of some pieces.
func writeLine(b *strings.Builder, pieces ...string) {
	for _, piece := range pieces {
		b.WriteString(piece)
	}
	b.WriteByte('\n')
}

// sentenceOf says what a violation is: where, the rule's sentence, its section and its name.
func sentenceOf(v earl.Violation) string {
	where := "octet " + itoa(v.Off)
	if v.Len > 1 {
		where = "octets " + itoa(v.Off) + " to " + itoa(v.Off+v.Len-1)
	}
	if v.Repaired {
		where += ", repaired"
	}
	return where + ": " + v.Rule.Sentence() + " (" + v.Rule.Section() + ", " + v.Rule.Name() + ")"
}

// wrap breaks text at spaces into lines of at most width columns; a word that
// is longer is broken anywhere.
func wrap(text string, width int) []string {
	var lines []string
	var line []byte
	used := 0 // the columns of line
	for word := range strings.FieldsSeq(text) {
		n := term.TextCells(word)
		if len(line) > 0 && used+1+n > width {
			lines, line = append(lines, string(line)), line[:0]
		}
		for n > width {
			cut := term.CutCells(word, width)
			lines = append(lines, word[:cut])
			word = word[cut:]
			n = term.TextCells(word)
		}
		if len(line) > 0 {
			line, used = append(line, ' '), used+1
		} else {
			used = 0
		}
		line, used = append(line, word...), used+n
	}
	if len(line) > 0 {
		lines = append(lines, string(line))
	}
	return lines
}

// lineText says of one line of a file what is wrong; 0: of an argument.
func lineText(line int, err error) string {
	if line > 0 {
		return fmt.Sprintf("earl: line %d: %s\n", line, term.Safe(err.Error()))
	}
	return fmt.Sprintf("earl: %s\n", term.Safe(err.Error()))
}
