package schema

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

const module = "../.."

// TestSchemasAreCurrent: each file of the directory schemas is what the types and their
// comments say, and there are no other files.
func TestSchemasAreCurrent(t *testing.T) {
	m := maker(t)
	dir := filepath.Join(module, "docs/schemas")
	want := map[string]bool{}
	var old []string
	for _, o := range Outputs {
		want[o.FileName()] = true
		text, err := m.Schema(o)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(filepath.Join(dir, o.FileName())); err != nil || string(got) != string(text) {
			old = append(old, o.FileName())
		}
	}
	if old != nil {
		t.Errorf("%d files in docs/schemas are not current, the first is %s: run go generate ./internal/schema", len(old), old[0])
	}
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !want[f.Name()] {
			t.Errorf("docs/schemas/%s has no row in internal/schema/outputs.go: add it, or remove the file", f.Name())
		}
	}
}

// TestEveryFieldIsDescribed: each object and each field has a comment, which is a sentence.
func TestEveryFieldIsDescribed(t *testing.T) {
	m := maker(t)
	for _, o := range Outputs {
		for _, typ := range o.Types() {
			if !isSentence(m.objects[typ.Name()]) {
				t.Errorf("internal/jsonobject: the type %s needs a comment", typ.Name())
			}
			for _, f := range fields(typ) {
				if !isSentence(m.comment(typ, f)) {
					t.Errorf("internal/jsonobject: the field %s.%s needs a comment: one or more sentences", typ.Name(), f.Name)
				}
				if list := f.Tag.Get("enum"); list != "" && values[list] == nil {
					t.Errorf("internal/jsonobject: %s.%s: add the list %q to internal/schema/values.go", typ.Name(), f.Name, list)
				}
			}
		}
	}
	for _, v := range Views() {
		for _, p := range v.parts {
			if m.partComment(v, p) == "" {
				t.Errorf("%s.go: the field of the part %q of the view needs a comment", v.Name, p.Name)
			}
		}
	}
}

// isSentence reports whether a comment is one or more sentences.
func isSentence(text string) bool { return strings.HasSuffix(text, ".") }

// TestRows: the rows of a table have the name, the type and the meaning of a field.
func TestRows(t *testing.T) {
	m := maker(t)
	type embedded struct {
		Z string `json:"z"`
	}
	type example struct {
		embedded
		A string         `json:"a,omitempty" enum:"severity"`
		B *int           `json:"b"`
		C []string       `json:"c"`
		D map[string]int `json:"d"`
	}
	m.objects["example.A"] = "A|b."
	got := m.Table(reflect.TypeFor[example]())
	for _, want := range []string{
		"| `a` | string, can be missing | A\\|b. One of `\"ok\"`, `\"warning\"`, `\"fault\"`. |\n",
		"| `b` | integer or null |", "| `c` | array of strings |", "| `d` | object of integers |",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
	if n := strings.Count(got, "\n"); n != 4 {
		t.Errorf("%d rows, want 4:\n%s", n, got)
	}
}

// maker returns a Maker for this module.
func maker(t *testing.T) *Maker {
	t.Helper()
	m, err := New(module)
	if err != nil {
		t.Fatal(err)
	}
	return m
}
