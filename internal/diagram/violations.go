package diagram

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/reading"
	"github.com/earl-url/earl/internal/term"
)

// Indent is printed before quoted text.
const Indent = "  "

// Room is how many columns a quoted text may have.
const Room = term.Columns - len(Indent) - 2

// maxShown is how many violations of one text are drawn: the first hundred are
// enough to repair it, and a binary file has one for each byte.
const maxShown = 100

// A Place is where a text comes from. The zero value is an argument of the command
// line.
type Place struct {
	File   string // its name, or "<stdin>"
	Line   int    // the line in the file, from 1; 0 for an argument
	Column int    // the byte of the line where the text begins, from 1; 0 if the line is JSON
}

// Long returns a drawing of the errors of a text: a heading, the text with a mark under
// each violation, and how a browser would read the text. It has several lines, each with
// its line feed.
func Long(paint term.Painter, r *reading.Reading, at Place) string {
	var b strings.Builder
	b.Grow(1 << 10)
	b.WriteString("earl: ")
	if at.Line > 0 {
		b.WriteString(term.Safe(at.File) + ":" + strconv.Itoa(at.Line) + ": ")
	}
	if r.Valid {
		b.WriteString("read by " + r.Edition.Name() + " after a repair\n")
	} else {
		b.WriteString("not valid under " + r.Edition.Name() + "\n")
	}
	if hint := gitHint(r); hint != "" {
		for _, l := range term.Wrap(hint, term.Columns-len(Indent)) {
			writeLine(&b, Indent, l)
		}
		return b.String()
	}
	if r.BaseViolations != nil {
		writeLine(&b, Indent, "the base:")
		AppendFaults(&b, paint, r.Base, r.BaseViolations, nil)
	}
	shown := r.Violations[:min(len(r.Violations), maxShown)]
	AppendFaults(&b, paint, r.Input, shown, r.Allowing(shown))
	if more := len(r.Violations) - len(shown); more > 0 {
		writeLine(&b, Indent, "and ", strconv.Itoa(more), " more")
	}
	if text, ok := r.Browsers(); ok {
		appendBrowsers(&b, text)
	}
	if hint := hintOf(r); hint != "" {
		writeLine(&b, Indent, hint)
	}
	if r.EditViolations != nil {
		writeLine(&b, Indent, "after ", r.Edit, ":")
		AppendFaults(&b, paint, r.Edited, r.EditViolations, nil)
	}
	return b.String()
}

// appendBrowsers appends how a browser would read a text that is not valid. text is
// US-ASCII, like all URLs of whatwg.
func appendBrowsers(b *strings.Builder, text string) {
	const note = "whatwg would read it as"
	text = term.Safe(text)
	switch {
	case len(note)+1+len(text) <= Room:
		writeLine(b, Indent, note, " ", text)
	case len(text) <= Room-len(Indent):
		writeLine(b, Indent, note)
		writeLine(b, Indent, Indent, text)
	default:
		writeLine(b, Indent, note)
		writeLine(b, Indent, Indent, text[:Room-len(Indent)-1], "…")
	}
}

// ViewFault returns a drawing of the error of a URL that does not have the parts of its
// scheme. arg is the argument of the user, which may have redirected to the URL. The last
// line has no line feed.
func ViewFault(arg string, fault *earl.ParseError) string {
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
	AppendFaults(&b, term.Painter{}, fault.Input, []earl.Violation{fault.Violation}, nil)
	return strings.TrimSuffix(b.String(), "\n")
}

// AppendFaults appends the text with a mark and a sentence for each violation. allowed
// has, for each violation, the editions that allow it. It may be nil.
func AppendFaults(b *strings.Builder, paint term.Painter, text string, all []earl.Violation, allowed [][]string) {
	if len(all) == 0 {
		return
	}
	red := redact(text)
	var page shown
	whole := len(red.hidden) <= maxWhole
	if whole {
		page = show(red.hidden)
		if whole = page.columns() <= Room; whole {
			writeLine(b, Indent, page.window(0, page.columns()))
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
		writeLine(b, Indent, strings.Repeat(" ", start), paint.Paint(term.Red, strings.Repeat("^", end-start)))
		note := Sentence(text, v)
		if allowed != nil && len(allowed[i]) > 0 {
			note += "; allowed by " + strings.Join(allowed[i], ", ")
		}
		for _, l := range term.Wrap(note, term.Columns-2*len(Indent)) {
			writeLine(b, Indent, Indent, l)
		}
	}
}

// maxWhole is how many bytes a text may have that can fit on a line.
const maxWhole = 4 * Room

// appendWindow appends the part of a long text around the bytes from..to and
// returns the columns that they have there.
func appendWindow(b *strings.Builder, text string, from, to int) (start, end int) {
	first, last := from, from
	for range Room { // each character needs a column or more
		_, before := utf8.DecodeLastRuneInString(text[:first])
		_, after := utf8.DecodeRuneInString(text[last:])
		first, last = first-before, last+after
	}
	sh := show(text[first:last])
	start = sh.column(from - first)
	end = max(sh.column(min(to, last)-first), start+1)
	end = min(end, start+Room/2)
	a := max(0, start-Room/3)
	z := min(sh.columns(), a+Room-2)
	left, right := "", ""
	if first > 0 || a > 0 {
		left = "…"
	}
	if last < len(text) || z < sh.columns() {
		right = "…"
	}
	writeLine(b, Indent, left, sh.window(a, z), right)
	shift := a - len([]rune(left))
	return start - shift, end - shift
}

// writeLine writes pieces as one line.
func writeLine(b *strings.Builder, pieces ...string) {
	for _, piece := range pieces {
		b.WriteString(piece)
	}
	b.WriteByte('\n')
}

// Sentence describes a violation in text: its position, and the sentence, section and
// name of the rule.
func Sentence(text string, v earl.Violation) string {
	where := v.Position(text)
	if v.Repaired {
		where += ", repaired"
	}
	return where + ": " + v.Rule.Sentence() + " (" + v.Rule.Section() + ", " + v.Rule.Name() + ")"
}
