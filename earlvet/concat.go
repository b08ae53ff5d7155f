package earlvet

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Concat reports URLs that are concatenated from texts that are not escaped. A "/", "?",
// "#" or "@" in such a text changes which server or object the URL designates.
// Source: rfc3986 2.4; rfc1738 2.2.
var Concat = &analysis.Analyzer{
	Name: "urlconcat",
	Doc:  "report URLs that are concatenated by hand\n\nUse url.URL, URL.JoinPath, url.Values or Edition.Compose, or escape the text with url.PathEscape or url.QueryEscape.",
	URL:  "https://pkg.go.dev/github.com/earl-url/earl/earlvet",
	Run:  runConcat,
}

func runConcat(pass *analysis.Pass) (any, error) {
	for _, file := range pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BinaryExpr:
				if n.Op != token.ADD {
					return true
				}
				reportConcat(pass, n, operands(n))
				return false
			case *ast.CallExpr:
				reportFormat(pass, n)
			}
			return true
		})
	}
	return nil, nil
}

// operands returns the operands of a chain of additions.
func operands(e ast.Expr) []ast.Expr {
	if b, ok := ast.Unparen(e).(*ast.BinaryExpr); ok && b.Op == token.ADD {
		return append(operands(b.X), operands(b.Y)...)
	}
	return []ast.Expr{e}
}

// scheme is the beginning of a URL.
var scheme = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*://`)

// reportConcat reports the first text of a sum that is not escaped, if the sum is a URL.
func reportConcat(pass *analysis.Pass, sum ast.Expr, all []ast.Expr) {
	before := ""
	for i, e := range all {
		if text, ok := constantText(pass, e); ok {
			before += text
			continue
		}
		if i == 0 || !scheme.MatchString(before) {
			return
		}
		if !isEscaped(pass, e) {
			pass.Reportf(e.Pos(), "this text is concatenated into %s: %s", component(before), advice(before))
			return
		}
		before += "x"
	}
}

// verb is a verb of package fmt.
var verb = regexp.MustCompile(`%[-+# 0]*[0-9*]*(\.[0-9*]+)?[a-zA-Z%]`)

// reportFormat reports the first text that a format puts into a URL without an escape.
func reportFormat(pass *analysis.Pass, call *ast.CallExpr) {
	f := callee(pass, call)
	if f == nil || f.FullName() != "fmt.Sprintf" || len(call.Args) == 0 || call.Ellipsis.IsValid() {
		return
	}
	format, _ := constantText(pass, call.Args[0])
	if !scheme.MatchString(format) || strings.ContainsAny(format, "*[") {
		return
	}
	next := 1
	for _, at := range verb.FindAllStringIndex(format, -1) {
		kind := format[at[1]-1]
		if kind == '%' {
			continue
		}
		if next == len(call.Args) {
			return
		}
		a := call.Args[next]
		next++
		if _, constant := constantText(pass, a); !constant && (kind == 's' || kind == 'v') && !isEscaped(pass, a) {
			pass.Reportf(a.Pos(), "this text is formatted into %s: %s", component(format[:at[0]]), advice(format[:at[0]]))
			return
		}
	}
}

// component returns the component of a URL that follows a text.
func component(before string) string {
	_, rest, _ := strings.Cut(before, "://")
	switch {
	case strings.Contains(rest, "#"):
		return "the fragment of a URL"
	case strings.Contains(rest, "?"):
		return "the query of a URL"
	case strings.Contains(rest, "/"):
		return "the path of a URL"
	}
	return "the server of a URL"
}

// advice returns what to use instead.
func advice(before string) string {
	switch component(before) {
	case "the query of a URL":
		return "use url.Values or url.QueryEscape"
	case "the path of a URL":
		return "use URL.JoinPath or url.PathEscape"
	}
	return "use url.URL or Edition.Compose"
}

// isEscaped reports whether an expression cannot change the structure of a URL: it is not
// a text, or the result of an escape or of a parsed URL.
func isEscaped(pass *analysis.Pass, e ast.Expr) bool {
	if b, ok := pass.TypesInfo.TypeOf(e).Underlying().(*types.Basic); ok && b.Info()&types.IsString == 0 {
		return true // a number
	}
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return false
	}
	f := callee(pass, call)
	if f == nil || f.Pkg() == nil {
		return false
	}
	switch f.Pkg().Path() {
	case "strconv", "net", "encoding/hex":
		return true
	}
	return isURLPackage(f.Pkg())
}
