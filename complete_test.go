package earl

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// editionVar matches the declaration of an edition. The data is in a variable of
// its own, so that go doc does not print it before the comment of the edition.
var editionVar = regexp.MustCompile(`(?m)^var (\w+) = &(\w+)\n\n// .*\nvar \w+ = Edition\{\n\tname: +"(\w+)"`)

// Every edition, which is a file edition_NAME.go, is in package editions and in each
// table of tests that has a column or a row for each edition.
func TestEveryEditionIsInEveryTable(t *testing.T) {
	files, err := filepath.Glob("edition_*.go")
	if err != nil || len(files) == 0 {
		t.Fatal("no files edition_*.go: ", err)
	}
	list := readText(t, "editions/editions.go")
	for _, file := range files {
		m := editionVar.FindStringSubmatch(readText(t, file))
		if m == nil {
			t.Errorf("%s: declare the edition as \"var NAME = &nameEdition\", and its data as \"var nameEdition = Edition{\", its name first", file)
			continue
		}
		variable, name := m[1], m[3]
		i := slices.IndexFunc(editionsUnderTest, func(e *Edition) bool { return e.Name() == name })
		if i < 0 {
			t.Errorf("the edition %s: add %s to editionsUnderTest in parse_test.go", name, variable)
			continue
		}
		if _, ok := reflect.TypeFor[by]().FieldByName(name); !ok {
			t.Errorf("the edition %s: add a column to the type by in parse_test.go", name)
		}
		if years[editionsUnderTest[i]] == "" && editionsUnderTest[i].rewriter == nil {
			t.Errorf("the edition %s: add it to years in difference_test.go", name)
		}
		if !strings.Contains(list, "earl."+variable) {
			t.Errorf("the edition %s: add earl.%s to editions/editions.go", name, variable)
		}
	}
	if len(files) != len(editionsUnderTest) {
		t.Errorf("editionsUnderTest in parse_test.go has %d editions, and there are %d files edition_*.go", len(editionsUnderTest), len(files))
	}
}

// readText returns a file of the repository.
func readText(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.FromSlash(name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The list of names has every scheme of the registry.
func TestSchemeNamesAreThoseOfTheRegistry(t *testing.T) {
	want := " "
	for i := range schemes {
		want += schemes[i].Name + " "
	}
	if schemeNames != want {
		t.Errorf("schemeNames in scheme.go is\n%q, want\n%q", schemeNames, want)
	}
}
