// Package golangci is the plugin of golangci-lint for the analyzers of package earlvet. A
// file .custom-gcl.yml names it, and golangci-lint custom builds a golangci-lint with it:
//
//	version: v2.15.0
//	plugins:
//	  - module: github.com/earl-url/earl
//	    import: github.com/earl-url/earl/integrations/earlvet/golangci
//	    version: latest
//
// The linter's name is earlvet. It has no settings.
package golangci

import (
	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/earl-url/earl/integrations/earlvet"
)

func init() {
	register.Plugin("earlvet", func(any) (register.LinterPlugin, error) { return plugin{}, nil })
}

// plugin has the analyzers of package earlvet.
type plugin struct{}

func (plugin) BuildAnalyzers() ([]*analysis.Analyzer, error) { return earlvet.Analyzers(), nil }

func (plugin) GetLoadMode() string { return register.LoadModeTypesInfo }
