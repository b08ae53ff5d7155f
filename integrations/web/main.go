// Web builds what runs in a browser or in Node without a server: the page "Paste a URL" and
// the npm package. From the root of the repository:
//
//	go run ./integrations/web OUT
//
// It writes OUT/page, whose index.html works from a disk and from any web server, and
// OUT/npm, which is ready for "npm pack". Both contain package integrations/web/internal/api as WebAssembly. The
// same repository and Go release give the same bytes.
//
// The command adds files to OUT and overwrites them, and removes none.
package main

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

func main() {
	version := flag.String("version", "0.0.0", "the `VERSION` of the npm package, without a \"v\"")
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "usage: go run ./integrations/web [-version VERSION] OUT")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	files, err := build(context.Background(), ".", *version)
	if err == nil {
		err = write(flag.Arg(0), files)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "web:", err)
		os.Exit(1)
	}
	for _, dir := range []string{"page", "npm"} {
		fmt.Printf("%s: %d bytes, compressed\n", filepath.Join(flag.Arg(0), dir), compressedSize(files, dir))
	}
}

// write writes files by their names into a directory.
func write(out string, files map[string][]byte) error {
	for _, name := range slices.Sorted(maps.Keys(files)) {
		path := filepath.Join(out, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, files[name], 0o644); err != nil {
			return err
		}
	}
	return nil
}
