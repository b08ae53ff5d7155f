// Package term describes terminals: whether a stream is a terminal, its width and its
// colours. It also makes text from others safe to print on a terminal:
//
//	fmt.Println(term.Safe(name))
//
// It follows no document. It does not draw, and it does not read keys.
package term

import (
	"os"
	"strings"

	"golang.org/x/term"
)

// Columns is the default width of a terminal, and the width for which pages are laid out.
const Columns = 80

// Is reports whether f is a terminal.
func Is(f *os.File) bool { return f != nil && term.IsTerminal(int(f.Fd())) }

// Width returns the number of columns of the terminal f, or [Columns] if f is not a
// terminal or its width is not known.
func Width(f *os.File) int {
	if f != nil {
		if w, _, err := term.GetSize(int(f.Fd())); err == nil && w > 0 {
			return w
		}
	}
	return Columns
}

// ReadSecret reads a line from the terminal f without showing it.
func ReadSecret(f *os.File) ([]byte, error) { return term.ReadPassword(int(f.Fd())) }

// Colours reports whether colours can be printed to f: whether f is a terminal, TERM is
// not dumb, and NO_COLOR is not set.
func Colours(f *os.File) bool {
	return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && Is(f)
}

// Plain reports whether f is a terminal whose locale is not UTF-8, so that only
// US-ASCII may be drawn on it. A locale that is not set counts as UTF-8.
func Plain(f *os.File) bool {
	if !Is(f) {
		return false
	}
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := strings.ToUpper(os.Getenv(name)); v != "" {
			return !strings.Contains(v, "UTF-8") && !strings.Contains(v, "UTF8")
		}
	}
	return false
}

// Style is a style of text that is readable on light and dark backgrounds: bold, dim, and
// some of the 8 basic colours. The zero Style is plain text.
type Style string

// The styles.
const (
	Bold    Style = "1"
	Dim     Style = "2"
	Red     Style = "31"
	Green   Style = "32"
	Magenta Style = "35"
	Cyan    Style = "36"
)

// Painter adds styles to text. The zero Painter leaves text unchanged.
type Painter struct{ On bool }

// Paint returns text in the style. The text must be safe for a terminal.
func (p Painter) Paint(s Style, text string) string {
	if !p.On || s == "" || text == "" {
		return text
	}
	return "\x1b[" + string(s) + "m" + text + "\x1b[0m"
}
