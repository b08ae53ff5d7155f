package markdown

import (
	"bytes"
	"strings"

	"github.com/earl-url/earl/internal/ascii"
)

// isThematicBreak reports whether a line is three or more of one mark, with blanks.
// Source: CommonMark 4.1.
func isThematicBreak(line []byte) bool {
	mark := line[0]
	if mark != '*' && mark != '-' && mark != '_' {
		return false
	}
	n := 0
	for _, c := range line {
		if c == mark {
			n++
		} else if !isBlank(c) {
			return false
		}
	}
	return n >= 3
}

// isFenceEnd reports whether a line ends a block of code that begins with a fence.
// Source: CommonMark 4.5.
func isFenceEnd(line, fence []byte) bool {
	n := runLength(line, fence[0])
	return n >= len(fence) && len(bytes.TrimLeft(line[n:], " \t")) == 0
}

// listMark returns the mark of the list whose item a line begins, and the
// length of the item's mark, or 0. Source: CommonMark 5.2.
func listMark(line []byte, inParagraph bool) (mark byte, n int) {
	for n < len(line) && n < 10 && '0' <= line[n] && line[n] <= '9' {
		n++
	}
	switch {
	case n >= len(line) || n > 9:
		return 0, 0
	case n == 0 && line[0] != '-' && line[0] != '+' && line[0] != '*',
		n > 0 && line[n] != '.' && line[n] != ')',
		inParagraph && n > 0 && string(line[:n]) != "1",
		n+1 < len(line) && !isBlank(line[n+1]):
		return 0, 0
	}
	return line[n], n + 1
}

// isDelimiter reports whether a line is the delimiter row below the header of a
// table, and returns the number of its columns. Source: GFM 4.10.
func isDelimiter(line []byte) (columns int, ok bool) {
	for cell := range cells(line) {
		cell = bytes.TrimSpace(cell)
		dashes := bytes.TrimSuffix(bytes.TrimPrefix(cell, []byte{':'}), []byte{':'})
		if len(dashes) == 0 || len(bytes.Trim(dashes, "-")) > 0 {
			return 0, false
		}
		columns++
	}
	return columns, columns > 0
}

// cells yields the cells of a row of a table, which are parts of the row,
// without the bars between them.
func cells(row []byte) func(yield func(cell []byte) bool) {
	return func(yield func([]byte) bool) {
		row := bytes.TrimSpace(row)
		row = bytes.TrimPrefix(row, []byte{'|'})
		for len(row) > 0 {
			end := 0
			for end < len(row) && row[end] != '|' {
				if row[end] == '\\' && end+1 < len(row) {
					end++
				}
				end++
			}
			if !yield(row[:end]) || end == len(row) {
				return
			}
			row = row[end+1:]
		}
	}
}

// htmlBlocks are the elements whose tags begin a block of HTML. Source: CommonMark 4.6.
const htmlBlocks = " address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt " +
	"fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link main menu " +
	"menuitem nav noframes ol optgroup option p param search section summary table tbody td tfoot th thead title tr track ul "

// verbatimTags are the elements whose content is not Markdown. Source:
// CommonMark 4.6.
const verbatimTags = " script pre style textarea "

// verbatimEnd is what ends the block of HTML of a verbatim element: one of its tags.
const verbatimEnd = "</"

// htmlStart reports whether a line that begins with "<" begins a block of HTML,
// and returns the text that the last line of the block contains, or "" if a
// blank line ends it. Within a paragraph a single tag does not begin a block.
// Source: CommonMark 4.6.
func htmlStart(line []byte, inParagraph bool) (until string, ok bool) {
	for _, form := range [...]struct{ start, until string }{{"<!--", "-->"}, {"<?", "?>"}, {"<![CDATA[", "]]>"}} {
		if bytes.HasPrefix(line, []byte(form.start)) {
			return form.until, true
		}
	}
	if len(line) > 2 && line[1] == '!' && ascii.IsLetter(line[2]) {
		return ">", true
	}
	name, rest, closing := tagName(line)
	bounded := len(rest) == 0 || isBlank(rest[0]) || rest[0] == '>'
	switch {
	case name == "":
		return "", false
	case !closing && bounded && strings.Contains(verbatimTags, " "+name+" "):
		return verbatimEnd, true
	case (bounded || bytes.HasPrefix(rest, []byte("/>"))) && strings.Contains(htmlBlocks, " "+name+" "):
		return "", true
	case inParagraph:
		return "", false
	}
	n := tagLength(line)
	return "", n > 0 && len(bytes.TrimLeft(line[n:], " \t")) == 0
}

// tagName returns the name of the tag at the start of a line, in lower case,
// the rest of the line, and whether it is a closing tag.
func tagName(line []byte) (name string, rest []byte, closing bool) {
	rest = line[1:]
	if closing = bytes.HasPrefix(rest, []byte{'/'}); closing {
		rest = rest[1:]
	}
	n := 0
	for n < len(rest) && (ascii.IsLetter(rest[n]) || n > 0 && (ascii.IsDigit(rest[n]) || rest[n] == '-')) {
		n++
	}
	return strings.ToLower(string(rest[:min(n, 20)])), rest[n:], closing // longer names are not elements
}

// endsHTML reports whether a line contains the end of a block of HTML.
func endsHTML(line []byte, until string) bool {
	if until != verbatimEnd {
		return bytes.Contains(line, []byte(until))
	}
	for at := bytes.IndexByte(line, '<'); at >= 0; {
		name, rest, closing := tagName(line[at:])
		if closing && bytes.HasPrefix(rest, []byte{'>'}) && strings.Contains(verbatimTags, " "+name+" ") {
			return true
		}
		next := bytes.IndexByte(line[at+1:], '<')
		if next < 0 {
			return false
		}
		at += 1 + next
	}
	return false
}

// isPunctuation reports whether a byte is ASCII punctuation. Source: CommonMark
// 2.1.
func isPunctuation(c byte) bool {
	return '!' <= c && c <= '~' && !ascii.IsLetter(c) && !ascii.IsDigit(c)
}

// tagLength returns the length of the tag at the start of a text, or 0. Source:
// CommonMark 6.6.
func tagLength(text []byte) int {
	name, rest, closing := tagName(text)
	if name == "" {
		return 0
	}
	at := len(text) - len(rest)
	for {
		blanks := len(text[at:]) - len(bytes.TrimLeft(text[at:], " \t\r\n"))
		at += blanks
		switch {
		case at == len(text):
			return 0
		case text[at] == '>':
			return at + 1
		case closing:
			return 0
		case bytes.HasPrefix(text[at:], []byte("/>")):
			return at + 2
		case blanks == 0:
			return 0
		}
		n := attributeLength(text[at:])
		if n == 0 {
			return 0
		}
		at += n
	}
}

// attributeLength returns the length of the attribute at the start of a text,
// or 0.
func attributeLength(text []byte) int {
	n := 0
	for n < len(text) && (ascii.IsLetter(text[n]) || text[n] == '_' || text[n] == ':' || n > 0 && (ascii.IsDigit(text[n]) || text[n] == '.' || text[n] == '-')) {
		n++
	}
	if n == 0 {
		return 0
	}
	at := skipSpace(text, n)
	if at == len(text) || text[at] != '=' {
		return n
	}
	at = skipSpace(text, at+1)
	if at == len(text) {
		return 0
	}
	if q := text[at]; q == '"' || q == '\'' {
		end := bytes.IndexByte(text[at+1:], q)
		if end < 0 {
			return 0
		}
		return at + end + 2
	}
	end := bytes.IndexAny(text[at:], " \t\r\n\"'=<>`")
	if end < 0 {
		end = len(text) - at
	}
	if end == 0 {
		return 0
	}
	return at + end
}

// skipSpace returns the offset after the blanks and line ends at an offset.
func skipSpace(text []byte, at int) int {
	for at < len(text) && (isBlank(text[at]) || text[at] == '\n' || text[at] == '\r') {
		at++
	}
	return at
}
