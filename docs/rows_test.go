package docs_test

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/earl-url/earl/internal/longtest"
	"github.com/earl-url/earl/rows"
)

// buildRows builds earl-rows for the page about it, into the folder of earl. It is a module
// of its own: if its dependencies are not downloaded, the test is skipped.
func buildRows(t *testing.T) {
	t.Helper()
	if !*update {
		longtest.OnlyInGate(t, "builds the module earl-rows")
	}
	c := exec.Command("go", "build", "-o", bin(t)+string(filepath.Separator), ".")
	c.Dir = filepath.FromSlash("../cmd/earl-rows")
	if out, err := c.CombinedOutput(); err != nil {
		t.Skipf("go build: %v: %s", err, out)
	}
}

// columnsHead is the head of the table of columns.
const columnsHead = "| column | type | what it is |\n|---|---|---|\n"

// withColumns returns a page with the table of the columns of package rows.
func withColumns(text string) string {
	before, after, ok := strings.Cut(text, columnsHead)
	if !ok {
		return text
	}
	_, after, _ = strings.Cut(after, "\n\n")
	var b strings.Builder
	for o := range rows.Operations() {
		fmt.Fprintf(&b, "| `%s%s` | %s | %s |\n", o.Name, o.Args, o.Kind, o.Doc)
	}
	return before + columnsHead + b.String() + "\n" + after
}
