package docs_test

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/earl-url/earl/open"
)

// goBlock matches a block of Go on a page.
var goBlock = regexp.MustCompile("(?ms)^```go\n(.*?)^```$")

// Each block of Go in library.md is a recipe of recipes_test.go, each recipe is on the
// page, and each is run.
func TestLibraryQuotesTheRecipes(t *testing.T) {
	text, err := os.ReadFile("recipes_test.go")
	if err != nil {
		t.Fatal(err)
	}
	recipes := recipesOf(t, string(text))
	page := pages(t)["library.md"]
	for _, m := range goBlock.FindAllStringSubmatch(page, -1) {
		found := false
		for name, source := range recipes {
			if source == m[1] {
				found = true
				delete(recipes, name)
			}
		}
		if !found {
			t.Errorf("library.md: this block is not in docs/recipes_test.go:\n%s", m[1])
		}
	}
	for name, source := range recipes {
		t.Errorf("docs/recipes_test.go: write %s into library.md:\n%s", name, source)
	}
}

// library.md has every field of open.Policy in its table of limits, apart from the
// permission Ask, which is no limit.
func TestLibraryListsTheLimits(t *testing.T) {
	_, text, _ := strings.Cut(pages(t)["library.md"], "\n## Limits and policy\n")
	text, _, _ = strings.Cut(text, "\n## ")
	policy := reflect.TypeFor[open.Policy]()
	for i := range policy.NumField() {
		if f := policy.Field(i); f.Name != "Ask" && !strings.Contains(text, "`"+f.Name+"`") {
			t.Errorf("library.md: describe `%s` in the table of limits", f.Name)
		}
	}
}

// recipesOf returns the source of each recipe in a file: the body of an example, or a
// whole function with its comment. The example of such a function is no recipe.
func recipesOf(t *testing.T, text string) map[string]string {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "recipes_test.go", text, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	source := func(from, to token.Pos) string { return text[fset.Position(from).Offset:fset.Position(to).Offset] }
	recipes := map[string]string{}
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		name, isExample := strings.CutPrefix(f.Name.Name, "Example_")
		if !isExample {
			recipes[name] = source(f.Doc.Pos(), f.End()) + "\n"
		} else if recipes[name] == "" {
			body := strings.TrimPrefix(source(f.Body.Lbrace+1, f.Body.Rbrace), "\n")
			recipes[name] = strings.TrimPrefix(strings.ReplaceAll("\n"+body, "\n\t", "\n"), "\n")
		}
	}
	for _, e := range doc.Examples(file) {
		if e.Output == "" {
			t.Errorf("docs/recipes_test.go: Example%s is not run: it has no output", e.Name)
		}
	}
	return recipes
}
