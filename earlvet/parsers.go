package earlvet

import (
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
	URL:  "https://pkg.go.dev/github.com/earl-url/earl/earlvet",
	Run:  runParsers,
}

// parsed is a text that a parser has read.
type parsed struct {
	at     token.Pos
	parser string
}

func runParsers(pass *analysis.Pass) (any, error) {
	functions(pass, func(body *ast.BlockStmt) {
		texts := map[types.Object][]parsed{}
		changed := map[types.Object][]token.Pos{}
		ast.Inspect(body, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				for _, left := range n.Lhs {
					if o := object(pass, left); o != nil && n.Tok != token.DEFINE {
						changed[o] = append(changed[o], n.Pos())
					}
				}
			case *ast.CallExpr:
				if parser, text := parserOf(pass, n); text != nil {
					texts[text] = append(texts[text], parsed{n.Pos(), parser})
				}
			}
			return true
		})
		ast.Inspect(body, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				reader, arguments := readerOf(pass, call)
				for _, a := range arguments {
					reportMixed(pass, a, reader, texts, changed)
				}
			}
			return true
		})
	})
	return nil, nil
}

// reportMixed reports an argument of a fetch that another parser has read before, unless
// it was changed in between.
func reportMixed(pass *analysis.Pass, a ast.Expr, reader string, texts map[types.Object][]parsed, changed map[types.Object][]token.Pos) {
	o := object(pass, a)
	for _, p := range texts[o] {
		if p.parser == reader || p.at > a.Pos() {
			continue
		}
		again := false
		for _, at := range changed[o] {
			again = again || p.at < at && at < a.Pos()
		}
		if !again {
			pass.Reportf(a.Pos(), "%s was parsed by %s and is read again by %s, which may read another server: fetch the parsed URL", o.Name(), p.parser, reader)
			return
		}
	}
}

// parserOf returns the package that parses a URL in a call, and the variable with its text.
func parserOf(pass *analysis.Pass, call *ast.CallExpr) (parser string, text types.Object) {
	f := callee(pass, call)
	if f == nil || len(call.Args) == 0 || !isURLPackage(f.Pkg()) {
		return "", nil
	}
	name := f.Name()
	if !strings.HasPrefix(name, "Parse") && name != "Valid" && name != "Check" && name != "New" && name != "NewURL" {
		return "", nil
	}
	for _, a := range call.Args {
		if b, ok := pass.TypesInfo.TypeOf(a).(*types.Basic); ok && b.Info()&types.IsString != 0 {
			return f.Pkg().Path(), object(pass, a)
		}
	}
	return "", nil
}

// programs are commands that fetch the URLs in their arguments.
var programs = map[string]bool{"curl": true, "wget": true, "git": true, "lynx": true, "ffmpeg": true}

// readerOf returns what reads the URLs of a call that fetches, and the arguments that may
// be URLs.
func readerOf(pass *analysis.Pass, call *ast.CallExpr) (reader string, arguments []ast.Expr) {
	f := callee(pass, call)
	if f == nil || f.Pkg() == nil {
		return "", nil
	}
	switch path, name := f.Pkg().Path(), f.Name(); {
	case path == "net/http" && (name == "Get" || name == "Head" || name == "Post" || name == "PostForm" || strings.HasPrefix(name, "NewRequest")):
		return "net/url", call.Args
	case path == "os/exec" && (name == "Command" || name == "CommandContext"):
		for i, a := range call.Args {
			if program, ok := constantText(pass, a); ok && programs[program] {
				return program, call.Args[i+1:]
			}
		}
	}
	return "", nil
}
