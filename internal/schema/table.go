package schema

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
)

// maxValues is how many values a table lists. A longer list is only in the schema.
const maxValues = 20

// Table returns the rows of the table of an object: name, type and meaning of each field.
// Fields of an embedded object are in the table of that object.
func (m *Maker) Table(t reflect.Type) string {
	var b strings.Builder
	for _, f := range fields(t) {
		if len(f.Index) > 1 {
			continue
		}
		name, optional := key(f)
		text := typeText(f.Type)
		if optional {
			text += ", can be missing"
		}
		writeRow(&b, name, text, withValues(m.comment(t, f), f.Tag.Get("enum")))
	}
	return b.String()
}

// withValues returns a comment with the values of a list, unless it has them.
func withValues(comment, list string) string {
	if list == "" {
		return comment
	}
	all := values[list]()
	missing := slices.ContainsFunc(all, func(v string) bool { return !strings.Contains(comment, `"`+v+`"`) })
	if !missing || len(all) > maxValues {
		return comment
	}
	return comment + ` One of "` + strings.Join(all, `", "`) + `".`
}

// ViewTable returns the rows of the table of a view.
func (m *Maker) ViewTable(v View) string {
	var b strings.Builder
	for _, p := range v.parts {
		n, text := v.valueOf(p), "string or null"
		switch {
		case n.Type == "boolean", n.Type == "string":
			text = n.Type.(string)
		case n.Items != nil && n.Items.Properties != nil:
			text = "array of `{name, value}`"
		case n.Items != nil:
			text = "array of strings"
		}
		writeRow(&b, p.Name, text, m.partComment(v, p))
	}
	return b.String()
}

// code matches what is code in a comment: a value, an option.
var code = regexp.MustCompile(`"[^"]*"|<[^>]*>|[a-z]+\[\]\.[a-z]+|\bnull\b|--[a-z]+(-[a-z]+)*|%[0-9A-H]{2}|0x[0-9A-F]{2}(-0x[0-9A-F]{2})?`)

// writeRow writes a row of a table.
func writeRow(b *strings.Builder, name, kind, meaning string) {
	meaning = strings.ReplaceAll(code.ReplaceAllString(meaning, "`$0`"), "|", `\|`)
	fmt.Fprintf(b, "| `%s` | %s | %s |\n", name, kind, meaning)
}

// typeText returns the words for a type.
func typeText(t reflect.Type) string {
	switch {
	case t == viewType:
		return "[view](#views) or null"
	case t.Kind() == reflect.Pointer:
		return typeText(t.Elem()) + " or null"
	case t.Kind() == reflect.Struct:
		return link(t)
	case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Struct:
		return "array of " + link(t.Elem())
	case t.Kind() == reflect.Slice:
		return "array of " + typeText(t.Elem()) + "s"
	case t.Kind() == reflect.Map:
		return "object of " + typeText(t.Elem()) + "s"
	case t.Kind() == reflect.Bool:
		return "boolean"
	case t.Kind() == reflect.String:
		return "string"
	case t.Kind() == reflect.Float64:
		return "number"
	}
	return "integer"
}

// link returns the link to the table of a type.
func link(t reflect.Type) string {
	h := Heading(t)
	return "[" + h + "](#" + strings.ReplaceAll(h, " ", "-") + ")"
}

// Heading returns the heading of the table of a type: "earlier result".
func Heading(t reflect.Type) string {
	var b strings.Builder
	for i, c := range t.Name() {
		if i > 0 && 'A' <= c && c <= 'Z' {
			b.WriteByte(' ')
		}
		b.WriteRune(c)
	}
	return strings.ToLower(b.String())
}
