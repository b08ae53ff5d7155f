package markdown

import (
	"fmt"
	"strings"
)

// item is the mark of an item of a list.
type item struct {
	width   int // of the mark with the spaces around it; 0 means no mark
	ordered bool
	mark    byte   // its last character: items with another mark are another list
	start   string // the number of an ordered item
}

// itemOf reads the mark of the item that a line begins.
func itemOf(line string) (it item) {
	lead := indent(line)
	rest := line[lead:]
	if lead > 3 || rest == "" {
		return it
	}
	n := 0
	if strings.IndexByte("-*+", rest[0]) >= 0 {
		it.mark, n = rest[0], 1
	} else {
		for n < len(rest) && n < 9 && rest[n] >= '0' && rest[n] <= '9' {
			n++
		}
		if n == 0 || n == len(rest) || rest[n] != '.' && rest[n] != ')' {
			return item{}
		}
		it.ordered, it.start, it.mark = true, rest[:n], rest[n]
		n++
	}
	if n < len(rest) && rest[n] != ' ' {
		return item{}
	}
	spaces := indent(rest[n:])
	if spaces > 4 || n+spaces == len(rest) { // code, or an empty first line
		spaces = 1
	}
	it.width = min(lead+n+spaces, len(line)+1)
	return it
}

// list writes a list.
func (p *renderer) list(lines []string, depth int) int {
	first := itemOf(lines[0])
	var items [][]string
	n, loose := 0, false
	for n < len(lines) {
		it := itemOf(lines[n])
		if it.width == 0 || it.ordered != first.ordered || it.mark != first.mark || isRule(strings.TrimLeft(lines[n], " ")) {
			break
		}
		inner, used := p.item(lines[n:], it, depth)
		items = append(items, inner)
		n += used
		blanks := 0
		for n < len(lines) && strings.TrimSpace(lines[n]) == "" {
			n++
			blanks++
		}
		for i, line := range inner {
			loose = loose || i > 0 && strings.TrimSpace(line) == ""
		}
		if next := n < len(lines) && itemOf(lines[n]).width > 0; next && blanks > 0 {
			loose = true
		}
	}
	element, attr := "ul", ""
	if first.ordered {
		element = "ol"
		if start := strings.TrimLeft(first.start, "0"); start != "1" && start != "" {
			attr = fmt.Sprintf(` start="%s"`, start)
		}
	}
	fmt.Fprintf(&p.out, "<%s%s>\n", element, attr)
	for _, inner := range items {
		p.out.WriteString("<li>")
		p.begun = true
		if len(inner) > 0 {
			inner[0] = p.task(inner[0])
		}
		if loose {
			p.out.WriteString("\n")
		}
		p.blocks(inner, depth+1, !loose)
		p.out.WriteString("</li>\n")
	}
	fmt.Fprintf(&p.out, "</%s>\n", element)
	return n
}

// item returns the lines of an item without its mark, and how many lines it has.
func (p *renderer) item(lines []string, it item, depth int) (inner []string, n int) {
	inner = append(inner, lines[0][min(it.width, len(lines[0])):])
	n = 1
	for ; n < len(lines); n++ {
		line := lines[n]
		switch {
		case strings.TrimSpace(line) == "":
			next := n + 1
			for next < len(lines) && strings.TrimSpace(lines[next]) == "" {
				next++
			}
			if next == len(lines) || indent(lines[next]) < it.width {
				return inner, n
			}
			inner = append(inner, make([]string, next-n)...)
			n = next - 1
		case indent(line) >= it.width:
			inner = append(inner, line[it.width:])
		case inner[len(inner)-1] == "" || itemOf(line).width > 0 || p.interrupts(line, depth):
			return inner, n
		default: // the paragraph continues without indentation
			inner = append(inner, strings.TrimLeft(line, " "))
		}
	}
	return inner, n
}

// task writes the box of an item of a task list, and returns the line without it.
func (p *renderer) task(line string) string {
	for mark, box := range map[string]string{"[ ] ": "☐ ", "[x] ": "☑ ", "[X] ": "☑ "} {
		if rest, ok := strings.CutPrefix(line, mark); ok {
			p.out.WriteString(box)
			return rest
		}
	}
	return line
}

// isTable reports whether lines begin with the head of a table.
func isTable(lines []string) bool {
	if len(lines) < 2 || !strings.Contains(lines[0], "|") || !strings.Contains(lines[1], "|") && !strings.HasPrefix(strings.TrimSpace(lines[0]), "|") {
		return false
	}
	line := strings.TrimSpace(lines[1])
	if strings.Trim(line, "|-: ") != "" || !strings.Contains(line, "-") || strings.Count(lines[0], "|") > maxColumns {
		return false
	}
	return len(cellsOf(lines[0])) == len(cellsOf(line))
}

// table writes a table. Its element scrolls, like code.
func (p *renderer) table(lines []string) int {
	p.out.WriteString(`<div class="scroll" role="group" aria-label="Table" tabindex="0"><table>` + "\n<thead>\n")
	columns := p.row(lines[0], "th", maxColumns)
	p.out.WriteString("</thead>\n")
	n := 2
	for ; n < len(lines) && strings.TrimSpace(lines[n]) != "" && strings.Contains(lines[n], "|"); n++ {
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

// row writes a row of a table with at most so many cells, and returns their number. A
// short row is not filled: a page would grow far beyond its source.
func (p *renderer) row(line, element string, columns int) int {
	cells := cellsOf(line)
	cells = cells[:min(len(cells), columns)]
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
	line = strings.TrimPrefix(strings.TrimSpace(line), "|")
	if strings.HasSuffix(line, "|") && !strings.HasSuffix(line, `\|`) {
		line = line[:len(line)-1]
	}
	const bar = "\x00" // is in no source that a page shows
	for cell := range strings.SplitSeq(strings.ReplaceAll(line, `\|`, bar), "|") {
		cells = append(cells, strings.ReplaceAll(strings.TrimSpace(cell), bar, "|"))
	}
	return cells
}
