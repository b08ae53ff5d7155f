// Command build makes the file earl.duckdb_extension in a directory.
//
//	go -C duckdb run ./build "$PWD"
//
// It needs a C compiler. DuckDB loads the file only if it was made for DuckDB's
// own platform, which SELECT platform FROM pragma_platform() prints.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"

	"github.com/earl-url/earl/integrations/duckdb/internal/footer"
)

// api is the version of the C API in api.h.
const api = "v1.2.0"

func main() {
	platform := flag.String("platform", hostPlatform(), "the platform of DuckDB")
	version := flag.String("version", "dev", "the version of the extension")
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "usage: build [-platform PLATFORM] [-version VERSION] DIRECTORY")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	out := filepath.Join(flag.Arg(0), "earl.duckdb_extension")
	if err := build(out, footer.Fields{Version: *version, API: api, Platform: *platform}); err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		os.Exit(1)
	}
	fmt.Println(out)
}

// hostPlatform returns DuckDB's name for this system.
func hostPlatform() string {
	system := runtime.GOOS
	if system == "darwin" {
		system = "osx"
	}
	return system + "_" + runtime.GOARCH
}

// build writes an extension. A database that has loaded an older file at that path
// keeps it, because the new file replaces it.
func build(out string, f footer.Fields) error {
	if err := os.MkdirAll(filepath.Dir(out), 0o755); err != nil {
		return err
	}
	temporary, err := os.MkdirTemp(filepath.Dir(out), ".earl-build-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temporary)
	library := filepath.Join(temporary, "library")
	compile := exec.Command("go", "build", "-tags=duckdb", "-buildmode=c-shared", "-trimpath", "-ldflags=-s -w", "-o", library, "github.com/earl-url/earl/integrations/duckdb")
	compile.Env = append(os.Environ(), "CGO_ENABLED=1")
	compile.Stdout, compile.Stderr = os.Stderr, os.Stderr
	if err := compile.Run(); err != nil {
		return errors.Join(errors.New("the library cannot be built; is there a C compiler?"), err)
	}
	data, err := os.ReadFile(library)
	if err != nil {
		return err
	}
	if data, err = footer.Append(data, f); err != nil {
		return err
	}
	if err := os.WriteFile(library, data, 0o755); err != nil {
		return err
	}
	return os.Rename(library, out)
}
