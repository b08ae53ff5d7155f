package earlvet

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/tools/go/analysis"
)

// Host reports comparisons of hosts that other hosts pass: "evil-example.com" ends with
// "example.com", and "https://example.com.evil.org/" begins with "https://example.com".
// It also reports a host with its port that is read as an address. Source: rfc3986 7.6.
var Host = &analysis.Analyzer{
	Name: "urlhost",
	Doc:  "report hosts that are compared by a prefix, a suffix or a part of a text\n\nCompare the parsed host with ==, or with a suffix that begins with a dot.",
	URL:  page + "#urlhost",
	Run:  runHost,
}

func runHost(pass *analysis.Pass) (any, error) {
	functions(pass, func(body *ast.BlockStmt) {
		hosts := hostVariables(pass, body)
		checksDot := hasDotCheck(pass, body)
		ast.Inspect(body, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) == 0 {
				return true
			}
			if _, ok := isCall(pass, call, "strings", "HasPrefix", "HasSuffix", "CutPrefix", "CutSuffix", "Contains", "Index"); ok {
				host := isHost(pass, call.Args[0]) || hosts[object(pass, call.Args[0])]
				reportComparison(pass, call, callee(pass, call).Name(), host, checksDot)
			}
			reportAddress(pass, call)
			return true
		})
	})
	return nil, nil
}

// reportComparison reports a call of package strings that compares a host or a URL.
func reportComparison(pass *analysis.Pass, call *ast.CallExpr, name string, host, checksDot bool) {
	text, constant := constantText(pass, call.Args[1])
	switch {
	case host && strings.HasSuffix(name, "Prefix") && strings.HasSuffix(text, ":"): // an Origin has no user before its host
	case strings.HasSuffix(name, "Prefix") && isOpenPrefix(pass, call.Args[1]):
		report(pass, call, nil, "URLs of other hosts begin with this text too: parse the URL and compare its host with ==")
	case !host:
	case strings.HasSuffix(name, "Suffix"):
		if constant && strings.ContainsFunc(text, isAlphanumeric) && text[0] != '.' && text[0] != ':' {
			report(pass, call, suffixFix(pass, call, name, text), fmt.Sprintf("other hosts end with %q too: compare with ==, or with the suffix %q", text, "."+text))
		}
		if !constant && !checksDot && isText(pass, call.Args[1]) && !startsWithConstant(pass, call.Args[1]) {
			report(pass, call, nil, `other hosts end with this text too, if it does not begin with a dot: compare with ==, or with the suffix "." + text`)
		}
	case !constant || !strings.ContainsFunc(text, isAlphanumeric):
	case strings.HasSuffix(name, "Prefix"):
		if !isLabelPrefix(text) {
			report(pass, call, nil, fmt.Sprintf("other hosts begin with %q too: compare the whole host with ==, or an address with netip.Prefix.Contains", text))
		}
	default:
		report(pass, call, nil, "other hosts contain this text too: compare the whole host with ==")
	}
}

// suffixFix returns the fix of a comparison with a domain: the domain, or a name below it.
// It has none for a header such as Origin, which has a scheme.
func suffixFix(pass *analysis.Pass, call *ast.CallExpr, name, text string) []analysis.SuggestedFix {
	a := types.ExprString(call.Args[0])
	o := object(pass, call.Args[0])
	if name != "HasSuffix" || strings.Contains(a, "Header") || o != nil && !strings.Contains(strings.ToLower(o.Name()), "host") {
		return nil
	}
	return replace(call, fmt.Sprintf("(%s == %q || %s(%s, %q))", a, text, types.ExprString(call.Fun), a, "."+text),
		"Compare with the domain, or with a name below it")
}

// label is the first name of a host, such as "www.", or the beginning of an encoded name.
// One that ends with ":" has the whole name.
var label = regexp.MustCompile(`^(\*\.|xn--|[a-z-]+[.-])$|:$`)

// isLabelPrefix reports whether the hosts that begin with a text have no owner in common, so
// that the comparison is no check of one, or have the same name.
func isLabelPrefix(text string) bool { return label.MatchString(text) }

// isAlphanumeric reports whether a character can be a part of a name. A text without one,
// such as ":", tells only how a host is written.
func isAlphanumeric(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// webScheme is the beginning of a URL that a browser opens.
var webScheme = regexp.MustCompile(`(?i)^(https?|wss?)://`)

// isOpenPrefix reports whether a text is the beginning of a URL up to its host, so that the
// host can go on after it.
func isOpenPrefix(pass *analysis.Pass, e ast.Expr) bool {
	pieces := sumPieces(pass, e)
	if call, ok := ast.Unparen(e).(*ast.CallExpr); ok {
		if p := formatPieces(pass, call); p != nil {
			pieces = p
		}
	}
	text := ""
	for _, p := range pieces {
		if p.expr != nil {
			p.text = "x"
		}
		text += p.text
	}
	at := webScheme.FindString(text)
	return at != "" && len(text) > len(at) && !strings.ContainsAny(text[len(at):], "/?#")
}

// startsWithConstant reports whether a text is a sum that begins with a constant, or a part
// of a pattern such as "*.example.com" without its star.
func startsWithConstant(pass *analysis.Pass, e ast.Expr) bool {
	_, part := ast.Unparen(e).(*ast.SliceExpr)
	return part || sumPieces(pass, e)[0].expr == nil
}

// hasDotCheck reports whether a function asks for a dot before or at the beginning of a
// domain, or puts one there, so that a suffix of it is a whole name.
func hasDotCheck(pass *analysis.Pass, body *ast.BlockStmt) bool {
	found := false
	isDot := func(e ast.Expr) bool {
		text, _ := constantText(pass, e)
		lit, ok := ast.Unparen(e).(*ast.BasicLit)
		return text == "." || text == "*." || ok && lit.Kind == token.CHAR && lit.Value == "'.'"
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			found = found || slices.Contains([]token.Token{token.EQL, token.NEQ, token.ADD}, n.Op) && (isDot(n.X) || isDot(n.Y))
		case *ast.CallExpr:
			if _, ok := isCall(pass, n, "strings", "HasPrefix", "TrimPrefix", "CutPrefix"); ok {
				found = found || isDot(n.Args[1])
			}
		}
		return !found
	})
	return found
}

// addressReaders are functions whose argument must have no port.
var addressReaders = map[string][]string{
	"net":       {"ParseIP", "LookupIP", "LookupHost", "LookupAddr"},
	"net/netip": {"ParseAddr", "MustParseAddr"},
}

// reportAddress reports a host with its port that is read as an address or looked up: what
// fails then is often taken for a name that is no address.
func reportAddress(pass *analysis.Pass, call *ast.CallExpr) {
	for path, names := range addressReaders {
		if _, ok := isCall(pass, call, path, names...); !ok {
			continue
		}
		a := call.Args[len(call.Args)-1]
		name, of := field(pass, a)
		switch {
		case name == "Host" && isType(of, "net/url", "URL"):
			x := ast.Unparen(a).(*ast.SelectorExpr).X
			report(pass, a, replace(a, types.ExprString(x)+".Hostname()", "Use the host without port and brackets"),
				"the field Host can have a port and brackets: use the method Hostname")
		case name == "Host" && isType(of, "net/http", "Request"):
			report(pass, a, nil, "the field Host can have a port and brackets: use net.SplitHostPort first")
		}
	}
}

// hostNames are the names of variables that have a host or the origin of a request.
var hostNames = regexp.MustCompile(`^(?i:(request|req|remote|target|u|url|origin)?(host|hostname|origin))$`)

// hostVariables returns the variables of a function that have a host: by their name, or
// because the host of a URL is assigned to them.
func hostVariables(pass *analysis.Pass, body *ast.BlockStmt) map[types.Object]bool {
	all := map[types.Object]bool{}
	ast.Inspect(body, func(n ast.Node) bool {
		assignments(pass, n, func(o types.Object, value ast.Expr) {
			if value != nil && isHost(pass, value) {
				all[o] = true
			}
		})
		if id, ok := n.(*ast.Ident); ok && hostNames.MatchString(id.Name) {
			if v, ok := pass.TypesInfo.ObjectOf(id).(*types.Var); ok && !v.IsField() && isText(pass, id) {
				all[v] = true
			}
		}
		return true
	})
	return all
}

// hostHeaders are the headers of a request with a host or a URL of it.
var hostHeaders = []string{"origin", "referer", "host", "x-forwarded-host"}

// isHost reports whether an expression is the host of a URL or of a request: the field Host,
// the result of the method Host or Hostname, or a header. strings.ToLower and the like do
// not change that.
func isHost(pass *analysis.Pass, e ast.Expr) bool {
	e = ast.Unparen(e)
	if call, ok := e.(*ast.CallExpr); ok {
		f := callee(pass, call)
		if f != nil && f.Pkg() != nil && f.Pkg().Path() == "strings" && len(call.Args) > 0 {
			return isHost(pass, call.Args[0])
		}
		if f != nil && f.FullName() == "net.SplitHostPort" {
			return isHost(pass, call.Args[0])
		}
		if f != nil && f.FullName() == "(net/http.Header).Get" {
			name, _ := constantText(pass, call.Args[0])
			return slices.Contains(hostHeaders, strings.ToLower(name))
		}
		e = ast.Unparen(call.Fun)
	}
	name, of := field(pass, e)
	switch {
	case name != "Host" && name != "Hostname":
		return false
	case isType(of, "net/http", "Request"):
		return true
	}
	return of != nil && of.Obj().Name() == "URL" && isURLPackage(of.Obj().Pkg())
}
