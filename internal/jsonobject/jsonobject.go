// Package jsonobject has the JSON objects that the command prints with --json: a type
// for each object, with a comment for each field.
//
//	line = jsonobject.AppendLine(line, jsonobject.Same{})
//
// The schemas in the directory schemas and the tables of docs/json.md are made from
// these types and their comments. Commands that print millions of lines write the same
// objects without this package, because that is faster. Tests compare their lines with
// the types.
//
// A field never changes its name or its meaning. A pointer means that the field can be
// null, and "omitempty" means that it can be missing. The tag "enum" names the list of
// all values, which package schema has.
package jsonobject

import (
	"bytes"
	"encoding/json"
	"time"

	"github.com/earl-url/earl/internal/jsonstring"
)

// AppendLine appends v as JSON and a line feed. The line is safe for a terminal. v is
// of a type of this package.
func AppendLine(b []byte, v any) []byte {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err) // no field of these types has a value that JSON has not
	}
	line := text.Bytes()
	return append(append(b, jsonstring.Escape(line[:len(line)-1])...), '\n')
}

// Text returns a pointer to text, or nil if it is not present.
func Text(text string, present bool) *string {
	if !present {
		return nil
	}
	return &text
}

// Size returns a pointer to a number of bytes, or nil if it is negative, which means
// that it is not known.
func Size(n int64) *int64 {
	if n < 0 {
		return nil
	}
	return &n
}

// Time returns a time in UTC by RFC 3339, or nil for the zero time.
func Time(t time.Time) *string {
	return Text(t.UTC().Format(time.RFC3339Nano), !t.IsZero())
}

// List returns list, or an empty list for nil, because JSON encodes a nil list as null.
func List[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
