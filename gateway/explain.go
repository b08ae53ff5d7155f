package gateway

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/explain"
	"github.com/earl-url/earl/gateway/internal/sanitize"
)

// explanation is what the page shows of a text that was explained.
type explanation struct {
	*explain.Explanation
	Hint     string  // what to type, for a text that looks like no URL
	Pieces   []piece // of the text: its components, or what is wrong with it
	Faults   []string
	Matrix   matrix
	Parts    []viewPart // that the scheme's own syntax gives
	Title    string     // what opening it does
	Plan     []planLine
	Note     string
	Care     []string // the cautions
	Meant    []linked // URLs that the text may have been meant for
	Open     string   // the link that opens it; "": nothing opens it, or editions read another server
	Disputed bool     // editions read another server
	About    string   // the name of the page about the scheme; "": there is none
	OpenAs   string   // the edition that reads it, if that is not rfc3986
}

// piece is a stretch of the text.
type piece struct {
	Text  string
	Class string // of a component, or "fault"; "": what is between
	After string // what is between it and the next component
}

// viewPart is a part that the scheme's syntax gives.
type viewPart struct {
	Name   string
	Values []string
}

// planLine is a line that opening the URL would send.
type planLine struct{ Line, When string }

// explain says what a URL means and what opening it would send. Nothing is
// opened, no name is looked up.
func (g *Gateway) explain(w http.ResponseWriter, r *http.Request) {
	text := askedText(r)
	if text == "" {
		http.Redirect(w, r, "/", http.StatusSeeOther)
		return
	}
	g.explainText(w, r, text, http.StatusOK)
}

// explainText explains a text. One with a password is explained without it, at
// an address without it. Source: SPEC A11, F3.
func (g *Gateway) explainText(w http.ResponseWriter, r *http.Request, text string, status int) {
	if safe := earl.Redact(text); safe != text {
		http.Redirect(w, r, "/explain?"+g.queryText(safe), http.StatusSeeOther)
		return
	}
	if len(text) > maxExplained {
		g.render(w, "errorpage", page{Title: "Too long to be explained", Address: sanitize.Line(text), Status: http.StatusRequestURITooLong, Body: errorPage{
			What:  fmt.Sprintf("The text has %d octets; up to %d are explained.", len(text), maxExplained),
			Teach: "If it is a URL, press Open: it is in the address bar above.",
		}})
		return
	}
	x := g.explained(r.Context(), text)
	g.render(w, "explain", page{Title: x.title(), Address: sanitize.Line(text), Status: status, Body: x})
}

// title says in a line what a text is.
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
	// maxExplained is longer than any URL that people meet, in bytes.
	maxExplained = 16 << 10
	// maxFaults is how many violations of one edition are shown.
	maxFaults = 20
)

// explained explains a text without a password.
func (g *Gateway) explained(ctx context.Context, text string) *explanation {
	x := &explanation{Explanation: explain.Explain(ctx, text, explain.Options{Client: g.client, Policy: g.request(target{}).Policy, Violations: maxFaults})}
	scheme, _, _ := strings.Cut(text, ":")
	x.About, x.Meant = guideOf(scheme), g.suggestions(text)
	x.Matrix = g.matrix(x.Explanation)
	if x.Main.Valid {
		x.Care = cautionTexts(x.Main.URL)
	}
	if !x.Main.Valid && !strings.Contains(text, ":") && len(x.Meant) == 0 {
		x.Hint = "Type a URL such as gopher://example.org/, or the name of a server such as example.org. earl does not search the web."
	}
	x.draw()
	if x.Main.Valid {
		x.opening(g)
	}
	return x
}

// strict returns the reading of rfc3986, or that of Main if it was not asked.
func (x *explanation) strict() *explain.Reading {
	for i := range x.Readings {
		if x.Readings[i].Edition == earl.RFC3986 {
			return &x.Readings[i]
		}
	}
	return x.Main
}

// draw marks the components of the text, or what is wrong with it.
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

// opening says what opening the URL would do, and links to it.
func (x *explanation) opening(g *Gateway) {
	u := x.Main.URL
	if x.HasViewFault() {
		if !x.strict().Valid { // the text that is drawn is not the edition's
			x.Note = fmt.Sprintf("Nothing: as %s reads it, it breaks the form of %s: %s.", u.Edition().Name(), u.Scheme(), sanitize.Line(x.ViewFault.Message(u.String())))
			x.Title = "Opening it"
		}
		return
	}
	x.Disputed = disputed(x.Explanation)
	if g.opens(u) && !x.Disputed {
		x.Open = g.link("/open", u)
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
	case !g.opens(u) && !x.strict().Valid:
		x.Title = ""
	case !g.opens(u):
		x.Title, x.Note = "Opening it", "earl cannot open "+u.Scheme()+" URLs."
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

// orEmpty returns texts with a word for each empty one.
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

// schemeFault returns where a URL breaks its scheme's own syntax. It is false where
// it does not, and for a scheme whose syntax is not known. Source: rfc1738 3, 5.
func schemeFault(u earl.URL) (fault earl.Violation, broken bool) {
	_, err := earl.ParseView(u)
	var malformed *earl.ParseError
	if !errors.As(err, &malformed) || malformed.Violation.Rule.Name() == "no-view" {
		return fault, false
	}
	return malformed.Violation, true
}

// sentence says where a violation is in text, and what it departs from.
func sentence(text string, v earl.Violation) string {
	where := v.Position(text)
	if v.Repaired {
		where += ", repaired"
	}
	return where + ": " + v.Rule.Sentence() + " (" + v.Rule.Section() + ", " + v.Rule.Name() + ")"
}

// drawFaults marks in the text what is wrong with it.
func (x *explanation) drawFaults(faults []earl.Violation) {
	text, at := x.Text, 0
	for _, v := range faults {
		x.Faults = append(x.Faults, sentence(text, v))
		from, to := min(max(v.Off, at), len(text)), min(max(v.Off+v.Len, at), len(text))
		x.Pieces = appendPiece(x.Pieces, text[at:from], "")
		if v.Len == 0 {
			x.Pieces = append(x.Pieces, piece{Text: "‸", Class: "fault"}) // something is missing here
		}
		x.Pieces = appendPiece(x.Pieces, text[from:to], "fault")
		at = to
	}
	x.Pieces = appendPiece(x.Pieces, text[at:], "")
}

// appendPiece appends a piece, if there is anything of it.
func appendPiece(all []piece, text, class string) []piece {
	if text == "" {
		return all
	}
	return append(all, piece{Text: sanitize.Line(text), Class: class})
}

// pieces splits the text of a URL into its components and what is between.
func pieces(u earl.URL) []piece {
	var all []piece
	text, at := u.String(), 0
	for _, c := range explain.Components {
		off, n, ok := u.Span(c.At)
		if !ok || off < at {
			continue
		}
		all = appendBetween(all, text[at:off])
		all = appendPiece(all, text[off:off+n], c.Name)
		at = off + n
	}
	return appendBetween(all, text[at:])
}

// appendBetween appends what is between two components to the first of them, so that the
// name of a short component has room below both.
func appendBetween(all []piece, text string) []piece {
	if len(all) == 0 {
		return appendPiece(all, text, "")
	}
	all[len(all)-1].After += sanitize.Line(text)
	return all
}
