package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// ours is the path of this module.
const ours = "github.com/earl-url/earl"

// rowsDir is the module of the program earl-rows.
const rowsDir = "cmd/earl-rows"

// platforms are those of the releases. Some modules are linked on one of them only.
var platforms = []string{"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64", "windows/arm64"}

// module is a module, or an npm package, that this project uses.
type module struct {
	path, version string
	dir           string   // with its files, "" for an npm package
	files         []string // the licence files in dir
	licence       string   // an SPDX expression
	importers     map[string]bool
}

// inventory has the modules by their use. Each module is in one list.
type inventory struct {
	earl    []*module // linked into the command earl
	rows    []*module // linked only into the program earl-rows, a module of its own
	earlvet []*module // linked into the command earlvet
	tests   []*module
	xterm   []*module // embedded into earl, if they were fetched
}

// readInventory reads the modules of the repository in a directory, and their licences.
func readInventory(root string) (*inventory, error) {
	linked := map[string]*module{}
	for _, p := range platforms {
		if err := addModules(linked, root, p, "./cmd/earl"); err != nil {
			return nil, err
		}
	}
	columns := map[string]*module{}
	for _, p := range platforms {
		if err := addModules(columns, filepath.Join(root, rowsDir), p, "."); err != nil {
			return nil, err
		}
	}
	vet, tests := map[string]*module{}, map[string]*module{}
	if err := addModules(vet, root, platforms[0], "./cmd/earlvet", "./integrations/earlvet/..."); err != nil {
		return nil, err
	}
	if err := addModules(tests, root, platforms[0], "-test", "./..."); err != nil {
		return nil, err
	}
	maps.DeleteFunc(columns, func(path string, m *module) bool { return linked[path] != nil && linked[path].version == m.version })
	maps.DeleteFunc(vet, func(path string, _ *module) bool { return linked[path] != nil })
	maps.DeleteFunc(tests, func(path string, _ *module) bool { return linked[path] != nil || vet[path] != nil })
	xterm, err := xtermPackages(root)
	if err != nil {
		return nil, err
	}
	inv := &inventory{sorted(linked), sorted(columns), sorted(vet), sorted(tests), xterm}
	var errs []error
	for _, m := range slices.Concat(inv.earl, inv.rows, inv.earlvet, inv.tests) {
		errs = append(errs, m.readLicence())
	}
	return inv, errors.Join(errs...)
}

// sorted returns modules in the order of their paths.
func sorted(all map[string]*module) []*module {
	return slices.SortedFunc(maps.Values(all), func(a, b *module) int { return cmp.Compare(a.path, b.path) })
}

// errList is the error of go list, such as for a module that cannot be downloaded.
var errList = errors.New("go list")

// listFormat is the template of go list: package, its imports, and its module.
const listFormat = "{{.ImportPath}}\t{{join .Imports \",\"}}{{with .Module}}\t{{.Path}}\t{{.Version}}\t{{.Dir}}{{end}}"

// addModules adds the modules that packages need on a platform.
func addModules(all map[string]*module, root, platform string, args ...string) error {
	goos, goarch, _ := strings.Cut(platform, "/")
	c := exec.Command("go", append([]string{"list", "-deps", "-f", listFormat}, args...)...)
	c.Dir = root
	c.Env = append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch, "CGO_ENABLED=0")
	var stderr bytes.Buffer
	c.Stderr = &stderr
	out, err := c.Output()
	if err != nil {
		return fmt.Errorf("%w: %w: %s", errList, err, stderr.Bytes())
	}
	moduleOf, imports := map[string]string{}, map[string][]string{}
	for line := range strings.Lines(string(out)) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(fields) < 5 {
			continue // of the standard library
		}
		pkg, path := withoutVariant(fields[0]), fields[2]
		moduleOf[pkg] = path
		imports[pkg] = append(imports[pkg], strings.Split(fields[1], ",")...)
		if !isOurs(path) && all[path] == nil {
			all[path] = &module{path: path, version: fields[3], dir: fields[4], importers: map[string]bool{}}
		}
	}
	for pkg, list := range imports {
		for _, dep := range list {
			m := all[moduleOf[withoutVariant(dep)]]
			switch by := moduleOf[pkg]; {
			case m == nil || by == m.path:
			case isOurs(by):
				m.importers["`"+localName(pkg)+"`"] = true
			default:
				m.importers[by] = true
			}
		}
	}
	return nil
}

// isOurs reports whether a module is of this repository.
func isOurs(path string) bool { return path == ours || strings.HasPrefix(path, ours+"/") }

// withoutVariant returns the path of a package that go list -test prints with the test
// it is built for: "a/b [a/b.test]", or "a/b_test [a/b.test]".
func withoutVariant(pkg string) string {
	pkg, _, _ = strings.Cut(pkg, " ")
	return pkg
}

// localName returns the path of a package of this module below its root.
func localName(pkg string) string {
	return strings.TrimSuffix(strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(pkg, ours), "/"), "_test"), ".test")
}

// licenceFile matches the names of files with licences.
var licenceFile = regexp.MustCompile(`(?i)^((un)?licen[sc]e|copying|notice|patents)([-._].*)?$`)

// readLicence finds the licence files of a module and recognizes their licences. A file
// for the components of a module, or for its logo, does not count for the expression.
func (m *module) readLicence() error {
	entries, err := os.ReadDir(m.dir)
	if err != nil {
		return err
	}
	var text strings.Builder
	for _, e := range entries {
		name := e.Name()
		if e.IsDir() || !licenceFile.MatchString(name) {
			continue
		}
		m.files = append(m.files, name)
		if strings.Contains(name, "3RD-PARTY") || strings.Contains(name, "LOGO") {
			continue
		}
		b, err := os.ReadFile(filepath.Join(m.dir, name))
		if err != nil {
			return err
		}
		text.Write(b)
	}
	if m.licence, err = recognize(text.String()); err != nil {
		return fmt.Errorf("%s %s: %w", m.path, m.version, err)
	}
	return nil
}

// xtermPackage matches a package in the source of fetchxterm.
var xtermPackage = regexp.MustCompile(`Name: "(@xterm/[^"]+)", Version: "([^"]+)"`)

// xtermPackages returns the npm packages that tools/fetchxterm downloads.
func xtermPackages(root string) ([]*module, error) {
	text, err := os.ReadFile(filepath.Join(root, "tools/fetchxterm/main.go"))
	if err != nil {
		return nil, err
	}
	var all []*module
	for _, p := range xtermPackage.FindAllSubmatch(text, -1) {
		all = append(all, &module{path: string(p[1]), version: string(p[2]), licence: "MIT", importers: map[string]bool{"`gateway`": true}})
	}
	if len(all) == 0 {
		return nil, errors.New("tools/fetchxterm names no npm package")
	}
	return all, nil
}
