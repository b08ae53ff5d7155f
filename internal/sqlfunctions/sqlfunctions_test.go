package sqlfunctions

import (
	"os"
	"slices"
	"testing"

	"github.com/earl-url/earl/rows"
)

// The Python package has the list of this package.
func TestPythonHasTheList(t *testing.T) {
	want, err := JSON()
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../../integrations/spark/earl_spark/functions.json")
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Error("integrations/spark/earl_spark/functions.json is not current: run go generate ./internal/sqlfunctions")
	}
}

// Each selection compiles, reads the columns of its arguments and has the type
// of its function.
func TestSelectionsCompile(t *testing.T) {
	options := map[string]string{"level": "case", "part": "path", "type": "html", "option": "keep_www"}
	for _, f := range All() {
		for _, option := range []string{"", options[f.Option]} {
			selection := f.Selection(option)
			inputs := append([]string{"url"}, f.Args...)
			plan, err := rows.Compile(selection, rows.Options{Inputs: inputs})
			if err != nil {
				t.Errorf("%s: %q: %v", f.Name, selection, err)
				continue
			}
			var types []string
			for _, c := range plan.Columns() {
				types = append(types, c.Kind.String())
			}
			want := []string{f.Type}
			if len(f.Fields) > 0 {
				want = nil
				for _, field := range f.Fields {
					want = append(want, field.Type)
				}
			}
			if !slices.Equal(types, want) {
				t.Errorf("%s: %q has the types %v, want %v", f.Name, selection, types, want)
			}
			if len(plan.Reads()) != len(inputs) {
				t.Errorf("%s: %q reads %d of the inputs %v", f.Name, selection, len(plan.Reads()), inputs)
			}
			if f.Option != "" && options[f.Option] == "" {
				t.Errorf("%s: this test has no value for the option %q", f.Name, f.Option)
			}
		}
	}
}
