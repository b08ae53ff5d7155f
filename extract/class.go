package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/earl-url/earl/internal/uts58"
)

// Classes of bytes for bare URLs in prose. An edition decides what is valid.
const (
	schemeOctet byte = 1 << iota // letter, digit, "+", "-", "."
	letter
	digit
	hostOctet  // bytes of a host name
	loginOctet // bytes of a login before its "@"
	urlOctet   // bytes of a URL that need no check of the text around them
	closing    // more likely the end of a sentence, a clause or emphasis than part of a URL
	localOctet // bytes of an address before its "@"
)

// classes is the table of classes.
var classes = [256]byte{
	'!': loginOctet | urlOctet | closing, '"': closing, '#': urlOctet, '$': loginOctet | urlOctet, '%': loginOctet | urlOctet | hostOctet | localOctet,
	'&': loginOctet | urlOctet | localOctet, '\'': loginOctet | closing | localOctet, '(': loginOctet, ')': loginOctet, '*': loginOctet | urlOctet | closing,
	'+': schemeOctet | loginOctet | urlOctet | localOctet, ',': loginOctet | closing,
	'-': schemeOctet | loginOctet | urlOctet | hostOctet | localOctet, '.': schemeOctet | loginOctet | urlOctet | hostOctet | closing | localOctet,
	'/': urlOctet, ':': loginOctet | urlOctet | closing, ';': loginOctet | closing, '=': loginOctet | urlOctet | localOctet, '?': urlOctet | closing,
	'@': urlOctet, '_': loginOctet | urlOctet | hostOctet | localOctet, '~': loginOctet | urlOctet | hostOctet | localOctet,

	'0': digits, '1': digits, '2': digits, '3': digits, '4': digits, '5': digits, '6': digits, '7': digits, '8': digits, '9': digits,
	'A': letters, 'B': letters, 'C': letters, 'D': letters, 'E': letters, 'F': letters, 'G': letters, 'H': letters, 'I': letters,
	'J': letters, 'K': letters, 'L': letters, 'M': letters, 'N': letters, 'O': letters, 'P': letters, 'Q': letters, 'R': letters,
	'S': letters, 'T': letters, 'U': letters, 'V': letters, 'W': letters, 'X': letters, 'Y': letters, 'Z': letters,
	'a': letters, 'b': letters, 'c': letters, 'd': letters, 'e': letters, 'f': letters, 'g': letters, 'h': letters, 'i': letters,
	'j': letters, 'k': letters, 'l': letters, 'm': letters, 'n': letters, 'o': letters, 'p': letters, 'q': letters, 'r': letters,
	's': letters, 't': letters, 'u': letters, 'v': letters, 'w': letters, 'x': letters, 'y': letters, 'z': letters,
}

const (
	letters = letter | schemeOctet | hostOctet | loginOctet | urlOctet | localOctet
	digits  = digit | schemeOctet | hostOctet | loginOctet | urlOctet | localOctet
)

// is reports whether a byte is in a class.
func is(c, class byte) bool { return classes[c]&class != 0 }

// lower returns a letter in lower case, and all other bytes of a scheme
// unchanged.
func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// termOf returns how a character outside ASCII ends a URL. Source: UTS 58. Departs: characters
// are hard that are seldom in a URL, and often follow one in a text directly: dashes between
// clauses, curly quotation marks, and the punctuation of Chinese and Japanese, which has no
// space after it.
func termOf(r rune) uts58.Term {
	const zeroWidthSpace, emDash, bar, quote, lastQuote = 0x200B, 0x2014, 0x2015, 0x201C, 0x201F
	term := uts58.TermOf(r)
	switch {
	case r == zeroWidthSpace, r == emDash, r == bar, quote <= r && r <= lastQuote, term == uts58.Soft && isWide(r):
		return uts58.Hard
	}
	return term
}

// isWide reports whether r is in a block of punctuation of Chinese and Japanese.
func isWide(r rune) bool {
	return 0x3000 <= r && r <= 0x303F || 0xFE10 <= r && r <= 0xFE6F || 0xFF00 <= r && r <= 0xFFEF
}

// isSoft reports whether r is more likely the punctuation of the text around a URL than the
// end of the URL.
func isSoft(r rune) bool {
	return r == '–' || r == '…' || uts58.TermOf(r) == uts58.Soft
}

// isOrnament reports whether r is more often after a URL than at its end: the mark of a permanent
// link, a quote of Hebrew, a semicolon of Greek, an arrow.
func isOrnament(r rune) bool {
	const arrows, lastArrow = 0x2190, 0x21FF
	return arrows <= r && r <= lastArrow || strings.ContainsRune("¶·・״", r)
}

// isWord reports whether a host or a path can contain a character outside
// ASCII: a letter, a digit, a mark, or a character that joins them.
func isWord(r rune) bool {
	const nonJoiner, joiner = 0x200C, 0x200D
	return unicode.In(r, unicode.L, unicode.M, unicode.N) || r == nonJoiner || r == joiner
}

// isUnspaced reports whether r is of a script without spaces between words.
func isUnspaced(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai)
}

// isEmoji reports whether r is a picture, which may be in a URL or after it.
func isEmoji(r rune) bool { return unicode.Is(unicode.So, r) || 0x1F3FB <= r && r <= 0x1F3FF }

// pictures are the characters before U+1F000 that are shown as pictures. Source: UTS 51,
// Emoji_Presentation.
const pictures = "⌚⌛⏩⏪⏫⏬⏰⏳◽◾☔☕♈♉♊♋♌♍♎♏♐♑♒♓♿⚓⚡⚪⚫⚽⚾⛄⛅⛎⛔⛪⛲⛳⛵⛺⛽✅✊✋✨❌❎❓❔❕❗➕➖➗➰➿⬛⬜⭐⭕"

// isPicture reports whether r is more likely a picture in the text around a URL than the end of
// the URL. Other symbols, such as ℃ and ★, are characters of titles.
func isPicture(r rune) bool { return r >= 0x1F000 && isEmoji(r) || strings.ContainsRune(pictures, r) }

// A text is the part of a text in the window.
type text struct {
	b       []byte
	last    bool // nothing follows
	cut     bool // one more byte would make a match too long
	decoded bool // see Options.Decoded
}

// end is the verdict if more of the text is needed at the end of b.
func (t text) end() verdict {
	switch {
	case t.last:
		return none
	case t.cut:
		return long
	}
	return more
}

// at returns the byte at i, or 0 after the end of the text. It returns false if
// the byte has not been read.
func (t text) at(i int) (c byte, ok bool) {
	if i < len(t.b) {
		return t.b[i], true
	}
	return 0, t.last
}

// rune returns the character outside ASCII at i and its length. The verdict is
// found, more or long; a byte that is not valid UTF-8 is utf8.RuneError.
func (t text) rune(i int) (r rune, n int, v verdict) {
	if !t.last && !utf8.FullRune(t.b[i:]) {
		return 0, 0, t.end()
	}
	r, n = utf8.DecodeRune(t.b[i:])
	return r, n, found
}
