package main

import (
	"strconv"

	"github.com/earl-url/earl/extract"
)

// appendMatch appends the object of a match and a line feed. Plain text has no base.
func appendMatch(b []byte, file string, m *extract.Match) []byte {
	b = appendString(append(b, `{"url":`...), m.URL)
	b = appendString(append(b, `,"text":`...), m.Text)
	b = appendString(append(b, `,"file":`...), file)
	b = strconv.AppendInt(append(b, `,"offset":`...), m.Offset, 10)
	b = strconv.AppendInt(append(b, `,"line":`...), m.Line, 10)
	b = strconv.AppendInt(append(b, `,"column":`...), m.Column, 10)
	b = appendString(append(b, `,"kind":`...), m.Kind.String())
	b = appendString(append(b, `,"confidence":`...), m.Confidence.String())
	b = append(b, `,"base":null,"alternatives":[`...)
	for i, a := range m.Alternatives {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendString(b, a)
	}
	b = appendBool(append(b, `],"relative":`...), m.Relative)
	return append(b, "}\n"...)
}
