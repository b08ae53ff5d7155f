package earlvet

import (
	"go/ast"
	"go/types"
	"strings"
	"unicode"

	"golang.org/x/tools/go/analysis"
)

// Host reports comparisons of hosts that other hosts pass: "evil-example.com" ends with
// "example.com", and "https://example.com.evil.org/" begins with "https://example.com".
// Source: rfc3986 7.6.
var Host = &analysis.Analyzer{
	Name: "urlhost",
	Doc:  "report hosts that are compared by a prefix, a suffix or a part of a text\n\nCompare the parsed host with ==, or with a suffix that begins with a dot.",
	URL:  "https://pkg.go.dev/github.com/earl-url/earl/earlvet",
	Run:  runHost,
}

func runHost(pass *analysis.Pass) (any, error) {
	functions(pass, func(body *ast.BlockStmt) {
		hosts := hostVariables(pass, body)
		ast.Inspect(body, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && len(call.Args) == 2 {
				reportHost(pass, call, hosts)
			}
			return true
		})
	})
	return nil, nil
}

// reportHost reports a call of package strings that compares a host.
func reportHost(pass *analysis.Pass, call *ast.CallExpr, hosts map[types.Object]bool) {
	f := callee(pass, call)
	if f == nil || f.Pkg() == nil || f.Pkg().Path() != "strings" {
		return
	}
	text, constant := constantText(pass, call.Args[1])
	host := isHost(pass, call.Args[0]) || hosts[object(pass, call.Args[0])]
	switch f.Name() {
	case "HasSuffix":
		if host && constant && !strings.HasPrefix(text, ".") {
			pass.Reportf(call.Pos(), "other hosts end with %q too: compare with ==, or with the suffix %q", text, "."+text)
		}
	case "Contains", "Index", "HasPrefix":
		if host && constant && strings.ContainsFunc(text, isAlphanumeric) {
			pass.Reportf(call.Pos(), "other hosts contain this text too: compare the whole host with ==")
			return
		}
		_, rest, ok := strings.Cut(text, "://")
		if f.Name() == "HasPrefix" && constant && ok && rest != "" && scheme.MatchString(text) && !strings.Contains(rest, "/") {
			pass.Reportf(call.Pos(), "URLs of other hosts begin with %q too, such as %q: parse the URL and compare its host with ==", text, text+".example.org")
		}
	}
}

// isAlphanumeric reports whether a character can be a part of a name. A text without one,
// such as ":", tells only how a host is written.
func isAlphanumeric(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// hostVariables returns the variables of a function that are assigned the host of a URL.
func hostVariables(pass *analysis.Pass, body *ast.BlockStmt) map[types.Object]bool {
	all := map[types.Object]bool{}
	ast.Inspect(body, func(n ast.Node) bool {
		if a, ok := n.(*ast.AssignStmt); ok && len(a.Rhs) == 1 && isHost(pass, a.Rhs[0]) {
			if o := object(pass, a.Lhs[0]); o != nil {
				all[o] = true
			}
		}
		return true
	})
	return all
}

// isHost reports whether an expression is the host of a URL: its field Host, or the result
// of its method Host or Hostname. strings.ToLower and the like do not change that.
func isHost(pass *analysis.Pass, e ast.Expr) bool {
	e = ast.Unparen(e)
	if call, ok := e.(*ast.CallExpr); ok {
		if f := callee(pass, call); f != nil && f.Pkg() != nil && f.Pkg().Path() == "strings" && len(call.Args) > 0 {
			return isHost(pass, call.Args[0])
		}
		e = ast.Unparen(call.Fun)
	}
	s, ok := e.(*ast.SelectorExpr)
	if !ok || s.Sel.Name != "Host" && s.Sel.Name != "Hostname" {
		return false
	}
	t := pass.TypesInfo.TypeOf(s.X)
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	named, ok := t.(*types.Named)
	return ok && named.Obj().Name() == "URL" && isURLPackage(named.Obj().Pkg())
}
