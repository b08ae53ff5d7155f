package main

import (
	"embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
)

//go:embed report.html
var reportHTML embed.FS

// examplesOfFamily is the number of texts of each family that a report shows.
const examplesOfFamily = 6

// report is what both reports show.
type report struct {
	Date      string
	Took      time.Duration
	Texts     int
	Ran       int
	Languages int
	Split     int // texts in which core parsers read different hosts
	Core      int
	Rows      []row
	Families  []family
	Matrix    matrix
}

// row is what the reports say about one parser.
type row struct {
	Name, Language, Version, Missing string
	Core                             bool
	Texts, Accepted, NotRun          int
	Alone                            int // texts in which only this parser reads its host
}

// family is a kind of confusing text.
type family struct {
	Name         string
	Texts, Split int
	Examples     []group
}

// matrix counts for each pair of core parsers how often they read different hosts.
type matrix struct {
	Names []string
	Lines []matrixLine
}

type matrixLine struct {
	Name  string
	Cells []cell
}

type cell struct {
	Text  string // per thousand
	Title string
	Level int // 0 to 4, for the color
}

// newReport joins results.
func newReport(results []result, texts []text, start time.Time) *report {
	r := &report{Date: start.Format(time.DateOnly), Took: time.Since(start).Round(time.Second), Texts: len(texts)}
	groups, core, languages := join(results, texts), map[string]bool{}, map[string]bool{}
	for i := range results {
		if p := &results[i]; p.err == nil {
			r.Ran++
			languages[p.parser.language] = true
			core[p.parser.name] = p.parser.core
		}
	}
	delete(languages, "program")
	r.Languages = len(languages)
	alone := map[string]int{}
	for i := range groups {
		for _, h := range groups[i].Hosts {
			if len(h.Parsers) == 1 {
				alone[h.Parsers[0]]++
			}
		}
	}
	for i := range results {
		r.Rows = append(r.Rows, newRow(&results[i], alone[results[i].parser.name]))
	}
	r.families(groups, core)
	r.Matrix = newMatrix(results)
	r.Core = len(r.Matrix.Names)
	return r
}

func newRow(res *result, alone int) row {
	w := row{Name: res.parser.name, Language: res.parser.language, Version: res.version, Core: res.parser.core, Alone: alone}
	if res.err != nil {
		w.Missing = res.err.Error()
	}
	for i := range res.readings {
		w.Texts++
		if res.readings[i].accepts() {
			w.Accepted++
		} else if res.readings[i].Accepted == nil {
			w.NotRun++
		}
	}
	return w
}

// families counts texts by family. Its examples are the texts that divide the parsers into
// the largest groups.
func (r *report) families(groups []group, core map[string]bool) {
	index := map[string]int{}
	for _, g := range groups {
		name := g.Family
		if name == "" {
			name = "without a family"
		}
		i, ok := index[name]
		if !ok {
			i = len(r.Families)
			index[name] = i
			r.Families = append(r.Families, family{Name: name})
		}
		f := &r.Families[i]
		f.Texts++
		if g.split(core) {
			f.Split++
			r.Split++
			f.Examples = append(f.Examples, g)
		}
	}
	for i := range r.Families {
		f := &r.Families[i]
		slices.SortStableFunc(f.Examples, func(a, b group) int { return b.second() - a.second() })
		f.Examples = distinct(f.Examples, examplesOfFamily)
	}
}

// distinct returns the first n texts in which the two largest groups read other hosts than
// in the texts before.
func distinct(list []group, n int) []group {
	var chosen []group
	seen := map[string]bool{}
	for _, g := range list {
		if len(chosen) == n {
			break
		}
		if key := g.Hosts[0].Host + " " + g.Hosts[1].Host; !seen[key] {
			chosen = append(chosen, g)
			seen[key] = true
		}
	}
	return chosen
}

// second is the number of parsers in the second largest group.
func (g *group) second() int {
	if len(g.Hosts) < 2 {
		return 0
	}
	return len(g.Hosts[1].Parsers)
}

func newMatrix(results []result) (m matrix) {
	var core []*result
	for i := range results {
		if results[i].err == nil && results[i].parser.core {
			core = append(core, &results[i])
			m.Names = append(m.Names, results[i].parser.name)
		}
	}
	for _, a := range core {
		line := matrixLine{Name: a.parser.name}
		for _, b := range core {
			both, differ := pairs(a, b)
			line.Cells = append(line.Cells, newCell(a, b, both, differ))
		}
		m.Lines = append(m.Lines, line)
	}
	return m
}

func newCell(a, b *result, both, differ int) cell {
	if a == b || both == 0 {
		return cell{}
	}
	thousandth := differ * 1000 / both
	c := cell{Text: strconv.Itoa(thousandth)}
	c.Title = fmt.Sprintf("%s and %s: %d of %d texts", a.parser.name, b.parser.name, differ, both)
	for _, limit := range []int{1, 20, 60, 150} {
		if thousandth >= limit {
			c.Level++
		}
	}
	return c
}

func (r *report) writeVersions(w io.Writer) error {
	versions := map[string]string{}
	for _, p := range r.Rows {
		if p.Missing == "" {
			versions[p.Name] = p.Version
		}
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", " ")
	return enc.Encode(versions)
}

func (r *report) writeMarkdown(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# What %d parsers read\n\n%s: %d parsers in %d languages read %d texts. In %d texts, core parsers read different hosts.\n\n",
		r.Ran, r.Date, r.Ran, r.Languages, r.Texts, r.Split)
	b.WriteString("| parser | language | version | texts | accepted | alone |\n|---|---|---|---|---|---|\n")
	for _, p := range r.Rows {
		if p.Missing != "" {
			fmt.Fprintf(&b, "| %s | %s | missing: %s | | | |\n", p.Name, p.Language, oneLine(p.Missing))
			continue
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %d | %d | %d |\n", p.Name, p.Language, oneLine(p.Version), p.Texts, p.Accepted, p.Alone)
	}
	b.WriteString("\n| family | texts | different hosts |\n|---|---|---|\n")
	for _, f := range r.Families {
		fmt.Fprintf(&b, "| %s | %d | %d |\n", f.Name, f.Texts, f.Split)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// oneLine makes text fit into a cell of a table.
func oneLine(s string) string {
	return strings.NewReplacer("\n", " ", "|", `\|`).Replace(s)
}

func (r *report) writeHTML(w io.Writer) error {
	t, err := template.New("report.html").Funcs(template.FuncMap{"visible": visible, "names": names, "percent": percent}).ParseFS(reportHTML, "report.html")
	if err != nil {
		return err
	}
	return t.Execute(w, r)
}

// names joins the names of parsers.
func names(list []string) string { return strings.Join(list, ", ") }

// visible shows characters that a reader would not see as escapes of Go.
func visible(s string) string {
	q := strconv.QuoteToGraphic(s)
	q = strings.ReplaceAll(q[1:len(q)-1], `\"`, `"`)
	return strings.ReplaceAll(q, `\\`, `\`)
}
