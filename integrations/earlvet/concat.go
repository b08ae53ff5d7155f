package earlvet

import (
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Concat reports URLs that are concatenated from texts that are not escaped. A "/", "?",
// "#" or "@" in such a text changes which server or object the URL designates.
// Source: rfc3986 2.4; rfc1738 2.2.
var Concat = &analysis.Analyzer{
	Name: "urlconcat",
	Doc:  "report URLs that are concatenated by hand\n\nUse url.URL, URL.JoinPath, url.Values or Edition.Compose, or escape the text with url.PathEscape or url.QueryEscape.",
	URL:  page + "#urlconcat",
	Run:  runConcat,
}

func runConcat(pass *analysis.Pass) (any, error) {
	vars := textVariables(pass)
	functions(pass, func(body *ast.BlockStmt) {
		ast.Inspect(body, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BinaryExpr:
				if n.Op == token.ADD {
					checkPieces(pass, sumPieces(pass, n), vars)
				}
				return n.Op != token.ADD && n.Op != token.EQL && n.Op != token.NEQ
			case *ast.AssignStmt:
				return !slices.ContainsFunc(n.Lhs, func(e ast.Expr) bool { return vars.compared[object(pass, e)] })
			case *ast.CallExpr:
				if _, ok := isCall(pass, n, "strings", comparisons...); ok {
					return false
				}
				checkPieces(pass, formatPieces(pass, n), vars)
			}
			return true
		})
	})
	return nil, nil
}

// comparisons are functions of package strings. A URL that is only compared is not opened.
var comparisons = []string{"EqualFold", "HasPrefix", "HasSuffix", "CutPrefix", "CutSuffix", "TrimPrefix", "TrimSuffix", "Contains", "Index"}

// piece is a part of a text: a constant, or an expression.
type piece struct {
	text string
	expr ast.Expr // or nil
}

// sumPieces returns the operands of a chain of additions.
func sumPieces(pass *analysis.Pass, e ast.Expr) []piece {
	if text, ok := constantText(pass, e); ok {
		return []piece{{text: text}}
	}
	if b, ok := ast.Unparen(e).(*ast.BinaryExpr); ok && b.Op == token.ADD {
		return append(sumPieces(pass, b.X), sumPieces(pass, b.Y)...)
	}
	return []piece{{expr: e}}
}

// verb is a verb of package fmt.
var verb = regexp.MustCompile(`%[-+# 0]*[0-9]*(\.[0-9]+)?[a-zA-Z%]`)

// formatPieces returns the texts and the arguments of a call of fmt.Sprintf, or nil if it
// cannot tell them. A number becomes the text "0".
func formatPieces(pass *analysis.Pass, call *ast.CallExpr) []piece {
	if _, ok := isCall(pass, call, "fmt", "Sprintf"); !ok || len(call.Args) == 0 || call.Ellipsis.IsValid() {
		return nil
	}
	format, _ := constantText(pass, call.Args[0])
	if strings.ContainsAny(format, "*[") {
		return nil
	}
	var all []piece
	next, end := 1, 0
	for _, at := range verb.FindAllStringIndex(format, -1) {
		all = append(all, piece{text: format[end:at[0]]})
		end = at[1]
		kind := format[end-1]
		if kind == '%' {
			all = append(all, piece{text: "%"})
			continue
		}
		if next == len(call.Args) {
			return nil
		}
		a := call.Args[next]
		next++
		switch text, constant := constantText(pass, a); {
		case constant:
			all = append(all, piece{text: text})
		case kind == 's' || kind == 'v':
			all = append(all, piece{expr: a})
		default:
			all = append(all, piece{text: "0"})
		}
	}
	return append(all, piece{text: format[end:]})
}

// scheme is the beginning of a URL.
var scheme = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9+.-]*)://`)

// schemes are those whose URLs have escapes. Others, such as s3, unix and docker, look like
// URLs, but their programs do not decode them.
var schemes = map[string]bool{
	"http": true, "https": true, "ws": true, "wss": true, "ftp": true, "ftps": true, "sftp": true, "ssh": true, "git": true, "file": true,
	"ldap": true, "ldaps": true, "postgres": true, "postgresql": true, "mongodb": true, "mongodb+srv": true, "redis": true, "rediss": true,
	"amqp": true, "amqps": true, "sqlserver": true, "clickhouse": true, "nats": true, "gopher": true, "smtp": true, "smtps": true,
}

// checkPieces reports the first text of a URL that is not escaped.
func checkPieces(pass *analysis.Pass, pieces []piece, vars variables) {
	pieces = slices.DeleteFunc(pieces, func(p piece) bool { return p.expr == nil && p.text == "" })
	before := ""
	for i, p := range pieces {
		if p.expr == nil {
			before += p.text
			continue
		}
		if i == 0 && len(pieces) > 1 && strings.HasPrefix(pieces[1].text, "://") {
			before = "http" // a scheme that is not known here
			continue
		}
		name := scheme.FindStringSubmatch(before)
		if name == nil || !schemes[strings.ToLower(name[1])] || strings.Contains(before, "{") { // or a template of a URL
			return
		}
		advice := problem(strings.ToLower(name[1]), before, pieces[i+1:])
		if advice == followsHost && vars.rooted[object(pass, p.expr)] {
			advice = ""
		}
		if advice != "" && isText(pass, p.expr) && !vars.fits(pass, p.expr, advice) {
			fix := pathFix(pass, p.expr)
			if fix != nil {
				advice = "the field Path has no escapes: use the method EscapedPath"
			}
			report(pass, p.expr, fix, advice)
			return
		}
		before += "x"
	}
}

const (
	inFragment  = "this text is put into the fragment of a URL: use url.URL or url.PathEscape"
	inPath      = "this text is put into the path of a URL: use URL.JoinPath or url.PathEscape"
	inHost      = `this text is put into the host of a URL: refuse "/", "?", "#", "@" and ":" in it`
	withPort    = "this host is joined with a port: use net.JoinHostPort, because an IPv6 address needs brackets"
	followsHost = "this text follows the host of a URL: if it does not begin with a slash, it changes the host; use URL.JoinPath"
)

// problem returns what is wrong with a text between two others in a URL, and what to use
// instead, or "" if nothing is wrong.
func problem(scheme, before string, after []piece) string {
	_, rest, _ := strings.Cut(before, "://")
	next := "/"
	if len(after) > 0 {
		next = after[0].text // "" for an expression
	}
	switch {
	case strings.Contains(rest, "#"):
		return inFragment
	case strings.Contains(rest, "?"):
		return "this text is put into the query of a URL: use url.Values or url.QueryEscape"
	case strings.Contains(rest, "/"):
		return inPath
	case scheme == "file" && strings.HasPrefix(next, ":"):
		return "" // the position of a message
	case scheme == "file":
		return `this path is put into a file URL: use url.URL, because "#", "?" and "%" have a meaning in it`
	case hasUserinfo(after):
		return "this text is put into the user or password of a URL: use url.URL with url.UserPassword"
	case strings.HasSuffix(rest, ":"), (rest == "" || strings.HasSuffix(rest, "@")) && (next == "" || strings.Contains("/?#", next[:1])):
		return "" // a port; or host and port in one
	case rest == "" && next[0] == ':':
		return withPort
	case rest == "", strings.ContainsAny(rest[len(rest)-1:], ".-@"):
		return inHost
	}
	return followsHost
}

// hasUserinfo reports whether the rest of a URL has the "@" that ends user and password.
func hasUserinfo(after []piece) bool {
	for _, p := range after {
		if i := strings.IndexAny(p.text, "@/?#"); i >= 0 {
			return p.text[i] == '@'
		}
	}
	return false
}
