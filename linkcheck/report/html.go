package report

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"io"
	"sync"
	"time"

	"github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/linkcheck"
)

// The page, its style and its script, which only adds sorting and a filter.
var (
	//go:embed page.html
	pageHTML string
	//go:embed page.css
	pageCSS string
	//go:embed page.js
	pageJS string
)

// pageTemplate escapes each value by its position.
var pageTemplate = sync.OnceValue(func() *template.Template { return template.Must(template.New("page").Parse(pageHTML)) })

// A page is the data of the template.
type page struct {
	Policy  string // of the page itself: it loads nothing
	Style   template.CSS
	Script  template.JS
	Faults  int
	Totals  string
	Started string
	Remarks []string // about the check as a whole
	Groups  []*group // those with problems first
}

// A group is the results of one status.
type group struct {
	Status string
	Kind   string // fault, look or fine: a colour
	What   string
	Help   string
	Count  int // of URLs, shown or not
	Rows   []row
}

// A row is one result.
type row struct {
	URL    shown
	Why    string
	Hops   []hop
	Places []shown
	Time   string
}

// A hop is a redirect.
type hop struct {
	To        shown
	Permanent bool
}

// A shown is a text with the URL that it links to, or "".
type shown struct {
	Text string
	To   template.URL // checked by linkable
}

// show returns a text with its link.
func show(text, to string) shown {
	s := shown{Text: term.Safe(text)}
	if linkable(to) {
		s.To = template.URL(to)
	}
	return s
}

// html keeps its rows, because the page begins with totals and problems.
type html struct {
	w      io.Writer
	all    bool
	groups [linkcheck.Parked + 1]group
}

func newHTML(w io.Writer, o Options) Writer { return &html{w: w, all: o.All} }

// Result implements Writer.
func (h *html) Result(r linkcheck.Result) error {
	if !h.all && !told(&r) {
		return nil
	}
	name := title(&r)
	o := row{URL: show(name, full(&r)), Why: term.Safe(why(&r))}
	if !r.Time.IsZero() {
		o.Time = r.Time.UTC().Format(time.DateTime)
	}
	for _, x := range r.Hops {
		o.Hops = append(o.Hops, hop{show(x.To, x.To), x.Permanent})
	}
	for i := range r.Places {
		p := &r.Places[i]
		at := show(where(p), p.File)
		if text := written(&r, p); text != name {
			at.Text += " " + term.Safe(text)
		}
		o.Places = append(o.Places, at)
	}
	g := &h.groups[r.Status]
	g.Rows = append(g.Rows, o)
	return nil
}

// Close implements Writer.
func (h *html) Close(s linkcheck.Summary) error {
	p := page{Policy: policy(), Style: template.CSS(pageCSS), Script: template.JS(pageJS), Faults: s.Faults(), Totals: bySeverity(&s) + "; " + totals(&s)}
	for _, d := range s.Capped {
		p.Remarks = append(p.Remarks, term.Safe(d.String()))
	}
	if !s.Began.IsZero() {
		p.Started = s.Began.UTC().Format("2006-01-02 15:04 UTC")
	}
	for _, status := range order() {
		g := &h.groups[status]
		if g.Count = s.Count(status); g.Count == 0 && len(g.Rows) == 0 {
			continue
		}
		g.Status, g.What, g.Help = status.String(), meanings[status].what, meanings[status].help
		g.Kind = [...]string{linkcheck.SeverityOK: "fine", linkcheck.SeverityWarning: "look", linkcheck.SeverityFault: "fault"}[status.Severity()]
		p.Groups = append(p.Groups, g)
	}
	return pageTemplate().Execute(h.w, p)
}

// policy returns the Content-Security-Policy of the page: its own style and script,
// and nothing else.
func policy() string {
	return "default-src 'none'; style-src " + hash(pageCSS) + "; script-src " + hash(pageJS) + "; base-uri 'none'; form-action 'none'"
}

// hash returns the source expression that allows one inline element. Source: CSP Level 3 2.3.1.
func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
