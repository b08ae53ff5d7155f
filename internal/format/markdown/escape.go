package markdown

import (
	"html"
	"strconv"
	"strings"
	"unicode/utf8"
)

// unescape returns a text with its character references decoded and, if
// backslashes is set, without the backslashes before punctuation. Source:
// CommonMark 2.4, 2.5.
func unescape(text string, backslashes bool) string {
	if strings.IndexByte(text, '&') < 0 && (!backslashes || strings.IndexByte(text, '\\') < 0) {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case backslashes && c == '\\' && i+1 < len(text) && isPunctuation(text[i+1]):
			b.WriteByte(text[i+1])
			i += 2
		case c == '&':
			chars, n := reference(text[i:])
			b.WriteString(chars)
			i += n
		default:
			b.WriteByte(c)
			i++
		}
	}
	return b.String()
}

// longestName is more than the length of any name of a character, with "&" and
// ";".
const longestName = 40

// reference returns the characters that the character reference at the start of
// a text represents, and its length. Without one, it returns "&" and 1.
func reference(text string) (chars string, n int) {
	end := strings.IndexByte(text[:min(len(text), longestName)], ';')
	if end < 0 {
		return "&", 1
	}
	name := text[1:end]
	if number, ok := strings.CutPrefix(name, "#"); ok {
		chars = numbered(number)
	} else if ref := text[:end+1]; name != "" {
		chars = html.UnescapeString(ref)
		if strings.HasSuffix(chars, ";") && name != "semi" { // only the start of a name
			chars = ""
		}
	}
	if chars == "" {
		return "&", 1
	}
	return chars, end + 1
}

// numbered returns the character with a number of one to seven digits, or of
// "x" and one to six hexadecimal digits, or "".
func numbered(number string) string {
	radix, most := 10, 7
	if number != "" && number[0]|0x20 == 'x' {
		number, radix, most = number[1:], 16, 6
	}
	n, err := strconv.ParseUint(number, radix, 32)
	if err != nil || len(number) > most {
		return ""
	}
	if n == 0 || n > utf8.MaxRune || !utf8.ValidRune(rune(n)) {
		return string(utf8.RuneError)
	}
	return string(rune(n))
}
