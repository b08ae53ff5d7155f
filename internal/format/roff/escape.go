package roff

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// breaks is a byte at which a URL ends. It replaces what is not known here, such as the value of a
// string that the page defines.
const breaks = "\""

// escape reads the escape whose backslash is before s: what it represents, and its length without
// the backslash. more is false for a comment, which ends the line. Source: groff(7), Escape
// sequences.
func escape(s string) (text string, n int, more bool) {
	if s == "" {
		return "", 0, true
	}
	switch c := s[0]; c {
	case '"', '#':
		return "", 0, false
	case '\n', '\r', '&', '%', ':', ')', '/', ',', '|', '^', 'c', '{', '}', 'r', 'p', 'a', '!', '?':
		return "", 1, true // no character, or no width
	case 'u', 'd':
		return breaks, 1, true // a superscript begins or ends, such as the number of a note
	case ' ', '~', '0', 't':
		return " ", 1, true
	case 'e', 'E', '\\':
		return "\\", 1, true
	case '\'', '`', '_', '-', '.':
		return s[:1], 1, true
	case '(':
		name, n := name(s)
		return character(name), n, true
	case '[':
		name, n := name(s)
		return character(name), n, true
	case 'f', 'F', 'm', 'M', 'k', 'g', 'O', 'V', 'Y', '$':
		_, n := name(s[1:])
		return "", 1 + n, true
	case 's':
		return "", 1 + size(s[1:]), true
	case 'n':
		rest := strings.TrimLeft(s[1:], "+-")
		_, n := name(rest)
		return breaks, len(s) - len(rest) + n, true
	case '*':
		name, n := name(s[1:])
		return stringOf(name), 1 + n, true
	case 'C':
		name, n := quoted(s[1:])
		return character(name), 1 + n, true
	case 'h', 'v', 'w', 'o', 'b', 'D', 'l', 'L', 'N', 'X', 'Z', 'A', 'B', 'H', 'S', 'x', 'R':
		_, n := quoted(s[1:])
		return "", 1 + n, true
	}
	_, n = utf8.DecodeRuneInString(s)
	return s[:n], n, true // roff prints the character
}

// name reads the name of a font, a character or a string: one character, two after "(", or all
// before "]" after "[".
func name(s string) (name string, n int) {
	switch {
	case s == "":
		return "", 0
	case s[0] == '(':
		n = min(3, len(s))
		return s[1:n], n
	case s[0] != '[':
		return s[:1], 1
	}
	end := strings.IndexByte(s, ']')
	if end < 0 {
		return "", 1
	}
	return s[1:end], end + 1
}

// size returns the length of the argument of \s: a size of one or two digits with an optional
// sign, or one in parentheses, brackets or quotes.
func size(s string) int {
	rest := strings.TrimLeft(s, "+-")
	n := len(s) - len(rest)
	switch {
	case rest == "":
		return n
	case rest[0] == '(', rest[0] == '[':
		_, length := name(rest)
		return n + length
	case rest[0] == '\'':
		_, length := quoted(rest)
		return n + length
	case n == 0 && len(rest) > 1 && '1' <= rest[0] && rest[0] <= '3' && '0' <= rest[1] && rest[1] <= '9':
		return 2
	}
	return n + 1
}

// quoted reads an argument between two equal characters.
func quoted(s string) (text string, n int) {
	if s == "" {
		return "", 0
	}
	end := strings.IndexByte(s[1:], s[0])
	if end < 0 {
		return "", 1
	}
	return s[1 : 1+end], end + 2
}

// characters are the special characters that can be in a URL or next to it. Source: groff_char(7).
var characters = map[string]string{
	"aq": "'", "dq": "\"", "ti": "~", "ha": "^", "hy": "-", "mi": "-", "at": "@", "sl": "/", "rs": "\\", "sh": "#", "Do": "$",
	"eq": "=", "pl": "+", "ul": "_", "ru": "_", "ba": "|", "or": "|", "bv": "|", "ga": "`", "lB": "[", "rB": "]", "lC": "{", "rC": "}",
	"oq": "‘", "cq": "’", "lq": "“", "rq": "”", "la": "⟨", "ra": "⟩", "Fo": "«", "Fc": "»", "fo": "‹", "fc": "›",
	"en": "–", "em": "—", "bu": "•", "co": "©",
}

// character returns the character with a name, such as "aq" or "u00E9".
func character(name string) string {
	if s, ok := characters[name]; ok {
		return s
	}
	if hex, ok := strings.CutPrefix(name, "u"); ok && len(hex) >= 4 && len(hex) <= 6 {
		if code, err := strconv.ParseUint(hex, 16, 32); err == nil && utf8.ValidRune(rune(code)) {
			return string(rune(code))
		}
	}
	return breaks
}

// stringOf returns the value of a string, if it is one that programs define in every page:
// pod2man and docbook2man write quotes and a dash so.
func stringOf(name string) string {
	switch name {
	case "Aq", "aq":
		return "'"
	case "--", "-":
		return "-"
	case "R", "Tm", "S", "^", "ie", "T>", "T<":
		return ""
	}
	return breaks
}
