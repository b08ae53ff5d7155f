package report_test

import (
	"strings"
	"testing"

	"github.com/earl-url/earl/linkcheck"
	"github.com/earl-url/earl/linkcheck/report"
)

// Each report of an interrupted check says so.
func TestInterruptedIsSaid(t *testing.T) {
	for _, test := range [][2]string{
		{"text", "interrupted"}, {"markdown", "interrupted"}, {"html", "interrupted"}, {"github", "interrupted"},
		{"jsonl", `"interrupted":true`}, {"junit", `<property name="interrupted" value="true">`}, {"sarif", `"executionSuccessful":false`},
	} {
		for _, cut := range []bool{true, false} {
			var b strings.Builder
			w, err := report.New(test[0], &b, report.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if err := w.Close(linkcheck.Summary{Interrupted: cut}); err != nil {
				t.Fatal(err)
			}
			if strings.Contains(b.String(), test[1]) != cut {
				t.Errorf("%s, interrupted %v: %s", test[0], cut, &b)
			}
		}
	}
}
