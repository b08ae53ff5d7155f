package earlvet

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// variables are variables of a function with texts that fit into a URL.
type variables struct {
	escaped map[types.Object]bool // everything assigned to them is escaped
	rooted  map[types.Object]bool // everything assigned to them begins with a slash
}

// textVariables returns the variables of a function with texts that fit into a URL.
func textVariables(pass *analysis.Pass, body *ast.BlockStmt) variables {
	values := map[types.Object][]ast.Expr{}
	vars := variables{map[types.Object]bool{}, map[types.Object]bool{}}
	ast.Inspect(body, func(n ast.Node) bool {
		assignments(pass, n, func(o types.Object, value ast.Expr) {
			values[o] = append(values[o], value)
		})
		return true
	})
	for o, all := range values {
		vars.rooted[o] = !slices.ContainsFunc(all, func(e ast.Expr) bool { return e == nil || !isRooted(pass, e, o) })
	}
	for changed := true; changed; {
		changed = false
		for o, all := range values {
			if !vars.escaped[o] && !slices.ContainsFunc(all, func(e ast.Expr) bool { return e == nil || !isEscaped(pass, e, vars.escaped) }) {
				vars.escaped[o], changed = true, true
			}
		}
	}
	return vars
}

// isRooted reports whether an expression begins with a slash, or is a change of the variable o.
func isRooted(pass *analysis.Pass, e ast.Expr, o types.Object) bool {
	if call, ok := isCall(pass, e, "strings", "ReplaceAll", "Replace", "TrimSuffix", "TrimRight", "ToLower"); ok && object(pass, call.Args[0]) == o {
		return true
	}
	return strings.HasPrefix(sumPieces(pass, e)[0].text, "/")
}

// isEscaped reports whether an expression cannot change the structure of a URL: it is no
// text, one of some constants, or the result of an escape or of a parsed URL.
func isEscaped(pass *analysis.Pass, e ast.Expr, escaped map[types.Object]bool) bool {
	e = ast.Unparen(e)
	if _, constant := constantText(pass, e); constant || isNumber(pass, e) || escaped[object(pass, e)] || isEnumeration(pass, e) {
		return true
	}
	switch e := e.(type) {
	case *ast.BinaryExpr:
		return e.Op == token.ADD && isEscaped(pass, e.X, escaped) && isEscaped(pass, e.Y, escaped)
	case *ast.SelectorExpr:
		name, of := field(pass, e)
		return isType(of, "net/url", "URL") && slices.Contains([]string{"Scheme", "Host", "Opaque", "RawPath", "RawQuery", "RawFragment"}, name)
	case *ast.CallExpr:
		return isEscapedCall(pass, e, escaped)
	}
	return false
}

// isNumber reports whether an expression has a type that fmt prints without letters that
// have a meaning in a URL.
func isNumber(pass *analysis.Pass, e ast.Expr) bool {
	t := pass.TypesInfo.TypeOf(e)
	if t == nil {
		return false
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&(types.IsNumeric|types.IsBoolean) != 0
}

// isEnumeration reports whether the type of an expression is a named text whose package
// declares constants of it.
func isEnumeration(pass *analysis.Pass, e ast.Expr) bool {
	t, ok := pass.TypesInfo.TypeOf(e).(*types.Named)
	if !ok || t.Obj().Pkg() == nil || !isText(pass, e) {
		return false
	}
	scope := t.Obj().Pkg().Scope()
	return slices.ContainsFunc(scope.Names(), func(name string) bool {
		c, ok := scope.Lookup(name).(*types.Const)
		return ok && types.Identical(c.Type(), t)
	})
}

// urlFunctions are functions and methods of packages of URLs whose result is escaped.
var urlFunctions = []string{"String", "Redacted", "Encode", "EscapedPath", "EscapedFragment", "RequestURI", "PathEscape", "QueryEscape", "Host", "Hostname", "Port"}

// isEscapedCall reports whether the result of a call is escaped.
func isEscapedCall(pass *analysis.Pass, call *ast.CallExpr, escaped map[types.Object]bool) bool {
	if tv := pass.TypesInfo.Types[call.Fun]; tv.IsType() && len(call.Args) == 1 {
		return isEscaped(pass, call.Args[0], escaped) // a conversion
	}
	f := callee(pass, call)
	if f == nil || f.Pkg() == nil {
		return false
	}
	switch path, name := f.Pkg().Path(), f.Name(); {
	case path == "strconv" && !strings.HasPrefix(name, "Quote") && name != "Unquote", path == "net" && name != "SplitHostPort", path == "net/netip", path == "encoding/hex", path == "time":
		return true
	case path == "encoding/base64":
		s, ok := call.Fun.(*ast.SelectorExpr)
		return ok && strings.HasSuffix(types.ExprString(s.X), "URLEncoding")
	case path == "fmt" && name == "Sprintf":
		return !slices.ContainsFunc(formatPieces(pass, call), func(p piece) bool {
			return p.expr != nil && !isEscaped(pass, p.expr, escaped)
		}) && formatPieces(pass, call) != nil
	case path == "strings" && len(call.Args) > 0 && slices.Contains([]string{"ToLower", "ToUpper", "TrimPrefix", "TrimSuffix", "TrimLeft", "TrimRight", "Trim", "TrimSpace"}, name):
		return isEscaped(pass, call.Args[0], escaped)
	case isURLPackage(f.Pkg()):
		return slices.Contains(urlFunctions, name)
	default:
		return strings.Contains(path, "uuid") || strings.Contains(name, "Escape") && !strings.Contains(name, "Unescape")
	}
}

// pathFix returns the fix for the field Path of a parsed URL, which has no escapes.
func pathFix(pass *analysis.Pass, e ast.Expr) []analysis.SuggestedFix {
	name, of := field(pass, e)
	if name != "Path" || !isType(of, "net/url", "URL") {
		return nil
	}
	x := e.(*ast.SelectorExpr).X
	return replace(e, types.ExprString(x)+".EscapedPath()", "Use the path with its escapes")
}
