package explanation

import (
	"strconv"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/explain"
	"github.com/earl-url/earl/internal/jsonstring"
	"github.com/earl-url/earl/internal/reading"
)

// AppendJSON appends the object of an explanation and a line feed. Passwords are hidden.
func (x *Explanation) AppendJSON(b []byte) []byte {
	b = jsonstring.Append(append(b, `{"input":`...), x.Explanation.Text)
	b = append(b, `,"readings":[`...)
	for i, r := range x.Readings {
		if i > 0 {
			b = append(b, ',')
		}
		b = (&reading.Reading{Input: x.Typed, Edition: r.Edition, URL: r.URL, Valid: r.Valid, Violations: r.Violations}).AppendJSON(b, true)
	}
	var names []string
	for _, d := range x.Differences {
		names = append(names, d.Name)
	}
	b = jsonstring.AppendAll(append(b, `],"differences":`...), names)
	b = append(b, `,"cautions":[`...)
	for i, c := range x.Cautions {
		if i > 0 {
			b = append(b, ',')
		}
		b = jsonstring.Append(append(b, `{"name":`...), c.Name)
		b = append(jsonstring.Append(append(b, `,"message":`...), c.Text), '}')
	}
	b = append(b, `],"layers":`...)
	b = appendList(b, x.Layers, func(b []byte, l explain.Layer) []byte {
		b = jsonstring.Append(append(b, `{"service":`...), l.Service)
		b = jsonstring.Append(append(b, `,"kind":`...), l.Kind)
		return append(jsonstring.Append(append(b, `,"target":`...), l.Target), '}')
	})
	b = x.appendPrograms(append(b, `,"programs":[`...))
	b = x.appendOpening(append(b, `],"opening":`...))
	return append(b, "}\n"...)
}

// appendPrograms appends the programs, and the servers that they would contact.
func (x *Explanation) appendPrograms(b []byte) []byte {
	for i, p := range x.Programs {
		if i > 0 {
			b = append(b, ',')
		}
		r := p.Reading
		b = jsonstring.Append(append(b, `{"name":`...), p.Reader.Name)
		b = jsonstring.Append(append(b, `,"version":`...), p.Reader.Version)
		b = strconv.AppendBool(append(b, `,"accepted":`...), p.Accepted)
		b = jsonstring.AppendOptional(append(b, `,"scheme":`...), r.Scheme, r.Scheme != "")
		b = jsonstring.AppendOptional(append(b, `,"host":`...), r.Host, r.Host != "")
		b = jsonstring.AppendOptional(append(b, `,"port":`...), r.Port, r.Port != "")
		b = append(jsonstring.AppendOptional(append(b, `,"path":`...), r.Path, p.Accepted), '}')
	}
	b = append(b, `],"contacts":[`...)
	for i, c := range x.Contacts {
		if i > 0 {
			b = append(b, ',')
		}
		b = jsonstring.AppendOptional(append(b, `{"host":`...), c.Host, c.Host != "")
		b = jsonstring.AppendOptional(append(b, `,"port":`...), c.Port, c.Port != "")
		b = append(jsonstring.AppendAll(append(b, `,"programs":`...), c.Names), '}')
	}
	b = append(b, `],"remarks":[`...)
	for i, r := range x.Remarks {
		if i > 0 {
			b = append(b, ',')
		}
		b = jsonstring.Append(append(b, `{"missing":`...), r.Missing)
		b = append(jsonstring.AppendAll(append(b, `,"programs":`...), r.Names), '}')
	}
	return b
}

// appendOpening appends the object of the opening, or null.
func (x *Explanation) appendOpening(b []byte) []byte {
	title, note := x.Opening(), x.Plan.Note
	if title == "" {
		return append(b, "null"...)
	}
	b = jsonstring.Append(append(b, `{"what":`...), title)
	b = jsonstring.Append(append(b, `,"effect":`...), x.Plan.Effect.String())
	b = jsonstring.AppendOptional(append(b, `,"server":`...), x.Plan.Server, x.Plan.Server != "")
	b = jsonstring.AppendOptional(append(b, `,"path":`...), earl.Octets(x.Plan.Path).Printable(), x.Plan.Path != "")
	b = append(b, `,"refusal":`...)
	if r := x.Refusal; r != nil {
		b = jsonstring.Append(append(b, `{"guard":`...), r.Name)
		b = append(jsonstring.Append(append(b, `,"message":`...), r.Found()), '}')
	} else {
		b = append(b, "null"...)
	}
	var lines []string
	for _, s := range x.Plan.Steps {
		lines = append(lines, s.Printable())
	}
	b = jsonstring.AppendAll(append(b, `,"lines":`...), lines)
	b = append(b, `,"steps":[`...)
	for i, s := range x.Plan.Steps {
		if i > 0 {
			b = append(b, ',')
		}
		b = jsonstring.Append(append(b, `{"line":`...), s.Printable())
		b = jsonstring.Append(append(b, `,"when":`...), s.When)
		b = jsonstring.Append(append(b, `,"why":`...), s.Why)
		b = append(jsonstring.Append(append(b, `,"source":`...), s.Source), '}')
	}
	return append(jsonstring.AppendOptional(append(b, `],"note":`...), note, note != ""), '}')
}
