package earlvet

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// variables are variables of a package with texts that fit into a URL, and those that are
// compared.
type variables struct {
	escaped  map[types.Object]bool // everything assigned to them is escaped
	plain    map[types.Object]bool // everything assigned to them is escaped or plain
	rooted   map[types.Object]bool // everything assigned to them begins with a slash
	compared map[types.Object]bool
}

// textVariables returns the variables of a package with texts that fit into a URL.
func textVariables(pass *analysis.Pass) variables {
	vars := variables{rooted: map[types.Object]bool{}, compared: map[types.Object]bool{}}
	values := parameters(pass)
	for _, file := range pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			list, _ := n.(*ast.RangeStmt)
			assignments(pass, n, func(o types.Object, value ast.Expr) {
				if list != nil {
					value = list.X
				}
				values[o] = append(values[o], value)
			})
			if call, ok := n.(*ast.CallExpr); ok {
				if _, ok := isCall(pass, call, "strings", "EqualFold"); ok {
					vars.compared[object(pass, call.Args[0])] = true
					vars.compared[object(pass, call.Args[1])] = true
				}
			}
			return true
		})
	}
	delete(vars.compared, nil)
	for o, all := range values {
		vars.rooted[o] = !slices.ContainsFunc(all, func(e ast.Expr) bool { return e == nil || !isRooted(pass, e, o) })
	}
	vars.escaped = closure(values, func(e ast.Expr, known map[types.Object]bool) bool { return isEscaped(pass, e, known, false) })
	vars.plain = closure(values, func(e ast.Expr, known map[types.Object]bool) bool { return isEscaped(pass, e, known, true) })
	return vars
}

// closure returns the variables whose values all fit, if the variables that it returns do.
// A value may change the variable that it is assigned to, if another one does not.
func closure(values map[types.Object][]ast.Expr, fits func(e ast.Expr, known map[types.Object]bool) bool) map[types.Object]bool {
	known := map[types.Object]bool{}
	fit := func(e ast.Expr) bool { return e != nil && fits(e, known) }
	for changed := true; changed; {
		changed = false
		for o, all := range values {
			if known[o] || !slices.ContainsFunc(all, fit) {
				continue
			}
			known[o] = true
			if slices.ContainsFunc(all, func(e ast.Expr) bool { return !fit(e) }) {
				delete(known, o)
			} else {
				changed = true
			}
		}
	}
	return known
}

// parameters returns the values of the parameters of functions that only their package can
// call. It leaves out a function that is also used as a value.
func parameters(pass *analysis.Pass) map[types.Object][]ast.Expr {
	values, uses := map[types.Object][]ast.Expr{}, map[types.Object]int{}
	for _, o := range pass.TypesInfo.Uses {
		uses[o]++
	}
	functions(pass, func(body *ast.BlockStmt) {
		ast.Inspect(body, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			f := callee(pass, call)
			if f == nil || f.Pkg() != pass.Pkg || f.Exported() && pass.Pkg.Name() != "main" {
				return true
			}
			uses[f]--
			for i, a := range call.Args {
				if params := f.Signature().Params(); i < params.Len() {
					values[params.At(i)] = append(values[params.At(i)], a)
				}
			}
			return true
		})
	})
	for _, o := range pass.TypesInfo.Defs {
		f, ok := o.(*types.Func)
		if !ok || uses[f] == 0 {
			continue
		}
		for p := range f.Signature().Params().Variables() {
			delete(values, p)
		}
	}
	return values
}

// fits reports whether a text needs no escape where the advice is about it. A plain text is
// reported in a query, a password or the path of a file, which often have special characters.
func (v variables) fits(pass *analysis.Pass, e ast.Expr, advice string) bool {
	if o := object(pass, e); advice == withPort && o != nil && strings.HasSuffix(strings.ToLower(o.Name()), "hostname") {
		return true // not an address
	}
	if slices.Contains([]string{inFragment, inPath, inHost, followsHost}, advice) {
		return isEscaped(pass, e, v.plain, true)
	}
	return isEscaped(pass, e, v.escaped, false)
}

// plainNames are names of texts that have only the characters of their kind, or slashes on purpose.
var plainNames = regexp.MustCompile(`(?i)(path|uri|endpoint|route|version|tag|commit|sha|hash|digest|region|zone|arch|owner|repo|repository|host|hostname|domain)s?$`)

// escapedNames are names of texts that are already escaped.
var escapedNames = regexp.MustCompile(`(?i)(^|[^n])(escaped|encoded)`)

// isPlain reports whether the path or the host of a URL rarely changes by a text: it has
// one of some names, or it is a field of a struct, such as an answer of a server.
func isPlain(pass *analysis.Pass, e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident:
		return plainNames.MatchString(e.Name)
	case *ast.SelectorExpr:
		_, of := field(pass, e)
		if s := pass.TypesInfo.Selections[e]; s != nil {
			return s.Kind() == types.FieldVal && !isType(of, "net/url", "URL")
		}
		return plainNames.MatchString(e.Sel.Name)
	case *ast.CallExpr:
		_, ok := isCall(pass, e, "path", "Join")
		return ok
	}
	return false
}

// isRooted reports whether an expression begins with a slash, or is a change of the variable o.
func isRooted(pass *analysis.Pass, e ast.Expr, o types.Object) bool {
	if call, ok := isCall(pass, e, "strings", "ReplaceAll", "Replace", "TrimSuffix", "TrimRight", "ToLower"); ok && object(pass, call.Args[0]) == o {
		return true
	}
	return strings.HasPrefix(sumPieces(pass, e)[0].text, "/")
}

// isEscaped reports whether an expression cannot change the structure of a URL: it is not a
// text, one of some constants, the result of an escape or of a parsed URL, or a known
// variable. If plain is set, a plain text is enough.
func isEscaped(pass *analysis.Pass, e ast.Expr, known map[types.Object]bool, plain bool) bool {
	e = ast.Unparen(e)
	if _, constant := constantText(pass, e); constant || isNumber(pass, e) || known[object(pass, e)] || isEnumeration(pass, e) || plain && isPlain(pass, e) {
		return true
	}
	switch e := e.(type) {
	case *ast.CompositeLit: // a list
		return !slices.ContainsFunc(e.Elts, func(e ast.Expr) bool { return !isEscaped(pass, e, known, plain) })
	case *ast.BinaryExpr:
		return e.Op == token.ADD && isEscaped(pass, e.X, known, plain) && isEscaped(pass, e.Y, known, plain)
	case *ast.Ident:
		return escapedNames.MatchString(e.Name)
	case *ast.SelectorExpr:
		name, of := field(pass, e)
		return isType(of, "net/url", "URL") && slices.Contains([]string{"Scheme", "Host", "Opaque", "RawPath", "RawQuery", "RawFragment"}, name)
	case *ast.CallExpr:
		return isEscapedCall(pass, e, known, plain)
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
func isEscapedCall(pass *analysis.Pass, call *ast.CallExpr, known map[types.Object]bool, plain bool) bool {
	if tv := pass.TypesInfo.Types[call.Fun]; tv.IsType() && len(call.Args) == 1 {
		return isEscaped(pass, call.Args[0], known, plain) // a conversion
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
	case path == "fmt" && name == "Sprint":
		return !slices.ContainsFunc(call.Args, func(a ast.Expr) bool { return !isEscaped(pass, a, known, plain) })
	case path == "fmt" && name == "Sprintf":
		return !slices.ContainsFunc(formatPieces(pass, call), func(p piece) bool {
			return p.expr != nil && !isEscaped(pass, p.expr, known, plain)
		}) && formatPieces(pass, call) != nil
	case path == "strings" && len(call.Args) > 0 && slices.Contains([]string{"ToLower", "ToUpper", "TrimPrefix", "TrimSuffix", "TrimLeft", "TrimRight", "Trim", "TrimSpace", "Split", "Join"}, name):
		return isEscaped(pass, call.Args[0], known, plain)
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
