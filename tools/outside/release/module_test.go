package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"
)

// The module as the module proxy will serve it has everything that go install needs.
func TestModuleZipBuilds(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command")
	}
	m := module.Version{Path: "github.com/earl-url/earl", Version: "v0.1.0"}
	dir := t.TempDir()
	clone := filepath.Join(dir, "clone") // package zip does not read linked work trees
	if out, err := exec.Command("git", "clone", "-q", "--no-checkout", "../../..", clone).CombinedOutput(); err != nil {
		t.Skipf("git clone: %v: %s", err, out)
	}
	var packed bytes.Buffer
	if err := zip.CreateFromVCS(&packed, m, clone, "HEAD", ""); err != nil {
		t.Fatal(err)
	}
	t.Logf("the module has %d bytes as a zip file", packed.Len())
	file, src, program := filepath.Join(dir, "m.zip"), filepath.Join(dir, "src"), filepath.Join(dir, "earl")
	if err := os.WriteFile(file, packed.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := zip.Unzip(src, m, file); err != nil {
		t.Fatal(err)
	}
	build := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-o", program, "./cmd/earl")
	build.Dir = src
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=", "GOWORK=off")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v: %s", err, out)
	}
	out, err := exec.Command(program, "normalize", "HTTP://example.com:80/%7Ejoe").Output()
	if want := "http://example.com/~joe\n"; err != nil || string(out) != want {
		t.Errorf("earl normalize printed %q, %v; want %q", out, err, want)
	}
}
