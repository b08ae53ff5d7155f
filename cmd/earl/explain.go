package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/explain"
	"github.com/earl-url/earl/internal/diagram"
	"github.com/earl-url/earl/internal/pipeline"
	"github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/internal/textlist"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/all"
)

// newExplain returns the command explain.
func newExplain(s *streams) *cobra.Command {
	name := "all"
	json, rules := false, false
	c := &cobra.Command{
		Use:     "explain [URL... | -]",
		GroupID: groupRead,
		Short:   "Show the parts of a URL and exactly what opening it would send",
		Long: `explain draws each URL with its components named. It prints what each edition of
the standard reads and where the editions differ, the decoded parts by the rules of
the scheme, and the exact bytes that opening the URL would send. It uses no
network. Passwords are printed as xxxxx.

URLs come from the command line, or from stdin, one per line. With --json explain
prints one object per line, in the same order.

The exit status is 3 if the editions read different hosts or ports. Otherwise it is
1 if the text is not valid: under rfc3986, or under the edition of -e.`,
		Example: `  earl explain 'ftp://myname@host.dom/%2Fetc/motd;type=a'
  earl explain -e rfc1738 'gopher://host.dom/7/find%09cats'
  earl explain 'http://0x7f.1/'
  earl explain --json - < urls.txt
  earl explain --rules`,
		Args: func(c *cobra.Command, args []string) error {
			if rules {
				return cobra.NoArgs(c, args)
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if rules {
				return listRules(s)
			}
			return runExplain(s, name, json, args)
		},
	}
	editionFlag(c, &name, "all")
	completeURLs(c, false)
	c.Flags().BoolVar(&json, "json", false, "print one JSON object per line")
	c.Flags().BoolVar(&rules, "rules", false, "list the rules of all editions: name, section, sentence")
	return c
}

// listRules writes a line for each rule.
func listRules(s *streams) error {
	for r := range earl.Rules() {
		if _, err := fmt.Fprintf(s.out, "%-16s %-32s %s\n", r.Name(), r.Section(), r.Sentence()); err != nil {
			return localErr(err)
		}
	}
	return nil
}

// runExplain explains every URL; its status is the highest of theirs.
func runExplain(s *streams, name string, json bool, args []string) error {
	var asked []*earl.Edition
	if name != "all" {
		e, err := edition(name)
		if err != nil {
			return err
		}
		asked = []*earl.Edition{e}
	}
	client := open.New(open.Options{}, all.Openers()...)
	defer client.Close()
	options := explain.Options{Editions: asked, Client: client}
	paint := term.Painter{On: term.Colours(s.out)}
	drawing := func(text string) string { return text }
	if term.Plain(s.out) {
		drawing = diagram.ASCII
	}
	first := true
	w := pipeline.Work{
		Job: func() pipeline.Job {
			return func(a *pipeline.Output, it pipeline.Item) error {
				x := &explanation{Explanation: explain.Explain(context.Background(), it.Text, options), typed: it.Text}
				a.Raise(x.status())
				if json {
					a.Out = x.appendJSON(a.Out)
					return nil
				}
				p := page{paint: paint}
				p.line("") // between two of them
				x.print(&p)
				a.Out = append(a.Out, drawing(p.b.String())...)
				return nil
			}
		},
		Settle: func(a *pipeline.Output) {
			if first && !json && len(a.Out) > 0 {
				a.Out = a.Out[1:]
				first = false
			}
		},
	}
	return s.each(pipeline.Source{Args: args, List: textlist.Options{Comments: true}}, w)
}

// An explanation is what is printed of one text.
type explanation struct {
	*explain.Explanation
	typed string // the text, with its password
}

// status returns 3 if the editions that accept the text read different hosts,
// else 1 if the requested edition refuses it: of all of them, rfc3986.
func (x *explanation) status() int {
	if x.Differ(earl.ComponentHost) {
		return statusHosts
	}
	for _, r := range x.Readings {
		if !r.Valid && (len(x.Readings) == 1 || r.Edition == earl.RFC3986) {
			return statusNo
		}
	}
	return statusDone
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
	for i, l := range diagram.Wrap(text, term.Columns-len(diagram.Indent)-width-2) {
		if i > 0 {
			name, style = "", ""
		}
		p.line(diagram.Indent + p.paint.Paint(style, name) + strings.Repeat(" ", width-len(name)+2) + l)
	}
}

// print writes the whole explanation.
func (x *explanation) print(p *page) {
	x.printText(p)
	x.printVerdicts(p)
	x.printDifferences(p)
	x.printView(p)
	x.printPlan(p)
	x.printCautions(p)
}

// printText draws the text as it was typed, with its components or what is wrong
// with it, and below it what an edition makes of it, if that is another text.
func (x *explanation) printText(p *page) {
	if !x.Main.Valid || x.Rewritten() {
		diagram.AppendFaults(&p.b, p.paint, x.typed, x.Main.Violations, nil)
		if len(x.Main.Violations) == 0 {
			p.line(diagram.Indent + term.Safe(x.Text))
		}
	}
	if !x.Main.Valid {
		return
	}
	if x.Rewritten() {
		p.heading(x.Main.Edition.Name() + " reads it as")
	}
	for _, l := range diagram.Draw(p.paint, x.Main.URL, diagram.Room) {
		p.line(diagram.Indent + l)
	}
}

// printVerdicts says what each edition makes of the text.
func (x *explanation) printVerdicts(p *page) {
	p.heading("Verdict")
	for i := range x.Readings {
		r := &x.Readings[i]
		verdict, style := "valid", term.Green
		switch {
		case !r.Valid:
			verdict, style = "not valid", term.Red
		case len(r.Violations) > 0:
			verdict = "read after a repair"
		}
		p.line(diagram.Indent + fmt.Sprintf("%-9s", r.Edition.Name()) + diagram.Indent + p.paint.Paint(style, verdict) + ", by " + r.Edition.Title())
		if r == x.Main && (!r.Valid || x.Rewritten()) {
			continue // the violations are in the drawing
		}
		for _, v := range r.Violations {
			p.item("", 9, "", diagram.Sentence(x.typed, v))
		}
	}
}

// printDifferences shows, side by side, the components that editions read differently.
func (x *explanation) printDifferences(p *page) {
	valid := x.Valid()
	if len(valid) < 2 {
		return
	}
	if len(x.Differences) == 0 {
		p.line(diagram.Indent + p.paint.Paint(term.Dim, "They read the same parts."))
		return
	}
	p.heading("They read different parts")
	width := (term.Columns-len(diagram.Indent)-10)/len(valid) - 2
	r := diagram.Row{Paint: p.paint}
	for i, v := range valid {
		r.Put(10+i*(width+2), v.Edition.Name(), term.Bold)
	}
	p.line(diagram.Indent + r.String())
	for _, d := range x.Differences {
		p.difference(d, width)
	}
}

// difference writes the rows of one component that editions read differently.
func (p *page) difference(d explain.Difference, width int) {
	var cells [][]string
	height := 1
	for _, v := range d.Values {
		text := "·"
		if v.Present {
			text = orEmpty(term.Safe(v.Text))
		}
		c := chunks(text, width)
		cells = append(cells, c)
		height = max(height, len(c))
	}
	for k := range height {
		r := diagram.Row{Paint: p.paint}
		if k == 0 {
			r.Put(0, d.Name, diagram.StyleOf(d.Name))
		}
		for i, c := range cells {
			if k < len(c) {
				r.Put(10+i*(width+2), c[k], "")
			}
		}
		p.line(diagram.Indent + r.String())
	}
}

// chunks breaks text into pieces of at most width bytes.
func chunks(text string, width int) []string {
	var pieces []string
	for len(text) > width {
		pieces, text = append(pieces, text[:width]), text[width:]
	}
	return append(pieces, text)
}

// printView shows the parts that the scheme's own syntax gives.
func (x *explanation) printView(p *page) {
	if x.ViewFault != nil {
		p.heading("As " + x.Main.URL.Scheme())
		p.item("", -2, "", "No typed parts: "+diagram.Sentence(x.Main.URL.String(), *x.ViewFault))
		return
	}
	if x.View == nil {
		return
	}
	by := ""
	if len(x.Differences) > 0 {
		by = ", as " + x.Main.Edition.Name() + " reads it"
	}
	p.heading("As " + x.Main.URL.Scheme() + " (" + x.Section() + ")" + by)
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

// printPlan shows what opening the URL would do.
func (x *explanation) printPlan(p *page) {
	title := x.Opening()
	if title == "" {
		return
	}
	note := x.Plan.Note
	if r := x.Refusal; r != nil {
		note = fmt.Sprintf("Nothing is sent (%s): %s.", r.Name, term.Safe(r.Found()))
		if name := flagFor(r.Setting); name != "" && x.Planned {
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
		for _, l := range stepLines(p.paint, step, term.Columns-2*len(diagram.Indent)) {
			p.line(diagram.Indent + l)
		}
	}
	if note != "" {
		if len(x.Plan.Steps) > 0 {
			p.line("")
		}
		p.item("", -2, "", term.Safe(note))
	}
}

// printCautions writes what to think of before the URL is opened.
func (x *explanation) printCautions(p *page) {
	if len(x.Cautions) == 0 {
		return
	}
	p.heading("Take care")
	for _, c := range x.Cautions {
		p.item("!", 1, term.Red, term.Safe(c.Text))
	}
}

// orEmpty returns text, or a sign that it is empty.
func orEmpty(text string) string {
	if text == "" {
		return `""`
	}
	return text
}
