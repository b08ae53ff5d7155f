// Notices lists the software that is part of the programs earl and earl-rows, with its licences. It reads
// the module cache. In the root of the repository:
//
//	go run ./tools/notices >THIRD_PARTY_NOTICES    # all licence texts, for releases
//	go run ./tools/notices -table                  # writes tools/notices/LICENSES.md
//
// It fails if a module has no licence file, a licence that it does not recognize, or one
// that this project does not permit.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
)

//go:generate go run . -C ../.. -table

func main() {
	root := flag.String("C", ".", "the root of the repository")
	table := flag.Bool("table", false, "write tools/notices/LICENSES.md")
	flag.Parse()
	if err := run(*root, *table); err != nil {
		fmt.Fprintln(os.Stderr, "notices:", err)
		os.Exit(1)
	}
}

func run(root string, table bool) error {
	inv, err := readInventory(root)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if table {
		writeTable(&out, inv)
		return os.WriteFile(root+"/tools/notices/LICENSES.md", out.Bytes(), 0o644)
	}
	if err := writeNotices(&out, root, inv); err != nil {
		return err
	}
	_, err = out.WriteTo(os.Stdout)
	return err
}
