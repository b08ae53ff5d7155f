// Package explanation prints what package explain computes: as text for a
// terminal, as JSON, and as the sections of a page. It computes nothing itself.
package explanation

import (
	"fmt"
	"slices"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/explain"
	"github.com/earl-url/earl/internal/diagram"
	"github.com/earl-url/earl/internal/term"
)

// An Explanation is the explanation of a text, with the settings for printing it.
type Explanation struct {
	*explain.Explanation
	Typed string                      // the text, with its password
	Flag  func(setting string) string // the flag that changes a setting of the policy, or ""
}

// A page is text of 80 columns.
type page struct {
	paint term.Painter
	b     strings.Builder
}

// line writes a line.
func (p *page) line(text string) {
	p.b.WriteString(strings.TrimRight(text, " "))
	p.b.WriteByte('\n')
}

// heading writes a heading with an empty line before it.
func (p *page) heading(text string) {
	p.line("")
	p.line(p.paint.Paint(term.Bold, text))
}

// item writes a name and a text beside it, which may take several lines.
func (p *page) item(name string, width int, style term.Style, text string) {
	for i, l := range term.Wrap(text, term.Columns-len(diagram.Indent)-width-2) {
		if i > 0 {
			name, style = "", ""
		}
		p.line(diagram.Indent + p.paint.Paint(style, name) + strings.Repeat(" ", width-term.TextCells(name)+2) + l)
	}
}

// Text returns the explanation as text of 80 columns.
func (x *Explanation) Text(paint term.Painter) string {
	p := &page{paint: paint}
	x.printText(p)
	x.printLayers(p)
	x.printVerdicts(p)
	x.printDifferences(p)
	x.printPrograms(p)
	x.printView(p)
	x.printPlan(p)
	x.printCautions(p)
	return p.b.String()
}

// printText draws the text of the user, with its components or its errors. If an edition
// reads it as another text, printText also draws that text.
func (x *Explanation) printText(p *page) {
	if !x.Main.Valid || x.Rewritten() {
		diagram.AppendFaults(&p.b, p.paint, x.Typed, x.Main.Violations, nil)
		if len(x.Main.Violations) == 0 {
			p.line(diagram.Indent + term.Safe(x.Explanation.Text))
		}
	}
	if !x.Main.Valid {
		return
	}
	if x.Rewritten() {
		p.heading(x.readsAs())
	}
	for _, l := range diagram.Draw(p.paint, x.Main.URL, diagram.Room) {
		p.line(diagram.Indent + l)
	}
}

// printLayers prints the URL inside one that another service rewrote, and what each
// service is.
func (x *Explanation) printLayers(p *page) {
	if len(x.Layers) == 0 {
		return
	}
	p.heading("Another URL is inside")
	for _, l := range x.Layers {
		p.item("", -2, "", term.Safe(l.Target))
		p.item("", 0, "", l.Service+" "+whatServicesDo[l.Kind])
	}
}

// whatServicesDo has what a service of each kind does with the URL inside.
var whatServicesDo = map[string]string{"redirect": "redirects to it", "copy": "shows a copy of it", "proxy": "fetches and shows it"}

// readsAs returns the heading of the URL that the edition makes of the text.
func (x *Explanation) readsAs() string { return x.Main.Edition.Name() + " reads it as" }

// printVerdicts prints whether the text is valid under each edition.
func (x *Explanation) printVerdicts(p *page) {
	p.heading("Verdict")
	for i := range x.Readings {
		r := &x.Readings[i]
		verdict, style := verdictOf(r)
		p.line(diagram.Indent + fmt.Sprintf("%-9s", r.Edition.Name()) + diagram.Indent + p.paint.Paint(style, verdict) + ", by " + r.Edition.Title())
		if r == x.Main && (!r.Valid || x.Rewritten()) {
			continue // the violations are in the drawing
		}
		for _, v := range r.Violations {
			p.item("", 9, "", diagram.Sentence(x.Typed, v))
		}
	}
}

// verdictOf returns whether an edition accepts the text, and the colour of the words.
func verdictOf(r *explain.Reading) (string, term.Style) {
	switch {
	case !r.Valid:
		return "not valid", term.Red
	case len(r.Violations) > 0:
		return "read after a repair", term.Green
	}
	return "valid", term.Green
}

// printDifferences prints the components that editions read differently, side by side.
func (x *Explanation) printDifferences(p *page) {
	valid := x.Valid()
	if len(valid) < 2 {
		return
	}
	if len(x.Differences) == 0 {
		p.line(diagram.Indent + p.paint.Paint(term.Dim, "They read the same parts."))
		return
	}
	p.heading("They read different parts")
	columns := x.columns(valid)
	width := (term.Columns-len(diagram.Indent)-10)/len(columns) - 2
	var names [][]string
	for _, c := range columns {
		names = append(names, c.names)
	}
	p.cells("", names, width, term.Bold)
	for _, d := range x.Differences {
		var cells [][]string
		for _, c := range columns {
			text := "·"
			if v := d.Values[c.first]; v.Present {
				text = orEmpty(term.Safe(v.Text))
			}
			cells = append(cells, chunks(text, width))
		}
		p.cells(d.Name, cells, width, "")
	}
}

// A column is what editions read that read the same parts.
type column struct {
	names []string
	first int // the index of the first of them in Valid
}

// columns groups the editions that accept the text by the parts that they read.
func (x *Explanation) columns(valid []explain.Reading) []column {
	var all []column
	for i, r := range valid {
		k := slices.IndexFunc(all, func(c column) bool {
			return !slices.ContainsFunc(x.Differences, func(d explain.Difference) bool { return d.Values[c.first] != d.Values[i] })
		})
		if k < 0 {
			k, all = len(all), append(all, column{first: i})
		}
		all[k].names = append(all[k].names, r.Edition.Name())
	}
	return all
}

// cells writes a name and columns of lines next to it.
func (p *page) cells(name string, cells [][]string, width int, s term.Style) {
	height := 1
	for _, c := range cells {
		height = max(height, len(c))
	}
	for k := range height {
		r := diagram.Row{Paint: p.paint}
		if k == 0 {
			r.Put(0, name, diagram.StyleOf(name))
		}
		for i, c := range cells {
			if k < len(c) {
				r.Put(10+i*(width+2), c[k], s)
			}
		}
		p.line(diagram.Indent + r.String())
	}
}

// chunks breaks text into pieces of at most width characters.
func chunks(text string, width int) []string {
	var pieces []string
	rest := []rune(text)
	for len(rest) > width {
		pieces, rest = append(pieces, string(rest[:width])), rest[width:]
	}
	return append(pieces, string(rest))
}

// printView prints the parts by the syntax of the scheme.
func (x *Explanation) printView(p *page) {
	if x.ViewFault != nil {
		p.heading(x.viewHeading())
		p.item("", -2, "", x.noParts())
		return
	}
	if x.View == nil {
		return
	}
	p.heading(x.viewHeading())
	for part := range x.View.Parts {
		for i, text := range explain.PartTexts(x.Main.URL, part) {
			name := part.Name
			if i > 0 {
				name = ""
			}
			p.item(name, 9, diagram.StyleOf(part.Name), orEmpty(text))
		}
	}
}

// viewHeading returns the heading of the parts by the syntax of the scheme.
func (x *Explanation) viewHeading() string {
	scheme := "As " + x.Main.URL.Scheme()
	switch {
	case x.ViewFault != nil:
		return scheme
	case len(x.Differences) > 0:
		return scheme + " (" + x.Section() + "), as " + x.Main.Edition.Name() + " reads it"
	}
	return scheme + " (" + x.Section() + ")"
}

// noParts returns why the URL has no parts by the syntax of its scheme.
func (x *Explanation) noParts() string {
	return "No typed parts: " + diagram.Sentence(x.Main.URL.String(), *x.ViewFault)
}

// printPlan prints what opening the URL would send.
func (x *Explanation) printPlan(p *page) {
	title := x.Opening()
	if title == "" {
		return
	}
	if r := x.Refusal; r != nil && x.Planned {
		if name := x.Flag(r.Setting); name != "" {
			title += "; with " + name + " it would send"
		}
	}
	p.heading(term.Safe(title))
	if path := x.Plan.Path; path != "" {
		for _, l := range chunks(earl.Octets(path).Printable(), term.Columns-2*len(diagram.Indent)) {
			p.line(diagram.Indent + p.paint.Paint(term.Bold, l))
		}
	}
	for _, step := range x.Plan.Steps {
		for _, l := range StepLines(p.paint, step, term.Columns-2*len(diagram.Indent)) {
			p.line(diagram.Indent + l)
		}
	}
	if note := x.planNote(); note != "" {
		if len(x.Plan.Steps) > 0 {
			p.line("")
		}
		p.item("", -2, "", term.Safe(note))
	}
}

// planNote returns the note of the plan, or why the URL is refused, or "".
func (x *Explanation) planNote() string {
	if r := x.Refusal; r != nil {
		return fmt.Sprintf("Nothing is sent (%s): %s.", r.Name, r.Found())
	}
	return x.Plan.Note
}

// printCautions prints the warnings about opening the URL.
func (x *Explanation) printCautions(p *page) {
	if len(x.Cautions) == 0 {
		return
	}
	p.heading("Take care")
	for _, c := range x.Cautions {
		p.item("!", 1, term.Red, term.Safe(c.Text))
	}
}

// orEmpty returns text, or two quotes if it is empty.
func orEmpty(text string) string {
	if text == "" {
		return `""`
	}
	return text
}
