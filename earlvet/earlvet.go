// Package earlvet finds Go code that reads URLs in unsafe ways:
//
//   - urlparsers: a URL is validated with one parser and fetched with another,
//     which can read another server in it
//   - urlconcat: a URL is concatenated from texts that are not escaped
//   - urlhost: a host is compared by a prefix, a suffix or a part of a text
//
// The command earlvet runs the analyzers alone or in go vet:
//
//	earlvet ./...
//	go vet -vettool=$(which earlvet) ./...
//
// It follows rfc3986 section 7 and rfc1738 section 6. It looks at one function at a time,
// and does not follow a text through calls, fields or maps.
package earlvet

import (
	"go/ast"
	"go/constant"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"
)

// Analyzers are all analyzers of this package.
func Analyzers() []*analysis.Analyzer {
	return []*analysis.Analyzer{Parsers, Concat, Host}
}

// callee returns the function that a call calls, or nil for a function value.
func callee(pass *analysis.Pass, call *ast.CallExpr) *types.Func {
	f, _ := typeutil.Callee(pass.TypesInfo, call).(*types.Func)
	return f
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

// isURLPackage reports whether a package parses URLs, by the last element of its path.
func isURLPackage(p *types.Package) bool {
	if p == nil {
		return false
	}
	last := p.Path()[strings.LastIndexByte(p.Path(), '/')+1:]
	return strings.Contains(last, "url") || last == "earl" || last == "goada"
}
