package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// tree is what git tracks in a checkout.
type tree struct {
	root     string
	fset     *token.FileSet
	paths    []string
	sources  []*source
	packages []*pkg // without tests, by folder
	modules  []module
}

// source is a Go file.
type source struct {
	path            string
	lines           int
	test, generated bool
	file            *ast.File
}

// pkg is a package without its tests.
type pkg struct {
	dir, importPath, name string
	module                module
	files                 []*source
	imports               []string // folders of packages of this checkout
}

// module is a go.mod file: its folder and its module path.
type module struct{ dir, path string }

// readTree parses the Go files of a checkout.
func readTree(root string) (*tree, error) {
	out, err := command(root, "git", "ls-files", "-z")
	if err != nil {
		return nil, err
	}
	t := &tree{root: root, fset: token.NewFileSet()}
	for _, name := range strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		if _, err := os.Stat(filepath.Join(root, name)); err != nil {
			continue // removed, but not yet from the index
		}
		t.paths = append(t.paths, name)
		if err := t.read(name); err != nil {
			return nil, err
		}
	}
	t.addPackages()
	return t, nil
}

// command runs a program in a folder and returns what it prints.
func command(dir string, args ...string) ([]byte, error) {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir, cmd.Stderr = dir, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", strings.Join(args, " "), err)
	}
	return out, nil
}

// unread matches the folders that the go command does not read either.
var unread = regexp.MustCompile(`(^|/)(testdata/|[._])`)

func (t *tree) read(name string) error {
	isModule := path.Base(name) == "go.mod"
	isGo := path.Ext(name) == ".go" && !unread.MatchString(name)
	if !isModule && !isGo {
		return nil
	}
	text, err := os.ReadFile(filepath.Join(t.root, name))
	if err != nil {
		return err
	}
	if isModule {
		first, _, _ := strings.Cut(string(text), "\n")
		t.modules = append(t.modules, module{path.Dir(name), strings.TrimPrefix(first, "module ")})
		return nil
	}
	file, err := parser.ParseFile(t.fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	t.sources = append(t.sources, &source{name, bytes.Count(text, []byte("\n")), strings.HasSuffix(name, "_test.go"), ast.IsGenerated(file), file})
	return nil
}

// addPackages groups the files by folder, and finds the imports between the packages.
func (t *tree) addPackages() {
	for _, s := range t.sources {
		if s.test || ignored(s.file) {
			continue
		}
		p := t.packageIn(path.Dir(s.path))
		if p == nil {
			p = t.newPackage(path.Dir(s.path), s.file.Name.Name)
			t.packages = append(t.packages, p)
		}
		p.files = append(p.files, s)
	}
	slices.SortFunc(t.packages, func(a, b *pkg) int { return strings.Compare(a.dir, b.dir) })
	for _, p := range t.packages {
		for _, s := range p.files {
			for _, spec := range s.file.Imports {
				name, _ := strconv.Unquote(spec.Path.Value)
				if q := t.packageOf(name); q != nil && !slices.Contains(p.imports, q.dir) {
					p.imports = append(p.imports, q.dir)
				}
			}
		}
		slices.Sort(p.imports)
	}
}

// ignored reports whether a file belongs to no package: a generator that is run by its name.
func ignored(file *ast.File) bool {
	for _, group := range file.Comments {
		if group.Pos() < file.Package && strings.HasPrefix(group.List[0].Text, "//go:build ignore") {
			return true
		}
	}
	return false
}

func (t *tree) newPackage(dir, name string) *pkg {
	var m module // the innermost that contains the folder
	for _, n := range t.modules {
		if inside(dir, n.dir) && len(n.dir) >= len(m.dir) {
			m = n
		}
	}
	rel := strings.TrimPrefix(strings.TrimPrefix(dir, m.dir), "/")
	if m.dir == "." {
		rel = strings.TrimPrefix(dir, ".")
	}
	return &pkg{dir: dir, importPath: path.Join(m.path, rel), name: name, module: m}
}

// inside reports whether dir is the folder outer or one below it.
func inside(dir, outer string) bool {
	return outer == "." || dir == outer || strings.HasPrefix(dir, outer+"/")
}

func (t *tree) packageIn(dir string) *pkg {
	return t.find(func(p *pkg) bool { return p.dir == dir })
}

func (t *tree) packageOf(importPath string) *pkg {
	return t.find(func(p *pkg) bool { return p.importPath == importPath })
}

func (t *tree) find(match func(*pkg) bool) *pkg {
	if i := slices.IndexFunc(t.packages, match); i >= 0 {
		return t.packages[i]
	}
	return nil
}

// public reports whether other modules can import the package.
func (p *pkg) public() bool {
	return p.module.dir == "." && p.name != "main" && !strings.Contains("/"+p.dir+"/", "/internal/")
}
