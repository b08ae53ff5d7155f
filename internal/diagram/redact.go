package diagram

import (
	"strings"
	"unicode/utf8"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/term"
)

// A redaction is a text with its password hidden, and the new offsets of its bytes.
type redaction struct {
	hidden        string
	size          int // of the text
	before, after int // how many bytes at its start and end are unchanged
}

// redact hides the password of a text that need not be a URL.
func redact(text string) redaction {
	r := redaction{hidden: earl.Redact(text), size: len(text)}
	if r.hidden == text {
		r.before = len(text)
		return r
	}
	shorter := min(len(text), len(r.hidden))
	for r.before < shorter && text[r.before] == r.hidden[r.before] {
		r.before++
	}
	for r.after < shorter-r.before && text[len(text)-1-r.after] == r.hidden[len(r.hidden)-1-r.after] {
		r.after++
	}
	return r
}

// at returns the offset in the hidden form of byte i of the text.
func (r redaction) at(i int) int {
	switch i = min(i, r.size); {
	case i <= r.before:
		return i
	case i >= r.size-r.after:
		return len(r.hidden) - (r.size - i)
	}
	return r.before // inside the hidden part
}

// A shown text is one line of a terminal. Nothing in it controls the terminal, and each
// byte of the text has a column.
type shown struct {
	plain string   // the text itself, if it can be printed unchanged; then the rest is empty
	cells []string // the text of each column; "" after a wide character
	at    []int    // the column of each byte of the text, and of its end
}

// show prepares a text without a password.
func show(text string) shown {
	if isPlainText(text) {
		return shown{plain: text}
	}
	s := shown{cells: make([]string, 0, len(text)), at: make([]int, 0, len(text)+1)}
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:]) // an invalid byte is one character
		piece := text[i : i+n]
		i += n
		for range n {
			s.at = append(s.at, len(s.cells))
		}
		if isPlain(r) {
			s.cells = append(s.cells, piece)
		} else {
			s.cells = append(s.cells, cellsOf(piece, r)...)
		}
	}
	s.at = append(s.at, len(s.cells))
	return s
}

// columns returns how many columns there are.
func (s shown) columns() int { return len(s.plain) + len(s.cells) }

// column returns the column of a byte of the text, or of its end.
func (s shown) column(i int) int {
	if s.at == nil {
		return i
	}
	return s.at[i]
}

// window returns the columns from..to as text.
func (s shown) window(from, to int) string {
	if s.at == nil {
		return s.plain[from:to]
	}
	return strings.Join(s.cells[from:to], "")
}

// isPlainText reports whether every byte is printed unchanged, in one column.
func isPlainText(text string) bool {
	for i := range len(text) {
		if !isPlain(rune(text[i])) {
			return false
		}
	}
	return true
}

// isPlain reports whether every terminal prints r unchanged, in one column.
func isPlain(r rune) bool { return ' ' <= r && r <= '~' }

// cellsOf returns the contents of the columns of one character.
func cellsOf(piece string, r rune) []string {
	safe := term.Safe(piece)
	if safe != piece {
		return strings.Split(safe, "")
	}
	switch term.Cells(r) {
	case 2:
		return []string{safe, ""}
	case 0:
		return []string{"\u25cc" + safe} // a combining mark needs a base character
	}
	return []string{safe}
}
