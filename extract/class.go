package extract

import (
	"unicode"
	"unicode/utf8"
)

// Classes of octets, as bare URLs in prose need them; what is valid is for an
// edition to say.
const (
	schemeOctet byte = 1 << iota // letter, digit, "+", "-", "."
	letter
	digit
	hostOctet  // what a host name is written with
	loginOctet // what stands before an "@" in a login
	urlOctet   // what a URL is written with, that needs no look around it
	closing    // what ends a sentence, a clause or an emphasis rather than a URL
	localOctet // what the part of an address before its "@" is written with
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

// is reports whether an octet is of a class.
func is(c, class byte) bool { return classes[c]&class != 0 }

// isSpace reports whether c is white space in a wrapper. Source: rfc1738 appendix.
func isSpace(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

// lower returns a letter in lower case, and every other octet of a scheme as it is.
func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// isWord reports whether a character outside ASCII can stand in a host or a path:
// a letter, a digit, a mark or what joins them.
func isWord(r rune) bool {
	const nonJoiner, joiner = 0x200C, 0x200D
	return unicode.In(r, unicode.L, unicode.M, unicode.N) || r == nonJoiner || r == joiner
}

// isUnspaced reports whether r is of a script whose words have no spaces between them.
func isUnspaced(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai)
}

// isEmoji reports whether r is a picture, which may stand in a URL or behind it.
func isEmoji(r rune) bool { return unicode.Is(unicode.So, r) || 0x1F3FB <= r && r <= 0x1F3FF }

// A text is what is at hand of one.
type text struct {
	b    []byte
	last bool // nothing follows
	cut  bool // what follows would make a match too long
}

// end is the verdict where b ends and more of it is wanted.
func (t text) end() verdict {
	switch {
	case t.last:
		return none
	case t.cut:
		return long
	}
	return more
}

// at returns the octet at i, 0 where the text has ended. It is false if that one has not arrived.
func (t text) at(i int) (c byte, ok bool) {
	if i < len(t.b) {
		return t.b[i], true
	}
	return 0, t.last
}

// rune returns the character outside ASCII at i and its length. The verdict is
// found, more or long; an octet that is not UTF-8 is utf8.RuneError.
func (t text) rune(i int) (r rune, n int, v verdict) {
	if !t.last && !utf8.FullRune(t.b[i:]) {
		return 0, 0, t.end()
	}
	r, n = utf8.DecodeRune(t.b[i:])
	return r, n, found
}
