package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/term"
)

// newExplain returns the command explain.
func newExplain(s *streams) *cobra.Command {
	name := "all"
	json, rules := false, false
	c := &cobra.Command{
		Use:     "explain [URL... | -]",
		GroupID: groupRead,
		Short:   "Show what each part of a URL means, and what opening it would send",
		Long: `Draw a URL with its parts named; say what each edition of the standard makes of
it and where they differ; show the parts that its scheme gives it, and the exact
lines that opening it would send. Nothing is opened, no name is looked up.
Passwords are shown as xxxxx. URLs come from the command line or, a line each,
from stdin, with --json one object a line in the same order.

The exit status is 3 if editions read different hosts, else 1 if the edition
that was asked, of all of them rfc3986, does not take the text for a URL.`,
		Example: `  earl explain 'ftp://myname@host.dom/%2Fetc/motd;type=a'
  earl explain -e rfc1738 'gopher://host.dom/7/find%09cats'`,
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
	c.Flags().BoolVar(&json, "json", false, "write one JSON object a line")
	c.Flags().BoolVar(&rules, "rules", false, "list every rule that a text can break: its name, its section, its sentence")
	return c
}

// listRules writes a line for each rule.
func listRules(s *streams) error {
	for r := range earl.Rules() {
		if _, err := fmt.Fprintf(s.out, "%-16s %-32s %s\n", r.Name(), r.Section(), r.Sentence()); err != nil {
			return here(err)
		}
	}
	return nil
}

// runExplain explains every URL; its status is the highest of theirs.
func runExplain(s *streams, name string, json bool, args []string) error {
	asked := allEditions()
	if name != "all" {
		e, err := edition(name)
		if err != nil {
			return err
		}
		asked = []*earl.Edition{e}
	}
	paint := term.Painter{On: term.Colours(s.out)}
	drawing := func(text string) string { return text }
	if term.Plain(s.out) {
		drawing = ascii.Replace
	}
	first := true
	w := work{
		job: func() job {
			return func(o *output, it item) error {
				x := explain(asked, it.text)
				o.status = max(o.status, x.status())
				if json {
					o.out = x.appendJSON(o.out)
					return nil
				}
				p := page{paint: paint}
				p.line("") // between two of them
				x.print(&p)
				o.out = append(o.out, drawing(p.b.String())...)
				return nil
			}
		},
		settle: func(o *output) {
			if first && !json && len(o.out) > 0 {
				o.out = o.out[1:]
				first = false
			}
		},
	}
	status, err := source{args: args}.each(s, w)
	if err == nil {
		err = exitWith(status)
	}
	return err
}

// An explanation is all that is said of one text.
type explanation struct {
	readings []*reading // their URLs have no password but a hidden one
	main     *reading   // the one that is drawn; its edition may not read the text
	whole    earl.URL   // that of main, to be judged
	view     earl.View  // of main; nil: none reads it
	viewErr  error      // why
	plan     plan
}

// explain reads a text by the editions that are asked.
func explain(asked []*earl.Edition, text string) *explanation {
	x := &explanation{}
	for _, e := range asked {
		r := &reading{input: text, edition: e}
		r.read()
		whole := r.url
		r.url = hidden(whole)
		x.readings = append(x.readings, r)
		// The command's usual edition is drawn if it reads the text, else the first that does.
		if x.main == nil || r.valid && !x.main.valid || r.valid == x.main.valid && e == earl.RFC3986 {
			x.main, x.whole = r, whole
		}
	}
	if x.main.valid {
		if x.view, x.viewErr = earl.ParseView(x.main.url); x.viewErr == nil {
			x.plan = planOf(x.whole, x.view)
		}
	}
	return x
}

// hidden returns u with its password hidden, so that nothing that is said of it
// holds the password.
func hidden(u earl.URL) earl.URL {
	text := u.Redacted()
	if text == u.String() {
		return u
	}
	if v, err := u.Edition().Parse(text); err == nil {
		return v
	}
	return u.WithoutPassword()
}

// status returns 3 if the editions that read the text read different hosts,
// else 1 if the one that was asked does not read it: of all of them, the
// command's usual one.
func (x *explanation) status() int {
	if slices.Contains(x.differences(), "host") {
		return statusHosts
	}
	for _, r := range x.readings {
		if !r.valid && (len(x.readings) == 1 || r.edition == earl.RFC3986) {
			return statusNo
		}
	}
	return statusDone
}

// valid are the readings of editions that read the text.
func (x *explanation) valid() []*reading {
	return slices.DeleteFunc(slices.Clone(x.readings), func(r *reading) bool { return !r.valid })
}

// differences returns the names of the components that are not the same in all
// readings. The case of a host makes no difference.
func (x *explanation) differences() []string {
	var names []string
	valid := x.valid()
	for _, r := range valid {
		a, b := components(valid[0].url), components(r.url)
		for i := range a {
			same := a[i].given == b[i].given && a[i].value == b[i].value
			if a[i].name == "host" {
				same = a[i].given == b[i].given && strings.EqualFold(a[i].value, b[i].value)
			}
			if !same && !slices.Contains(names, a[i].name) {
				names = append(names, a[i].name)
			}
		}
	}
	return names
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
	for i, l := range wrap(text, term.Columns-len(indent)-width-2) {
		if i > 0 {
			name, style = "", ""
		}
		p.line(indent + p.paint.Paint(style, name) + strings.Repeat(" ", width-len(name)+2) + l)
	}
}

// print writes the whole explanation.
func (x *explanation) print(p *page) {
	if x.main.valid {
		for _, l := range draw(p.paint, x.main.url.String(), drawn(x.main.url), room) {
			p.line(indent + l)
		}
	} else {
		var b strings.Builder
		appendFaults(&b, p.paint, x.main.input, x.main.violations, nil)
		p.b.WriteString(b.String())
	}
	x.printVerdicts(p)
	x.printDifferences(p)
	x.printView(p)
	x.plan.print(p)
	x.printCautions(p)
}

// printVerdicts says what each edition makes of the text.
func (x *explanation) printVerdicts(p *page) {
	p.heading("Verdict")
	for _, r := range x.readings {
		verdict, style := "valid", term.Green
		switch {
		case !r.valid:
			verdict, style = "not valid", term.Red
		case len(r.violations) > 0:
			verdict = "read after a repair"
		}
		p.line(indent + fmt.Sprintf("%-9s", r.edition.Name()) + indent + p.paint.Paint(style, verdict) + ", by " + r.edition.Title())
		if r == x.main && !r.valid {
			continue // the violations stand in the drawing
		}
		for _, v := range r.violations {
			p.item("", 9, "", sentenceOf(v))
		}
	}
}

// printDifferences shows, side by side, the components that editions read differently.
func (x *explanation) printDifferences(p *page) {
	valid := x.valid()
	if len(valid) < 2 {
		return
	}
	names := x.differences()
	if len(names) == 0 {
		p.line(indent + p.paint.Paint(term.Dim, "They read the same parts."))
		return
	}
	p.heading("They read different parts")
	width := (term.Columns-len(indent)-10)/len(valid) - 2
	r := row{paint: p.paint}
	for i, v := range valid {
		r.put(10+i*(width+2), v.edition.Name(), term.Bold)
	}
	p.line(indent + r.b.String())
	for _, name := range names {
		var cells [][]string
		height := 1
		for _, v := range valid {
			c := chunks(shownComponent(v.url, name), width)
			cells = append(cells, c)
			height = max(height, len(c))
		}
		for k := range height {
			r := row{paint: p.paint}
			if k == 0 {
				r.put(0, name, styleOf(name))
			}
			for i, c := range cells {
				if k < len(c) {
					r.put(10+i*(width+2), c[k], "")
				}
			}
			p.line(indent + r.b.String())
		}
	}
}

// shownComponent returns a component for the table of differences.
func shownComponent(u earl.URL, name string) string {
	all := components(u)
	for _, c := range all {
		switch {
		case c.name != name:
		case !c.given:
			return "·"
		default:
			return orEmpty(c.value)
		}
	}
	return ""
}

// chunks breaks text into pieces of at most width octets.
func chunks(text string, width int) []string {
	var pieces []string
	for len(text) > width {
		pieces, text = append(pieces, text[:width]), text[width:]
	}
	return append(pieces, text)
}

// printView shows what the scheme's own syntax makes of the URL.
func (x *explanation) printView(p *page) {
	if x.viewErr != nil {
		v, _ := violationOf(x.viewErr)
		p.heading("As " + x.main.url.Scheme())
		p.item("", -2, "", "No typed parts: "+sentenceOf(v))
		return
	}
	if x.view == nil {
		return
	}
	by := ""
	if len(x.differences()) > 0 {
		by = ", as " + x.main.edition.Name() + " reads it"
	}
	p.heading("As " + x.main.url.Scheme() + " (" + x.view.Section() + ")" + by)
	for part := range x.view.Parts() {
		for i, text := range partTexts(x.main.url, part) {
			name := part.Name
			if i > 0 {
				name = ""
			}
			p.item(name, 9, styleOf(part.Name), text)
		}
	}
}

// partTexts returns how a part of a view is shown, one string per line; none
// where there is nothing to show.
func partTexts(u earl.URL, p earl.Part) []string {
	var texts []string
	port, hasPort := u.PortNumber()
	switch {
	case p.Name == "scheme":
	case p.Name == "port" && p.Value == "" && hasPort:
		texts = append(texts, fmt.Sprintf("%d, the default", port))
	case p.Kind == earl.PartList:
		for _, o := range p.List {
			texts = append(texts, orEmpty(o.Printable()))
		}
	case p.Kind == earl.PartPairs:
		for _, pair := range p.Pairs {
			texts = append(texts, pair.Name.Printable()+" = "+orEmpty(pair.Value.Printable()))
		}
	case !p.Present:
	case p.Kind == earl.PartFlag:
		texts = append(texts, "yes")
	default:
		texts = append(texts, orEmpty(p.Printable()))
	}
	return texts
}
