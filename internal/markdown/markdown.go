// Package markdown renders Markdown as HTML: the pages of the manual, and documents of any
// server.
//
//	title, html := markdown.Render(source, markdown.Options{Link: link})
//
// It reads CommonMark with tables, strikethrough and task lists. A source cannot insert
// markup into a page: Render escapes special characters, leaves out HTML tags and comments,
// and makes an image a link unless Options.Image allows it. The time is proportional to the
// length of the source, for any source. Text nested deeper than maxDepth is not parsed.
//
// Differences from CommonMark: emphasis ends at a run of the same length, and a
// definition of a link takes one line.
package markdown

import (
	"fmt"
	"html/template"
	"strings"
)

const (
	// maxDepth is how deep lists and quotations may be nested: deeper than in real
	// documents.
	maxDepth = 12
	// maxColumns is how many columns a table has.
	maxColumns = 100
	// maxGrowth limits the total length of links to maxGrowth times the length of the
	// source. Further links become text. Without the limit, a long URL of the document
	// in each resolved link would make the page much larger than its source.
	maxGrowth = 16
)

// Options are the settings of Render.
type Options struct {
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

// Render returns a document as HTML, and the text of its first heading, or "".
func Render(source []byte, o Options) (title string, page template.HTML) {
	p := &renderer{o: o, ids: map[string]int{}, refs: map[string]string{}, most: maxGrowth * (len(source) + 1024)}
	text := strings.ReplaceAll(strings.TrimRight(string(source), "\r\n"), "\r\n", "\n")
	lines := strings.Split(text, "\n")
	untab(lines)
	p.define(lines)
	p.blocks(lines, 0, false)
	return p.title, template.HTML(p.out.String())
}

// untab replaces the tabs at the beginning of lines, except in code between fences that are
// not indented.
func untab(lines []string) {
	fence := ""
	for i, line := range lines {
		switch {
		case fence == "":
			if indent(line) == 0 {
				fence = fenceOf(line)
			}
			lines[i] = untabbed(line)
		case closes(line, fence):
			fence = ""
		}
	}
}

// untabbed returns a line with spaces instead of the tabs at its beginning.
func untabbed(line string) string {
	rest := strings.TrimLeft(line, " \t")
	lead := line[:len(line)-len(rest)]
	if !strings.Contains(lead, "\t") {
		return line
	}
	return strings.ReplaceAll(lead, "\t", "    ") + rest
}

// A renderer writes a document.
type renderer struct {
	o     Options
	out   strings.Builder
	most  int    // bytes of links after which links become text
	spent int    // bytes of links
	title string // the first heading
	begun bool   // a block was written
	ids   map[string]int
	refs  map[string]string // definitions of links by their labels
	// endless is set if a comment does not end. Then a later one does not end either.
	endless bool
}

// define collects the definitions of links, such as "[label]: url".
func (p *renderer) define(lines []string) {
	fence := ""
	for _, line := range lines {
		switch f := fenceOf(line); {
		case fence == "" && f != "":
			fence = f
		case fence != "":
			if closes(line, fence) {
				fence = ""
			}
		default:
			if label, to, ok := definition(line); ok && p.refs[label] == "" {
				p.refs[label] = to
			}
		}
	}
}

// definition reads the definition of a link. The label is folded.
func definition(line string) (label, to string, ok bool) {
	line = strings.TrimLeft(line, " ")
	if !strings.HasPrefix(line, "[") || strings.HasPrefix(line, "[^") {
		return "", "", false
	}
	label, rest, ok := strings.Cut(line[1:], "]:")
	fields := strings.Fields(rest)
	if !ok || len(fields) == 0 || strings.ContainsAny(label, "[]") || strings.TrimSpace(label) == "" {
		return "", "", false
	}
	if len(fields) > 1 && !strings.ContainsAny(fields[1][:1], `"'(`) {
		return "", "", false
	}
	return folded(label), strings.TrimSuffix(strings.TrimPrefix(fields[0], "<"), ">"), true
}

// folded returns a label in the form in which labels are compared.
func folded(label string) string { return strings.ToLower(strings.Join(strings.Fields(label), " ")) }

// blocks writes lines. In a tight list paragraphs are not elements.
func (p *renderer) blocks(lines []string, depth int, tight bool) {
	for len(lines) > 0 {
		lines = lines[p.block(lines, depth, tight):]
	}
}

// block writes the block that lines begin with, and returns how many lines it has.
func (p *renderer) block(lines []string, depth int, tight bool) int {
	first := lines[0]
	if strings.TrimSpace(first) == "" {
		return 1
	}
	defer func() { p.begun = true }()
	if indent(first) >= 4 {
		return p.indented(lines)
	}
	text := first[indent(first):]
	if n := p.comment(lines, text); n > 0 {
		return n
	}
	level, heading, isHeading := headingOf(text)
	switch {
	case fenceOf(first) != "":
		return p.fenced(lines)
	case isHeading:
		p.heading(level, heading)
		return 1
	case isRule(text):
		p.out.WriteString("<hr>\n")
		return 1
	case text[0] == '>' && depth < maxDepth:
		return p.quotation(lines, depth)
	case depth < maxDepth && itemOf(first).width > 0:
		return p.list(lines, depth)
	case isTable(lines):
		return p.table(lines)
	}
	if _, _, ok := definition(first); ok {
		return 1
	}
	return p.paragraph(lines, depth, tight)
}

// comment returns how many lines a comment of HTML has, or 0.
func (p *renderer) comment(lines []string, text string) int {
	if !strings.HasPrefix(text, "<!--") || p.endless {
		return 0
	}
	for n, line := range lines {
		if strings.Contains(line, "-->") {
			return n + 1
		}
	}
	p.endless = true
	return 0
}

// indent returns how many spaces a line begins with.
func indent(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// dedent returns a line without up to n spaces at its beginning.
func dedent(line string, n int) string { return line[min(n, indent(line)):] }

// headingOf reads a heading: "## text".
func headingOf(text string) (level int, heading string, ok bool) {
	rest := strings.TrimLeft(text, "#")
	level = len(text) - len(rest)
	if level == 0 || level > 6 || rest != "" && rest[0] != ' ' {
		return 0, "", false
	}
	rest = strings.TrimSpace(rest)
	if open := strings.TrimRight(rest, "#"); open == "" || strings.HasSuffix(open, " ") {
		rest = strings.TrimSpace(open)
	}
	return level, rest, true
}

// isRule reports whether a text is a thematic break: three or more of one mark.
func isRule(text string) bool {
	text = strings.ReplaceAll(strings.TrimRight(text, " "), " ", "")
	return len(text) >= 3 && strings.ContainsRune("*-_", rune(text[0])) && strings.Trim(text, text[:1]) == ""
}

// paragraph writes a paragraph, or a heading that a line underlines.
func (p *renderer) paragraph(lines []string, depth int, tight bool) int {
	n := 1
	for ; n < len(lines) && !p.interrupts(lines[n], depth); n++ {
		mark := strings.TrimSpace(lines[n])
		if indent(lines[n]) < 4 && mark != "" && (strings.Trim(mark, "=") == "" || strings.Trim(mark, "-") == "") {
			level := 1
			if mark[0] == '-' {
				level = 2
			}
			p.heading(level, joined(lines[:n]))
			return n + 1
		}
	}
	if tight {
		p.inline(joined(lines[:n]))
		if n < len(lines) {
			p.out.WriteString("\n")
		}
		return n
	}
	p.out.WriteString("<p>")
	p.inline(joined(lines[:n]))
	p.out.WriteString("</p>\n")
	return n
}

// interrupts reports whether a line ends the paragraph before it. A line of "-" is
// the underline of a heading.
func (p *renderer) interrupts(line string, depth int) bool {
	text := strings.TrimLeft(line, " ")
	if text == "" {
		return true
	}
	if indent(line) >= 4 {
		return false
	}
	_, _, heading := headingOf(text)
	item := itemOf(line)
	return heading || fenceOf(line) != "" || isRule(text) && strings.Trim(text, "- ") != "" || isRule(text) && strings.Contains(strings.TrimSpace(text), " ") ||
		depth < maxDepth && (text[0] == '>' || item.width > 0 && len(line) > item.width && (!item.ordered || item.start == "1"))
}

// joined returns lines as one text, without the blanks around them. Two spaces at the
// end of a line become a backslash: both break the line.
func joined(lines []string) string {
	var b strings.Builder
	for i, line := range lines {
		text := strings.TrimSpace(line)
		b.WriteString(text)
		if i < len(lines)-1 {
			if strings.HasSuffix(line, "  ") && !strings.HasSuffix(text, `\`) {
				b.WriteByte('\\')
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// heading writes a heading with an ID that is made of its text.
func (p *renderer) heading(level int, text string) {
	plain := plainText(text)
	if plain == "" { // a heading needs a text
		return
	}
	if p.title == "" {
		p.title = plain
		if !p.begun && level == 1 && p.o.Untitled {
			return
		}
	}
	if level == 1 && p.o.Untitled {
		level = 2
	}
	id := p.o.Prefix + slug(text)
	if n := p.ids[id]; n > 0 {
		p.ids[id]++
		id = fmt.Sprintf("%s-%d", id, n)
	}
	p.ids[id]++
	begin, end := "", ""
	if p.o.Heading != nil {
		p.o.Heading(level, id, plain)
		if !strings.ContainsAny(text, "[<") { // a link contains no link
			begin, end = `<a href="#`+id+`">`, "</a>"
		}
	}
	fmt.Fprintf(&p.out, `<h%d id="%s">%s`, level, id, begin)
	p.inline(text)
	fmt.Fprintf(&p.out, "%s</h%d>\n", end, level)
}

// slug returns the ID of a heading.
func slug(text string) string {
	return strings.Map(func(r rune) rune {
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
}

// fenceOf returns the fence of code that a line begins with, or "".
func fenceOf(line string) string {
	if indent(line) > 3 {
		return ""
	}
	line = line[indent(line):]
	for _, mark := range [...]string{"`", "~"} {
		info := strings.TrimLeft(line, mark)
		if n := len(line) - len(info); n >= 3 && (mark == "~" || !strings.Contains(info, "`")) {
			return line[:n]
		}
	}
	return ""
}

// closes reports whether a line ends the block of code that a fence began.
func closes(line, fence string) bool {
	text := strings.TrimSpace(line)
	return indent(line) < 4 && len(text) >= len(fence) && strings.Trim(text, fence[:1]) == ""
}

// fenced writes a block of code between fences.
func (p *renderer) fenced(lines []string) int {
	fence, lead := fenceOf(lines[0]), indent(lines[0])
	n := 1
	for n < len(lines) && !closes(lines[n], fence) {
		n++
	}
	p.code(lines[1:n], lead)
	return min(n+1, len(lines))
}

// indented writes a block of code that is indented by four spaces.
func (p *renderer) indented(lines []string) int {
	n, last := 0, 0
	for ; n < len(lines) && (indent(lines[n]) >= 4 || strings.TrimSpace(lines[n]) == ""); n++ {
		if strings.TrimSpace(lines[n]) != "" {
			last = n + 1
		}
	}
	p.code(lines[:last], 4)
	return n
}

// code writes lines of code. The element scrolls, also by keyboard, since the lines may be
// wider than the screen.
func (p *renderer) code(lines []string, lead int) {
	p.out.WriteString(`<pre tabindex="0"><code>`)
	for _, line := range lines {
		p.out.WriteString(escaped(dedent(line, lead)) + "\n")
	}
	p.out.WriteString("</code></pre>\n")
}

// quotation writes a quotation.
func (p *renderer) quotation(lines []string, depth int) int {
	var inner []string
	n := 0
	for ; n < len(lines); n++ {
		text, quoted := strings.CutPrefix(strings.TrimLeft(lines[n], " "), ">")
		if !quoted && (n == 0 || p.interrupts(lines[n], depth) || strings.TrimSpace(inner[n-1]) == "") {
			break
		}
		if !quoted {
			text = lines[n] // the paragraph continues without a mark
		}
		inner = append(inner, strings.TrimPrefix(text, " "))
	}
	p.out.WriteString("<blockquote>\n")
	p.blocks(inner, depth+1, false)
	p.out.WriteString("</blockquote>\n")
	return n
}
