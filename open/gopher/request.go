package gopher

import (
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open/internal/dialogue"
	"github.com/earl-url/earl/views"
)

// lineEnd ends the line of a request.
const lineEnd = "\r\n"

// request returns the bytes of the request for v, with its line ends: the
// selector, a TAB and the search, a TAB and the gopher+ string. The answers to
// a form follow as lines. The error is [earl.ErrControl].
// Source: rfc1738 3.4.2-3.4.9. Departs: see [Options].Literal.
func (o Options) request(v views.Gopher) (string, error) {
	_, filled := v.Answers()
	switch {
	case !o.Literal:
		v = understood(v)
	case filled && v.Search.Value == "":
		v.Search = earl.Field{} // 3.4.9 shows the whole request, without a search
	}
	if hasControl(v.Selector) || hasControl(v.Search.Value) || hasControl(v.Plus.Value) && !filled {
		return "", prefixed(earl.ErrControl)
	}
	b := append(make([]byte, 0, 64), v.Selector...)
	for _, field := range [...]earl.Field{v.Search, v.Plus} {
		if field.Present {
			b = append(append(b, '\t'), field.Value...)
		}
	}
	if !filled {
		b = append(b, lineEnd...)
	}
	return string(b), nil
}

// understood returns v with the fields that Gopher+ servers understand. Only
// type 7 has a search: for another type an empty one is left out with its TAB
// (R5). An empty last field is left out.
// Departs: rfc1738 3.4.3 sends the empty search.
func understood(v views.Gopher) views.Gopher {
	if v.Plus.Value == "" {
		v.Plus = earl.Field{}
	} else {
		v.Plus.Value = plainPlus(v.Plus.Value)
	}
	if typeOf(v) != '7' && v.Search.Value == "" {
		v.Search = earl.Field{}
	} else if v.Plus.Present {
		v.Search.Present = true
	}
	return v
}

// plainPlus returns a gopher+ string that servers understand: names without
// spaces between them, and "!" for the form, which is one of the attributes.
// Departs: rfc1738 3.4.7 has a space between the names.
func plainPlus(o earl.Octets) earl.Octets {
	if o == "?" {
		return "!"
	}
	if o[0] != '!' && o[0] != '$' {
		return o
	}
	var b strings.Builder
	b.WriteByte(o[0])
	for name := range strings.SplitSeq(string(o[1:]), " ") {
		if name != "" && name[0] != '+' {
			b.WriteByte('+')
		}
		b.WriteString(name)
	}
	return earl.Octets(b.String())
}

// hasControl reports whether o has a byte 0x00-0x1F or 0x7F, which would end a
// field of a request.
func hasControl(o earl.Octets) bool { return strings.ContainsFunc(string(o), dialogue.IsControl) }
