package golangci

import (
	"slices"
	"testing"

	"github.com/golangci/plugin-module-register/register"

	"github.com/earl-url/earl/integrations/earlvet"
)

func TestPluginHasEveryAnalyzer(t *testing.T) {
	build, err := register.GetPlugin("earlvet")
	if err != nil {
		t.Fatal(err)
	}
	p, err := build(nil)
	if err != nil {
		t.Fatal(err)
	}
	got, err := p.BuildAnalyzers()
	if want := earlvet.Analyzers(); err != nil || !slices.Equal(got, want) {
		t.Errorf("BuildAnalyzers() = %v, %v, want %v", got, err, want)
	}
	if got := p.GetLoadMode(); got != register.LoadModeTypesInfo {
		t.Errorf("GetLoadMode() = %q, want the mode with types", got)
	}
}
