package earlvet_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/earl-url/earl/earlvet"
)

func TestParsers(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), earlvet.Parsers, "mixed")
}

func TestConcat(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), earlvet.Concat, "concat")
}

func TestHost(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), earlvet.Host, "host")
}
