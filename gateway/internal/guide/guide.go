// Package guide renders the documentation for the pages of a gateway.
//
//	title, html, err := guide.Render(source, func(to string) string { return to })
//
// The source is the project's own text, in CommonMark with tables.
package guide

import (
	"bytes"
	"html/template"
	"sync"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// Render returns a page as HTML, and its first heading. Each link leads where link
// says. Markup in the source is left out.
func Render(source []byte, link func(to string) string) (title string, page template.HTML, err error) {
	doc := markdown().Parser().Parse(text.NewReader(source))
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) { // cannot fail
		if l, ok := n.(*ast.Link); ok && entering {
			l.Destination = []byte(link(string(l.Destination)))
		}
		return ast.WalkContinue, nil
	})
	var b bytes.Buffer
	if err := markdown().Renderer().Render(&b, source, doc); err != nil {
		return "", "", err
	}
	return headingOf(doc, source), template.HTML(b.String()), nil
}

// markdown reads CommonMark with tables. Markup in a page is left out, not passed on.
var markdown = sync.OnceValue(func() goldmark.Markdown {
	return goldmark.New(
		goldmark.WithExtensions(extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute))),
		goldmark.WithParserOptions(parser.WithAutoHeadingID()),
		goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(wideRenderer{}, 100))),
	)
})

// headingOf returns the first heading of a page, which is its title.
func headingOf(doc ast.Node, source []byte) string {
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		if h, ok := n.(*ast.Heading); ok {
			return string(h.Lines().Value(source))
		}
	}
	return "Guide"
}

// wideRenderer renders code and tables, which may be wider than a screen, so that each
// scrolls by itself, with keys too.
type wideRenderer struct{}

func (wideRenderer) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindFencedCodeBlock, renderCode)
	r.Register(east.KindTable, renderTable)
}

func renderCode(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		w.WriteString("</code></pre>\n")
		return ast.WalkContinue, nil
	}
	w.WriteString(`<pre tabindex="0"><code>`)
	lines := n.Lines()
	for i := range lines.Len() {
		line := lines.At(i)
		w.Write(util.EscapeHTML(line.Value(source)))
	}
	return ast.WalkContinue, nil
}

func renderTable(w util.BufWriter, _ []byte, _ ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		w.WriteString(`<div class="scroll" role="region" aria-label="Table" tabindex="0"><table>` + "\n")
	} else {
		w.WriteString("</table></div>\n")
	}
	return ast.WalkContinue, nil
}
