package repotest

import (
	"bytes"
	"cmp"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// golist runs go list and returns its lines.
func golist(t *testing.T, args ...string) []string {
	t.Helper()
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip(err)
	}
	cmd := exec.Command("go", append([]string{"list"}, args...)...)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v: %s", err, stderr.String())
	}
	return strings.Fields(string(out))
}

// A program that only parses URLs links neither net nor net/http; package open
// links neither net/http nor crypto/tls. Source: DESIGN 2, 4.
func TestRootLinksNoNetwork(t *testing.T) {
	for pkg, banned := range map[string][]string{
		module:           {"net", "net/http", "regexp", "crypto/tls"},
		module + "/open": {"net/http", "crypto/tls"},
	} {
		for _, dep := range golist(t, "-deps", pkg) {
			if slices.Contains(banned, dep) {
				t.Errorf("%s links %s", pkg, dep)
			}
		}
	}
}

// The page without a server links neither net/http nor crypto/tls: each is as large as what all
// readers and openers need.
func TestPageLinksNoTLS(t *testing.T) {
	t.Setenv("GOOS", "js")
	t.Setenv("GOARCH", "wasm")
	deps := golist(t, "-deps", "-tags=planonly", module+"/integrations/web/wasm")
	if !slices.Contains(deps, module+"/open/all") {
		t.Error("the page makes no plans")
	}
	for _, dep := range deps {
		if slices.Contains([]string{"net/http", "crypto/tls", "crypto/rand", "mime/multipart", "golang.org/x/text/encoding/htmlindex"}, dep) {
			t.Errorf("the page links %s", dep)
		}
	}
}

// A program that uses these packages links nothing but the standard library and this module.
func TestGuardLinksOnlyTheStandardLibrary(t *testing.T) {
	for _, pkg := range []string{module, module + "/guard", module + "/readers"} {
		deps := golist(t, "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}", pkg)
		if !slices.Contains(deps, pkg) {
			t.Errorf("the dependencies of %s are %q, without itself", pkg, deps)
		}
		for _, dep := range deps {
			if dep != module && !strings.HasPrefix(dep, module+"/") {
				t.Errorf("%s links %s, which is neither in the standard library nor in this module", pkg, dep)
			}
		}
	}
}

// module is the path of the main module.
const module = "github.com/earl-url/earl"

// layerRow matches a row of the first table of ARCHITECTURE.md.
var layerRow = regexp.MustCompile(`(?m)^\| (\d) [^|]*\| ([^|]+) \|`)

// layers returns the layer of each package, by the patterns of ARCHITECTURE.md. A pattern "x/..."
// means x and all packages below it; the longest pattern counts.
func layers(t *testing.T) func(pkg string) (layer string, found bool) {
	text, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	layer := map[string]string{}
	for _, m := range layerRow.FindAllStringSubmatch(string(text), -1) {
		for _, span := range codeSpan.FindAllStringSubmatch(m[2], -1) {
			layer[span[1]] = m[1]
		}
	}
	return func(pkg string) (string, bool) {
		if n, found := layer[pkg]; found {
			return n, true
		}
		for dir := pkg; dir != "."; dir = path.Dir(dir) {
			if n, found := layer[dir+"/..."]; found {
				return n, true
			}
		}
		return "", false
	}
}

// A package imports only packages of its own layer and of lower ones. Go itself forbids
// circles.
func TestImportsPointDown(t *testing.T) {
	layerOf := layers(t)
	for _, line := range golist(t, "-tags=duckdb", "-f", `{{.ImportPath}}={{join .Imports ","}}`, module+"/...") {
		pkg, imports, _ := strings.Cut(line, "=")
		name := func(p string) string { return cmp.Or(strings.TrimPrefix(strings.TrimPrefix(p, module), "/"), "earl") }
		layer, found := layerOf(name(pkg))
		if !found {
			t.Errorf("package %q is in no layer: add it to the first table of ARCHITECTURE.md", name(pkg))
			continue
		}
		for _, dep := range strings.Split(imports, ",") {
			if dep != module && !strings.HasPrefix(dep, module+"/") {
				continue
			}
			if below, found := layerOf(name(dep)); found && below > layer {
				t.Errorf("%q of layer %s imports %q of layer %s: move one of them, or what they share", name(pkg), layer, name(dep), below)
			}
		}
	}
}

// dependencyRow matches the first and the last column of a row of DEPENDENCIES.md
// that has four.
var dependencyRow = regexp.MustCompile(`(?m)^\| ([^|]+) \|[^|]*\|[^|]*\| ([^|]+) \|$`)

// Every import from another module is in DEPENDENCIES.md, with the package that
// imports it. The packages listed there import it, at least in tests.
func TestDependenciesAreListed(t *testing.T) {
	text, err := os.ReadFile("DEPENDENCIES.md")
	if err != nil {
		t.Fatal(err)
	}
	type row struct{ modules, users []string }
	var rows []row
	used := map[string]bool{} // "module package"
	packages := golist(t, module+"/...")
	for _, m := range dependencyRow.FindAllStringSubmatch(string(text), -1) {
		r := row{modules: strings.FieldsFunc(m[1], func(c rune) bool { return strings.ContainsRune(" ,()", c) })}
		for _, span := range codeSpan.FindAllStringSubmatch(m[2], -1) {
			if slices.Contains(packages, module+"/"+span[1]) {
				r.users = append(r.users, span[1])
			}
		}
		rows = append(rows, r)
	}
	rowOf := func(dep string) int {
		return slices.IndexFunc(rows, func(r row) bool {
			return slices.ContainsFunc(r.modules, func(m string) bool { return dep == m || strings.HasPrefix(dep, m+"/") })
		})
	}
	const format = `{{.ImportPath}}={{join .Imports ","}}={{join .TestImports ","}},{{join .XTestImports ","}}`
	for _, line := range golist(t, "-f", format, module+"/...") {
		fields := strings.Split(line, "=")
		pkg := strings.TrimPrefix(fields[0], module+"/")
		for i, imports := range fields[1:] {
			for _, dep := range strings.Split(imports, ",") {
				if first, _, _ := strings.Cut(dep, "/"); !strings.Contains(first, ".") || strings.HasPrefix(dep, module) {
					continue // of the standard library, or local
				}
				r := rowOf(dep)
				if r < 0 {
					t.Errorf("%s imports %s: add a row to DEPENDENCIES.md", pkg, dep)
					continue
				}
				used[rows[r].modules[0]+" "+pkg] = true
				if i == 0 && !slices.Contains(rows[r].users, pkg) {
					t.Errorf("%s imports %s: add %[1]q to the last column of its row in DEPENDENCIES.md", pkg, dep)
				}
			}
		}
	}
	for _, r := range rows {
		for _, pkg := range r.users {
			if !used[r.modules[0]+" "+pkg] {
				t.Errorf("%s does not import %s: correct its row in DEPENDENCIES.md", pkg, r.modules[0])
			}
		}
	}
	if len(rows) < 10 {
		t.Errorf("DEPENDENCIES.md has %d rows: does this test still recognize them?", len(rows))
	}
}

// ownLines matches a figure of DEPENDENCIES.md: "800 lines of `internal/uts46`".
var ownLines = regexp.MustCompile("([\\d,]+) lines of `([^`]+)`")

// The figures of local code in DEPENDENCIES.md are right to a tenth, or to 50 lines. Tests and
// generated files do not count.
func TestLinesInDependenciesAreRight(t *testing.T) {
	text, err := os.ReadFile("DEPENDENCIES.md")
	if err != nil {
		t.Fatal(err)
	}
	figures := ownLines.FindAllStringSubmatch(string(text), -1)
	for _, m := range figures {
		figure, err := strconv.Atoi(strings.ReplaceAll(m[1], ",", ""))
		if err != nil {
			t.Fatal(err)
		}
		lines := codeLines(t, m[2])
		if off := max(figure-lines, lines-figure); off > max(50, lines/10) {
			t.Errorf("%s has %d lines, and DEPENDENCIES.md says %s: write the number of hundreds", m[2], lines, m[1])
		}
	}
	if len(figures) < 7 {
		t.Errorf("DEPENDENCIES.md has %d figures of lines: does this test still recognize them?", len(figures))
	}
}

// codeLines counts the lines of a Go file, or of the Go files of a folder.
func codeLines(t *testing.T, name string) (lines int) {
	files := []string{name}
	if path.Ext(name) == "" {
		var err error
		if files, err = filepath.Glob(filepath.FromSlash(name + "/*.go")); err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(file, "_test.go") && !notCode.Match(text) {
			lines += bytes.Count(text, []byte("\n"))
		}
	}
	return lines
}

// notCode matches a line of generated files and of generators.
var notCode = regexp.MustCompile(`(?m)^// Code generated .* DO NOT EDIT\.$|^//go:build ignore`)

// A program that uses one edition links no other, and only WHATWG links the tables of
// IDNA. Source: DESIGN 2, 7.
func TestEditionsThatNobodyNamesAreNotLinked(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	symbols := func(edition string) string {
		dir := t.TempDir()
		file, program := filepath.Join(dir, "main.go"), filepath.Join(dir, "program")
		text := "package main\n\nimport (\n\t\"os\"\n\n\t\"" + module + "\"\n)\n\nfunc main() {\n\tu, _ := earl." + edition +
			".Parse(os.Args[0])\n\tos.Stdout.WriteString(u.Normalize(earl.LevelScheme).String() + u.Origin())\n}\n"
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command("go", "build", "-o", program, file).CombinedOutput(); err != nil {
			t.Skipf("go build: %v: %s", err, out)
		}
		out, err := exec.Command("go", "tool", "nm", program).Output()
		if err != nil {
			t.Skipf("go tool nm: %v", err)
		}
		return string(out)
	}
	one, all := symbols("RFC1738"), symbols("WHATWG")
	for _, name := range []string{"earl.whatwg", "earl.WHATWG", "uts46.rows", "uts46.ToASCII"} {
		if strings.Contains(one, name) {
			t.Errorf("a program that names only RFC1738 links %s", name)
		}
		if !strings.Contains(all, name) {
			t.Errorf("a program that names WHATWG links no %s: what does this test look for?", name)
		}
	}
	for _, name := range []string{"octet.RFC3986Classes", "octet.Draft1993Classes", "octet.RFC1738Classes"} {
		if strings.Contains(all, name) {
			t.Errorf("a program that names only WHATWG links %s", name)
		}
	}
}
