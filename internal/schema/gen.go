//go:build ignore

// Gen writes the schemas into the directory schemas. Run it with "go generate".
package main

import (
	"log"
	"os"
	"path/filepath"

	"github.com/earl-url/earl/internal/schema"
)

func main() {
	const module = "../.."
	m, err := schema.New(module)
	if err != nil {
		log.Fatal(err)
	}
	for _, o := range schema.Outputs {
		text, err := m.Schema(o)
		if err != nil {
			log.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(module, "docs/schemas", o.FileName()), text, 0o644); err != nil {
			log.Fatal(err)
		}
	}
}
