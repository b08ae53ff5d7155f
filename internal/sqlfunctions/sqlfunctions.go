// Package sqlfunctions lists the functions that earl adds to database engines. Each
// is made from a column of package rows, so that engines agree on names and types.
package sqlfunctions

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/earl-url/earl/rows"
)

//go:generate go run gen.go

// Function is a function of the first argument "url".
type Function struct {
	Name string `json:"name"`
	// Column is the operation of package rows, such as "host". A Function with
	// Fields has no Column.
	Column string `json:"column,omitempty"`
	// Args are the names of the arguments after the URL, such as "base". They are
	// columns too.
	Args []string `json:"args,omitempty"`
	// Option is the name of an argument that is fixed for a whole query, such as
	// "level", or "".
	Option string `json:"option,omitempty"`
	// Type is the kind of the result: text, bool, int or list.
	Type string `json:"type,omitempty"`
	// Fields are the functions with the values of the fields of a struct.
	Fields []Field `json:"fields,omitempty"`
	Doc    string  `json:"doc"`
}

// Field is a field of a struct.
type Field struct {
	Name string `json:"name"` // it is the operation too
	Type string `json:"type"`
}

// parseFields are the fields of url_parse.
var parseFields = [...]string{"valid", "scheme", "has_user", "host", "port", "path", "query", "fragment"}

// All returns the functions, in the order of the columns of package rows.
func All() (all []Function) {
	types := map[string]string{}
	for o := range rows.Operations() {
		f := Function{Name: name(o.Name), Column: o.Name, Type: o.Kind.String(), Doc: o.Doc}
		f.Args, f.Option = arguments(o.Args)
		all, types[o.Name] = append(all, f), f.Type
	}
	parse := Function{Name: "url_parse", Doc: "The components in one struct: " + strings.Join(parseFields[:], ", ") + "."}
	for _, field := range parseFields {
		parse.Fields = append(parse.Fields, Field{field, types[field]})
	}
	return append(all, parse)
}

// name returns the name of the function for an operation: a verb for what
// rewrites a URL, as elsewhere in earl.
func name(operation string) string {
	if operation == "normal" {
		operation = "normalize"
	}
	return "url_" + operation
}

// arguments splits the arguments of an operation, such as "(OTHER[, LEVEL])",
// into columns and an option, which is in square brackets.
func arguments(usage string) (args []string, option string) {
	columns, options, _ := strings.Cut(strings.ToLower(usage), "[")
	args = words(columns)
	if list := words(options); len(list) > 0 {
		option = list[0]
	}
	return args, option
}

// words returns the words between punctuation.
func words(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune("()[], ", r) })
}

// Selection returns the selection of package rows that computes f. option is the
// value of f.Option, or "".
func (f Function) Selection(option string) string {
	if len(f.Fields) > 0 {
		var list []string
		for _, field := range f.Fields {
			list = append(list, field.Name)
		}
		return strings.Join(list, ",")
	}
	args := f.Args
	if option != "" {
		args = append(args[:len(args):len(args)], option)
	}
	if len(args) == 0 {
		return f.Column
	}
	return f.Column + "(" + strings.Join(args, ",") + ")"
}

// JSON returns the list of all functions as JSON, with a line for each.
func JSON() ([]byte, error) {
	var b strings.Builder
	for i, f := range All() {
		line, err := json.Marshal(f)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&b, "%s%s", [...]string{"[\n", ",\n"}[min(i, 1)], line)
	}
	return []byte(b.String() + "\n]\n"), nil
}
