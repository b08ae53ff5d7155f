package earl_test

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"path/filepath"
	"testing"
)

// Every exported function has an example that runs. Every exported type has an
// example for the type, for a function that returns it, or for a method, so
// that go doc shows how to use it.
func TestEveryEntryPointHasAnExample(t *testing.T) {
	for _, dir := range []string{".", "editions", "neturl"} {
		pkg := documented(t, dir)
		for _, f := range pkg.Funcs {
			if len(f.Examples) == 0 {
				t.Errorf("%s: %s has no example: add Example%[2]s to a test file of its package", pkg.Name, f.Name)
			}
		}
		for _, typ := range pkg.Types {
			n := len(typ.Examples)
			for _, m := range append(typ.Funcs, typ.Methods...) {
				n += len(m.Examples)
			}
			for _, f := range typ.Funcs {
				if len(f.Examples) == 0 {
					t.Errorf("%s: %s has no example: add Example%[2]s to a test file of its package", pkg.Name, f.Name)
				}
			}
			if n == 0 && !partOfAnother[typ.Name] {
				t.Errorf("%s: the type %s has no example, nor a method of it", pkg.Name, typ.Name)
			}
		}
	}
}

// partOfAnother are types that appear in the examples of the types that contain
// them.
var partOfAnother = map[string]bool{
	"Command": true, "Component": true, "Designated": true, "Pair": true, "PartKind": true,
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
