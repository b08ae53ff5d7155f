package docs_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// input matches the name of an input or an output in action.yml and integrations/templates/earl-check.yml:
// a name with a description on the next line.
var input = regexp.MustCompile(`(?m)^ +([a-z-]+):\n +description:`)

// TestCIPageHasEveryInput checks that ci.md has each input and output of the GitHub action
// and of the GitLab template.
func TestCIPageHasEveryInput(t *testing.T) {
	page := pages(t)["ci.md"]
	github, gitlab, _ := strings.Cut(page, "\n## GitLab\n")
	for file, text := range map[string]string{"../action.yml": github, "../integrations/templates/earl-check.yml": gitlab} {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		inputs := input.FindAllSubmatch(source, -1)
		if len(inputs) < 5 {
			t.Errorf("%s: %d inputs: does this test still recognize them?", file, len(inputs))
		}
		for _, m := range inputs {
			if !strings.Contains(text, "`"+string(m[1])+"`") && !strings.Contains(text, string(m[1])+":") {
				t.Errorf("docs/ci.md: add the input %s of %s", m[1], file)
			}
		}
	}
}
