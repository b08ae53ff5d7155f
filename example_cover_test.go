package earl_test

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// The package comment groups the exported types and functions by job, so that go doc
// shows where to start.
func TestPackageCommentHasEveryName(t *testing.T) {
	pkg := documented(t, ".")
	wants := func(name string) {
		if !strings.Contains(pkg.Doc, "["+name+"]") {
			t.Errorf("doc.go: write [%s] into the group of its job", name)
		}
	}
	for _, f := range pkg.Funcs {
		wants(f.Name)
	}
	for _, typ := range pkg.Types {
		wants(typ.Name)
	}
}

// Every exported function has an example that runs. Every exported type has an
// example for the type, for a function that returns it, or for a method, so
// that go doc shows how to use it.
func TestEveryEntryPointHasAnExample(t *testing.T) {
	for _, dir := range []string{".", "views", "editions", "compat/neturl", "compat/gitaddr"} {
		pkg := documented(t, dir)
		for _, e := range pkg.Examples {
			runs(t, pkg, e)
		}
		for _, f := range pkg.Funcs {
			for _, e := range f.Examples {
				runs(t, pkg, e)
			}
			if len(f.Examples) == 0 {
				t.Errorf("%s: %s has no example: add Example%[2]s to a test file of its package", pkg.Name, f.Name)
			}
		}
		for _, typ := range pkg.Types {
			examples := typ.Examples
			for _, m := range append(typ.Funcs, typ.Methods...) {
				examples = append(examples, m.Examples...)
			}
			for _, e := range examples {
				runs(t, pkg, e)
			}
			for _, f := range typ.Funcs {
				if len(f.Examples) == 0 {
					t.Errorf("%s: %s has no example: add Example%[2]s to a test file of its package", pkg.Name, f.Name)
				}
			}
			if len(examples) == 0 && !partOfAnother[typ.Name] {
				t.Errorf("%s: the type %s has no example, nor a method of it", pkg.Name, typ.Name)
			}
		}
	}
}

// runs checks that go test runs an example and compares its output.
func runs(t *testing.T, pkg *doc.Package, e *doc.Example) {
	t.Helper()
	if e.Output == "" {
		t.Errorf("%s: Example%s is not run: end it with its output", pkg.Name, e.Name)
	}
}

// partOfAnother are types that appear in the examples of the types that contain
// them.
var partOfAnother = map[string]bool{
	"Command": true, "Component": true, "Designated": true, "Form": true, "Login": true, "Pair": true, "PartKind": true,
	"QueryPair": true, "Relative": true, "Rule": true, "View": true,
}

// documented reads the documentation of a package with its examples.
func documented(t *testing.T, dir string) *doc.Package {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range names {
		f, err := parser.ParseFile(fset, name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		if f.Name.Name != "main" { // a generator
			files = append(files, f)
		}
	}
	pkg, err := doc.NewFromFiles(fset, files, "github.com/earl-url/earl/"+dir)
	if err != nil {
		t.Fatal(err)
	}
	return pkg
}
