package earlvet_test

import (
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/earl-url/earl/integrations/earlvet"
)

// every runs all analyzers, so that each example is checked by all, and packages are read
// only once, which takes some seconds.
var every = &analysis.Analyzer{
	Name: "every",
	Doc:  "run all analyzers",
	Run: func(pass *analysis.Pass) (any, error) {
		for _, a := range earlvet.Analyzers() {
			p := *pass
			p.Analyzer = a
			if _, err := a.Run(&p); err != nil {
				return nil, err
			}
		}
		return nil, nil
	},
}

func TestAnalyzers(t *testing.T) {
	if testing.Short() {
		t.Skip("reads the packages of the standard library")
	}
	analysistest.RunWithSuggestedFixes(t, analysistest.TestData(), every, "concat", "host", "mixed", "redirect")
}

func TestAnalyzersAreValid(t *testing.T) {
	if err := analysis.Validate(earlvet.Analyzers()); err != nil {
		t.Error(err)
	}
}
