package gateway

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"runtime"
	"slices"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/editions"
	"github.com/earl-url/earl/gateway/internal/sanitize"
	"github.com/earl-url/earl/open"
)

// explanation is what a page says of a text: its parts, what each edition makes
// of it, and what opening it would send. The text has no password.
type explanation struct {
	Pieces   []piece // of the text: its parts, or what is wrong with it
	Valid    bool    // by rfc3986
	Breaks   string  // the scheme whose own syntax it breaks; "": none
	Faults   []string
	Verdicts []verdict
	Differ   []difference // where editions read other parts
	Names    []string     // of the editions that read it, above their parts
	View     string       // the scheme's own syntax
	Parts    []viewPart
	Plan     []string // the lines that opening it would send
	PlanNote string
	Cautions []string
	Meant    []linked // URLs that the text may have been meant for
	Open     string   // the link that opens it; "": nothing opens it
	About    string   // the name of the page about the scheme; "": there is none
	OpenAs   string   // the edition that reads it, if that is not rfc3986
}

// piece is a stretch of the text.
type piece struct {
	Text  string
	Class string // of a part, or "fault"; "": what stands between
}

// verdict is what an edition says of the text.
type verdict struct {
	Edition, Title, Word, Class string
	Faults                      []string
	Open                        string // the link that opens it as this edition reads it
}

// difference is a part that editions read differently.
type difference struct {
	Name   string
	Values []string
}

// viewPart is a part that the scheme's syntax gives.
type viewPart struct {
	Name   string
	Values []string
}

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
			Teach: "If it is a URL, it opens all the same: it stands in the address bar above.",
		}})
		return
	}
	x := g.explained(text)
	g.render(w, "explain", page{Title: x.title(), Address: sanitize.Line(text), Status: status, Body: x})
}

// title says in a line what a text is.
func (x *explanation) title() string {
	switch {
	case !x.Valid && len(x.Names) == 0:
		return "This is not a URL"
	case !x.Valid:
		return "This is not a URL by rfc3986"
	case x.Breaks != "":
		return "This is not a valid " + x.Breaks + " URL"
	case x.Open == "" && len(x.Meant) > 0:
		return "Another URL seems to be meant"
	}
	return "What this URL means"
}

// maxExplained is longer than any URL that people meet, in octets.
const maxExplained = 16 << 10

// explained explains a text without a password.
func (g *Gateway) explained(text string) *explanation {
	scheme, _, _ := strings.Cut(text, ":")
	x := &explanation{About: guideOf(scheme)}
	var drawn earl.URL
	var read []earl.URL
	for e := range editions.All() {
		v := g.verdict(e, text)
		x.Verdicts = append(x.Verdicts, v)
		u, err := e.Parse(text)
		if err != nil {
			continue
		}
		read = append(read, u)
		x.Names = append(x.Names, e.Name())
		if drawn.IsZero() || e == earl.RFC3986 {
			drawn = u
		}
	}
	x.Valid = earl.RFC3986.Valid(text)
	x.Meant = g.suggestions(text)
	if x.Valid {
		x.Pieces = pieces(drawn)
	} else {
		x.drawFaults(text, earl.RFC3986.Check(text))
	}
	if !drawn.IsZero() {
		x.means(g, drawn, read)
	}
	return x
}

// means says what a URL means, and how the editions differ that read it.
func (x *explanation) means(g *Gateway, drawn earl.URL, read []earl.URL) {
	x.Differ = differences(read)
	x.Cautions = cautions(drawn)
	if fault, broken := schemeFault(drawn); broken {
		x.breaks(drawn, fault)
		return
	}
	if g.opens(drawn) {
		x.Open = g.link("/open", drawn)
		if drawn.Edition() != earl.RFC3986 {
			x.OpenAs = drawn.Edition().Name()
		}
	}
	view, err := earl.ParseView(drawn)
	if err != nil { // no scheme of RFC 1738
		if x.Valid && x.Open == "" {
			x.PlanNote = "Nothing here opens " + drawn.Scheme() + " URLs."
		}
		return
	}
	x.View, x.Parts = drawn.Scheme(), partsOf(view)
	if x.Plan, err = earl.DryRun(view, runtime.GOOS); err != nil {
		x.Plan, x.PlanNote = nil, "Opening it would be refused: "+sanitize.Line(err.Error())
	} else if len(x.Plan) == 0 {
		x.PlanNote = "Nothing, before you say more or go on."
	}
	var refusal *open.Refusal
	if _, err := g.client.Prepare(context.Background(), g.request(target{url: drawn})); errors.As(err, &refusal) { // which looks nothing up
		x.Plan, x.PlanNote = nil, "Opening it would be refused ("+refusal.Name+"): "+sanitize.Line(refusal.Found())+"."
	}
}

// breaks says where a URL breaks its scheme's own syntax, so that nothing opens it.
func (x *explanation) breaks(u earl.URL, fault earl.Violation) {
	if !x.Valid { // the text that is drawn is not the edition's
		x.PlanNote = "Nothing: as " + u.Edition().Name() + " reads it, it is no " + u.Scheme() + " URL: " + sanitize.Line(fault.Message(u.String())) + "."
		return
	}
	x.Breaks, x.Pieces = u.Scheme(), nil
	x.drawFaults(u.String(), slices.Values([]earl.Violation{fault}))
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

// verdict returns what an edition says of a text.
func (g *Gateway) verdict(e *earl.Edition, text string) verdict {
	v := verdict{Edition: e.Name(), Title: e.Title(), Word: "valid", Class: "good"}
	n := 0
	for fault := range e.Check(text) {
		if n++; n > maxFaults {
			v.Faults = append(v.Faults, "and more")
			break
		}
		v.Faults = append(v.Faults, sentence(fault))
	}
	u, err := e.Parse(text)
	switch {
	case err != nil:
		v.Word, v.Class = "not valid", "bad"
	case n > 0:
		v.Word = "read after a repair"
	}
	if _, broken := schemeFault(u); err == nil && !broken && g.opens(u) {
		v.Open = g.link("/open", u)
	}
	return v
}

// maxFaults is how many violations a person reads.
const maxFaults = 20

// sentence says where a violation is, and what it departs from.
func sentence(v earl.Violation) string {
	where := fmt.Sprintf("octet %d", v.Off)
	if v.Len > 1 {
		where = fmt.Sprintf("octets %d to %d", v.Off, v.Off+v.Len-1)
	}
	if v.Repaired {
		where += ", repaired"
	}
	return where + ": " + v.Rule.Sentence() + " (" + v.Rule.Section() + ", " + v.Rule.Name() + ")"
}

// drawFaults marks in the text what is wrong with it.
func (x *explanation) drawFaults(text string, faults iter.Seq[earl.Violation]) {
	at := 0
	for v := range faults {
		if len(x.Faults) == maxFaults {
			break
		}
		x.Faults = append(x.Faults, sentence(v))
		from, to := min(max(v.Off, at), len(text)), min(max(v.Off+v.Len, at), len(text))
		x.add(text[at:from], "")
		if v.Len == 0 {
			x.Pieces = append(x.Pieces, piece{"‸", "fault"}) // something is missing here
		}
		x.add(text[from:to], "fault")
		at = to
	}
	x.add(text[at:], "")
}

// add adds a piece, if there is anything of it.
func (x *explanation) add(text, class string) {
	if text != "" {
		x.Pieces = append(x.Pieces, piece{sanitize.Line(text), class})
	}
}

// cautions are what a person thinks of before opening a URL. Source: rfc1738 6.
func cautions(u earl.URL) []string {
	var all []string
	if user, ok := u.User(); ok && strings.Contains(user, ".") {
		host, _ := u.Host()
		all = append(all, fmt.Sprintf("What stands before the “@” looks like a host, but is a user; the host is %s.", sanitize.Line(host)))
	}
	s, _ := u.Edition().Scheme(u.Scheme())
	if port, ok := u.PortNumber(); ok && s.Port != 0 && s.Port != port {
		all = append(all, fmt.Sprintf("Port %d is not the usual one of %s, which is %d: another service may live there.", port, s.Name, s.Port))
	}
	return all
}
