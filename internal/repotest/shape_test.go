package repotest

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// These limits may shrink and not grow: what is not for other modules goes below internal,
// and what is not the language is not in the root.
const (
	maxRootEntries    = 90 // files and folders in the root, which a visitor sees first
	maxRootGoFiles    = 58 // with tests
	maxPublicPackages = 53 // 53: compat/gitaddr, for programs that read the addresses of repositories
)

// notImported are the public packages that nothing in this module imports, with the reason for
// each.
var notImported = map[string]string{
	"compat/goada":                  "for programs that move from goada",
	"compat/neturl":                 "for programs that move from net/url",
	"integrations/earlvet/golangci": "golangci-lint loads it as a plugin",
}

// The root is the language and fits on a screen, and few packages are public.
func TestShape(t *testing.T) {
	var goFiles []string
	entries := rootEntries(t)
	for _, name := range entries {
		if strings.HasSuffix(name, ".go") {
			goFiles = append(goFiles, name)
		}
	}
	if len(entries) > maxRootEntries {
		t.Errorf("the root has %d entries, want %d at most: move what is new into a folder", len(entries), maxRootEntries)
	}
	if len(goFiles) > maxRootGoFiles {
		t.Errorf("the root has %d Go files, want %d at most: add to a file of the same subject", len(goFiles), maxRootGoFiles)
	}
	if packages := publicPackages(t); len(packages) > maxPublicPackages {
		t.Errorf("%d packages are public, want %d at most: move what is new below internal or cmd/earl/internal:\n%s", len(packages), maxPublicPackages, strings.Join(packages, "\n"))
	}
}

// rootEntries returns the names of the files and folders in the root that git has, or all
// that are there if this is no clone.
func rootEntries(t *testing.T) (names []string) {
	t.Helper()
	if out, err := exec.Command("git", "ls-files").Output(); err == nil {
		for path := range strings.Lines(string(out)) {
			name, _, _ := strings.Cut(strings.TrimSpace(path), "/")
			names = append(names, name)
		}
		slices.Sort(names)
		return slices.Compact(names)
	}
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		names = append(names, f.Name())
	}
	return names
}

// publicPackages returns the paths of the packages that other modules can import, without the
// path of this module.
func publicPackages(t *testing.T) (list []string) {
	t.Helper()
	for _, line := range golist(t, "-f", "{{.Name}}={{.ImportPath}}", module+"/...") {
		name, pkg, _ := strings.Cut(line, "=")
		if name != "main" && !slices.Contains(strings.Split(pkg, "/"), "internal") {
			list = append(list, strings.TrimPrefix(strings.TrimPrefix(pkg, module), "/"))
		}
	}
	return list
}

// A public package has a use in another folder of this module, or a reason.
func TestPublicPackagesAreUsed(t *testing.T) {
	imports := map[string]string{}
	for _, line := range golist(t, "-f", `{{.ImportPath}}={{join .Imports ","}}`, module+"/...") {
		pkg, list, _ := strings.Cut(line, "=")
		imports[pkg] = "," + list + ","
	}
	usedOutside := func(pkg string) bool {
		for importer, list := range imports {
			below := importer == pkg || pkg != module && strings.HasPrefix(importer, pkg+"/")
			if !below && strings.Contains(list, ","+pkg+",") {
				return true
			}
		}
		return false
	}
	public := publicPackages(t)
	for _, name := range public {
		used := usedOutside(strings.TrimSuffix(module+"/"+name, "/"))
		switch reason := notImported[name]; {
		case used && reason != "":
			t.Errorf("%s is imported: remove its row from notImported in internal/repotest/shape_test.go", name)
		case !used && reason == "":
			t.Errorf("nothing outside of %s imports it: move it below internal, or add its reason to notImported in internal/repotest/shape_test.go", name)
		}
	}
	for name := range notImported {
		if !slices.Contains(public, name) {
			t.Errorf("%s is not a public package: remove its row from notImported in internal/repotest/shape_test.go", name)
		}
	}
}
