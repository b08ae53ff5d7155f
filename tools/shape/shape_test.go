package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// checkout makes a repository of these files and returns its folder.
func checkout(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{{"init", "-q"}, {"add", "."}} {
		if out, err := exec.Command("git", append([]string{"-C", root}, args...)...).CombinedOutput(); err != nil {
			t.Skipf("git %q: %v: %s", args, err, out)
		}
	}
	return root
}

// small has a public package, an internal one, and a program.
var small = map[string]string{
	"go.mod":              "module example.org/m\n\ngo 1.26\n",
	"README.md":           "# m\n",
	"ARCHITECTURE.md":     "| layer | packages |\n|---|---|\n| 0 ground | `internal/...` |\n| 1 language | `earl` |\n| 2 programs | `cmd/...` |\n\n| 1 | `earl.go` |\n",
	"m.go":                "// Package m is small.\npackage m\n\nimport \"example.org/m/internal/low\"\n\n// T is a type.\ntype T struct{ n int }\n\n// M is a method.\nfunc (t T) M() int {\n\treturn t.n + low.N\n}\n\nfunc unexported() {}\n",
	"m_test.go":           "package m\n",
	"m_gen.go":            "//go:build ignore\n\npackage main\n",
	"internal/low/low.go": "package low\n\n// N is a number.\nconst N = 1\n",
	"cmd/c/top.go":        "package main\n\nfunc main() { new(middle).run() }\n",
	"cmd/c/middle.go":     "package main\n\ntype middle struct{ count int }\n\nfunc (m *middle) run() { bottom(m) }\n",
	"cmd/c/bottom.go":     "package main\n\nfunc bottom(m *middle) { m.count++ }\n",
	"cmd/c/testdata/x.go": "not Go",
}

func TestFiguresOfASmallRepository(t *testing.T) {
	var out strings.Builder
	if err := run(&out, checkout(t, small), false, "."); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"root: 8 entries, 3 Go files (2 without tests)",
		"public packages: 1, with 1 exported constants, variables, types and functions, and 1 methods",
		"packages: 3 in 1 modules (go.mod), 1 imports between them, 0 packages in circles",
		"layers: 3, 0 imports between them point up, packages in no layer: []",
		"functions: 5, median 1 lines, p95 3, longest 3, 0 over 80",
		"documents: README.md 1 lines, ARCHITECTURE.md 7 with a cell of 14 characters, manual 0 in 0 pages",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no line %q in:\n%s", want, &out)
		}
	}
}

// A method and a field are names that a file declares, as functions are.
func TestRoomIsOrderedAndNamesItsBackArrows(t *testing.T) {
	var out strings.Builder
	if err := run(&out, checkout(t, small), false, "cmd/c"); err != nil {
		t.Fatal(err)
	}
	want := `  1  top.go
  2  bottom.go
  3  middle.go
1 of 3 arrows point up (33.3 %):
middle.go -> bottom.go: bottom
`
	if out.String() != want {
		t.Errorf("-room cmd/c prints\n%s\nwant\n%s", &out, want)
	}
	if err := run(&out, checkout(t, small), false, "cmd/none"); err == nil {
		t.Error("-room cmd/none has no error")
	}
}

// The arrows back are the fewest that any order has.
func TestOrderHasFewArrowsBack(t *testing.T) {
	for _, test := range []struct {
		name           string
		n              int
		arrows         [][2]int
		back, circular int
	}{
		{"no circle", 5, [][2]int{{4, 3}, {3, 1}, {4, 0}, {0, 1}, {2, 1}}, 0, 0},
		{"a circle of three and one beside it", 4, [][2]int{{0, 1}, {1, 2}, {2, 0}, {3, 0}, {3, 1}}, 1, 3},
		{"all name each other", 4, [][2]int{{0, 1}, {0, 2}, {0, 3}, {1, 0}, {1, 2}, {1, 3}, {2, 0}, {2, 1}, {2, 3}, {3, 0}, {3, 1}, {3, 2}}, 6, 4},
		{"two circles with a common node", 5, [][2]int{{0, 1}, {1, 2}, {2, 0}, {2, 3}, {3, 4}, {4, 2}}, 2, 5},
	} {
		g := newGraph(test.n)
		for _, a := range test.arrows {
			g.add(a[0], a[1])
		}
		order := g.order()
		if got := g.back(order); got != test.back {
			t.Errorf("%s: order %v has %d arrows back, want %d", test.name, order, got, test.back)
		}
		if got := g.circular(); got != test.circular {
			t.Errorf("%s: %d nodes in circles, want %d", test.name, got, test.circular)
		}
		if sorted := slices.Sorted(slices.Values(order)); len(slices.Compact(sorted)) != test.n {
			t.Errorf("%s: order %v has not each node once", test.name, order)
		}
	}
}
