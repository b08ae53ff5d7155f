//go:build duckdb

package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/earl-url/earl/integrations/duckdb/internal/footer"
)

// DuckDB says why it does not load a file.
func TestFilesThatAreNotLoaded(t *testing.T) {
	all := peers(t)
	data, err := os.ReadFile(extension(t))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	library := filepath.Join(dir, "library")
	if err := os.WriteFile(library, data[:len(data)-footer.Size], 0o755); err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(dir, "other.duckdb_extension")
	for _, p := range all {
		t.Run(p.name, func(t *testing.T) {
			d := start(t, p)
			d.open("a")
			earl := filepath.Join(t.TempDir(), "earl.duckdb_extension")
			addFooter(t, library, earl, footer.Fields{API: apiVersion(t), Platform: "windows_arm64"})
			d.fails("a", "LOAD "+quote(earl), "built for the platform 'windows_arm64'")
			addFooter(t, library, earl, footer.Fields{API: "v9.0.0", Platform: platform(t)})
			d.fails("a", "LOAD "+quote(earl), "v9.0.0")
			addFooter(t, library, other, footer.Fields{API: apiVersion(t), Platform: platform(t)})
			d.fails("a", "LOAD "+quote(other), "other_init_c_api")
			if a := d.request(map[string]any{"op": "open", "db": "b", "config": map[string]string{}}); a.Error != "" {
				t.Fatal(a.Error)
			}
			d.fails("b", "LOAD "+quote(extension(t)), "unsigned")
			d.query("a", "LOAD "+quote(extension(t)))
		})
	}
}

// A panic in the extension ends its statement with a message, and nothing else. The test
// builds an extension with a fault.
func TestPanicEndsTheStatement(t *testing.T) {
	all := peers(t)
	source, err := os.ReadFile("chunk.go")
	if err != nil {
		t.Fatal(err)
	}
	const signature = "emit func(span) error) error {\n\tf := &functions[k]\n"
	const fault = "\tif f.name == \"url_guard\" {\n\t\tin = in[n+1:]\n\t}\n"
	if !strings.Contains(string(source), signature) {
		t.Fatal("chunk.go: run has changed: correct this test")
	}
	dir := t.TempDir()
	broken := filepath.Join(dir, "chunk.go")
	if err := os.WriteFile(broken, []byte(strings.Replace(string(source), signature, signature+fault, 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	here, err := filepath.Abs("chunk.go")
	if err != nil {
		t.Fatal(err)
	}
	overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{here: broken}})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "overlay.json"), overlay, 0o644); err != nil {
		t.Fatal(err)
	}
	build := exec.Command("go", "run", "./build", dir)
	build.Env = append(os.Environ(), "GOFLAGS=-overlay="+filepath.Join(dir, "overlay.json"))
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, p := range all {
		t.Run(p.name, func(t *testing.T) {
			d := start(t, p)
			d.open("a")
			d.query("a", "LOAD "+quote(filepath.Join(dir, "earl.duckdb_extension")))
			for range 3 {
				d.fails("a", "SELECT url_guard('http://h/' || k) FROM range(100000) r(k)", "url_guard: internal fault")
				if a := d.query("a", "SELECT count(url_host('http://h/' || k)) FROM range(100000) r(k)"); a.Error != "" {
					t.Error(a.Error)
				}
			}
		})
	}
}
