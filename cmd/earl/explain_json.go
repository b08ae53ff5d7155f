package main

import (
	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/reading"
)

// appendJSON appends the object of an explanation and a line feed. Passwords are hidden.
func (x *explanation) appendJSON(b []byte) []byte {
	b = appendString(append(b, `{"input":`...), x.Text)
	b = append(b, `,"readings":[`...)
	for i, r := range x.Readings {
		if i > 0 {
			b = append(b, ',')
		}
		b = (&reading.Reading{Input: x.typed, Edition: r.Edition, URL: r.URL, Valid: r.Valid, Violations: r.Violations}).AppendJSON(b, true)
	}
	var names []string
	for _, d := range x.Differences {
		names = append(names, d.Name)
	}
	b = appendStrings(append(b, `],"differences":`...), names)
	b = append(b, `,"cautions":[`...)
	for i, c := range x.Cautions {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendString(append(b, `{"name":`...), c.Name)
		b = append(appendString(append(b, `,"message":`...), c.Text), '}')
	}
	b = x.appendOpening(append(b, `],"opening":`...))
	return append(b, "}\n"...)
}

// appendOpening appends the object of what opening would do, or null.
func (x *explanation) appendOpening(b []byte) []byte {
	title, note := x.Opening(), x.Plan.Note
	if title == "" {
		return append(b, "null"...)
	}
	b = appendString(append(b, `{"what":`...), title)
	b = appendString(append(b, `,"effect":`...), x.Plan.Effect.String())
	b = appendOptional(append(b, `,"server":`...), x.Plan.Server, x.Plan.Server != "")
	b = appendOptional(append(b, `,"path":`...), earl.Octets(x.Plan.Path).Printable(), x.Plan.Path != "")
	b = append(b, `,"refusal":`...)
	if r := x.Refusal; r != nil {
		b = appendString(append(b, `{"guard":`...), r.Name)
		b = append(appendString(append(b, `,"message":`...), r.Found()), '}')
	} else {
		b = append(b, "null"...)
	}
	var lines []string
	for _, s := range x.Plan.Steps {
		lines = append(lines, s.Printable())
	}
	b = appendStrings(append(b, `,"lines":`...), lines)
	b = append(b, `,"steps":[`...)
	for i, s := range x.Plan.Steps {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendString(append(b, `{"line":`...), s.Printable())
		b = appendString(append(b, `,"when":`...), s.When)
		b = appendString(append(b, `,"why":`...), s.Why)
		b = append(appendString(append(b, `,"source":`...), s.Source), '}')
	}
	return append(appendOptional(append(b, `],"note":`...), note, note != ""), '}')
}
