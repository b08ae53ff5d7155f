package latex

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/earl-url/earl/internal/ascii"
)

// A form says how a command is read.
type form uint8

const (
	href     form = iota + 1 // the first argument is a link, the second one its text
	url                      // the argument is a URL, an address or a path
	verbatim                 // the argument has no escapes
)

// commands are the commands with URLs or with verbatim text. Source: hyperref, url, listings.
var commands = map[string]form{
	"href": href, "hyperimage": href, "hyperbaseurl": url,
	"url": url, "nolinkurl": url, "burl": url, "path": verbatim, "verb": verbatim, "lstinline": verbatim,
}

// characters are commands that represent a character or, as possible ends of a line do, no
// character.
var characters = map[string]string{
	"textasciitilde": "~", "sim": "~", "textunderscore": "_", "textbackslash": "\\", "slash": "/", "textdollar": "$", "textasciicircum": "^",
	"textquotesingle": "'", "textbar": "|", "textless": "<", "textgreater": ">", "lbrace": "{", "rbrace": "}", "textbraceleft": "{", "textbraceright": "}",
	"allowbreak": "", "linebreak": "", "string": "", "protect": "", "discretionary": "", "detokenize": "", "UrlBreak": "",
}

// ends are commands that a URL does not continue after.
var ends = map[string]bool{
	"\\": true, " ": true, "\n": true, "\r": true, ",": true, ";": true, ":": true, "!": true, ">": true, "]": true, ")": true, "(": true, "[": true,
	"newline": true, "par": true, "item": true, "footnote": true, "footnotemark": true, "cite": true, "citep": true, "citet": true, "index": true, "label": true, "ref": true,
	"begin": true, "end": true, "quad": true, "qquad": true, "hfill": true, "hskip": true, "hspace": true, "vskip": true, "vspace": true, "space": true,
	"cr": true, "tabularnewline": true, "hline": true, "smallskip": true, "medskip": true, "bigskip": true, "newblock": true, "egroup": true, "endgroup": true,
}

// nameOf returns the name of the command at the start of src, without its backslash.
func nameOf(src []byte) string {
	i := 1
	for i < len(src) && i < maxEscape && ascii.IsLetter(src[i]) {
		i++
	}
	if i == 1 && len(src) > 1 && src[1] < utf8.RuneSelf {
		i++
	}
	return string(src[1:i])
}

// isEnd reports whether a URL ends at a command. \n, \r and \t in a listing are escapes of a
// program.
func isEnd(src []byte, name string) bool {
	return ends[name] || len(src) == 1+len(name) && name == ""
}

// escape reads the escape at the start of b: the text that it represents, and its length, or 0 if
// it is not known. inLink means that the tilde is no accent.
func escape(b []byte, inLink bool) (text string, n int) {
	if len(b) < 2 || b[0] != '\\' {
		return "", 0
	}
	b = b[:min(len(b), maxEscape)]
	switch c := b[1]; c {
	case '_', '%', '#', '&', '$', '{', '}':
		return string(c), 2
	case '-', '/':
		return "", 2
	case '~', '^':
		switch {
		case bytes.HasPrefix(b[2:], []byte("{}")):
			return string(c), 4
		case inLink:
			return string(c), 2
		}
		return "", 0
	}
	name := nameOf(b)
	n = 1 + len(name)
	if name == "char" || name == "symbol" {
		return character(b, n)
	}
	text, ok := characters[name]
	if !ok {
		return "", 0
	}
	switch rest := b[n:]; {
	case bytes.HasPrefix(rest, []byte("{}")):
		n += 2
	case name == "discretionary" && bytes.HasPrefix(rest, []byte("{}{}{}")):
		n += 6
	case name == "linebreak" && len(rest) > 2 && rest[0] == '[' && rest[2] == ']':
		n += 3
	default:
		n += len(rest) - len(bytes.TrimLeft(rest, " "))
	}
	return text, n
}

// character reads the number of a character after \char or \symbol, at b[n]: 126, "7E, '176, `~,
// `\~ or {126}.
func character(b []byte, n int) (text string, length int) {
	rest := string(b[n:])
	inBraces := strings.HasPrefix(rest, "{")
	if inBraces {
		rest = rest[1:]
		n++
	}
	base, digits := 10, "0123456789"
	switch {
	case strings.HasPrefix(rest, "`\\") && len(rest) > 2:
		return closed(b, rest[2:3], n+3, inBraces)
	case strings.HasPrefix(rest, "`") && len(rest) > 1:
		return closed(b, rest[1:2], n+2, inBraces)
	case strings.HasPrefix(rest, `"`):
		base, digits = 16, "0123456789ABCDEF"
	case strings.HasPrefix(rest, "'"):
		base, digits = 8, "01234567"
	}
	if base != 10 {
		rest = rest[1:]
		n++
	}
	number := rest[:len(rest)-len(strings.TrimLeft(rest, digits))]
	code, err := strconv.ParseUint(number, base, 8)
	if err != nil || code >= utf8.RuneSelf {
		return "", 0
	}
	return closed(b, string(rune(code)), n+len(number), inBraces)
}

// closed returns a character that is read up to b[n], with the brace or the space after it.
func closed(b []byte, text string, n int, inBraces bool) (string, int) {
	next := byte(' ')
	if inBraces {
		next = '}'
	}
	switch {
	case n < len(b) && b[n] == next:
		return text, n + 1
	case inBraces:
		return "", 0
	}
	return text, n
}
