package extract

import (
	"bytes"
	"fmt"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/earl-url/earl/internal/ascii"
	"github.com/earl-url/earl/internal/uts58"
)

// Display returns a URL as it can be written in a sentence: characters outside ASCII
// are shown instead of their escapes, and [Text] finds the URL whole, whatever follows
// it. So what would end the URL is escaped: a hard character, a bracket without its
// partner, punctuation at the end. The result identifies the same resource: no
// delimiter of the URL changes. The host is unchanged. Source: UTS 58, minimal escaping.
func Display(url string) string {
	b := []byte(url)
	i := tailStart(b)
	t := text{b: append(b[:i:i], unescapeText(b[i:])...), last: true}
	hard := make([]bool, len(t.b)) // the characters that need an escape
	var brackets nest
	for k := i; k < len(t.b); {
		n := t.display(k, &brackets)
		if n < 0 {
			n = -n
			hard[k] = true
		}
		k += n
	}
	for _, at := range brackets.at[:brackets.n] {
		hard[at] = true
	}
	for k := len(t.b); k > i && !hard[lastStart(t.b, k)] && (text{b: t.b[:k], last: true}).trim(i, k, 0) < k; {
		k = lastStart(t.b, k)
		if t.b[k] == '?' && !bytes.ContainsAny(t.b[i:k], "?#") { // it begins an empty query
			break
		}
		hard[k] = true
		if t.b[k] != 's' { // only the genitive needs more
			break
		}
	}
	out := slices.Clone(t.b[:i])
	for k := i; k < len(t.b); {
		_, n := utf8.DecodeRune(t.b[k:])
		if hard[k] {
			out = appendEscaped(out, t.b[k:k+n])
		} else {
			out = append(out, t.b[k:k+n]...)
		}
		k += n
	}
	return string(out)
}

// lastStart returns the start of the character that ends at end.
func lastStart(b []byte, end int) int {
	_, n := utf8.DecodeLastRune(b[:end])
	return end - n
}

// display returns the length of the character at i, negative if it needs an escape.
func (t text) display(i int, brackets *nest) int {
	if is(t.b[i], urlOctet) {
		return 1
	}
	_, n := utf8.DecodeRune(t.b[i:])
	if i == 0 {
		return -n
	}
	if _, v := t.step(i, 0, bytes.ContainsAny(t.b[:i], "?#"), brackets); v != found {
		return -n
	}
	return n
}

// tailStart returns where the path, the query or the fragment of a URL begins, or else what
// follows its scheme.
func tailStart(url []byte) int {
	i := 0
	if ascii.HasScheme(string(url)) {
		i = bytes.IndexByte(url, ':') + 1
	}
	if rest, ok := bytes.CutPrefix(url[i:], []byte("//")); ok {
		i = len(url) - len(rest)
		if n := bytes.IndexAny(rest, "/?#"); n >= 0 {
			return i + n
		}
		return len(url)
	}
	return i
}

// unescapeText returns b with the characters outside ASCII that can be shown instead of their
// escapes.
func unescapeText(b []byte) (out []byte) {
	for i := 0; i < len(b); {
		r, n := escapedRune(b[i:])
		switch {
		case n == 0:
			out = append(out, b[i])
			i++
		case isShown(r):
			out = utf8.AppendRune(out, r)
			i += n
		default:
			out = append(out, b[i:i+n]...)
			i += n
		}
	}
	return out
}

// escapedRune returns the character outside ASCII whose escapes begin b, and their length; or
// a quotation mark, which may be in a word.
func escapedRune(b []byte) (r rune, n int) {
	var text []byte
	for n < len(b) && b[n] == '%' && isEscape(b, n) && len(text) < utf8.UTFMax {
		text = append(text, byte(ascii.Hex(b[n+1])<<4|ascii.Hex(b[n+2])))
		n += len("%HH")
	}
	r, size := utf8.DecodeRune(text)
	if r == utf8.RuneError || r < utf8.RuneSelf && r != '"' {
		return 0, 0
	}
	return r, size * len("%HH")
}

// isShown reports whether a character is shown: one that has a shape of its own, or joins
// letters.
func isShown(r rune) bool {
	const nonJoiner, joiner = 0x200C, 0x200D
	return r == nonJoiner || r == joiner || unicode.IsGraphic(r) && !unicode.IsSpace(r) && uts58.TermOf(r) != uts58.Hard
}

// appendEscaped appends the escapes of the bytes of a character.
func appendEscaped(out, b []byte) []byte {
	for _, c := range b {
		out = fmt.Appendf(out, "%%%02X", c)
	}
	return out
}
