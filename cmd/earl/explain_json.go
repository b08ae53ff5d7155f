package main

import (
	"github.com/earl-url/earl"
)

// appendJSON appends the object of an explanation and a line feed. Passwords are hidden.
func (x *explanation) appendJSON(b []byte) []byte {
	b = appendString(append(b, `{"input":`...), earl.Redact(x.main.input))
	b = append(b, `,"readings":[`...)
	for i, r := range x.readings {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendReading(b, r, true)
	}
	b = append(b, `],"differences":`...)
	b = appendStrings(b, x.differences())
	b = append(b, `,"cautions":[`...)
	if x.main.valid {
		for i, c := range cautions(x.main.url) {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendString(append(b, `{"name":`...), c.name)
			b = append(appendString(append(b, `,"message":`...), c.text), '}')
		}
	}
	b = append(b, `],"opening":`...)
	if x.plan.title == "" {
		b = append(b, "null"...)
	} else {
		b = appendString(append(b, `{"what":`...), x.plan.title)
		b = appendStrings(append(b, `,"lines":`...), x.plan.lines)
		b = append(appendOptional(append(b, `,"note":`...), x.plan.note, x.plan.note != ""), '}')
	}
	return append(b, "}\n"...)
}
