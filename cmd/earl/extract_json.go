package main

import (
	"strconv"

	"github.com/earl-url/earl/base"
)

// appendMatch appends the object of a match and a line feed. Without a base,
// "base" and "baseFrom" are null.
func appendMatch(b []byte, file string, f *fileMatch) []byte {
	b = appendString(append(b, `{"url":`...), f.written)
	b = appendString(append(b, `,"text":`...), f.Text)
	b = appendString(append(b, `,"file":`...), file)
	b = strconv.AppendInt(append(b, `,"offset":`...), f.Offset, 10)
	b = strconv.AppendInt(append(b, `,"line":`...), f.Line, 10)
	b = strconv.AppendInt(append(b, `,"column":`...), f.Column, 10)
	b = appendString(append(b, `,"kind":`...), f.Kind.String())
	b = appendString(append(b, `,"confidence":`...), f.Confidence.String())
	b = append(b, `,"base":`...)
	if f.Base.From == base.None {
		b = append(b, "null"...)
	} else {
		b = appendString(b, f.Base.URL.String())
	}
	b = appendStrings(append(b, `,"alternatives":`...), f.Alternatives)
	b = appendBool(append(b, `,"relative":`...), f.Relative)
	if b = append(b, `,"baseFrom":`...); f.Base.From == base.None {
		b = append(b, "null"...)
	} else {
		b = appendString(b, f.Base.From.String())
	}
	return append(b, "}\n"...)
}
