package schema

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
)

// comments are the comments of the types in a directory of Go files, by "Type", and those
// of their fields, by "Type.Field".
type comments map[string]string

// readComments reads the comments of the Go files in a directory, without tests.
func readComments(dir string) (comments, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	c := comments{}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		c.add(file)
	}
	if len(c) == 0 {
		return nil, fmt.Errorf("no comments in %s", dir)
	}
	return c, nil
}

// add adds the comments of a file.
func (c comments) add(file *ast.File) {
	for _, d := range file.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.TYPE {
			continue
		}
		for _, s := range g.Specs {
			t := s.(*ast.TypeSpec)
			c[t.Name.Name] = oneLine(g.Doc.Text())
			if s, ok := t.Type.(*ast.StructType); ok {
				c.addFields(t.Name.Name, s)
			}
		}
	}
}

// addFields adds the comments of the fields of a type.
func (c comments) addFields(name string, s *ast.StructType) {
	for _, f := range s.Fields.List {
		text := f.Doc.Text()
		if text == "" {
			text = f.Comment.Text()
		}
		for _, n := range f.Names {
			c[name+"."+n.Name] = oneLine(text)
		}
	}
}

// oneLine returns a comment as one line.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
