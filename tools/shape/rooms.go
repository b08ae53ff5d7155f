package main

import (
	"errors"
	"go/ast"
	"go/build"
	"go/importer"
	"go/token"
	"go/types"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// goos and goarch choose the files of a package that has some for each system.
const goos, goarch = "linux", "amd64"

// room is a package whose files are in the order with the fewest back arrows.
type room struct {
	files    []string // from top to bottom
	arrows   int
	circular int // files that refer to themselves through other files
	back     []backArrow
}

// backArrow says that a file names what a file above it declares.
type backArrow struct {
	from, to string
	names    string
}

func (r room) percent() float64 {
	return 100 * float64(len(r.back)) / float64(max(r.arrows, 1))
}

// checker finds what the names of a package refer to. It reads the packages of the checkout
// itself. What other modules declare it does not know: such names are in no file of a room.
type checker struct {
	tree     *tree
	standard types.Importer
	known    map[string]*types.Package
}

func newChecker(t *tree) *checker {
	return &checker{t, importer.ForCompiler(t.fset, "gc", nil), map[string]*types.Package{}}
}

// Import is for the packages that a room imports; their functions are not read.
func (c *checker) Import(name string) (*types.Package, error) {
	p := c.tree.packageOf(name)
	if p == nil {
		if first, _, _ := strings.Cut(name, "/"); strings.Contains(first, ".") {
			return nil, errors.New("a package of another module")
		}
		return c.standard.Import(name)
	}
	if known := c.known[name]; known != nil {
		return known, nil
	}
	conf := types.Config{Importer: c, IgnoreFuncBodies: true, FakeImportC: true, Error: func(error) {}}
	result, _ := conf.Check(name, c.tree.fset, c.built(p), nil)
	c.known[name] = result
	return result, nil
}

// built returns the files of a package that goos and goarch have.
func (c *checker) built(p *pkg) []*ast.File {
	context := build.Default
	context.GOOS, context.GOARCH = goos, goarch
	var files []*ast.File
	for _, s := range p.files {
		if ok, err := context.MatchFile(filepath.Join(c.tree.root, p.dir), path.Base(s.path)); err == nil && ok {
			files = append(files, s.file)
		}
	}
	return files
}

// room orders the files of a package.
func (c *checker) room(p *pkg) room {
	files := c.built(p)
	names := c.references(p, files)
	g := newGraph(len(files))
	for a := range files {
		for b := range files {
			if names[[2]int{a, b}] != nil {
				g.add(a, b)
			}
		}
	}
	base := func(i int) string { return path.Base(c.tree.fset.File(files[i].Pos()).Name()) }
	r := room{arrows: len(names), circular: g.circular()}
	order := g.order()
	for i, b := range order {
		r.files = append(r.files, base(b))
		for _, a := range order[i+1:] {
			if list := names[[2]int{a, b}]; list != nil {
				r.back = append(r.back, backArrow{base(a), base(b), strings.Join(list, " ")})
			}
		}
	}
	return r
}

// references returns for each pair of files, by their indexes, which declarations of the second
// the first names. Fields and methods are declarations too.
func (c *checker) references(p *pkg, files []*ast.File) map[[2]int][]string {
	info := types.Info{Uses: map[*ast.Ident]types.Object{}}
	conf := types.Config{Importer: c, FakeImportC: true, Error: func(error) {}}
	self, _ := conf.Check(p.importPath, c.tree.fset, files, &info)
	index := map[*token.File]int{}
	for i, f := range files {
		index[c.tree.fset.File(f.Pos())] = i
	}
	names := map[[2]int][]string{}
	for id, object := range info.Uses {
		if object.Pkg() != self || !object.Pos().IsValid() {
			continue
		}
		pair := [2]int{index[c.tree.fset.File(id.Pos())], index[c.tree.fset.File(object.Pos())]}
		if pair[0] != pair[1] {
			names[pair] = append(names[pair], id.Name)
		}
	}
	for pair, list := range names {
		slices.Sort(list)
		names[pair] = slices.Compact(list)
	}
	return names
}
