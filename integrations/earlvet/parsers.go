package earlvet

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Parsers reports a text that one parser of URLs validates and that another one reads
// when it is fetched. The two can read different servers, so the check does not hold for
// the request. Source: rfc3986 7.6.
var Parsers = &analysis.Analyzer{
	Name: "urlparsers",
	Doc:  "report URLs that are validated with one parser and fetched with another\n\nFetch the URL that was parsed, such as u.String(), instead of the text that it was parsed from.",
	URL:  page + "#urlparsers",
	Run:  runParsers,
}

// parsed is a text that a parser has read.
type parsed struct {
	at     token.Pos
	parser string
	result types.Object // the parsed URL, or nil
}

// texts has the texts of a function that parsers read, and where they change.
type texts struct {
	parsed  map[types.Object][]parsed
	changed map[types.Object][]token.Pos
}

func runParsers(pass *analysis.Pass) (any, error) {
	functions(pass, func(body *ast.BlockStmt) {
		all := readTexts(pass, body)
		ast.Inspect(body, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				reader, arguments := readerOf(pass, call)
				for _, a := range arguments {
					reportMixed(pass, a, reader, all)
				}
			}
			return true
		})
	})
	return nil, nil
}

// readTexts returns the texts of a function that parsers read.
func readTexts(pass *analysis.Pass, body *ast.BlockStmt) texts {
	all := texts{map[types.Object][]parsed{}, map[types.Object][]token.Pos{}}
	results := map[*ast.CallExpr]types.Object{}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, left := range n.Lhs {
				if o := object(pass, left); o != nil && o.Pos() != left.Pos() {
					all.changed[o] = append(all.changed[o], n.Pos())
				}
			}
			if call, ok := ast.Unparen(n.Rhs[0]).(*ast.CallExpr); ok && len(n.Rhs) == 1 {
				results[call] = object(pass, n.Lhs[0])
			}
		case *ast.CallExpr:
			if parser, text := parserOf(pass, n); text != nil {
				all.parsed[text] = append(all.parsed[text], parsed{n.Pos(), parser, results[n]})
			}
		}
		return true
	})
	return all
}

// reportMixed reports an argument of a fetch that another parser has read before, unless
// it was changed in between.
func reportMixed(pass *analysis.Pass, a ast.Expr, reader string, all texts) {
	o := object(pass, a)
	for _, p := range all.parsed[o] {
		if p.parser == reader || p.at > a.Pos() || all.isChanged(o, p.at, a.Pos()) {
			continue
		}
		report(pass, a, all.parsedFix(pass, a, p), fmt.Sprintf("%s was checked by %s and is read again by %s, which may read another server: use the parsed URL", o.Name(), p.parser, reader))
		return
	}
}

// isChanged reports whether a variable is assigned between two positions.
func (t texts) isChanged(o types.Object, from, to token.Pos) bool {
	for _, at := range t.changed[o] {
		if from < at && at < to {
			return true
		}
	}
	return false
}

// parsedFix returns the fix that uses the parsed URL, if it is a variable that is still the
// same and has a method String.
func (t texts) parsedFix(pass *analysis.Pass, a ast.Expr, p parsed) []analysis.SuggestedFix {
	if p.result == nil || t.isChanged(p.result, p.at, a.Pos()) || p.result.Parent() == nil || !p.result.Parent().Contains(a.Pos()) {
		return nil
	}
	if m, _, _ := types.LookupFieldOrMethod(p.result.Type(), true, pass.Pkg, "String"); m == nil {
		return nil
	}
	return replace(a, p.result.Name()+".String()", "Use the parsed URL")
}

// parserOf returns what reads a URL in a call, and the variable with its text: a package
// that parses or validates URLs, or a regular expression.
func parserOf(pass *analysis.Pass, call *ast.CallExpr) (parser string, text types.Object) {
	f := callee(pass, call)
	if f == nil || f.Pkg() == nil || len(call.Args) == 0 {
		return "", nil
	}
	switch path, name := f.Pkg().Path(), f.Name(); {
	case path == "regexp" && (name == "MatchString" || name == "FindStringSubmatch"):
		if isStrict(pass, call) {
			return "", nil
		}
		return "a regular expression", object(pass, call.Args[len(call.Args)-1])
	case name == "IsURL" || name == "IsRequestURL" || name == "IsUrl":
	case !isURLPackage(f.Pkg()):
		return "", nil
	case !strings.HasPrefix(name, "Parse") && name != "Valid" && name != "Check" && name != "New" && name != "NewURL":
		return "", nil
	}
	for _, a := range call.Args {
		if isText(pass, a) {
			return f.Pkg().Path(), object(pass, a)
		}
	}
	return "", nil
}

// isStrict reports whether a regular expression of the package checks a whole text, so that
// all parsers read the same in it.
func isStrict(pass *analysis.Pass, match *ast.CallExpr) bool {
	s, ok := match.Fun.(*ast.SelectorExpr)
	if !ok || object(pass, s.X) == nil {
		return false
	}
	strict := false
	for _, file := range pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			assignments(pass, n, func(o types.Object, value ast.Expr) {
				if call, ok := value.(*ast.CallExpr); ok && o == object(pass, s.X) && len(call.Args) == 1 {
					pattern, _ := constantText(pass, call.Args[0])
					pattern = strings.TrimPrefix(pattern, "(?i)")
					strict = strings.HasPrefix(pattern, "^") && strings.HasSuffix(pattern, "$") && !strings.Contains(pattern, ".*") && !strings.Contains(pattern, ".+")
				}
			})
			return true
		})
	}
	return strict
}

// programs are commands that fetch the URLs in their arguments.
var programs = map[string]bool{"curl": true, "wget": true, "git": true, "lynx": true, "ffmpeg": true, "yt-dlp": true, "chromium": true, "firefox": true, "xdg-open": true}

// readerOf returns what reads the URLs of a call that fetches or redirects, and the
// arguments that may be URLs.
func readerOf(pass *analysis.Pass, call *ast.CallExpr) (reader string, arguments []ast.Expr) {
	f := callee(pass, call)
	if f == nil || f.Pkg() == nil {
		return "", nil
	}
	if target := redirectTarget(pass, call); target != nil {
		return "browsers", []ast.Expr{target}
	}
	switch path, name := f.Pkg().Path(), f.Name(); {
	case path == "net/http" && (name == "Get" || name == "Head" || name == "Post" || name == "PostForm" || strings.HasPrefix(name, "NewRequest")):
		return "net/url", call.Args
	case path == "github.com/chromedp/chromedp" && name == "Navigate":
		return "browsers", call.Args
	case path == "os/exec" && (name == "Command" || name == "CommandContext"):
		for i, a := range call.Args {
			if program, ok := constantText(pass, a); ok && programs[program] {
				return program, call.Args[i+1:]
			}
		}
	}
	return "", nil
}
