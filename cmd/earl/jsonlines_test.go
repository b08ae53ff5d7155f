package main

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/earl-url/earl/internal/schema"
)

// TestEveryJSONFlagHasItsSchema: each command with --json is in the list of package schema,
// and the list has no other commands.
func TestEveryJSONFlagHasItsSchema(t *testing.T) {
	listed := map[string]bool{}
	for _, o := range schema.Outputs {
		for _, c := range o.Commands {
			listed[c] = true
		}
	}
	for _, c := range newRoot(&streams{}, nil).Commands() {
		name, has := c.Name(), c.Flags().Lookup("json") != nil
		if has && !listed[name] {
			t.Errorf("earl %s --json has no schema: add the type of its lines to internal/jsonobject and a row to internal/schema/outputs.go; "+
				"then go generate ./internal/schema writes docs/schemas/%[1]s.schema.json", name)
		}
		if !has && listed[name] {
			t.Errorf("internal/schema/outputs.go lists %s, which has no --json", name)
		}
		delete(listed, name)
	}
	for name := range listed {
		t.Errorf("internal/schema/outputs.go lists %s, which is not a command", name)
	}
}

// A lineChecker compares lines with the schema and the types of an output, and counts which
// fields have had a value.
type lineChecker struct {
	output schema.Output
	schema *jsonschema.Schema
	lines  int
	seen   map[string]bool // "Type.Field" with a value other than null, "", 0, false and []
}

// newLineChecker returns a checker of the lines of an output, with the published schema.
func newLineChecker(t *testing.T, name string) *lineChecker {
	t.Helper()
	o := schema.Outputs[slices.IndexFunc(schema.Outputs, func(o schema.Output) bool { return o.Name == name })]
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	s, err := c.Compile(filepath.Join("..", "..", "docs", "schemas", o.FileName()))
	if err != nil {
		t.Fatal(err)
	}
	return &lineChecker{output: o, schema: s, seen: map[string]bool{}}
}

// check checks one line.
func (l *lineChecker) check(t *testing.T, what, line string) {
	t.Helper()
	l.lines++
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(line))
	if err == nil {
		err = l.schema.Validate(value)
	}
	if err == nil && value != nil {
		err = l.sameAsType(line)
	}
	if err != nil {
		t.Errorf("%s: %s\n%v", what, line, err)
	}
}

// sameAsType returns an error if encoding/json does not write the same members in the same
// order for one of the types of the output.
func (l *lineChecker) sameAsType(line string) error {
	var all []error
	for _, typ := range l.output.Lines {
		object := reflect.New(typ)
		d := json.NewDecoder(strings.NewReader(line))
		d.DisallowUnknownFields()
		if err := d.Decode(object.Interface()); err != nil {
			all = append(all, err)
			continue
		}
		text, err := json.Marshal(object.Interface())
		if err != nil {
			return err
		}
		if !slices.Equal(tokens(line), tokens(string(text))) {
			all = append(all, errors.New("encoding/json writes "+string(text)))
			continue
		}
		l.count(object.Elem())
		return nil
	}
	return errors.Join(all...)
}

// tokens returns the tokens of a JSON text. 0 and 0.000 are the same number.
func tokens(text string) (list []json.Token) {
	d := json.NewDecoder(strings.NewReader(text))
	for {
		token, err := d.Token()
		if err != nil {
			return list
		}
		list = append(list, token)
	}
}

// count notes the fields of an object that have a value.
func (l *lineChecker) count(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			l.count(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			l.count(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Field(i)
			if empty := f.IsZero() || f.Kind() == reflect.Slice && f.Len() == 0; !empty {
				l.seen[v.Type().Name()+"."+v.Type().Field(i).Name] = true
			}
			l.count(f)
		}
	}
}

// unseen returns the fields that never had a value.
func (l *lineChecker) unseen() (list []string) {
	for _, typ := range l.output.Types() {
		for i := range typ.NumField() {
			if name := typ.Name() + "." + typ.Field(i).Name; !l.seen[name] {
				list = append(list, name)
			}
		}
	}
	return list
}

// A jsonRun is a command line, to which --json is added, and its stdin.
type jsonRun struct {
	args  []string
	stdin string
}

// run runs a command line in this process and returns its stdout.
func (r jsonRun) run(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	var files [3]*os.File
	for i, name := range []string{"in", "out", "err"} {
		f, err := os.Create(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		files[i] = f
	}
	if _, err := io.WriteString(files[0], r.stdin); err != nil {
		t.Fatal(err)
	}
	if _, err := files[0].Seek(0, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	status := run(&streams{in: files[0], out: files[1], err: files[2]}, append(slices.Clone(r.args), "--json"))
	out, err := os.ReadFile(files[1].Name())
	if err != nil {
		t.Fatal(err)
	}
	if status == statusUsage && len(out) == 0 {
		message, _ := os.ReadFile(files[2].Name())
		t.Errorf("%q: exit status 2: %s", r.args, message)
	}
	return string(out)
}

// checkRuns runs command lines of one command and checks each line of their output, and
// that each field has a value in some line, except for some.
func checkRuns(t *testing.T, runs []jsonRun, except ...string) {
	t.Helper()
	t.Setenv("HOME", t.TempDir())
	t.Setenv("NO_PROXY", "*")
	i := slices.IndexFunc(schema.Outputs, func(o schema.Output) bool { return slices.Contains(o.Commands, runs[0].args[0]) })
	l := newLineChecker(t, schema.Outputs[i].Name)
	for _, r := range runs {
		for line := range strings.Lines(r.run(t)) {
			if t.Failed() {
				return // one line is enough to see what is wrong
			}
			if !strings.HasSuffix(line, "\n") {
				t.Errorf("%q: the last line does not end", r.args)
			}
			l.check(t, strings.Join(r.args, " "), line)
		}
	}
	l.close(t, except)
}

// close checks that each field has had a value, except for some.
func (l *lineChecker) close(t *testing.T, except []string) {
	t.Helper()
	t.Logf("%d lines", l.lines)
	for _, name := range l.unseen() {
		if !slices.Contains(except, name) {
			t.Errorf("no line has a value for %s: add a command line to this test", name)
		}
	}
	for _, name := range except {
		if l.seen[name] {
			t.Errorf("%s has a value: remove it from the exceptions", name)
		}
	}
}

// TestJSONInput: parse --input jsonl accepts the lines that its schema accepts.
func TestJSONInput(t *testing.T) {
	l := newLineChecker(t, "parse-input")
	for line, want := range map[string]bool{
		`{"input":"http://h/"}`: true, `{"input":"","base":null}`: true, `{"input":"a","base":"http://h/"}`: true, `{"input":"a","id":7}`: true,
		`{}`: false, `{"input":null}`: false, `{"input":1}`: false, `{"input":"a","base":1}`: false, `"http://h/"`: false, `[]`: false,
	} {
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(line))
		if err != nil {
			t.Fatal(err)
		}
		if err := l.schema.Validate(value); (err == nil) != want {
			t.Errorf("the schema: %s: %v, want %v", line, err, want)
		}
		in := filepath.Join(t.TempDir(), "in.jsonl")
		if err := os.WriteFile(in, []byte(line+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		_, stderr := inProcess(t, []string{"parse", "--input", "jsonl", "-f", in})
		if got := !strings.Contains(stderr, "not an object"); got != want {
			t.Errorf("parse --input jsonl: %s is accepted: %v, want %v", line, got, want)
		}
	}
}
