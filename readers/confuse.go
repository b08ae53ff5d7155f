package readers

import (
	"iter"
	"math/rand/v2"
	"strings"
)

// attempts is how many random texts in a row may bring nothing new before Confusing
// gives up: about a second of work.
const attempts = 50_000

// pieces are what random texts consist of: names, delimiters, their escapes, and
// what parsers are known to treat differently.
var pieces = [...]string{
	"good.example", "evil.example", "127.0.0.1", "0x7f.1", "[::1]", "a", "x:y", ":80", ":", ":8080", ":080", "::", ":99999",
	"@", "@", "/", "//", "///", `\`, `\\`, `\/`, "?", "#", ";", ".", "..", "[", "]", "%", "%2f", "%2F", "%40", "%3a", "%23", "%5c",
	"%00", "%0a", "%2e", " ", "\t", "\n", "\r", "\v", "\x00", "\x7f", "!", "$", "&", "'", "(", ")", "*", "+", ",", "=", "_", "~", "|", "<", ">",
	"\u3002", "\uff0e", "\uff0f", "\u2100", "\u00df", "\u0130", "\u00ad", "\u200b", "\ufeff", "\u00e9",
}

// starts are the starts of random texts.
var starts = [...]string{"http://", "http://", "http://", "http://good.example", "https://", "http:", "http:/", "http:///", `http:\\`, "//", " http://", "ftp://"}

// Confusing yields short texts that both programs accept, and in which they find
// different servers. They show how a filter that uses one program can be passed by
// the other, and they are test data for such filters. No text can be made shorter by the removal of a character after
// its scheme, and no two differ only in letters and digits. The same seed yields the
// same texts. The sequence ends when no more are found.
func Confusing(a, b *Reader, seed uint64) iter.Seq[string] {
	return func(yield func(string) bool) {
		random := rand.New(rand.NewPCG(seed, 0))
		seen := map[string]bool{}
		for range attempts {
			start, rest := randomText(random)
			if !splits(a, b, start+rest) {
				continue
			}
			text := start + minimal(a, b, start, rest)
			if s := shape(text); !seen[s] {
				seen[s] = true
				if !yield(text) {
					return
				}
			}
		}
	}
}

// shape returns text with "a" for each run of letters and digits.
func shape(text string) string {
	var b strings.Builder
	for i, r := range text {
		if !isAlphanumeric(r) {
			b.WriteRune(r)
		} else if i == 0 || !isAlphanumeric(rune(text[i-1])) {
			b.WriteByte('a')
		}
	}
	return b.String()
}

func isAlphanumeric(r rune) bool { return '0' <= r && r <= '9' || 'a' <= r|0x20 && r|0x20 <= 'z' }

// randomText returns a start and up to nine pieces.
func randomText(random *rand.Rand) (start, rest string) {
	start = starts[random.IntN(len(starts))]
	for range 1 + random.IntN(9) {
		rest += pieces[random.IntN(len(pieces))]
	}
	return start, rest
}

// splits reports whether both programs accept text and find different hosts or
// ports.
func splits(a, b *Reader, text string) bool {
	x, ok := a.Read(text)
	if !ok {
		return false
	}
	y, ok := b.Read(text)
	return ok && x.Server() != y.Server() && x.Host != "" && y.Host != ""
}

// minimal removes characters from rest, the longest runs first, as long as the text
// still splits the programs. Then it replaces characters that do not matter.
func minimal(a, b *Reader, start, rest string) string {
	runes := []rune(rest)
	for n := len(runes) / 2; n > 0; {
		removed := false
		for i := 0; i+n <= len(runes); i++ {
			shorter := append(append([]rune{}, runes[:i]...), runes[i+n:]...)
			if splits(a, b, start+string(shorter)) {
				runes, removed = shorter, true
				i--
			}
		}
		if !removed {
			n /= 2
		}
		n = min(n, len(runes)/2)
	}
	for i, r := range runes { // a character that does not matter becomes "a"
		if runes[i] = 'a'; !splits(a, b, start+string(runes)) {
			runes[i] = r
		}
	}
	return string(runes)
}
