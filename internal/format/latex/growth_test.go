package latex_test

import (
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl/internal/format/latex"
	"github.com/earl-url/earl/internal/format/literal"
)

// Commands without an end do not take a search to the limit each.
func TestOpenArguments(t *testing.T) {
	for _, unit := range []string{`\href{`, `\href{a}{`, "url={", `\url{{`, `\path{\{`, `\href[a]{`, `\burl {`, `\hyperimage{}{`, "doi = {", `\nolinkurl{a`} {
		start := time.Now()
		for _, err := range literal.URLs(strings.NewReader(strings.Repeat(unit, 2<<20/len(unit))), &latex.Decoder{}, literal.Options{}) {
			if err != nil {
				t.Fatal(err)
			}
		}
		if d := time.Since(start); d > 2*time.Second {
			t.Errorf("%s: 2 MiB take %v", unit, d)
		}
	}
}
