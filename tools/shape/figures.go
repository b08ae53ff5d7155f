package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// writeFigures prints the figures of the whole repository, one per line.
func writeFigures(w io.Writer, t *tree) error {
	doc, err := command(t.root, "go", "doc", "-short", ".")
	if err != nil {
		return err
	}
	entries, goFiles, goTests := t.atRoot()
	fmt.Fprintf(w, "root: %d entries, %d Go files (%d without tests)\n", entries, goFiles, goFiles-goTests)
	fmt.Fprintf(w, "go doc -short .: %d lines\n", bytes.Count(doc, []byte("\n")))

	var public, names, methods, edges int
	for _, p := range t.packages {
		edges += len(p.imports)
		if p.public() {
			n, m := p.exported()
			public, names, methods = public+1, names+n, methods+m
		}
	}
	fmt.Fprintf(w, "public packages: %d, with %d exported constants, variables, types and functions, and %d methods of these types\n", public, names, methods)
	fmt.Fprintf(w, "packages: %d in %d modules (go.mod), %d imports between them, %d packages in circles\n", len(t.packages), len(t.modules), edges, t.circular())
	fmt.Fprintln(w, "layers:", t.layerFigures())

	lengths := t.functionLengths()
	fmt.Fprintf(w, "functions: %d, median %d lines, p95 %d, longest %d, %d over 80 (without tests and generated files)\n",
		len(lengths), lengths[len(lengths)/2], lengths[len(lengths)*95/100], lengths[len(lengths)-1], over(lengths, 80))
	code, tests, generated := t.lines()
	fmt.Fprintf(w, "lines of Go: %d, tests %d, together %d; generated %d\n", code, tests, code+tests, generated)
	pages, _ := filepath.Glob(filepath.Join(t.root, "docs", "*.md"))
	fmt.Fprintf(w, "documents: README.md %d lines, ARCHITECTURE.md %d with a cell of %d characters, manual %d in %d pages\n", countLines(t.root, "README.md"),
		countLines(t.root, "ARCHITECTURE.md"), longestCell(t.root, "ARCHITECTURE.md"), countLines(t.root, "docs/*.md"), len(pages))
	return nil
}

// atRoot counts the entries of the top level, its Go files, and those that are tests.
func (t *tree) atRoot() (entries, goFiles, goTests int) {
	seen := map[string]bool{}
	for _, name := range t.paths {
		first, _, below := strings.Cut(name, "/")
		seen[first] = true
		if !below && path.Ext(name) == ".go" {
			goFiles++
			if strings.HasSuffix(name, "_test.go") {
				goTests++
			}
		}
	}
	return len(seen), goFiles, goTests
}

// exported counts what a package declares for others, and the methods of its exported types.
func (p *pkg) exported() (names, methods int) {
	seen := map[string]bool{} // a file for each system may declare the same name
	count := func(n *int, name string) {
		if !seen[name] {
			seen[name] = true
			*n++
		}
	}
	for _, s := range p.files {
		for _, decl := range s.file.Decls {
			switch decl := decl.(type) {
			case *ast.GenDecl:
				for _, id := range declared(decl) {
					if id.IsExported() {
						count(&names, id.Name)
					}
				}
			case *ast.FuncDecl:
				holder := receiver(decl)
				switch {
				case !decl.Name.IsExported():
				case decl.Recv == nil:
					count(&names, decl.Name.Name)
				case ast.IsExported(holder):
					count(&methods, holder+"."+decl.Name.Name)
				}
			}
		}
	}
	return names, methods
}

// declared returns the names of a declaration of constants, variables or types.
func declared(decl *ast.GenDecl) []*ast.Ident {
	var ids []*ast.Ident
	for _, spec := range decl.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			ids = append(ids, spec.Name)
		case *ast.ValueSpec:
			ids = append(ids, spec.Names...)
		}
	}
	return ids
}

// receiver returns the name of the type of a method, or "".
func receiver(decl *ast.FuncDecl) string {
	if decl.Recv == nil {
		return ""
	}
	expr := decl.Recv.List[0].Type
	for {
		switch e := expr.(type) {
		case *ast.StarExpr:
			expr = e.X
		case *ast.IndexExpr:
			expr = e.X
		case *ast.IndexListExpr:
			expr = e.X
		case *ast.Ident:
			return e.Name
		default:
			return ""
		}
	}
}

// circular counts the packages that import themselves through others.
func (t *tree) circular() int {
	index := map[string]int{}
	for i, p := range t.packages {
		index[p.dir] = i
	}
	g := newGraph(len(t.packages))
	for i, p := range t.packages {
		for _, dir := range p.imports {
			g.add(i, index[dir])
		}
	}
	return g.circular()
}

// layerRow matches a row of the first table of ARCHITECTURE.md, codeSpan a pattern in it.
var (
	layerRow = regexp.MustCompile(`(?m)^\| (\d) [^|]+\| ([^|]+) \|`)
	codeSpan = regexp.MustCompile("`([^`]+)`")
)

// layers has the layer of each pattern in the first table of ARCHITECTURE.md.
type layers map[string]string

func (t *tree) layers() layers {
	text, _ := os.ReadFile(filepath.Join(t.root, "ARCHITECTURE.md"))
	l := layers{}
	for _, row := range layerRow.FindAllStringSubmatch(string(text), -1) {
		for _, span := range codeSpan.FindAllStringSubmatch(row[2], -1) {
			l[span[1]] = row[1]
		}
	}
	return l
}

// of returns the layer of a package, or "". TestImportsPointDown has the same rule: "x/..." means
// x and what is below it, and the longest pattern counts.
func (l layers) of(dir string) string {
	if dir == "." {
		return l["earl"]
	}
	if n, found := l[dir]; found {
		return n
	}
	for ; dir != "."; dir = path.Dir(dir) {
		if n, found := l[dir+"/..."]; found {
			return n
		}
	}
	return ""
}

// layerFigures says how many imports point to a higher layer.
func (t *tree) layerFigures() string {
	l := t.layers()
	if len(l) == 0 {
		return "ARCHITECTURE.md has no table of layers"
	}
	numbers := slices.Compact(slices.Sorted(maps.Values(l)))
	up, without := 0, []string(nil)
	for _, p := range t.packages {
		if p.module.dir != "." {
			continue
		}
		if l.of(p.dir) == "" {
			without = append(without, p.dir)
		}
		for _, dir := range p.imports {
			if l.of(dir) > l.of(p.dir) {
				up++
			}
		}
	}
	return fmt.Sprintf("%d, %d imports between them point up, packages in no layer: %q", len(numbers), up, without)
}

// functionLengths returns the lines of each function of the code, sorted.
func (t *tree) functionLengths() []int {
	var lengths []int
	for _, s := range t.sources {
		if s.test || s.generated {
			continue
		}
		for _, decl := range s.file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok {
				lengths = append(lengths, t.fset.Position(f.End()).Line-t.fset.Position(f.Pos()).Line+1)
			}
		}
	}
	slices.Sort(lengths)
	return lengths
}

// over counts the values above a limit.
func over(sorted []int, limit int) int {
	i, _ := slices.BinarySearch(sorted, limit+1)
	return len(sorted) - i
}

// lines counts the lines of the Go files.
func (t *tree) lines() (code, tests, generated int) {
	for _, s := range t.sources {
		switch {
		case s.generated:
			generated += s.lines
		case s.test:
			tests += s.lines
		default:
			code += s.lines
		}
	}
	return code, tests, generated
}

// countLines counts the lines of the files that match a pattern.
func countLines(root, pattern string) int {
	files, _ := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
	n := 0
	for _, name := range files {
		text, _ := os.ReadFile(name)
		n += bytes.Count(text, []byte("\n"))
	}
	return n
}

// longestCell returns the characters of the longest cell in the tables of a document.
func longestCell(root, name string) int {
	text, _ := os.ReadFile(filepath.Join(root, name))
	longest := 0
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "|") {
			for cell := range strings.SplitSeq(line, "|") {
				longest = max(longest, utf8.RuneCountInString(strings.TrimSpace(cell)))
			}
		}
	}
	return longest
}
