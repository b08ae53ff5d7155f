package term

import (
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/earl-url/earl/internal/runes"
)

const hexDigits = "0123456789ABCDEF"

// Safe returns text that is safe for one line of a terminal. It escapes everything that
// could control the terminal, also line ends and tabs, as \n, \t and \r.
func Safe(text string) string {
	for i := range len(text) {
		if text[i] < 0x20 || text[i] >= 0x7F {
			return string(appendSafe(nil, text, false))
		}
	}
	return text
}

// appendSafe appends text and escapes everything that could control a terminal: \xHH for
// a byte, \u{HHHH} for a character. With lines, line feeds and tabs stay.
func appendSafe(b []byte, text string, lines bool) []byte {
	for i := 0; i < len(text); {
		c := text[i]
		switch {
		case 0x20 <= c && c < 0x7F, lines && (c == '\n' || c == '\t'):
			b = append(b, c)
			i++
		case c < utf8.RuneSelf:
			b = appendControl(b, c)
			i++
		default:
			r, n := utf8.DecodeRuneInString(text[i:])
			switch {
			case r == utf8.RuneError && n == 1:
				b = append(b, '\\', 'x', hexDigits[c>>4], hexDigits[c&15])
			case runes.Printable(r):
				b = append(b, text[i:i+n]...)
			default:
				b = appendRune(b, r)
			}
			i += n
		}
	}
	return b
}

// appendControl appends the escape of a C0 control character or DEL.
func appendControl(b []byte, c byte) []byte {
	switch c {
	case '\n':
		return append(b, `\n`...)
	case '\t':
		return append(b, `\t`...)
	case '\r':
		return append(b, `\r`...)
	}
	return append(b, '\\', 'x', hexDigits[c>>4], hexDigits[c&15])
}

// appendRune appends \u{HHHH}.
func appendRune(b []byte, r rune) []byte {
	b = append(b, `\u{`...)
	for shift := 20; shift >= 0; shift -= 4 {
		if d := r >> shift; d != 0 || shift < 16 {
			b = append(b, hexDigits[d&15])
		}
	}
	return append(b, '}')
}

// Cells returns how many columns a character takes. It is precise enough to put a mark
// under the character.
func Cells(r rune) int {
	switch {
	case r <= '~':
		return 1
	case unicode.Is(unicode.Mn, r), unicode.Is(unicode.Me, r):
		return 0
	case r < 0x1100:
		return 1
	case r <= 0x115F, 0x2E80 <= r && r <= 0xA4CF, 0xAC00 <= r && r <= 0xD7A3, 0xF900 <= r && r <= 0xFAFF,
		0xFE30 <= r && r <= 0xFE6F, 0xFF00 <= r && r <= 0xFF60, 0xFFE0 <= r && r <= 0xFFE6,
		0x1F300 <= r && r <= 0x1FAFF, 0x20000 <= r && r <= 0x3FFFD:
		return 2
	}
	return 1
}

// TextCells returns how many columns a safe text takes.
func TextCells(text string) int {
	n := 0
	for _, r := range text {
		n += Cells(r)
	}
	return n
}

// CutCells returns the number of bytes of text that fit into width columns.
func CutCells(text string, width int) int {
	n := 0
	for i, r := range text {
		if n += Cells(r); n > width {
			return i
		}
	}
	return len(text)
}

// SafeLines makes text safe for a terminal like [Safe], but keeps its line feeds.
func SafeLines(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = Safe(lines[i])
	}
	return strings.Join(lines, "\n")
}

// Writer makes text from a server safe for a terminal. Line feeds and tabs pass, CR LF
// becomes a line feed, and everything else that could control the terminal is escaped. If
// a write ends inside a character, the Writer keeps the bytes for the next write. Close
// writes kept bytes.
type Writer struct {
	w    io.Writer
	kept []byte // the start of a character, or a CR, that the next write may complete
	out  []byte
}

// NewWriter returns a Writer to w, a terminal.
func NewWriter(w io.Writer) *Writer { return &Writer{w: w} }

// Write writes p made safe. It reports all of p as written, or an error of the
// terminal.
func (w *Writer) Write(p []byte) (int, error) {
	if err := w.write(append(w.kept, p...), false); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Close writes kept bytes. It does not close the terminal.
func (w *Writer) Close() error { return w.write(w.kept, true) }

// write writes the complete characters of b and keeps the rest. If last is set, it writes
// all of b.
func (w *Writer) write(b []byte, last bool) error {
	w.out = w.out[:0]
	n := len(b)
	if !last {
		n = complete(b)
	}
	for i := 0; i < n; {
		k := i
		for k < n && !(b[k] == '\r' && k+1 < len(b) && b[k+1] == '\n') {
			k++
		}
		w.out = appendSafe(w.out, string(b[i:k]), true)
		i = k + 1 // skip a CR before a line feed
	}
	w.kept = append([]byte(nil), b[n:]...)
	if len(w.out) == 0 {
		return nil
	}
	_, err := w.w.Write(w.out)
	return err
}

// complete returns the number of bytes in b before a final CR or an incomplete last
// character.
func complete(b []byte) int {
	n := len(b)
	if n > 0 && b[n-1] == '\r' {
		return n - 1
	}
	for back := 1; back <= 3 && back <= n; back++ {
		if c := b[n-back]; utf8.RuneStart(c) {
			if c >= utf8.RuneSelf && !utf8.FullRune(b[n-back:]) {
				return n - back
			}
			break
		}
	}
	return n
}
