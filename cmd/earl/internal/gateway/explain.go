package gateway

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/sanitize"
	"github.com/earl-url/earl/explain"
	"github.com/earl-url/earl/readers"
	"github.com/earl-url/earl/views"
)

// explanation is what the page shows about a text.
type explanation struct {
	*explain.Explanation
	typed    string  // the text, with its password
	Hint     string  // what to type, for a text that does not look like a URL
	Pieces   []piece // of the text: its components, or its violations
	Faults   []string
	Matrix   matrix
	Parts    []viewPart // the parts in the scheme's own syntax
	Title    string     // what opening it does
	Plan     []planLine
	Note     string
	Care     []string // the cautions
	Meant    []linked // URLs that the text may have been meant for
	Open     string   // the link that opens it, or "" if no opener can or editions read different servers
	Disputed bool     // editions read different servers
	About    string   // the name of the page about the scheme, or ""
	OpenAs   string   // the edition that reads it, if that is not rfc3986
}

// piece is a part of the text.
type piece struct {
	Text  string
	Class string // the name of a component, "fault", or "" for text between components
	After string // the text between it and the next component
}

// viewPart is a part of the URL in the scheme's own syntax.
type viewPart struct {
	Name   string
	Values []string
}

// planLine is a line that opening the URL would send.
type planLine struct{ Line, When string }

// explain shows what a URL means and what opening it would send. It opens nothing and
// looks up no name.
func (g *Gateway) explain(w http.ResponseWriter, r *http.Request) {
	text, known := g.linker.asked(r)
	if !known {
		g.forgotten(w)
		return
	}
	if text == "" {
		http.Redirect(w, r, "/", http.StatusSeeOther)
		return
	}
	g.explainText(w, r, text, http.StatusOK)
}

// explainText explains a text. If the address of the page would have a password, explainText
// redirects to an address with the id of the text. Source: SPEC A11, F3.
func (g *Gateway) explainText(w http.ResponseWriter, r *http.Request, text string, status int) {
	if askedText(r) != "" && earl.HidePassword(text) != text {
		http.Redirect(w, r, "/explain?kept="+g.linker.keep(text), http.StatusSeeOther)
		return
	}
	shown, kept := g.linker.bar(text)
	if len(text) > maxExplained {
		g.render(w, "errorpage", page{Title: "The text is too long", Address: shown, Kept: kept, Status: http.StatusRequestURITooLong, Body: errorPage{
			What:  fmt.Sprintf("The text has %d bytes. Only texts of up to %d bytes are explained.", len(text), maxExplained),
			Teach: "If it is a URL, press Open to open it. It is in the address bar above.",
		}})
		return
	}
	x := g.explained(r.Context(), text)
	g.render(w, "explain", page{Title: x.title(), Address: shown, Kept: kept, Status: status, Body: x})
}

// title returns one line that says what the text is.
func (x *explanation) title() string {
	strict := x.strict().Valid
	switch {
	case !strict && !x.Main.Valid:
		return "This is not a URL"
	case !strict:
		return "This is not a URL by rfc3986"
	case x.HasViewFault():
		return "This is not a valid " + x.Main.URL.Scheme() + " URL"
	case x.Open == "" && len(x.Meant) > 0:
		return "Do you mean another URL?"
	}
	return "What this URL means"
}

const (
	// maxExplained is the length of the longest text that is explained, in bytes. Real
	// URLs are shorter.
	maxExplained = 16 << 10
	// maxFaults is how many violations of one edition are shown.
	maxFaults = 20
)

// explained explains a text. Nothing of the result has its password but typed.
func (g *Gateway) explained(ctx context.Context, text string) *explanation {
	x := &explanation{typed: text, Explanation: explain.Explain(ctx, text, explain.Options{
		Client: g.client, Policy: g.request(target{}).Policy, Violations: maxFaults, Readers: readers.All(),
	})}
	scheme, _, _ := strings.Cut(text, ":")
	x.About, x.Meant = guideOf(scheme), g.linker.suggestions(text)
	x.Disputed = disputed(text, x.Explanation)
	x.Matrix = g.linker.matrix(x)
	if x.Main.Valid {
		x.Care = cautionTexts(x.Main.URL)
	}
	if !x.Main.Valid && !strings.Contains(text, ":") && len(x.Meant) == 0 {
		x.Hint = "Type a URL such as gopher://example.org/, or the name of a server such as example.org. earl does not search the web."
	}
	x.draw()
	if x.Main.Valid {
		x.opening(g.linker)
	}
	return x
}

// strict returns the reading of rfc3986, or Main if rfc3986 is not among the readings.
func (x *explanation) strict() *explain.Reading {
	for i := range x.Readings {
		if x.Readings[i].Edition == earl.RFC3986 {
			return &x.Readings[i]
		}
	}
	return x.Main
}

// draw marks the components of the text, or its violations.
func (x *explanation) draw() {
	switch {
	case x.strict().Valid && x.HasViewFault():
		x.drawFaults([]earl.Violation{*x.ViewFault})
	case x.strict().Valid:
		x.Pieces = pieces(x.Main.URL)
	default:
		x.drawFaults(x.strict().Violations)
	}
}

// opening sets what opening the URL would do, and the link that opens it.
func (x *explanation) opening(lk *linker) {
	u := x.Main.URL
	if x.HasViewFault() {
		if !x.strict().Valid { // the drawing shows the text, not the URL that the edition reads
			x.Note = fmt.Sprintf("Nothing is sent. As %s reads the text, it is not a valid %s URL: %s.", u.Edition().Name(), u.Scheme(), sanitize.Line(x.ViewFault.Message(u.String())))
			x.Title = "Opening it"
		}
		return
	}
	if lk.opens(u) && !x.Disputed {
		x.Open = lk.linkAs(x, x.Main)
		if u.Edition() != earl.RFC3986 {
			x.OpenAs = u.Edition().Name()
		}
	}
	if x.View != nil {
		for p := range x.View.Parts {
			if values := explain.PartTexts(u, p); values != nil {
				x.Parts = append(x.Parts, viewPart{p.Name, orEmpty(values)})
			}
		}
	}
	x.Title, x.Note = sanitize.Line(x.Opening()), sanitize.Line(x.Explanation.Plan.Note)
	switch {
	case x.Refusal != nil:
		x.Plan, x.Note = nil, "Nothing is sent ("+x.Refusal.Name+"): "+sanitize.Line(x.Refusal.Found())+"."
	case !lk.opens(u) && !x.strict().Valid:
		x.Title = ""
	case !lk.opens(u):
		x.Title, x.Note = "Opening it", cmp.Or(x.Note, "earl cannot open "+u.Scheme()+" URLs.")
	case x.PlanError != nil:
		x.Title, x.Note = "Opening it is refused", sanitize.Line(x.PlanError.Error())
	default:
		if path := x.Explanation.Plan.Path; path != "" {
			x.Plan = []planLine{{earl.Octets(path).Printable(), ""}}
		}
		for _, s := range x.Explanation.Plan.Steps {
			x.Plan = append(x.Plan, planLine{s.Printable(), s.When})
		}
	}
}

// orEmpty replaces each empty text by "(empty)" and returns texts.
func orEmpty(texts []string) []string {
	for i, text := range texts {
		if text == "" {
			texts[i] = "(empty)"
		}
	}
	return texts
}

// sentenceCase returns a phrase as a sentence, and "" for "".
func sentenceCase(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:] + "."
}

// schemeFault returns the violation of the scheme's own syntax in a URL. broken is false
// if there is no violation, and for a scheme whose syntax earl does not know.
// Source: rfc1738 3, 5.
func schemeFault(u earl.URL) (fault earl.Violation, broken bool) {
	_, err := views.Parse(u)
	var malformed *earl.ParseError
	if !errors.As(err, &malformed) || malformed.Violation.Rule.Name() == "no-view" {
		return fault, false
	}
	return malformed.Violation, true
}

// sentence returns a sentence with the position of a violation in text, its rule and the
// section of the rule.
func sentence(text string, v earl.Violation) string {
	where := v.Position(text)
	if v.Repaired {
		where += ", repaired"
	}
	return where + ": " + v.Rule.Sentence() + " (" + v.Rule.Section() + ", " + v.Rule.Name() + ")"
}

// drawFaults marks violations in the text.
func (x *explanation) drawFaults(faults []earl.Violation) {
	for _, v := range faults {
		x.Faults = append(x.Faults, sentence(x.typed, v))
	}
	x.Pieces = safePieces(explain.FaultPieces(earl.MaskPassword(x.typed), faults))
}

// pieces splits the text of a URL into its components and the text between them.
func pieces(u earl.URL) []piece { return safePieces(explain.Pieces(u)) }

// safePieces returns pieces for a page. One without a text is where something is missing.
func safePieces(all []explain.Piece) []piece {
	var list []piece
	for _, p := range all {
		text := sanitize.Line(p.Text)
		if text == "" {
			text = "‸"
		}
		list = append(list, piece{Text: text, Class: p.Name, After: sanitize.Line(p.After)})
	}
	return list
}
