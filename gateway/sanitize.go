package gateway

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"github.com/earl-url/earl/internal/term"
)

// visible returns a server's word or line so that a page can show it and nothing
// in it hides or turns the rest: what is not UTF-8 is read as Windows-1252, and
// controls and marks of direction are written out.
func visible(text string) string {
	return term.Safe(decoded(text))
}

// decoded returns text in UTF-8.
func decoded(text string) string {
	if !utf8.ValidString(text) {
		text, _ = charmap.Windows1252.NewDecoder().String(text) // it takes every octet
	}
	return text
}

// shortened returns at most n octets of text, whole characters.
func shortened(text string, n int) string {
	if len(text) <= n {
		return text
	}
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n] + "…"
}

// plain returns a text of lines for a page: terminal sequences are taken out,
// other controls and marks of direction are shown as "\uFFFD".
func plain(text string) string {
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
		case r == '\b': // a letter struck over itself is bold, over "_" underlined, as nroff writes
			b = struck(b)
		case unwanted(r):
			b = utf8.AppendRune(b, utf8.RuneError)
		default:
			b = utf8.AppendRune(b, r)
		}
		i += n
	}
	return string(b)
}

// unwanted reports whether a character of a text is not shown as it is.
func unwanted(r rune) bool { return r != '\n' && r != '\t' && !term.Printable(r) }

// struck returns b without its last character, if that is on the same line.
func struck(b []byte) []byte {
	if r, n := utf8.DecodeLastRune(b); n > 0 && r != '\n' {
		return b[:len(b)-n]
	}
	return b
}

// maxSequence is longer than any sequence that terminals know but a title.
const maxSequence = 256

// sequence returns how many octets of a terminal's control sequence text begins
// with, 0 for none. Source: ECMA-48 5.4, 5.6.
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

// incomplete returns how many octets at the end of text are the beginning of a
// character, of a sequence or of a line end.
func incomplete(text string) int {
	tail := text[max(0, len(text)-maxSequence):]
	if i := strings.LastIndexByte(tail, 0x1B); i >= 0 && unfinished(tail[i+1:]) {
		return len(tail) - i
	}
	if strings.HasSuffix(text, "\r") {
		return 1
	}
	return partial(text)
}

// partial returns how many octets at the end of text are the beginning of a
// character.
func partial(text string) int {
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

// unfinished reports whether a sequence goes on behind what stands after its ESC.
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
