package term

import "strings"

// Wrap splits text on spaces into lines of at most width columns; a longer word is
// split anywhere.
func Wrap(text string, width int) []string {
	var lines []string
	var line []byte
	used := 0 // the columns of line
	for word := range strings.FieldsSeq(text) {
		n := TextCells(word)
		if len(line) > 0 && used+1+n > width {
			lines, line = append(lines, string(line)), line[:0]
		}
		for n > width {
			cut := CutCells(word, width)
			lines = append(lines, word[:cut])
			word = word[cut:]
			n = TextCells(word)
		}
		if len(line) > 0 {
			line, used = append(line, ' '), used+1
		} else {
			used = 0
		}
		line, used = append(line, word...), used+n
	}
	if len(line) > 0 {
		lines = append(lines, string(line))
	}
	return lines
}
