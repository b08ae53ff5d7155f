// Package guide renders the documentation for the pages of a gateway.
//
//	title, html := guide.Render(source, func(to string) string { return to })
//
// The source is the project's own text, in the part of Markdown that it uses:
// headings, paragraphs, flat lists, blocks of code between fences, tables, and within
// text emphasis, code, links and backslashes. Anything else is shown as text, so that
// no source can bring markup into a page. A library for all of Markdown would make
// every command start half a millisecond later.
package guide

import (
	"fmt"
	"html/template"
	"regexp"
	"strings"
	"sync"
)

// Render returns a page as HTML, and its first heading. Each link leads where link
// says.
func Render(source []byte, link func(to string) string) (title string, page template.HTML) {
	p := &renderer{link: link, ids: map[string]int{}}
	lines := strings.Split(strings.TrimRight(string(source), "\n"), "\n")
	for len(lines) > 0 {
		lines = lines[p.block(lines):]
	}
	if title = p.title; title == "" {
		title = "Guide"
	}
	return title, template.HTML(p.out.String())
}

// A renderer writes a page.
type renderer struct {
	link  func(to string) string
	out   strings.Builder
	title string         // the first heading
	ids   map[string]int // how often each was wanted
}

// block writes the block that lines begin with, and returns how many lines it has.
func (p *renderer) block(lines []string) int {
	first := lines[0]
	level := len(first) - len(strings.TrimLeft(first, "#"))
	switch {
	case strings.TrimSpace(first) == "":
		return 1
	case strings.HasPrefix(first, "```"):
		return p.code(lines)
	case level > 0 && level <= 6 && strings.HasPrefix(first[level:], " "):
		p.heading(level, strings.TrimSpace(first[level:]))
		return 1
	case marker(first) != "":
		return p.list(lines)
	case len(lines) > 1 && strings.HasPrefix(first, "|") && strings.Trim(lines[1], "|-: ") == "" && strings.Contains(lines[1], "-"):
		return p.table(lines)
	}
	n := p.textLines(lines)
	p.out.WriteString("<p>")
	p.inline(joined(lines[:n]))
	p.out.WriteString("</p>\n")
	return n
}

// textLines returns how many lines a paragraph has that lines begin with.
func (p *renderer) textLines(lines []string) int {
	n := 1
	for n < len(lines) && strings.TrimSpace(lines[n]) != "" && !strings.HasPrefix(lines[n], "```") && !strings.HasPrefix(lines[n], "#") && marker(lines[n]) == "" {
		n++
	}
	return n
}

// joined returns lines as one text, without the blanks around them.
func joined(lines []string) string {
	var trimmed []string
	for _, line := range lines {
		trimmed = append(trimmed, strings.TrimSpace(line))
	}
	return strings.Join(trimmed, "\n")
}

// heading writes a heading with an ID that is made of its text.
func (p *renderer) heading(level int, text string) {
	if p.title == "" {
		p.title = text
	}
	id := strings.Map(func(r rune) rune {
		switch {
		case r == ' ' || r == '-' || r == '_':
			return '-'
		case r >= '0' && r <= '9' || r >= 'a' && r <= 'z':
			return r
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		}
		return -1
	}, text)
	if n := p.ids[id]; n > 0 {
		p.ids[id]++
		id = fmt.Sprintf("%s-%d", id, n)
	}
	p.ids[id]++
	fmt.Fprintf(&p.out, `<h%d id="%s">`, level, id)
	p.inline(text)
	fmt.Fprintf(&p.out, "</h%d>\n", level)
}

// code writes a block of code, which may be wider than a screen: it scrolls by itself,
// with keys too.
func (p *renderer) code(lines []string) int {
	p.out.WriteString(`<pre tabindex="0"><code>`)
	n := 1
	for ; n < len(lines) && !strings.HasPrefix(lines[n], "```"); n++ {
		p.out.WriteString(escaped(lines[n]) + "\n")
	}
	p.out.WriteString("</code></pre>\n")
	return min(n+1, len(lines))
}

// itemMarker matches the mark of an item of a list.
var itemMarker = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(?:[-*]|[0-9]{1,9}\.) +`) })

// marker returns the mark of the item that a line begins, or "".
func marker(line string) string {
	if line == "" || !strings.ContainsRune("-*0123456789", rune(line[0])) {
		return ""
	}
	return itemMarker().FindString(line)
}

// list writes a list.
func (p *renderer) list(lines []string) (n int) {
	element := "ol"
	if strings.ContainsRune("-*", rune(lines[0][0])) {
		element = "ul"
	}
	fmt.Fprintf(&p.out, "<%s>\n", element)
	for n < len(lines) && marker(lines[n]) != "" {
		more := p.textLines(lines[n:])
		item := joined(append([]string{lines[n][len(marker(lines[n])):]}, lines[n+1:n+more]...))
		p.out.WriteString("<li>")
		p.inline(item)
		p.out.WriteString("</li>\n")
		n += more
	}
	fmt.Fprintf(&p.out, "</%s>\n", element)
	return n
}

// table writes a table, which scrolls by itself as code does.
func (p *renderer) table(lines []string) int {
	p.out.WriteString(`<div class="scroll" role="region" aria-label="Table" tabindex="0"><table>` + "\n<thead>\n")
	columns := p.row(lines[0], "th", -1)
	p.out.WriteString("</thead>\n")
	n := 2
	for ; n < len(lines) && strings.HasPrefix(lines[n], "|"); n++ {
		if n == 2 {
			p.out.WriteString("<tbody>\n")
		}
		p.row(lines[n], "td", columns)
	}
	if n > 2 {
		p.out.WriteString("</tbody>\n")
	}
	p.out.WriteString("</table></div>\n")
	return n
}

// row writes a row of a table with so many columns, -1 for as many as it has, and
// returns their number.
func (p *renderer) row(line, element string, columns int) int {
	cells := cellsOf(line)
	for len(cells) < columns {
		cells = append(cells, "")
	}
	if columns >= 0 {
		cells = cells[:columns]
	}
	p.out.WriteString("<tr>\n")
	for _, cell := range cells {
		fmt.Fprintf(&p.out, "<%s>", element)
		p.inline(cell)
		fmt.Fprintf(&p.out, "</%s>\n", element)
	}
	p.out.WriteString("</tr>\n")
	return len(cells)
}

// cellsOf returns the cells of a row. A bar after a backslash is part of a cell.
func cellsOf(line string) (cells []string) {
	line = strings.TrimSpace(line)
	line = strings.TrimPrefix(strings.TrimSuffix(line, "|"), "|")
	const bar = "\x00" // is in no source
	for cell := range strings.SplitSeq(strings.ReplaceAll(line, `\|`, bar), "|") {
		cells = append(cells, strings.ReplaceAll(strings.TrimSpace(cell), bar, "|"))
	}
	return cells
}

// escapes are what a page has for the characters of markup.
var escapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

// escaped returns text for a page.
func escaped(text string) string { return escapes.Replace(text) }
