package schema

import (
	"reflect"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/jsonobject"
	"github.com/earl-url/earl/views"
)

// viewType is the type of the view of a URL, whose fields are the parts of its scheme.
var viewType = reflect.TypeFor[jsonobject.View]()

// viewName is the name of the view in "$defs".
const viewName = "view"

// A View is the view of the URLs of a scheme.
type View struct {
	Name  string // of the scheme, "ftp"; ftps has the same view
	kind  reflect.Type
	parts []earl.Part
}

// Views returns the views of all schemes.
func Views() (list []View) {
	seen := map[reflect.Type]bool{}
	for s := range earl.RFC3986.Schemes() {
		if s.Example == "" {
			continue
		}
		view, err := views.Parse(earl.RFC3986.MustParse(s.Example))
		if err != nil {
			panic(err) // an example has a view
		}
		v := View{Name: s.Name, kind: reflect.TypeOf(view)}
		if seen[v.kind] {
			continue
		}
		seen[v.kind] = true
		for p := range view.Parts {
			v.parts = append(v.parts, p)
		}
		list = append(list, v)
	}
	return list
}

// addViews adds the views of all schemes.
func (m *Maker) addViews(defs *members) {
	all := &node{Description: m.objects["View"], AnyOf: []*node{{Type: "null"}}}
	defs.add(viewName, all)
	for _, v := range Views() {
		n := &node{Description: "The decoded parts of URLs of " + v.Name + ".", Type: "object", Properties: new(members), Additional: false}
		for _, p := range v.parts {
			value := v.valueOf(p)
			value.Description = m.partComment(v, p)
			n.Properties.add(p.Name, value)
			n.Required = append(n.Required, p.Name)
		}
		defs.add(v.Name, n)
		all.AnyOf = append(all.AnyOf, ref(v.Name))
	}
}

// valueOf returns the schema of a part.
func (v View) valueOf(p earl.Part) *node {
	switch p.Kind {
	case earl.PartFlag:
		return &node{Type: "boolean"}
	case earl.PartList:
		return &node{Type: "array", Items: &node{Type: "string"}}
	case earl.PartPairs:
		return &node{Type: "array", Items: pair()}
	}
	if t := v.field(p).Type; t == reflect.TypeFor[earl.Field]() || t == reflect.TypeFor[earl.Secret]() {
		return nullable(&node{Type: "string"})
	}
	return &node{Type: "string"}
}

// field returns the field of the view that a part is made from.
func (v View) field(p earl.Part) reflect.StructField {
	f, ok := v.kind.FieldByNameFunc(func(name string) bool { return strings.EqualFold(name, p.Name) })
	if !ok {
		panic(v.Name + " has a part without a field: " + p.Name) // TestEveryFieldOfAViewIsAPart
	}
	return f
}

// pair returns the schema of a name with its value.
func pair() *node {
	n := &node{Type: "object", Properties: new(members), Required: []string{"name", "value"}, Additional: false}
	n.Properties.add("name", &node{Type: "string", Description: "The name."})
	n.Properties.add("value", &node{Type: "string", Description: "The value."})
	return n
}

// partComment returns the comment of a part as a sentence.
func (m *Maker) partComment(v View, p earl.Part) string {
	text := m.views[v.kind.Name()+"."+v.field(p).Name]
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:] + "."
}
