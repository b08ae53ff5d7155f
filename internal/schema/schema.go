// Package schema makes JSON Schemas of the objects that the command prints, from the types
// of package jsonobject and their comments.
//
//	go generate ./internal/schema
//
// writes them into the directory schemas. The tables of docs/json.md have the same source:
// see Table. No program links this package.
package schema

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
)

//go:generate go run gen.go

// address is the beginning of the "$id" of each schema: the directory in the repository.
const address = "https://github.com/earl-url/earl/raw/main/docs/schemas/"

// A node is a schema, or a part of one.
type node struct {
	Schema      string   `json:"$schema,omitempty"`
	ID          string   `json:"$id,omitempty"`
	Title       string   `json:"title,omitempty"`
	Description string   `json:"description,omitempty"`
	Ref         string   `json:"$ref,omitempty"`
	Type        any      `json:"type,omitempty"` // a string, or several
	Format      string   `json:"format,omitempty"`
	Enum        []any    `json:"enum,omitempty"`
	Minimum     *int     `json:"minimum,omitempty"`
	Items       *node    `json:"items,omitempty"`
	AnyOf       []*node  `json:"anyOf,omitempty"`
	Properties  *members `json:"properties,omitempty"`
	Required    []string `json:"required,omitempty"`
	Names       *node    `json:"propertyNames,omitempty"`
	Additional  any      `json:"additionalProperties,omitempty"` // false, or a node
	Defs        *members `json:"$defs,omitempty"`
}

// members are parts of a schema by name, in order.
type members struct {
	names []string
	nodes []*node
}

// add adds a part.
func (m *members) add(name string, n *node) {
	m.names, m.nodes = append(m.names, name), append(m.nodes, n)
}

// MarshalJSON writes an object.
func (m *members) MarshalJSON() ([]byte, error) {
	b := []byte("{")
	for i, n := range m.nodes {
		value, err := marshal(n)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			b = append(b, ',')
		}
		b = append(fmt.Appendf(b, "%q:", m.names[i]), value...)
	}
	return append(b, '}'), nil
}

// marshal returns v as JSON, with "<" unchanged.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return b.Bytes(), err
}

// A Maker makes schemas and tables.
type Maker struct{ objects, views comments }

// New returns a Maker that reads comments from the source of this module.
func New(module string) (*Maker, error) {
	objects, err := readComments(filepath.Join(module, "internal", "jsonobject"))
	if err != nil {
		return nil, err
	}
	views, err := readComments(filepath.Join(module, "views"))
	return &Maker{objects, views}, err
}

// FileName returns the name of the file of a schema in the directory schemas.
func (o Output) FileName() string { return o.Name + ".schema.json" }

// Schema returns the schema of an output.
func (m *Maker) Schema(o Output) ([]byte, error) {
	//lint:ignore urlconcat the names of outputs have only letters and hyphens
	root := &node{Schema: "https://json-schema.org/draft/2020-12/schema", ID: address + o.FileName(), Title: o.Title, Defs: new(members)}
	for _, t := range o.Lines {
		root.AnyOf = append(root.AnyOf, ref(nameOf(t)))
	}
	if o.Null {
		root.AnyOf = append(root.AnyOf, &node{Type: "null", Description: "With --rows, a line of input that has no text."})
	}
	views := false
	for _, t := range o.Types() {
		n := m.object(t)
		if o.Input {
			n.Additional = nil
		}
		root.Defs.add(nameOf(t), n)
		views = views || n.hasView()
	}
	if views {
		m.addViews(root.Defs)
	}
	text, err := marshal(root)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = json.Indent(&b, text, "", "  ")
	return b.Bytes(), err
}

// hasView reports whether an object has the view of a URL.
func (n *node) hasView() bool {
	for _, f := range n.Properties.nodes {
		if f.Ref == refTo(viewName) {
			return true
		}
	}
	return false
}

// object returns the schema of the objects of a type.
func (m *Maker) object(t reflect.Type) *node {
	n := &node{Description: m.objects[t.Name()], Type: "object", Properties: new(members), Additional: false}
	for _, f := range fields(t) {
		name, optional := key(f)
		value := valueOf(f.Type, f.Tag)
		value.Description = m.comment(t, f)
		n.Properties.add(name, value)
		if !optional {
			n.Required = append(n.Required, name)
		}
	}
	return n
}

// comment returns the comment of a field, which may be a field of an embedded type.
func (m *Maker) comment(t reflect.Type, f reflect.StructField) string {
	for _, i := range f.Index[:len(f.Index)-1] {
		t = t.Field(i).Type
	}
	return m.objects[t.Name()+"."+f.Name]
}

// key returns the name of a field in JSON, and whether it can be missing.
func key(f reflect.StructField) (name string, optional bool) {
	name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
	return name, options == "omitempty"
}

// valueOf returns the schema of a value with the tags of its field.
func valueOf(t reflect.Type, tag reflect.StructTag) *node {
	switch {
	case t == viewType:
		return ref(viewName)
	case t.Kind() == reflect.Pointer:
		return nullable(valueOf(t.Elem(), tag))
	case t.Kind() == reflect.Struct:
		return ref(nameOf(t))
	case t.Kind() == reflect.Slice:
		return &node{Type: "array", Items: valueOf(t.Elem(), tag)}
	case t.Kind() == reflect.Map:
		return &node{Type: "object", Names: valueOf(t.Key(), tag), Additional: valueOf(t.Elem(), "")}
	case t.Kind() == reflect.Bool:
		return &node{Type: "boolean"}
	case t.Kind() == reflect.Float64:
		return &node{Type: "number", Minimum: new(int)}
	case t.Kind() == reflect.String:
		n := &node{Type: "string", Format: tag.Get("format")}
		if list := tag.Get("enum"); list != "" {
			for _, v := range values[list]() {
				n.Enum = append(n.Enum, v)
			}
		}
		return n
	}
	return &node{Type: "integer", Minimum: new(int)}
}

// nullable returns the schema of a value that can be null.
func nullable(n *node) *node {
	if n.Ref != "" {
		return &node{AnyOf: []*node{n, {Type: "null"}}}
	}
	n.Type = []any{n.Type, "null"}
	if n.Enum != nil {
		n.Enum = append(n.Enum, nil)
	}
	return n
}

// nameOf returns the name of a type in "$defs": "crawlDelay".
func nameOf(t reflect.Type) string { return strings.ToLower(t.Name()[:1]) + t.Name()[1:] }

// ref returns a reference to a part of "$defs".
func ref(name string) *node { return &node{Ref: refTo(name)} }

func refTo(name string) string { return "#/$defs/" + name }
