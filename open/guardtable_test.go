package open

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// guardConstants returns the constants Guard* of this package, by their names.
func guardConstants(t *testing.T) map[string]string {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]string{}
	for _, path := range files {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			for i := 0; ok && i < len(spec.Values); i++ {
				value, literal := spec.Values[i].(*ast.BasicLit)
				if name := spec.Names[i].Name; literal && strings.HasPrefix(name, "Guard") {
					names[name], _ = strconv.Unquote(value.Value)
				}
			}
			return true
		})
	}
	if len(names) < 10 {
		t.Fatalf("%d constants Guard* found", len(names))
	}
	return names
}

// F1, F2: every guard is described, and every description is of a guard.
func TestGuardsAreDescribed(t *testing.T) {
	constants := guardConstants(t)
	if len(guards) != len(constants) {
		t.Errorf("open/guardtable.go has %d guards, open/guard.go %d constants Guard*", len(guards), len(constants))
	}
	for constant, name := range constants {
		g := guardOf(name)
		switch {
		case g.Section == "" && g.Explanation == "":
			t.Errorf("%s (%q) is not described: add a row to the table guards in open/guardtable.go", constant, name)
		case g.Section == "" || !strings.HasSuffix(g.Explanation, "."):
			t.Errorf("%s (%q) needs a section and an explanation in open/guardtable.go", constant, name)
		}
	}
	for _, g := range Guards() {
		field, ok := strings.CutPrefix(g.Setting, "Policy.")
		if g.Setting != "" && (!ok || !policyHas(field)) {
			t.Errorf("guard %q: the setting %q is not a field of Policy", g.Name, g.Setting)
		}
	}
}

// policyHas reports whether Policy has a field, for the tests.
func policyHas(field string) bool {
	text, err := os.ReadFile("policy.go")
	return err == nil && regexp.MustCompile(`\n\t`+field+` `).Match(text)
}

// F1: a test of some package expects a refusal by each guard.
func TestGuardsAreTested(t *testing.T) {
	untested := guardConstants(t)
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		goTest := strings.HasSuffix(path, "_test.go") && filepath.Base(path) != "guardtable_test.go"
		script := strings.HasSuffix(path, ".txtar")
		if err != nil || len(untested) == 0 || !goTest && !script {
			return err
		}
		text, err := os.ReadFile(path)
		for constant, name := range untested {
			expected := regexp.MustCompile(constant + `\b|refusal ` + name + `\b|refused \\?\(` + name + `\b`)
			if expected.Match(text) {
				delete(untested, constant)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for constant, name := range untested {
		t.Errorf("no test expects a refusal by %s (%q): add one to the _test.go of the package that refuses", constant, name)
	}
}
