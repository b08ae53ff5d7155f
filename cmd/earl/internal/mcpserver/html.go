package mcpserver

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/JohannesKaufmann/html-to-markdown/v2/converter"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/base"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/commonmark"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/table"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"golang.org/x/net/html/charset"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

const (
	// maxHTML is how many bytes of a page are converted: more than pages have that people
	// wrote. The converter needs about a second for so many bytes of the worst pages.
	maxHTML = 2 << 20
	// maxNodes is how many nodes of a page are converted, for the same reason.
	maxNodes = 200_000
	// maxIndent is how deeply quotes and lists are nested: deeper than people read.
	maxIndent = 8
)

// html converts a web page to Markdown. A page that is nested too deeply becomes plain
// text.
func (s *Server) html(p *page, d *open.Document, content []byte) {
	if len(content) > maxHTML {
		content = content[:maxHTML]
		p.Truncated = fmt.Sprintf("only the first %d bytes of the page were converted", maxHTML)
	}
	utf8, err := charset.NewReader(bytes.NewReader(content), d.Type)
	if err != nil {
		utf8 = bytes.NewReader(content)
	}
	source, err := io.ReadAll(utf8)
	if err != nil {
		source = bytes.ToValidUTF8(content, []byte("\uFFFD"))
	}
	doc, err := html.Parse(bytes.NewReader(source))
	if err == nil {
		c := cleaner{base: d.Base()}
		c.children(doc)
		p.Title = line(c.title, maxName)
		if c.nodes > maxNodes {
			p.Truncated = fmt.Sprintf("only the first %d elements and texts of the page were converted", maxNodes)
		}
		var out []byte
		if out, err = newConverter(c.base).ConvertNode(doc); err == nil {
			p.text = clean(string(out))
		}
	}
	if err != nil {
		p.Notes = append(p.Notes, "the page could not be converted to Markdown, so this is its text")
		p.text = clean(plain(source))
	}
}

// newConverter returns a converter for pages with a base URL. A converter is not shared,
// because it locks itself for a conversion.
func newConverter(from earl.URL) *converter.Converter {
	c := converter.NewConverter(converter.WithPlugins(base.NewBasePlugin(), commonmark.NewCommonmarkPlugin(commonmark.WithListEndComment(false)), table.NewTablePlugin(table.WithCellPaddingBehavior(table.CellPaddingBehaviorMinimal))))
	c.Register.RendererFor("a", converter.TagTypeInline, func(ctx converter.Context, w converter.Writer, n *html.Node) converter.RenderStatus {
		var b bytes.Buffer
		ctx.RenderChildNodes(ctx, &b, n)
		writeLink(w, from, b.String(), attribute(n, "href"))
		return converter.RenderSuccess
	}, converter.PriorityEarly)
	c.Register.RendererFor("img", converter.TagTypeInline, func(_ converter.Context, w converter.Writer, n *html.Node) converter.RenderStatus {
		if alt := strings.Join(strings.Fields(attribute(n, "alt")), " "); alt != "" {
			_, _ = w.WriteString("[image: " + markdown.Replace(alt) + "]")
		}
		return converter.RenderSuccess
	}, converter.PriorityEarly)
	return c
}

// writeLink writes a link with its absolute URL. The converter would change URLs: it
// writes "%20" for "+" in a query.
func writeLink(w converter.Writer, from earl.URL, content, href string) {
	label := strings.Join(strings.Fields(content), " ")
	u, err := earl.Auto.Resolve(from, strings.TrimSpace(href))
	if label == "" || href == "" || strings.HasPrefix(href, "#") || err != nil || !linked(u) {
		_, _ = w.WriteString(content)
		return
	}
	before, after := "", ""
	if strings.TrimLeft(content, " \n") != content {
		before = " "
	}
	if strings.TrimRight(content, " \n") != content {
		after = " "
	}
	_, _ = w.WriteString(before + "[" + label + "](" + target(u) + ")" + after)
}

// linked reports whether a link to a URL is shown: not a script or data.
func linked(u earl.URL) bool {
	switch u.Scheme() {
	case "javascript", "data", "blob", "about":
		return false
	}
	return true
}

// unsafeInTarget escapes what would end the target of a Markdown link.
var unsafeInTarget = strings.NewReplacer("<", "%3C", ">", "%3E", " ", "%20", "\n", "", "\t", "")

// target returns a URL as the target of a Markdown link.
func target(u earl.URL) string {
	text := clean(unsafeInTarget.Replace(u.Redacted()))
	if strings.ContainsAny(text, `()\`) {
		return "<" + text + ">"
	}
	return text
}

// A cleaner removes from a page what a reader does not see, and what makes conversions
// slow: attributes, and texts and comments next to each other.
type cleaner struct {
	base  earl.URL
	based bool // base is that of a BASE element
	title string
	nodes int
	depth int // of quotes and lists, which indent each line of their content
}

// unseen are the elements whose content is not text of the page.
var unseen = map[string]bool{"script": true, "style": true, "noscript": true, "template": true, "iframe": true, "object": true, "svg": true, "math": true,
	"canvas": true, "select": true, "textarea": true, "input": true, "button": true, "link": true, "meta": true, "dialog": true}

// keptAttribute is the attribute that stays, by element.
var keptAttribute = map[string]string{"a": "href", "img": "alt", "ol": "start", "code": "class", "pre": "class"}

// children cleans the children of a node. The parser limits how deeply they are nested.
func (c *cleaner) children(parent *html.Node) {
	var next *html.Node
	var text *html.Node // the last child, if it is text
	var joined strings.Builder
	finish := func() {
		if text != nil && joined.Len() > 0 {
			text.Data = joined.String()
		}
		text = nil
		joined.Reset()
	}
	for n := parent.FirstChild; n != nil; n = next {
		next = n.NextSibling
		c.nodes++
		switch {
		case c.nodes > maxNodes, n.Type == html.CommentNode, n.Type == html.ElementNode && c.removes(n):
			parent.RemoveChild(n)
		case n.Type == html.TextNode && text != nil:
			joined.WriteString(n.Data)
			parent.RemoveChild(n)
		case n.Type == html.TextNode:
			text = n
			joined.WriteString(n.Data)
		default:
			finish()
			c.nested(n)
			if n.Type == html.ElementNode && n.Data == "table" && isUneven(n) {
				flatten(n)
			}
		}
	}
	finish()
}

// nested cleans the children of a node. It makes quotes and lists below maxIndent to DIVs.
func (c *cleaner) nested(n *html.Node) {
	if n.Data != "blockquote" && n.Data != "ul" && n.Data != "ol" {
		c.children(n)
		return
	}
	c.depth++
	defer func() { c.depth-- }()
	c.children(n)
	if c.depth > maxIndent {
		for item := n.FirstChild; item != nil; item = item.NextSibling {
			if item.Data == "li" {
				rename(item)
			}
		}
		rename(n)
	}
}

// removes cleans an element, and reports whether it is removed.
func (c *cleaner) removes(n *html.Node) bool {
	switch n.Data {
	case "title":
		if c.title == "" && n.FirstChild != nil && n.Namespace == "" {
			c.title = n.FirstChild.Data
		}
		return true
	case "base":
		if u, err := earl.Auto.Resolve(c.base, strings.TrimSpace(attribute(n, "href"))); err == nil && !c.based && attribute(n, "href") != "" {
			c.base, c.based = u, true
		}
		return true
	}
	if unseen[n.Data] || isHidden(n) {
		return true
	}
	value, name := attribute(n, keptAttribute[n.Data]), keptAttribute[n.Data]
	n.Attr = nil
	if value != "" {
		n.Attr = []html.Attribute{{Key: name, Val: value}}
	}
	return false
}

// isUneven reports whether a table has many fewer cells than rows times columns. The
// converter writes all of them, so that a small page can become gigabytes.
func isUneven(t *html.Node) bool {
	rows, columns, cells := 0, 0, 0
	for n := range t.Descendants() {
		if n.Type != html.ElementNode || n.Data != "tr" {
			continue
		}
		rows++
		width := 0
		for cell := n.FirstChild; cell != nil; cell = cell.NextSibling {
			if cell.Type == html.ElementNode {
				width++
			}
		}
		cells += width
		columns = max(columns, width)
	}
	return rows*columns > 4*cells+100
}

// flatten makes a table to paragraphs.
func flatten(t *html.Node) {
	for n := range t.Descendants() {
		switch n.Data {
		case "thead", "tbody", "tfoot", "tr", "td", "th", "caption", "colgroup", "col":
			rename(n)
		}
	}
	rename(t)
}

// rename makes an element to a DIV.
func rename(n *html.Node) { n.Data, n.DataAtom = "div", atom.Div }

// isHidden reports whether an element says that it is not shown. A style sheet can hide
// elements too, which is not known here.
func isHidden(n *html.Node) bool {
	for _, a := range n.Attr {
		if a.Key == "hidden" {
			return true
		}
		if a.Key == "style" {
			style := strings.ToLower(strings.Join(strings.Fields(a.Val), ""))
			if strings.Contains(style, "display:none") || strings.Contains(style, "visibility:hidden") {
				return true
			}
		}
	}
	return false
}

// attribute returns the value of an attribute, or "".
func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name && a.Namespace == "" {
			return a.Val
		}
	}
	return ""
}

// plain returns the text of a page, with a line for each element that contains text.
func plain(source []byte) string {
	var b strings.Builder
	z := html.NewTokenizer(bytes.NewReader(source))
	skip := "" // the element whose content is not text
	for {
		switch z.Next() {
		case html.ErrorToken:
			return b.String()
		case html.TextToken:
			if text := strings.Join(strings.Fields(string(z.Text())), " "); text != "" && skip == "" {
				b.WriteString(text + "\n")
			}
		case html.StartTagToken:
			if name, _ := z.TagName(); skip == "" && (string(name) == "script" || string(name) == "style" || string(name) == "title") {
				skip = string(name)
			}
		case html.EndTagToken:
			if name, _ := z.TagName(); string(name) == skip {
				skip = ""
			}
		}
	}
}
