package main

import (
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/jsonstring"
	"github.com/earl-url/earl/internal/trurl"
)

// The JSON of the command is appended to a buffer by hand: its keys and their
// order are a fixed contract, and a million lines go through here.

// itoa is strconv.Itoa.
func itoa(n int) string { return strconv.Itoa(n) }

// appendString appends text as a JSON string.
func appendString(b []byte, text string) []byte { return jsonstring.Append(b, text) }

// appendStrings appends an array of strings.
func appendStrings(b []byte, all []string) []byte { return jsonstring.AppendAll(b, all) }

// appendOptional appends text as a JSON string, or null if it is absent.
func appendOptional(b []byte, text string, present bool) []byte {
	return jsonstring.AppendOptional(b, text, present)
}

// A quoter appends strings as JSON. A plain quoter is for the parts of a text for
// which [jsonstring.IsPlain] is true: it does not check them again.
type quoter struct{ plain bool }

// append appends text as a JSON string.
func (q quoter) append(b []byte, text string) []byte {
	if q.plain {
		return append(append(append(b, '"'), text...), '"')
	}
	return appendString(b, text)
}

// optional appends text as a JSON string, or null if it is not given.
func (q quoter) optional(b []byte, text string, given bool) []byte {
	if !given {
		return append(b, "null"...)
	}
	return q.append(b, text)
}

// appendBool appends true or false.
func appendBool(b []byte, yes bool) []byte { return strconv.AppendBool(b, yes) }

// appendReading appends the object of one reading, without a line end. The input
// is whole, passwords too, because the URL is what was asked for; with hide it
// is not.
func appendReading(b []byte, r *reading, hide bool) []byte {
	if len(r.input) > chunkSize { // else it is copied as often as the room doubles
		b = slices.Grow(b, 5*len(r.input))
	}
	b = append(b, `{"input":`...)
	plain := !hide && jsonstring.IsPlain(r.input)
	switch {
	case hide:
		b = appendString(b, earl.Redact(r.input))
	case plain:
		b = quoter{plain}.append(b, r.input)
	default:
		b = appendString(b, r.input)
		if !utf8.ValidString(r.input) {
			b = append(b, `,"inputOctets":`...)
			b = appendString(b, earl.Octets(r.input).Printable())
		}
	}
	b = append(append(append(b, `,"edition":"`...), r.edition.Name()...), `","valid":`...)
	if !r.valid {
		b = append(b, `false,"url":null,"scheme":null,"user":null,"password":null,"host":null,"port":null,"path":null,"params":null,"query":null,"fragment":null,"view":null,"viewViolation":null`...)
	} else {
		text := r.display.Text(r.url)
		q := quoter{plain && text == r.input || jsonstring.IsPlain(text)}
		b = q.append(append(b, `true,"url":`...), text)
		b = appendComponents(b, r.url, r.display, q)
	}
	b = append(b, `,"violations":`...)
	b = appendViolations(b, r.violations)
	if r.baseViolations != nil {
		b = append(b, `,"baseViolations":`...)
		b = appendViolations(b, r.baseViolations)
	}
	if r.editViolations != nil {
		b = appendString(append(b, `,"edit":`...), r.edit)
		b = appendViolations(append(b, `,"editViolations":`...), r.editViolations)
	}
	return append(b, '}')
}

// appendComponents appends the components of u, as they are shown, and its view.
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
	view, err := earl.ParseView(u)
	b = append(b, `,"view":`...)
	if err != nil {
		b = append(b, `null,"viewViolation":`...)
		return appendViewFault(b, err)
	}
	b = earl.AppendView(b, view)
	return append(b, `,"viewViolation":null`...)
}

// appendViolations appends the array of violations.
func appendViolations(b []byte, all []earl.Violation) []byte {
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
	b = appendString(append(b, `,"rule":`...), v.Rule.Name())
	b = appendString(append(b, `,"section":`...), v.Rule.Section())
	b = appendString(append(b, `,"message":`...), v.Rule.Sentence())
	b = appendBool(append(b, `,"repaired":`...), v.Repaired)
	return append(b, '}')
}

// appendViewFault appends why no view reads a URL.
func appendViewFault(b []byte, err error) []byte {
	if v, ok := violationOf(err); ok {
		return appendViolation(b, v)
	}
	return append(b, "null"...)
}
