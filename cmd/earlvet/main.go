// Command earlvet finds Go code that reads URLs in unsafe ways. See package earlvet.
//
//	go install github.com/earl-url/earl/cmd/earlvet@latest
//	earlvet ./...
//	go vet -vettool=$(which earlvet) ./...
package main

import (
	"golang.org/x/tools/go/analysis/multichecker"

	"github.com/earl-url/earl/integrations/earlvet"
)

func main() { multichecker.Main(earlvet.Analyzers()...) }
