package earl_test

import (
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// requirements are how many requirements the specification has under each letter,
// and how many readings (R) of places where the documents contradict themselves.
var requirements = map[string]int{"A": 28, "B": 36, "C": 5, "D": 16, "E": 7, "F": 7, "R": 33}

// uncited are readings that nothing can be tested of: which section of another
// document a reference means.
var uncited = []string{"R28", "R33"}

// Every requirement and every reading is cited by a test.
func TestEveryRequirementIsCited(t *testing.T) {
	id := regexp.MustCompile(`[^%\w]([A-FR][1-9][0-9]?)\b`) // no escape
	cited := map[string]bool{}
	err := fs.WalkDir(os.DirFS("."), ".", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, "_test.go") || name == "citations_test.go" {
			return err
		}
		text, err := os.ReadFile(name)
		for _, found := range id.FindAllSubmatch(text, -1) {
			cited[string(found[1])] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for letter, n := range requirements {
		for i := range n {
			name := fmt.Sprint(letter, i+1)
			if cited[name] == slices.Contains(uncited, name) {
				t.Errorf("%s: cited %v", name, cited[name])
			}
		}
	}
}
