//go:build ignore

// Gen writes the list of functions into the Python package. Run it with "go generate".
package main

import (
	"log"
	"os"

	"github.com/earl-url/earl/internal/sqlfunctions"
)

func main() {
	text, err := sqlfunctions.JSON()
	if err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile("../../integrations/spark/earl_spark/functions.json", text, 0o644); err != nil {
		log.Fatal(err)
	}
}
