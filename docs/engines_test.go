package docs_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/earl-url/earl/internal/sqlfunctions"
)

// functionsHead is the head of a table of functions.
const functionsHead = "| function | type | value |\n|---|---|---|\n"

// engineTypes are the types of the kinds of package rows, as an engine names them.
var engineTypes = map[string]map[string]string{
	"spark.md":      {"text": "string", "bool": "boolean", "int": "int", "list": "array of strings", "": "struct"},
	"clickhouse.md": {"text": "String", "bool": "Bool", "int": "Int32", "list": "Array(String)", "": "Tuple"},
}

// The pages of engines with functions list all of them. -update writes the lists.
func TestEnginePagesListTheFunctions(t *testing.T) {
	for name, types := range engineTypes {
		text := pages(t)[name]
		before, after, ok := strings.Cut(text, functionsHead)
		if !ok {
			t.Fatalf("docs/%s has no table of functions", name)
		}
		for strings.HasPrefix(after, "|") {
			_, after, _ = strings.Cut(after, "\n")
		}
		want := before + functionsHead + functionRows(name, types) + after
		if want == text {
			continue
		}
		if !*update {
			t.Errorf("docs/%s: %s", name, difference(want, text))
			continue
		}
		if err := os.WriteFile(name, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// functionRows returns the rows of the table of functions of a page.
func functionRows(page string, types map[string]string) string {
	var b strings.Builder
	for _, f := range sqlfunctions.All() {
		usage := strings.Join(append([]string{"url"}, f.Args...), ", ")
		if f.Option != "" && page == "spark.md" { // ClickHouse has no arguments that are fixed for a query
			usage += "[, " + f.Option + "]"
		}
		fmt.Fprintf(&b, "| `%s(%s)` | %s | %s |\n", f.Name, usage, types[f.Type], f.Doc)
	}
	return b.String()
}

// fence matches a block of a language.
var fence = regexp.MustCompile("(?ms)^```(python|json)\n(.*?)^```$")

// The Python and the JSON of the pages of engines is correct.
func TestEngineSnippetsAreWellFormed(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Log("the Python is not checked: python3 is not installed")
	}
	for _, name := range []string{"engines.md", "spark.md", "clickhouse.md"} {
		for _, m := range fence.FindAllStringSubmatch(pages(t)[name], -1) {
			switch {
			case m[1] == "json":
				var v any
				if err := json.Unmarshal([]byte(m[2]), &v); err != nil {
					t.Errorf("%s: %v in\n%s", name, err, m[2])
				}
			case python != "":
				if err := compilePython(t, python, m[2]); err != nil {
					t.Errorf("%s: %v in\n%s", name, err, m[2])
				}
			}
		}
	}
}

// compilePython reports whether a program is Python.
func compilePython(t *testing.T, python, program string) error {
	t.Helper()
	c := exec.CommandContext(t.Context(), python, "-c", "import ast, sys; ast.parse(sys.stdin.read())")
	c.Stdin = strings.NewReader(program)
	var stderr bytes.Buffer
	c.Stderr = &stderr
	if err := c.Run(); err != nil {
		return errors.New(stderr.String())
	}
	return nil
}
