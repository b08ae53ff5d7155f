package searchfiles

import (
	"strconv"

	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/jsonstring"
)

// AppendJSON appends the JSON object of a match in the file with that name,
// without a line end. Without a base, "base" and "baseFrom" are null. Only a
// match in an archive has "member", and only one with a doubt has "doubt". Only a
// base that the document specifies has "baseAt". The
// URL includes its password.
func (m *Match) AppendJSON(b []byte, file string) []byte {
	b = jsonstring.Append(append(b, `{"url":`...), m.Written)
	if m.Wrapped != "" {
		b = jsonstring.Append(append(b, `,"wrapped":`...), m.Wrapped)
	}
	b = jsonstring.Append(append(b, `,"text":`...), m.Text)
	b = jsonstring.Append(append(b, `,"file":`...), file)
	if m.Member != "" {
		b = jsonstring.Append(append(b, `,"member":`...), m.Member)
	}
	b = strconv.AppendInt(append(b, `,"offset":`...), m.Offset, 10)
	b = strconv.AppendInt(append(b, `,"line":`...), m.Line, 10)
	b = strconv.AppendInt(append(b, `,"column":`...), m.Column, 10)
	b = jsonstring.Append(append(b, `,"kind":`...), m.Kind.String())
	b = jsonstring.Append(append(b, `,"confidence":`...), m.Confidence.String())
	known := m.Base.From != extract.NoBase
	from, url := "", ""
	if known {
		from, url = m.Base.From.String(), m.Base.URL.String()
	}
	b = jsonstring.AppendOptional(append(b, `,"base":`...), url, known)
	b = jsonstring.AppendAll(append(b, `,"alternatives":`...), m.Alternatives)
	b = strconv.AppendBool(append(b, `,"relative":`...), m.Relative)
	if m.Doubt != extract.Whole {
		b = jsonstring.Append(append(b, `,"doubt":`...), m.Doubt.String())
	}
	b = jsonstring.AppendOptional(append(b, `,"baseFrom":`...), from, known)
	if at := m.Base.At; known && at.Line > 0 {
		b = append(b, `,"baseAt":{`...)
		if at.Member != "" && at.Member != m.Member {
			b = append(jsonstring.Append(append(b, `"member":`...), at.Member), ',')
		}
		b = strconv.AppendInt(append(b, `"offset":`...), at.Offset, 10)
		b = strconv.AppendInt(append(b, `,"line":`...), at.Line, 10)
		b = strconv.AppendInt(append(b, `,"column":`...), at.Column, 10)
		b = append(b, '}')
	}
	return append(b, '}')
}
