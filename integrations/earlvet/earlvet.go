// Package earlvet finds Go code that reads URLs in unsafe ways:
//
//   - urlparsers: a URL is validated with one parser and fetched with another,
//     which can read another server in it
//   - urlconcat: a URL is concatenated from texts that are not escaped
//   - urlhost: a host is compared by a prefix, a suffix or a part of a text
//   - urlredirect: a redirect goes to any text that begins with a slash
//
// The command earlvet runs the analyzers alone or in go vet:
//
//	earlvet ./...
//	go vet -vettool=$(which earlvet) ./...
//
// The package integrations/earlvet/golangci is the plugin for golangci-lint.
//
// It follows rfc3986 section 7 and rfc1738 section 6. It looks at one package at a time,
// and does not follow a text through calls, fields or maps. It skips test files. A comment
// on the line, or on the line before, hides a finding:
//
//	//lint:ignore urlconcat the name has letters only
package earlvet

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"
)

// Analyzers returns all analyzers of this package.
func Analyzers() []*analysis.Analyzer {
	return []*analysis.Analyzer{Parsers, Concat, Host, Redirect}
}

// page is the documentation of all analyzers.
const page = "https://github.com/earl-url/earl/blob/main/docs/earlvet.md"

// report reports a finding between two positions, unless it is in a test or hidden by a comment.
func report(pass *analysis.Pass, at analysis.Range, fixes []analysis.SuggestedFix, message string) {
	file := pass.Fset.File(at.Pos())
	if strings.HasSuffix(file.Name(), "_test.go") || isHidden(pass, at.Pos()) {
		return
	}
	pass.Report(analysis.Diagnostic{Pos: at.Pos(), End: at.End(), Message: message, SuggestedFixes: fixes})
}

// isHidden reports whether a comment hides the findings of an analyzer at a position. It
// has the form of staticcheck: the names of analyzers, separated by commas, and a reason.
func isHidden(pass *analysis.Pass, pos token.Pos) bool {
	line := pass.Fset.Position(pos).Line
	for _, file := range pass.Files {
		if pos < file.FileStart || file.FileEnd < pos {
			continue
		}
		for _, group := range file.Comments {
			for _, c := range group.List {
				names, ok := strings.CutPrefix(c.Text, "//lint:ignore ")
				names, reason, _ := strings.Cut(names, " ")
				at := pass.Fset.Position(c.Pos()).Line
				if ok && reason != "" && (at == line || at == line-1) && slices.Contains(strings.Split(names, ","), pass.Analyzer.Name) {
					return true
				}
			}
		}
	}
	return false
}

// replace returns a fix that replaces an expression.
func replace(e ast.Expr, by, message string) []analysis.SuggestedFix {
	return []analysis.SuggestedFix{{
		Message:   message,
		TextEdits: []analysis.TextEdit{{Pos: e.Pos(), End: e.End(), NewText: []byte(by)}},
	}}
}

// callee returns the function that a call calls, or nil for a function value.
func callee(pass *analysis.Pass, call *ast.CallExpr) *types.Func {
	f, _ := typeutil.Callee(pass.TypesInfo, call).(*types.Func)
	return f
}

// isCall reports whether an expression calls one of some functions of a package. It returns
// the call.
func isCall(pass *analysis.Pass, e ast.Expr, path string, names ...string) (*ast.CallExpr, bool) {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return nil, false
	}
	f := callee(pass, call)
	return call, f != nil && f.Pkg() != nil && f.Pkg().Path() == path && slices.Contains(names, f.Name())
}

// constantText returns the value of a constant string.
func constantText(pass *analysis.Pass, e ast.Expr) (string, bool) {
	v := pass.TypesInfo.Types[e].Value
	if v == nil || v.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(v), true
}

// object returns the variable that an expression names, or nil.
func object(pass *analysis.Pass, e ast.Expr) types.Object {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return nil
	}
	return pass.TypesInfo.ObjectOf(id)
}

// isText reports whether an expression is a string.
func isText(pass *analysis.Pass, e ast.Expr) bool {
	t := pass.TypesInfo.TypeOf(e)
	if t == nil {
		return false
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// field returns the name of a field or method that an expression selects from a value of
// a named type, or from a pointer to one, with that type.
func field(pass *analysis.Pass, e ast.Expr) (name string, of *types.Named) {
	s, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok {
		return "", nil
	}
	t := pass.TypesInfo.TypeOf(s.X)
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	named, ok := t.(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return "", nil
	}
	return s.Sel.Name, named
}

// isType reports whether a named type is the one of a package.
func isType(t *types.Named, path, name string) bool {
	return t != nil && t.Obj().Name() == name && t.Obj().Pkg().Path() == path
}

// functions calls f for each function of a package that has a body. A function inside
// another is a part of it.
func functions(pass *analysis.Pass, f func(body *ast.BlockStmt)) {
	for _, file := range pass.Files {
		for _, decl := range file.Decls {
			switch d := decl.(type) {
			case *ast.FuncDecl:
				if d.Body != nil {
					f(d.Body)
				}
			case *ast.GenDecl:
				ast.Inspect(d, func(n ast.Node) bool {
					if lit, ok := n.(*ast.FuncLit); ok {
						f(lit.Body)
						return false
					}
					return true
				})
			}
		}
	}
}

// assignments calls f for each variable that a node assigns a value to, and that value. The
// value is nil if it is not the first of several results, or an element of a range.
func assignments(pass *analysis.Pass, n ast.Node, f func(o types.Object, value ast.Expr)) {
	each := func(left, right []ast.Expr) {
		for i, l := range left {
			o := object(pass, l)
			if o == nil {
				continue
			}
			var value ast.Expr
			switch {
			case len(left) == len(right):
				value = right[i]
			case i == 0 && len(right) == 1:
				value = right[0]
			}
			f(o, value)
		}
	}
	switch n := n.(type) {
	case *ast.AssignStmt:
		each(n.Lhs, n.Rhs)
	case *ast.RangeStmt:
		each([]ast.Expr{n.Key, n.Value}, nil)
	case *ast.ValueSpec:
		for i, name := range n.Names {
			if len(n.Values) == len(n.Names) {
				f(pass.TypesInfo.ObjectOf(name), n.Values[i])
			}
		}
	}
}

// version is the last element of the path of a module from its second version on.
var version = regexp.MustCompile(`/v[0-9]+$`)

// isURLPackage reports whether a package parses URLs, by the last element of its path.
func isURLPackage(p *types.Package) bool {
	if p == nil {
		return false
	}
	path := version.ReplaceAllString(p.Path(), "")
	last := path[strings.LastIndexByte(path, '/')+1:]
	return strings.Contains(last, "url") || last == "uri" || last == "earl" || last == "goada"
}
