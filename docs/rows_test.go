package docs_test

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/earl-url/earl/rows"
)

// rowsMissing is why there is no earl-rows for the page about it, or "". It is a module
// of its own, whose dependencies are perhaps not downloaded.
var rowsMissing string

// buildRows builds earl-rows into the directory of earl.
func buildRows(dir string) {
	c := exec.Command("go", "build", "-o", dir+string(filepath.Separator), ".")
	c.Dir = filepath.FromSlash("../cmd/earl-rows")
	if out, err := c.CombinedOutput(); err != nil {
		rowsMissing = fmt.Sprintf("go build: %v: %s", err, out)
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
