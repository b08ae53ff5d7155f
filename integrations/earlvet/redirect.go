package earlvet

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Redirect reports a redirect to a text if only its first slash is checked. Browsers
// read "//evil.org" and "/\evil.org" as another server. Source: rfc3986 4.2.
var Redirect = &analysis.Analyzer{
	Name: "urlredirect",
	Doc:  "report redirects to any text that begins with a slash\n\nRefuse a text that begins with two slashes, or with a slash and a backslash; or parse it, and redirect to its path.",
	URL:  page + "#urlredirect",
	Run:  runRedirect,
}

func runRedirect(pass *analysis.Pass) (any, error) {
	functions(pass, func(body *ast.BlockStmt) {
		guards, checked := slashGuards(pass, body), map[types.Object]bool{}
		ast.Inspect(body, func(n ast.Node) bool {
			if o := fullCheck(pass, n); o != nil {
				checked[o] = true
			}
			return true
		})
		ast.Inspect(body, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			a := redirectTarget(pass, call)
			if a == nil || checked[object(pass, a)] {
				return true
			}
			for _, g := range guards {
				if g.text == object(pass, a) && g.from < a.Pos() && a.Pos() < g.to {
					report(pass, a, nil, `browsers read "//host" and "/\host" as another server: check the second character too`)
					break
				}
			}
			return true
		})
	})
	return nil, nil
}

// guard is a part of a function in which a text begins with a slash.
type guard struct {
	text     types.Object
	from, to token.Pos
}

// slashGuards returns the guards of a function: the body of an if that asks for a slash,
// and everything after an if without one that ends or changes the text.
func slashGuards(pass *analysis.Pass, body *ast.BlockStmt) (all []guard) {
	ast.Inspect(body, func(n ast.Node) bool {
		s, ok := n.(*ast.IfStmt)
		if !ok {
			return true
		}
		for o, asks := range slashConditions(pass, s.Cond, true) {
			switch changes := changesOrEnds(pass, s.Body, o); {
			case asks && !changes:
				all = append(all, guard{o, s.Body.Pos(), s.Body.End()})
			case !asks && changes:
				all = append(all, guard{o, s.End(), body.End()})
			}
		}
		return true
	})
	return all
}

// slashConditions returns the variables whose first slash a condition asks for (true), or
// asks to be absent (false).
func slashConditions(pass *analysis.Pass, e ast.Expr, positive bool) map[types.Object]bool {
	all := map[types.Object]bool{}
	switch e := ast.Unparen(e).(type) {
	case *ast.UnaryExpr:
		if e.Op == token.NOT {
			return slashConditions(pass, e.X, !positive)
		}
	case *ast.CallExpr:
		if _, ok := isCall(pass, e, "strings", "HasPrefix"); ok {
			if text, _ := constantText(pass, e.Args[1]); text == "/" {
				all[object(pass, e.Args[0])] = positive
			}
		}
	case *ast.BinaryExpr:
		if x, ok := ast.Unparen(e.X).(*ast.IndexExpr); ok {
			if first, ok := pass.TypesInfo.Types[x.Index].Value, isSlash(e.Y); ok && first != nil && first.String() == "0" {
				all[object(pass, x.X)] = (e.Op == token.EQL) == positive
			}
			break
		}
		for _, side := range []ast.Expr{e.X, e.Y} {
			for o, asks := range slashConditions(pass, side, positive) {
				all[o] = asks
			}
		}
	}
	delete(all, nil)
	return all
}

// isSlash reports whether an expression is the character '/'.
func isSlash(e ast.Expr) bool {
	lit, ok := ast.Unparen(e).(*ast.BasicLit)
	return ok && lit.Value == "'/'"
}

// changesOrEnds reports whether a block assigns a variable, or ends with a return.
func changesOrEnds(pass *analysis.Pass, body *ast.BlockStmt, o types.Object) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		assignments(pass, n, func(changed types.Object, _ ast.Expr) { found = found || changed == o })
		return true
	})
	if len(body.List) > 0 {
		_, returns := body.List[len(body.List)-1].(*ast.ReturnStmt)
		found = found || returns && !redirects(pass, body, o)
	}
	return found
}

// redirects reports whether a block redirects to a variable.
func redirects(pass *analysis.Pass, body *ast.BlockStmt, o types.Object) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			a := redirectTarget(pass, call)
			found = found || a != nil && object(pass, a) == o
		}
		return true
	})
	return found
}

// fullCheck returns the variable that a node checks in another way: by its second
// character, or with another function, which may look at all of it.
func fullCheck(pass *analysis.Pass, n ast.Node) types.Object {
	switch n := n.(type) {
	case *ast.CallExpr:
		f := callee(pass, n)
		if f == nil || f.Pkg() == nil || redirectTarget(pass, n) != nil {
			return nil
		}
		for _, a := range n.Args {
			o := object(pass, a)
			if o == nil || !isText(pass, a) {
				continue
			}
			if f.Pkg().Path() != "strings" {
				return o
			}
			text, _ := constantText(pass, n.Args[len(n.Args)-1])
			if strings.Contains(text, "//") || strings.Contains(text, `\`) {
				return o
			}
		}
	case *ast.BinaryExpr:
		if x, ok := ast.Unparen(n.X).(*ast.IndexExpr); ok && (n.Op == token.EQL || n.Op == token.NEQ) {
			if at := pass.TypesInfo.Types[x.Index].Value; at == nil || at.String() != "0" {
				return object(pass, x.X)
			}
		}
	}
	return nil
}

// redirectTarget returns the URL to which a call redirects, or nil: http.Redirect, the
// header Location, and methods Redirect of frameworks.
func redirectTarget(pass *analysis.Pass, call *ast.CallExpr) ast.Expr {
	f := callee(pass, call)
	if f == nil || f.Pkg() == nil {
		return nil
	}
	switch {
	case f.FullName() == "net/http.Redirect" && len(call.Args) == 4:
		return call.Args[2]
	case f.FullName() == "(net/http.Header).Set" || f.FullName() == "(net/http.Header).Add":
		if name, _ := constantText(pass, call.Args[0]); strings.EqualFold(name, "Location") {
			return call.Args[1]
		}
	case f.Name() == "Redirect" && f.Signature().Recv() != nil:
		for _, a := range call.Args {
			if isText(pass, a) {
				return a
			}
		}
	}
	return nil
}
