package earl

import (
	"strings"
	"sync"

	"github.com/earl-url/earl/internal/jsonstring"
)

// Part is one named part of a view, decoded. A view yields its parts in the
// order of the URL, including absent ones, so every view of a scheme has the
// same parts. Programs print these parts and do not look into a view. Source:
// rfc1738 2.1.
type Part struct {
	Name    string    // lower case, as in JSON: "selector"
	Kind    PartKind  // which of the fields below contains the value
	In      Component // the component of the URL that contains the part: see [URL.Span]
	Present bool      // false: the part is absent; for PartFlag this is the value
	Value   Octets    // for PartOctets and PartText
	List    []Octets  // for PartList
	Pairs   []Pair    // for PartPairs
}

// PartKind is the kind of value in a [Part].
type PartKind uint8

// The values of PartKind.
const (
	PartOctets PartKind = iota // decoded data
	PartText                   // text of the URL, not decoded
	PartSecret                 // a password: its value is not in the Part
	PartFlag                   // yes or no
	PartList                   // decoded data, in order, such as the segments of a path
	PartPairs                  // names with values, in order
)

// Pair is a name with its value, both decoded: a header field of a mailto URL,
// a field of a prospero URL. Source: rfc6068 2; rfc1738 3.11.
type Pair struct {
	Name, Value Octets
}

// Printable returns the value of a part that has one value, as printable
// US-ASCII. "%" and everything outside 0x20-0x7E is %HH; in PartText a "%"
// stays. For a secret it returns [Hidden].
func (p Part) Printable() string {
	switch p.Kind {
	case PartText:
		return printableText(string(p.Value))
	case PartSecret:
		return Hidden
	}
	return p.Value.Printable()
}

// printableText returns text that is not decoded, with everything outside
// 0x20-0x7E as %HH.
func printableText(text string) string {
	for i := range len(text) {
		if c := text[i]; !isPrintable(c) && c != '%' {
			return strings.ReplaceAll(Octets(text).Printable(), "%25", "%")
		}
	}
	return text
}

// AppendView appends the JSON object of a view to b. The object has a member
// for each part, with the part's name. An absent part is null, a password
// [Hidden], a flag true or false, a list an array of strings, and pairs an
// array of objects with "name" and "value". Use it with encoding/json as a
// [json.RawMessage].
func AppendView(b []byte, v View) []byte {
	w := viewWriters.Get().(*viewWriter)
	w.b = append(b, '{')
	v.Parts(w.yield)
	b = append(w.b, '}')
	w.b = nil
	viewWriters.Put(w)
	return b
}

// viewWriter writes the JSON object of a view.
type viewWriter struct {
	b     []byte
	yield func(Part) bool // the method add
}

// viewWriters keeps writers for reuse: passing a function to the method of an
// interface allocates, and a list of URLs has a view for each.
var viewWriters = sync.Pool{New: func() any {
	w := new(viewWriter)
	w.yield = w.add
	return w
}}

// add appends the member for a part.
func (w *viewWriter) add(p Part) bool {
	if w.b[len(w.b)-1] != '{' {
		w.b = append(w.b, ',')
	}
	w.b = append(append(append(w.b, '"'), p.Name...), `":`...)
	w.b = p.appendJSON(w.b)
	return true
}

// appendJSON appends the value of p.
func (p Part) appendJSON(b []byte) []byte {
	switch {
	case p.Kind == PartFlag && p.Present:
		return append(b, "true"...)
	case p.Kind == PartFlag:
		return append(b, "false"...)
	case p.Kind == PartList:
		b = append(b, '[')
		for i, o := range p.List {
			if i > 0 {
				b = append(b, ',')
			}
			b = jsonstring.Append(b, o.Printable())
		}
		return append(b, ']')
	case p.Kind == PartPairs:
		b = append(b, '[')
		for i, pair := range p.Pairs {
			if i > 0 {
				b = append(b, ',')
			}
			b = jsonstring.Append(append(b, `{"name":`...), pair.Name.Printable())
			b = append(jsonstring.Append(append(b, `,"value":`...), pair.Value.Printable()), '}')
		}
		return append(b, ']')
	case !p.Present:
		return append(b, "null"...)
	}
	if p.Kind != PartSecret && isPlainPart(p.Value, p.Kind == PartText) {
		return append(append(append(b, '"'), p.Value...), '"')
	}
	return jsonstring.Append(b, p.Printable())
}

// isPlainPart reports whether o is unchanged in JSON, as most parts are. It
// needs one pass. In text that is not decoded a "%" is unchanged.
func isPlainPart(o Octets, text bool) bool {
	for i := range len(o) {
		if c := o[i]; c < ' ' || c > '~' || c == '"' || c == '\\' || c == '%' && !text {
			return false
		}
	}
	return true
}
