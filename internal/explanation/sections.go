package explanation

import (
	"strconv"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/explain"
	"github.com/earl-url/earl/internal/diagram"
	"github.com/earl-url/earl/internal/jsonstring"
	"github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/readers"
)

// AppendSections appends an object with the texts of Text for a page. A script shows them
// without changes. All are safe to show, and none contains the password.
func (x *Explanation) AppendSections(b []byte) []byte {
	b = jsonstring.Append(append(b, `{"title":`...), x.title())
	b = jsonstring.Append(append(b, `,"text":`...), x.Explanation.Text)
	b = appendList(append(b, `,"pieces":`...), x.pieces(), appendPiece)
	b = appendList(append(b, `,"faults":`...), x.strict().Violations, x.appendSentence)
	b = x.appendRewritten(append(b, `,"rewritten":`...))
	b = appendList(append(b, `,"layers":`...), x.Layers, func(b []byte, l explain.Layer) []byte {
		return jsonstring.Append(b, term.Safe(l.Target)+": "+l.Service+" "+whatServicesDo[l.Kind])
	})
	b = appendList(append(b, `,"cautions":`...), x.Cautions, func(b []byte, c explain.Caution) []byte {
		return jsonstring.Append(b, term.Safe(c.Text))
	})
	b = x.appendGroups(append(b, `,"programs":`...))
	b = appendList(append(b, `,"editions":`...), x.Readings, x.appendVerdict)
	b = x.appendDifferences(b)
	b = x.appendView(append(b, `,"view":`...))
	b = x.appendPlan(append(b, `,"plan":`...))
	return append(b, '}')
}

// appendList appends an array.
func appendList[T any](b []byte, list []T, appendItem func([]byte, T) []byte) []byte {
	b = append(b, '[')
	for i, item := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendItem(b, item)
	}
	return append(b, ']')
}

// title says what the text is.
func (x *Explanation) title() string {
	strict := x.strict().Valid
	switch {
	case x.Split():
		return "Programs read different servers in this text"
	case !strict && !x.Main.Valid:
		return "This is not a URL"
	case !strict:
		return "This is not a URL by rfc3986"
	case x.HasViewFault():
		return "This is not a valid " + x.Main.URL.Scheme() + " URL"
	}
	return "What this URL means"
}

// strict returns the reading of rfc3986, or Main if rfc3986 is not among the readings.
func (x *Explanation) strict() *explain.Reading {
	for i := range x.Readings {
		if x.Readings[i].Edition == earl.RFC3986 {
			return &x.Readings[i]
		}
	}
	return x.Main
}

// pieces returns the drawing of the text: its components, or its violations. A text with a
// hidden password is drawn without them: their offsets are those of the original text.
func (x *Explanation) pieces() []explain.Piece {
	strict := x.strict()
	switch {
	case strict.Valid:
		return explain.Pieces(strict.URL)
	case x.Typed != x.Explanation.Text:
		return []explain.Piece{{Text: x.Explanation.Text}}
	}
	return explain.FaultPieces(x.Typed, strict.Violations)
}

// appendRewritten appends the URL that the edition makes of the text, or null.
func (x *Explanation) appendRewritten(b []byte) []byte {
	if !x.Rewritten() {
		return append(b, "null"...)
	}
	b = jsonstring.Append(append(b, `{"heading":`...), x.readsAs())
	return append(appendList(append(b, `,"pieces":`...), explain.Pieces(x.Main.URL), appendPiece), '}')
}

// appendPiece appends a part of a drawing.
func appendPiece(b []byte, p explain.Piece) []byte {
	b = jsonstring.Append(append(b, `{"name":`...), p.Name)
	b = jsonstring.Append(append(b, `,"text":`...), term.Safe(p.Text))
	return append(jsonstring.Append(append(b, `,"after":`...), term.Safe(p.After)), '}')
}

// appendSentence appends the sentence of a violation.
func (x *Explanation) appendSentence(b []byte, v earl.Violation) []byte {
	return jsonstring.Append(b, diagram.Sentence(x.Typed, v))
}

// appendVerdict appends what one edition says.
func (x *Explanation) appendVerdict(b []byte, r explain.Reading) []byte {
	verdict, _ := verdictOf(&r)
	b = jsonstring.Append(append(b, `{"name":`...), r.Edition.Name())
	b = jsonstring.Append(append(b, `,"title":`...), r.Edition.Title())
	b = strconv.AppendBool(append(b, `,"valid":`...), r.Valid)
	b = jsonstring.Append(append(b, `,"verdict":`...), verdict)
	return append(appendList(append(b, `,"faults":`...), r.Violations, x.appendSentence), '}')
}

// appendDifferences appends the components that editions read differently.
func (x *Explanation) appendDifferences(b []byte) []byte {
	b = appendList(append(b, `,"readBy":`...), x.Valid(), func(b []byte, r explain.Reading) []byte {
		return jsonstring.Append(b, r.Edition.Name())
	})
	return appendList(append(b, `,"differences":`...), x.Differences, func(b []byte, d explain.Difference) []byte {
		b = jsonstring.Append(append(b, `{"name":`...), d.Name)
		return append(appendList(append(b, `,"values":`...), d.Values, func(b []byte, v explain.Value) []byte {
			return jsonstring.AppendOptional(b, term.Safe(v.Text), v.Present)
		}), '}')
	})
}

// appendGroups appends what programs read.
func (x *Explanation) appendGroups(b []byte) []byte {
	heading, sentence := "Programs", x.agreement()
	for _, r := range x.Remarks {
		sentence += " No " + r.Missing + " is found by " + strings.Join(r.Names, ", ") + "."
	}
	if len(x.Contacts) > 1 {
		heading, sentence = differentServers, ""
	}
	b = jsonstring.Append(append(b, `{"heading":`...), heading)
	b = jsonstring.Append(append(b, `,"sentence":`...), sentence)
	b = appendList(append(b, `,"servers":`...), x.Contacts, func(b []byte, c readers.Contact) []byte {
		return appendGroup(b, ServerText(c.Server), c.Names)
	})
	b = jsonstring.AppendAll(append(b, `,"refusedBy":`...), x.Refusing())
	b = jsonstring.Append(append(b, `,"pathsHeading":`...), differentPaths)
	b = appendList(append(b, `,"paths":`...), x.Paths, func(b []byte, p explain.Path) []byte {
		return appendGroup(b, term.Safe(p.Text), p.Names)
	})
	return append(b, '}')
}

// appendGroup appends a text and the names that belong to it.
func appendGroup(b []byte, text string, names []string) []byte {
	b = jsonstring.Append(append(b, `{"text":`...), text)
	return append(jsonstring.AppendAll(append(b, `,"names":`...), names), '}')
}

// appendPlan appends what opening the URL would send, or null. A URL that is refused has no
// lines.
func (x *Explanation) appendPlan(b []byte) []byte {
	title := x.Opening()
	if title == "" {
		return append(b, "null"...)
	}
	b = jsonstring.Append(append(b, `{"heading":`...), term.Safe(title))
	var steps []open.Step
	if x.Refusal == nil {
		steps = x.Plan.Steps
	}
	if path := x.Plan.Path; path != "" {
		steps = []open.Step{{Line: path}}
	}
	b = appendList(append(b, `,"lines":`...), steps, func(b []byte, s open.Step) []byte {
		b = jsonstring.Append(append(b, `{"text":`...), s.Printable())
		return append(jsonstring.Append(append(b, `,"remark":`...), strings.Join(nonEmpty(s.When, s.Why), "; ")), '}')
	})
	return append(jsonstring.Append(append(b, `,"note":`...), term.Safe(x.planNote())), '}')
}

// appendView appends the parts by the syntax of the scheme, or null.
func (x *Explanation) appendView(b []byte) []byte {
	if x.View == nil && x.ViewFault == nil {
		return append(b, "null"...)
	}
	b = jsonstring.Append(append(b, `{"heading":`...), x.viewHeading())
	if x.ViewFault != nil {
		return append(jsonstring.Append(append(b, `,"sentence":`...), x.noParts()), `,"parts":[]}`...)
	}
	b = append(b, `,"sentence":"","parts":[`...)
	n := 0
	for part := range x.View.Parts {
		texts := explain.PartTexts(x.Main.URL, part)
		if len(texts) == 0 {
			continue
		}
		if n++; n > 1 {
			b = append(b, ',')
		}
		b = appendGroup(b, part.Name, texts)
	}
	return append(b, "]}"...)
}
