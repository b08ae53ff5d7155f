// Fetchxterm downloads the terminal emulator xterm.js from npm into cmd/earl/internal/gateway/xterm. Programs
// that are built afterwards contain it, and the gateway uses it on pages of sessions. Run
// it in the root of the repository:
//
//	go run ./tools/fetchxterm
//
// With -list it downloads nothing. It prints one line for each package: the name, the
// version, the digest, and the file with the license.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"

	"github.com/earl-url/earl/internal/npm"
)

// folder is the folder that the gateway embeds.
const folder = "cmd/earl/internal/gateway/xterm"

// packages are the packages to download, with some files of each. The keys are the names
// of the files in folder.
var packages = []struct {
	npm.Package
	files map[string]string
}{
	{
		npm.Package{
			Name: "@xterm/xterm", Version: "6.0.0",
			Integrity: "sha512-TQwDdQGtwwDt+2cgKDLn0IRaSxYu1tSUjgKarSDkUM0ZNiSRXFpjxEsvc/Zgc5kq5omJ+V0a8/kIM2WD3sMOYg==",
		},
		map[string]string{"xterm.mjs": "lib/xterm.mjs", "xterm.css": "css/xterm.css", "xterm.LICENSE": "LICENSE"},
	},
	{
		npm.Package{
			Name: "@xterm/addon-fit", Version: "0.11.0",
			Integrity: "sha512-jYcgT6xtVYhnhgxh3QgYDnnNMYTcf8ElbxxFzX0IZo+vabQqSPAjC3c1wJrKB5E19VwQei89QCiZZP86DCPF7g==",
		},
		map[string]string{"addon-fit.mjs": "lib/addon-fit.mjs", "addon-fit.LICENSE": "LICENSE"},
	},
}

func main() {
	isList := flag.Bool("list", false, "print the packages")
	flag.Parse()
	if *isList {
		list()
		return
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := fetch(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "fetchxterm:", err)
		os.Exit(1)
	}
}

// list prints the packages.
func list() {
	for _, p := range packages {
		for name, path := range p.files {
			if path == "LICENSE" {
				fmt.Println(p.Name, p.Version, p.Integrity, folder+"/"+name)
			}
		}
	}
}

// fetch downloads the files into folder.
func fetch(ctx context.Context) error {
	if _, err := os.Stat(folder); errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("there is no folder %s: run fetchxterm in the root of the repository", folder)
	}
	for _, p := range packages {
		var paths []string
		for _, path := range p.files {
			paths = append(paths, path)
		}
		files, err := p.Fetch(ctx, paths...)
		if err != nil {
			return err
		}
		for name, path := range p.files {
			if err := os.WriteFile(filepath.Join(folder, name), files[path], 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}
