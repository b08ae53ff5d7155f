package markdown

import (
	"bytes"
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

// maxGrowth limits the total length of links on a page to maxGrowth times the length of the
// source. Further links become text. Without the limit, a long URL of the document in each
// resolved link would make the page much larger than its source.
const maxGrowth = 16

// PageOptions are the settings of [Render].
type PageOptions struct {
	// Link returns the link of a page for a link of the document, or "" if the page
	// has no such link.
	Link func(to string) string
	// Image returns the HTML of an image with an alternative text, or "" if the page
	// shows a link to it. If Image is nil, every image is a link.
	Image func(to, text string) string
	// Heading receives each heading in order. If it is not nil, a heading is a link to
	// itself, so that a reader can copy the link to a section.
	Heading func(level int, id, text string)
	// Text returns the HTML of text outside of links and code. If Text is nil, the text
	// is escaped.
	Text func(text string) string
	// Prefix begins each ID, so that no heading gets the ID of another part of the page.
	Prefix string
	// Untitled leaves out a title that begins the document, and renders each further
	// heading of the first level as one of the second: the page shows the title.
	Untitled bool
}

// Render returns a document as HTML, and the text of its first heading, or "". It reads
// what [URLs] reads, with strikethrough and task lists. The IDs of headings are the anchors
// of GitHub. A source cannot insert markup into a page: Render escapes special characters,
// leaves out the tags and comments of HTML, and makes an image a link unless o.Image allows
// it. The time is proportional to the length of the source, for any source.
func Render(source []byte, o PageOptions) (title, page string) {
	d := document{buf: source}
	s := &structure{source: d.source(len(source)), last: -1}
	b := &blocks{s: s, refs: map[string]span{}, tree: newTree()}
	b.read()
	p := &pageWriter{s: s, refs: b.refs, o: o, ids: newHeadingNames(GitHub), most: maxGrowth * (len(source) + 1024)}
	p.blocks(b.tree.open[0].children, false)
	return p.title, p.out.String()
}

// A pageWriter writes a document as HTML.
type pageWriter struct {
	s      *structure
	refs   map[string]span
	o      PageOptions
	out    bytes.Buffer
	ids    *headingNames
	most   int    // bytes of links after which links become text
	spent  int    // bytes of links
	title  string // the first heading
	linked int    // where the text of the open link begins, or 0
	prefix string // begins the next paragraph: the box of a task, the mark of a footnote
}

// line begins a line, unless one has begun.
func (p *pageWriter) line() {
	if b := p.out.Bytes(); len(b) > 0 && b[len(b)-1] != '\n' {
		p.out.WriteByte('\n')
	}
}

// blocks writes blocks. In a tight list paragraphs are not elements.
func (p *pageWriter) blocks(nodes []*node, tight bool) {
	for len(nodes) > 0 {
		n := nodes[0]
		k := 1
		switch n.kind {
		case quoteNode:
			p.line()
			p.out.WriteString("<blockquote>\n")
			p.blocks(n.children, false)
			p.line()
			p.out.WriteString("</blockquote>\n")
		case itemNode:
			for k < len(nodes) && nodes[k].continues(n) {
				k++
			}
			p.list(nodes[:k])
		case footnoteNode:
			p.prefix = escaped(n.name) + " "
			p.blocks(n.children, false)
			p.prefix = ""
		case textNode, htmlNode:
			p.text(n, tight)
		case indentedNode:
			text := bytes.TrimRight(n.code, " \t\n")
			line, _, _ := bytes.Cut(n.code[len(text):], []byte{'\n'})
			p.code(n.code[:len(text)+len(line)])
		case codeNode:
			p.code(bytes.TrimSuffix(n.code, []byte{'\n'}))
		case ruleNode:
			p.line()
			p.out.WriteString("<hr>\n")
		}
		nodes = nodes[k:]
	}
}

// continues reports whether an item after an item is one of the same list.
func (n *node) continues(first *node) bool { return n.kind == itemNode && n.mark == first.mark }

// list writes a list.
func (p *pageWriter) list(items []*node) {
	loose := false
	for i, n := range items {
		loose = loose || i > 0 && n.gap
		for j := 1; j < len(n.children); j++ {
			c := n.children[j]
			loose = loose || c.gap && !(c.kind == itemNode && c.continues(n.children[j-1]))
		}
	}
	element, start := "ul", ""
	if items[0].name != "" {
		element = "ol"
		if number, _ := strconv.Atoi(items[0].name); number != 1 {
			start = fmt.Sprintf(` start="%d"`, number)
		}
	}
	p.line()
	fmt.Fprintf(&p.out, "<%s%s>\n", element, start)
	for _, n := range items {
		p.line()
		p.out.WriteString("<li>")
		if len(n.children) > 0 {
			p.task(n.children[0])
		}
		p.blocks(n.children, !loose)
		p.out.WriteString("</li>\n")
	}
	fmt.Fprintf(&p.out, "</%s>\n", element)
}

// task takes the box of a task from the first paragraph of an item. Source: GFM 5.3.
func (p *pageWriter) task(n *node) {
	if n.kind != textNode || n.level > 0 || len(n.lines) == 0 || n.lines[0].end-n.lines[0].start < 5 {
		return
	}
	switch at := n.lines[0].start; string(p.s.source[at : at+4]) {
	case "[ ] ":
		p.prefix = "☐ "
	case "[x] ", "[X] ":
		p.prefix = "☑ "
	default:
		return
	}
	n.lines[0].start += 4
}

// code writes a block of code. The element scrolls, also by keyboard, since the lines may
// be wider than the screen.
func (p *pageWriter) code(code []byte) {
	p.line()
	p.out.WriteString(`<pre tabindex="0"><code>`)
	if p.out.WriteString(escaped(string(code))); len(code) > 0 {
		p.out.WriteByte('\n')
	}
	p.out.WriteString("</code></pre>\n")
}

// text writes a heading, a table or a paragraph. HTML is a paragraph without its tags.
func (p *pageWriter) text(n *node, tight bool) {
	if n.level > 0 {
		p.heading(n)
		return
	}
	if i := p.s.table(n.lines); i > 0 && n.kind == textNode {
		p.paragraph(n.lines[:i-1], tight)
		p.table(n.lines[i-1], n.lines[i+1:])
		return
	}
	p.paragraph(n.lines, tight)
}

// paragraph writes a paragraph, if it has text.
func (p *pageWriter) paragraph(lines []span, tight bool) {
	if len(lines) == 0 {
		return
	}
	before := p.out.Len()
	if !tight || !bytes.HasSuffix(p.out.Bytes(), []byte("<li>")) {
		p.line()
	}
	if !tight {
		p.out.WriteString("<p>")
	}
	p.out.WriteString(p.prefix)
	p.prefix = ""
	if begin := p.out.Len(); !p.inline(p.read(lines), false) {
		p.out.Truncate(min(before, begin))
	} else if !tight {
		p.out.WriteString("</p>\n")
	}
}

// heading writes a heading with an ID that is made of its text.
func (p *pageWriter) heading(n *node) {
	t := p.read(n.lines)
	plain := strings.TrimSpace(t.plain(true))
	if plain == "" { // a heading needs a text
		return
	}
	id, level := "", n.level
	p.ids.of(t.plain(false), func(name string) { id = cmp.Or(id, name) })
	id = p.o.Prefix + id
	if p.title == "" {
		if p.title = plain; p.out.Len() == 0 && level == 1 && p.o.Untitled {
			return
		}
	}
	if level == 1 && p.o.Untitled {
		level = 2
	}
	begin, end := "", ""
	if p.o.Heading != nil {
		p.o.Heading(level, id, plain)
		if !t.linked() { // a link contains no link
			begin, end = `<a href="#`+escaped(id)+`">`, "</a>"
		}
	}
	p.line()
	fmt.Fprintf(&p.out, `<h%d id="%s">%s`, level, escaped(id), begin)
	p.inline(t, false)
	fmt.Fprintf(&p.out, "%s</h%d>\n", end, level)
}

// table writes a table. Its element scrolls, like code.
func (p *pageWriter) table(head span, rows []span) {
	p.line()
	p.out.WriteString(`<div class="scroll" role="group" aria-label="Table" tabindex="0"><table>` + "\n<thead>\n")
	columns := p.row(head, "th", len(p.s.source))
	p.out.WriteString("</thead>\n")
	if len(rows) > 0 {
		p.out.WriteString("<tbody>\n")
		for _, row := range rows {
			p.row(row, "td", columns)
		}
		p.out.WriteString("</tbody>\n")
	}
	p.out.WriteString("</table></div>\n")
}

// row writes a row of a table with at most so many cells, and returns their number. A
// short row is not filled: a page would grow far beyond its source.
func (p *pageWriter) row(line span, element string, columns int) (n int) {
	p.out.WriteString("<tr>\n")
	for cell := range p.s.cells(line) {
		if n++; n > columns {
			break
		}
		fmt.Fprintf(&p.out, "<%s>", element)
		p.inline(p.read([]span{cell}), true)
		fmt.Fprintf(&p.out, "</%s>\n", element)
	}
	p.out.WriteString("</tr>\n")
	return n
}

// read returns the tokens of lines.
func (p *pageWriter) read(lines []span) *tokens {
	n := &inline{text: newText(p.s.source, lines), s: p.s, refs: p.refs}
	n.tokens = &tokens{src: n.bytes}
	n.read()
	return n.tokens
}

// inline writes a text, and reports whether anything is to be seen of it. In a cell of a
// table code has escaped bars.
func (p *pageWriter) inline(t *tokens, cell bool) bool {
	t.sort()
	begin, at := p.out.Len(), 0
	for _, k := range t.list {
		p.plain(t.src[at:k.at])
		at = k.end
		switch k.kind {
		case lineBreak:
			p.out.WriteString("<br>")
		case emphasis:
			p.out.WriteString(k.text)
		case codeToken:
			if cell {
				k.text = strings.ReplaceAll(k.text, `\|`, "|")
			}
			p.out.WriteString("<code>" + escaped(k.text) + "</code>")
		case autolinkToken:
			p.write(escaped(k.text), k.dest)
		case imageToken:
			p.image(k)
		case linkStart:
			if href := p.link(k.dest); href != "" {
				p.out.WriteString(`<a href="` + escaped(href) + `">`)
				p.linked = p.out.Len()
			}
		case linkEnd:
			p.endLink()
		}
	}
	p.plain(t.src[at:])
	text := bytes.Trim(p.out.Bytes()[begin:], " \n")
	p.out.Truncate(begin)
	p.out.Write(text)
	return len(text) > 0
}

// endLink ends a link, if one has begun.
func (p *pageWriter) endLink() {
	if p.linked == 0 {
		return
	}
	if len(bytes.TrimSpace(p.out.Bytes()[p.linked:])) == 0 {
		p.out.WriteString("link") // the text of the link was only a tag
	}
	p.out.WriteString("</a>")
	p.linked = 0
}

// image writes an image, or a link to it if the page does not load it.
func (p *pageWriter) image(k token) {
	text := cmp.Or(strings.TrimSpace(k.text), "image")
	if p.o.Image != nil {
		if out := p.o.Image(k.dest, text); out != "" {
			p.out.WriteString(out)
			return
		}
	}
	p.write("["+escaped(text)+"]", k.dest)
}

// write writes HTML as a link, unless it is in one or the page has no such link.
func (p *pageWriter) write(text, to string) {
	if p.linked == 0 {
		if href := p.link(to); href != "" {
			text = `<a href="` + escaped(href) + `">` + text + "</a>"
		}
	}
	p.out.WriteString(text)
}

// link returns the link of a page for one of the document, or "".
func (p *pageWriter) link(to string) string {
	if p.spent > p.most {
		return ""
	}
	href := p.o.Link(to)
	p.spent += len(href)
	return href
}

// plain writes text without markup. Two spaces or a backslash at the end of a line break
// it. Source: CommonMark 6.7.
func (p *pageWriter) plain(text []byte) {
	for first := true; ; first = false {
		line, rest, more := bytes.Cut(text, []byte{'\n'})
		if !first {
			line = bytes.TrimLeft(line, " \t")
		}
		end := "\n"
		if bare := bytes.TrimRight(line, `\`); more && (len(line)-len(bare))%2 == 1 {
			line, end = line[:len(line)-1], "<br>\n"
		} else if more && bytes.HasSuffix(line, []byte("  ")) {
			end = "<br>\n"
		}
		if more {
			line = bytes.TrimRight(line, " \t")
		}
		shown := unescape(string(line), true)
		if p.o.Text != nil && p.linked == 0 && p.out.Len() < p.most && strings.Contains(shown, ":") {
			p.out.WriteString(p.o.Text(shown))
		} else {
			p.out.WriteString(escaped(shown))
		}
		if text = rest; !more {
			return
		}
		p.out.WriteString(end)
	}
}

// escapes replaces special characters of HTML.
var escapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

// escaped returns text as HTML.
func escaped(text string) string { return escapes.Replace(text) }
