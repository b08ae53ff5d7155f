// Package sanitize makes the text of servers safe for the pages of the gateway.
//
// [Line] is for a name or one line, [Text] for a text of many lines. Both return
// UTF-8 in which no character controls a terminal or changes the direction of the
// text around it. Escaping for HTML is left to the templates.
package sanitize

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"github.com/earl-url/earl/internal/runes"
	"github.com/earl-url/earl/internal/term"
)

// Line returns a line from a server for a page. It reads text that is not UTF-8 as
// Windows-1252, and escapes control characters, line ends and direction marks.
func Line(text string) string {
	return term.Safe(Decode(text))
}

// Decode returns text in UTF-8. It reads text that is not valid UTF-8 as Windows-1252.
func Decode(text string) string {
	if !utf8.ValidString(text) {
		text, _ = charmap.Windows1252.NewDecoder().String(text) // Windows-1252 decodes every byte
	}
	return text
}

// DecodeBytes returns text in UTF-8. It reads each single byte that is not valid UTF-8 as
// Windows-1252. The result of a text that arrives in pieces is therefore the same as that
// of the whole text. No byte becomes a control character.
func DecodeBytes(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	b := make([]byte, 0, len(text)+len(text)/8)
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		if r == utf8.RuneError && n == 1 {
			r = charmap.Windows1252.DecodeByte(text[i])
		}
		b = utf8.AppendRune(b, r)
		i += n
	}
	return string(b)
}

// Truncate returns at most n bytes of text, cut between characters, and "…" after
// them if it is longer.
func Truncate(text string, n int) string {
	if len(text) <= n {
		return text
	}
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n] + "…"
}

// Text returns a text of many lines for a page. It removes terminal sequences, and replaces
// other control characters and direction marks by "\uFFFD".
func Text(text string) string {
	if strings.IndexFunc(text, unwanted) < 0 {
		return text
	}
	b := make([]byte, 0, len(text))
	for i := 0; i < len(text); {
		if n := sequence(text[i:]); n > 0 {
			i += n
			continue
		}
		r, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == '\r' && strings.HasPrefix(text[i:], "\r\n"):
		case r == '\r', r == '\f':
			b = append(b, '\n')
		case r == '\b': // nroff prints a character twice for bold, and over "_" to underline it
			b = backspace(b)
		case unwanted(r):
			b = utf8.AppendRune(b, utf8.RuneError)
		default:
			b = utf8.AppendRune(b, r)
		}
		i += n
	}
	return string(b)
}

// unwanted reports whether a character of a text is not shown unchanged.
func unwanted(r rune) bool { return r != '\n' && r != '\t' && !runes.Printable(r) }

// backspace returns b without its last character, if that is on the same line.
func backspace(b []byte) []byte {
	if r, n := utf8.DecodeLastRune(b); n > 0 && r != '\n' {
		return b[:len(b)-n]
	}
	return b
}

// maxSequence is the length of the longest recognized sequence, in bytes. Only sequences
// that set a title are longer.
const maxSequence = 256

// sequence returns the length in bytes of the terminal control sequence that text
// begins with, or 0. Source: ECMA-48 5.4, 5.6.
func sequence(text string) int {
	if len(text) < 2 || text[0] != 0x1B {
		return 0
	}
	text = text[:min(len(text), maxSequence)]
	switch text[1] {
	case '[':
		for i := 2; i < len(text); i++ {
			if c := text[i]; c >= 0x40 && c <= 0x7E {
				return i + 1
			} else if c < 0x20 || c > 0x7E {
				return i
			}
		}
		return len(text)
	case ']', 'P', '^', '_', 'X':
		for i := 2; i < len(text); i++ {
			if text[i] == 0x07 {
				return i + 1
			}
			if text[i] == 0x1B {
				return min(i+2, len(text))
			}
		}
		return 2
	case '(', ')', '*', '+', '#', '%', ' ':
		return min(3, len(text))
	}
	return 2
}

// Incomplete returns how many bytes at the end of text are the beginning of a
// character, of a terminal sequence or of a line end.
func Incomplete(text string) int {
	tail := text[max(0, len(text)-maxSequence):]
	if i := strings.LastIndexByte(tail, 0x1B); i >= 0 && unfinished(tail[i+1:]) {
		return len(tail) - i
	}
	if strings.HasSuffix(text, "\r") {
		return 1
	}
	return PartialRune(text)
}

// PartialRune returns how many bytes at the end of text are the beginning of a
// character.
func PartialRune(text string) int {
	for n := 1; n < utf8.UTFMax && n <= len(text); n++ {
		if end := text[len(text)-n:]; utf8.RuneStart(end[0]) {
			if !utf8.FullRuneInString(end) {
				return n
			}
			break
		}
	}
	return 0
}

// unfinished reports whether the sequence continues after rest, which follows its ESC.
func unfinished(rest string) bool {
	if rest == "" {
		return true
	}
	switch rest[0] {
	case '[':
		return strings.IndexFunc(rest[1:], func(r rune) bool { return r < 0x20 || r > 0x3F }) < 0
	case ']', 'P', '^', '_', 'X':
		return strings.IndexByte(rest, 0x07) < 0
	}
	return len(rest) == 1 && strings.Contains("()*+#% ", rest)
}
