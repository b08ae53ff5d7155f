package schema

import (
	"reflect"

	"github.com/earl-url/earl/internal/jsonobject"
)

// An Output is what commands print with --json, or the lines that they read.
type Output struct {
	Name     string         // of the schema: "parse" for docs/schemas/parse.schema.json
	Title    string         // in a few words
	Commands []string       // those that print it with --json
	Input    bool           // earl reads the lines, and ignores other fields
	Lines    []reflect.Type // the types of the lines
	Null     bool           // a line can be null: with --rows, for a line without a text
}

// Outputs are all outputs, in the order of docs/json.md.
var Outputs = []Output{
	{
		Name: "parse", Title: "A line of earl parse, resolve or normalize --json", Commands: []string{"parse", "resolve", "normalize"},
		Lines: []reflect.Type{reflect.TypeFor[jsonobject.Parse]()}, Null: true,
	}, {
		Name: "parse-input", Title: "A line that earl parse --input jsonl reads", Input: true,
		Lines: []reflect.Type{reflect.TypeFor[jsonobject.ParseInput]()},
	}, {
		Name: "explain", Title: "A line of earl explain --json", Commands: []string{"explain"},
		Lines: []reflect.Type{reflect.TypeFor[jsonobject.Explain]()},
	}, {
		Name: "same", Title: "The line of earl same --json", Commands: []string{"same"},
		Lines: []reflect.Type{reflect.TypeFor[jsonobject.Same]()},
	}, {
		Name: "schemes", Title: "A line of earl schemes --json", Commands: []string{"schemes"},
		Lines: []reflect.Type{reflect.TypeFor[jsonobject.Scheme]()},
	}, {
		Name: "get", Title: "A line of earl get or ls --json", Commands: []string{"get", "ls"},
		Lines: []reflect.Type{
			reflect.TypeFor[jsonobject.Entry](), reflect.TypeFor[jsonobject.Document](), reflect.TypeFor[jsonobject.SavedDocument](),
			reflect.TypeFor[jsonobject.Form](), reflect.TypeFor[jsonobject.MailAddress](), reflect.TypeFor[jsonobject.Redirect](),
		},
	}, {
		Name: "extract", Title: "A line of earl extract --json", Commands: []string{"extract"},
		Lines: []reflect.Type{reflect.TypeFor[jsonobject.Match](), reflect.TypeFor[jsonobject.FileWithMatches](), reflect.TypeFor[jsonobject.FileCount]()},
	}, {
		Name: "check", Title: "A line of earl check --json", Commands: []string{"check"},
		Lines: []reflect.Type{reflect.TypeFor[jsonobject.Result](), reflect.TypeFor[jsonobject.End]()},
	}, {
		Name: "check-row", Title: "A line that earl check --rows reads and writes", Input: true,
		Lines: []reflect.Type{reflect.TypeFor[jsonobject.CheckRow]()},
	}, {
		Name: "history", Title: "A line of earl history --json", Commands: []string{"history"},
		Lines: []reflect.Type{reflect.TypeFor[jsonobject.Observation]()},
	}, {
		Name: "write-out", Title: "The output of earl get -w '%{json}'",
		Lines: []reflect.Type{reflect.TypeFor[jsonobject.WriteOut]()},
	}, {
		Name: "gateway-export", Title: "The file that the history page of earl serve exports",
		Lines: []reflect.Type{reflect.TypeFor[jsonobject.Export]()},
	},
}

// Types returns the types of the objects in o: those of its lines first, then those of
// their fields.
func (o Output) Types() []reflect.Type {
	var list []reflect.Type
	seen := map[reflect.Type]bool{}
	var add func(reflect.Type)
	add = func(t reflect.Type) {
		for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Map {
			t = t.Elem()
		}
		if t.Kind() != reflect.Struct || seen[t] {
			return
		}
		seen[t] = true
		list = append(list, t)
		for _, f := range fields(t) {
			add(f.Type)
		}
	}
	for _, t := range o.Lines {
		add(t)
	}
	return list
}

// fields returns the fields of an object, with those of embedded types.
func fields(t reflect.Type) (list []reflect.StructField) {
	for _, f := range reflect.VisibleFields(t) {
		if !f.Anonymous {
			list = append(list, f)
		}
	}
	return list
}
