//go:build duckdb

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/earl-url/earl/integrations/duckdb/internal/footer"
)

var slotLine = regexp.MustCompile(`(?m)^static inline .*?\**(duckdb_\w+)\(.*SLOT\((\d+),`)

// Each number in api.h is that of its function in the table of an installed DuckDB.
func TestSlots(t *testing.T) {
	all := peers(t)
	header, err := os.ReadFile("api.h")
	if err != nil {
		t.Fatal(err)
	}
	slots := slotLine.FindAllSubmatch(header, -1)
	if n := bytes.Count(header, []byte("SLOT(")) - 1; len(slots) != n { // one is the definition
		t.Fatalf("api.h has %d slots, of which this test reads %d", n, len(slots))
	}
	dir := t.TempDir()
	probe := filepath.Join(dir, "probe.duckdb_extension")
	cc := exec.Command("cc", "-shared", "-fPIC", "-I.", "-o", probe, "testdata/probe.c", "-ldl")
	if out, err := cc.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	addFooter(t, probe, probe, footer.Fields{API: apiVersion(t), Platform: platform(t)})
	for _, p := range all {
		t.Run(p.name, func(t *testing.T) {
			path := filepath.Join(dir, p.name)
			d := start(t, p, "EARL_PROBE="+path)
			d.open("a")
			d.query("a", "LOAD "+quote(probe))
			table, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range slots {
				if want := fmt.Sprintf("%s %s\n", s[2], s[1]); !bytes.Contains(append([]byte("\n"), table...), []byte("\n"+want)) {
					t.Errorf("slot %s is not %s: correct api.h", s[2], s[1])
				}
			}
		})
	}
}

// apiVersion returns the version of the table in api.h.
func apiVersion(t *testing.T) string {
	t.Helper()
	header, err := os.ReadFile("api.h")
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`EARL_API_VERSION "(.*)"`).FindSubmatch(header)
	if m == nil {
		t.Fatal("api.h has no EARL_API_VERSION")
	}
	return string(m[1])
}

// platform returns the platform in the footer of the built extension.
func platform(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile(extension(t))
	if err != nil {
		t.Fatal(err)
	}
	field := data[len(data)-256-2*32:][:32]
	return string(bytes.TrimRight(field, "\x00"))
}

// addFooter copies a library with a footer.
func addFooter(t *testing.T, from, to string, f footer.Fields) {
	t.Helper()
	data, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	if data, err = footer.Append(data, f); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, data, 0o755); err != nil {
		t.Fatal(err)
	}
}
