// Package dialogue has functions that several openers share for a server's
// texts. They convert a text to UTF-8, read URLs of entries and links, make a
// search form, and hide secrets. [Lines] is the exchange of ftp and nntp:
// command lines, and replies with a code.
//
// Package wire has the bytes of a line and the limits of a connection.
package dialogue

import (
	"strconv"
	"unicode/utf8"
)

// Text returns a server's bytes as text. It reads them as UTF-8 if they are
// valid, else as ISO-8859-1, which older programs used. The text is not yet
// safe for a terminal.
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

// quoteMax is how many bytes of a server's text an error shows.
const quoteMax = 400

// Quote returns the first bytes of a server's text in quotes, for an error or a
// trace.
func Quote(words string) string {
	if len(words) > quoteMax {
		words = words[:quoteMax] + "..."
	}
	return strconv.Quote(words)
}
