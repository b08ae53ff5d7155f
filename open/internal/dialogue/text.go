// Package dialogue has what openers of several protocols do alike with what a
// server says: it becomes text for a person, URLs of entries and links, a form
// that asks for words, and no secret is in it. [Lines] is the dialogue of ftp and
// nntp: command lines, and replies with a code.
//
// The bytes of a line and the limits of a connection are in package wire.
package dialogue

import (
	"strconv"
	"unicode/utf8"
)

// Text returns a server's octets as text: UTF-8 if they are that, else
// ISO-8859-1, as programs wrote before. It is not yet safe for a terminal.
func Text(octets string) string {
	if utf8.ValidString(octets) {
		return octets
	}
	runes := make([]rune, len(octets))
	for i := range len(octets) {
		runes[i] = rune(octets[i])
	}
	return string(runes)
}

// quoteMax is how many octets of a server's words an error shows.
const quoteMax = 400

// Quote returns a server's words in quotes, for an error or a trace. Of many it
// is the first.
func Quote(words string) string {
	if len(words) > quoteMax {
		words = words[:quoteMax] + "..."
	}
	return strconv.Quote(words)
}
