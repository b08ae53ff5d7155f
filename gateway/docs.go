package gateway

import (
	"bytes"
	"html/template"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/docs"
	"github.com/earl-url/earl/gateway/internal/access"
)

// docsPrefix begins the path of a page of the documentation, before its name.
const docsPrefix = "/docs/"

// markdown reads CommonMark with tables. Markup in a page is left out, not passed on.
var markdown = sync.OnceValue(func() goldmark.Markdown {
	return goldmark.New(
		goldmark.WithExtensions(extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute))),
		goldmark.WithParserOptions(parser.WithAutoHeadingID()),
		goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(wideRenderer{}, 100))),
	)
})

// guide shows a page of the documentation. Source: package docs.
func (g *Gateway) guide(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, docsPrefix)
	if name == "" {
		name = "index"
	}
	source, err := docs.FS.ReadFile(name + ".md")
	if err != nil {
		g.noPage(w)
		return
	}
	doc := markdown().Parser().Parse(text.NewReader(source))
	g.relink(doc)
	var b bytes.Buffer
	if err := markdown().Renderer().Render(&b, source, doc); err != nil {
		access.Refuse(w, http.StatusInternalServerError, "The page cannot be made.")
		return
	}
	p := page{Title: headingOf(doc, source), Kind: "guide", Body: template.HTML(b.String())} // our own text, without its markup
	if name != "index" {
		p.Crumbs = []crumb{{Name: "Guide", Link: docsPrefix}, {Name: name, Here: true}}
	}
	g.render(w, "guide", p)
}

// generalPages are the pages that are about no scheme.
var generalPages = []string{"index", "editions", "requirements"}

// guideOf returns the name of the page about a scheme, "" if there is none. One
// over TLS is on the page of its relative.
func guideOf(scheme string) string {
	scheme = strings.ToLower(scheme)
	for _, name := range []string{scheme, strings.TrimSuffix(scheme, "s")} {
		if _, err := docs.FS.ReadFile(name + ".md"); err == nil && !slices.Contains(generalPages, name) {
			return name
		}
	}
	return ""
}

// relink makes the links between pages lead to those that are served, and all
// other ones through the gateway.
func (g *Gateway) relink(doc ast.Node) {
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) { // which returns what this does
		if link, ok := n.(*ast.Link); ok && entering {
			link.Destination = []byte(g.relinked(string(link.Destination)))
		}
		return ast.WalkContinue, nil
	})
}

// relinked returns where a link of the documentation leads here.
func (g *Gateway) relinked(to string) string {
	if u, err := earl.RFC3986.Parse(to); err == nil {
		if g.opens(u) {
			return g.link("/open", u)
		}
		return g.link("/explain", u)
	}
	file, fragment, given := strings.Cut(to, "#")
	if given {
		fragment = "#" + fragment
	}
	if file == "" {
		return fragment
	}
	name := strings.TrimSuffix(file, ".md")
	if name == "index" {
		name = ""
	}
	return docsPrefix + name + fragment
}

// headingOf returns the first heading of a page, which is its title.
func headingOf(doc ast.Node, source []byte) string {
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		if h, ok := n.(*ast.Heading); ok {
			return string(h.Lines().Value(source))
		}
	}
	return "Guide"
}

// wideRenderer writes what may be wider than a screen, so that it scrolls by
// itself, by keys too.
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
