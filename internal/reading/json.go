package reading

import (
	"errors"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/jsonstring"
	"github.com/earl-url/earl/internal/trurl"
	"github.com/earl-url/earl/views"
)

// The JSON is written by hand: its keys and their order must not change, and it is fast
// enough for millions of lines.

// A quoter appends strings as JSON. A plain quoter is for parts of a text that is known to
// be [jsonstring.IsPlain]. It does not check the parts again.
type quoter struct{ plain bool }

// append appends text as a JSON string.
func (q quoter) append(b []byte, text string) []byte {
	if q.plain {
		return append(append(append(b, '"'), text...), '"')
	}
	return jsonstring.Append(b, text)
}

// optional appends text as a JSON string, or null if it is not given.
func (q quoter) optional(b []byte, text string, given bool) []byte {
	if !given {
		return append(b, "null"...)
	}
	return q.append(b, text)
}

// AppendJSON appends r as an object, without a line end. The input and the URL include
// their passwords. With hide, the input has no password.
func (r *Reading) AppendJSON(b []byte, hide bool) []byte {
	if len(r.Input) > 64<<10 { // otherwise append would copy a long line many times
		b = slices.Grow(b, 5*len(r.Input))
	}
	b = append(b, `{"input":`...)
	plain := !hide && jsonstring.IsPlain(r.Input)
	switch {
	case hide:
		b = jsonstring.Append(b, earl.Redact(r.Input))
	case plain:
		b = quoter{plain}.append(b, r.Input)
	default:
		b = jsonstring.Append(b, r.Input)
		if !utf8.ValidString(r.Input) {
			b = append(b, `,"inputOctets":`...)
			b = jsonstring.Append(b, earl.Octets(r.Input).Printable())
		}
	}
	b = append(append(append(b, `,"edition":"`...), r.Edition.Name()...), `","valid":`...)
	if !r.Valid {
		b = append(b, `false,"url":null,"scheme":null,"user":null,"password":null,"host":null,"port":null,"path":null,"params":null,"query":null,"fragment":null,"view":null,"viewViolation":null`...)
	} else {
		text := r.Display.Text(r.URL)
		q := quoter{plain && text == r.Input || jsonstring.IsPlain(text)}
		b = q.append(append(b, `true,"url":`...), text)
		b = appendComponents(b, r.URL, r.Display, q)
	}
	b = append(b, `,"violations":`...)
	b = AppendViolations(b, r.Violations)
	if r.BaseViolations != nil {
		b = append(b, `,"baseViolations":`...)
		b = AppendViolations(b, r.BaseViolations)
	}
	if r.EditViolations != nil {
		b = jsonstring.Append(append(b, `,"edit":`...), r.Edit)
		b = jsonstring.Append(append(b, `,"edited":`...), r.Edited)
		b = AppendViolations(append(b, `,"editViolations":`...), r.EditViolations)
	}
	return append(b, '}')
}

// appendComponents appends the components of u, as they are displayed, and its view.
func appendComponents(b []byte, u earl.URL, d trurl.Display, q quoter) []byte {
	b = q.append(append(b, `,"scheme":`...), u.Scheme())
	user, ok := u.User()
	b = q.optional(append(b, `,"user":`...), user, ok)
	secret, ok := u.Password()
	b = q.optional(append(b, `,"password":`...), secret, ok)
	host, ok := d.Host(u)
	b = q.optional(append(b, `,"host":`...), host, ok)
	port, ok := d.Port(u)
	b = q.optional(append(b, `,"port":`...), port, ok)
	b = q.append(append(b, `,"path":`...), u.Path())
	params, ok := u.Params()
	b = q.optional(append(b, `,"params":`...), params, ok)
	query, ok := u.Query()
	b = q.optional(append(b, `,"query":`...), query, ok)
	fragment, ok := u.Fragment()
	b = q.optional(append(b, `,"fragment":`...), fragment, ok)
	view, err := views.Parse(u)
	b = append(b, `,"view":`...)
	if err != nil {
		b = append(b, `null,"viewViolation":`...)
		return appendViewFault(b, err)
	}
	b = earl.AppendView(b, view)
	return append(b, `,"viewViolation":null`...)
}

// AppendViolations appends the array of violations.
func AppendViolations(b []byte, all []earl.Violation) []byte {
	b = append(b, '[')
	for i, v := range all {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendViolation(b, v)
	}
	return append(b, ']')
}

// appendViolation appends the object of one violation.
func appendViolation(b []byte, v earl.Violation) []byte {
	b = strconv.AppendInt(append(b, `{"offset":`...), int64(v.Off), 10)
	b = strconv.AppendInt(append(b, `,"length":`...), int64(v.Len), 10)
	b = jsonstring.Append(append(b, `,"rule":`...), v.Rule.Name())
	b = jsonstring.Append(append(b, `,"section":`...), v.Rule.Section())
	b = jsonstring.Append(append(b, `,"message":`...), v.Rule.Sentence())
	b = strconv.AppendBool(append(b, `,"repaired":`...), v.Repaired)
	return append(b, '}')
}

// appendViewFault appends the violation that prevents a view of a URL, or null.
func appendViewFault(b []byte, err error) []byte {
	var fault *earl.ParseError
	if errors.As(err, &fault) {
		return appendViolation(b, fault.Violation)
	}
	return append(b, "null"...)
}
