package extract

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/earl-url/earl/internal/ascii"
)

// doubtBefore returns the doubt about a match by what precedes it: it may be the
// end of something longer.
func (s *scanner) doubtBefore(f *candidate) Doubt {
	before := s.buf[max(s.low, f.start-doubtBehind):f.start]
	if len(before) == 0 {
		return Whole
	}
	if f.kind == Bare {
		return beforeScheme(before, s.buf[f.start:f.end])
	}
	return beforeName(before, f.kind == Address)
}

// beforeScheme returns the doubt about a URL after some text.
func beforeScheme(before, url []byte) Doubt {
	run := len(bytes.TrimRightFunc(before, func(r rune) bool { return r < utf8.RuneSelf && is(byte(r), schemeOctet) }))
	switch c := before[len(before)-1]; {
	case run > 0 && before[run-1] == '%' && run+1 < len(before)+len(url) && isHex(append(before[run:len(before):len(before)], url...)[0]):
		return Inside
	case c == '^':
		return Pattern
	case c == '\\' || c == '_' && len(before) > 1 && before[len(before)-2] == '\\':
		return Escape
	case (c == '/' || c == '=') && inReference(before):
		return Inside
	}
	return Whole
}

// inReference reports whether a text ends in a relative reference, so that a URL
// after it is a part of that: "go?url=" or "integrations/web/".
func inReference(before []byte) bool {
	n := len(before)
	word := before[bytes.LastIndexFunc(before, func(r rune) bool { return r >= utf8.RuneSelf || !is(byte(r), urlOctet) || r == '*' })+1:]
	if before[n-1] == '/' {
		return len(word) > 1 && is(word[len(word)-2], letter|digit)
	}
	return bytes.IndexByte(word, '?') >= 0 || bytes.IndexByte(word, '/') >= 0 && bytes.IndexByte(word, '&') >= 0
}

// beforeName returns the doubt about a host or an address after some text.
func beforeName(before []byte, address bool) Doubt {
	r, n := utf8.DecodeLastRune(before)
	rest := before[:len(before)-n]
	switch {
	case r == '}' || r == '%':
		return Placeholder
	case r == '\\':
		return Escape
	case r == '?', (r == ')' || r == ']') && (bytes.HasSuffix(rest, []byte{'.'}) || bytes.HasSuffix(rest, []byte{'?'})):
		return Pattern
	case address && strings.ContainsRune("#!^*$|{", r) && endsWord(rest), address && isEmoji(r) && endsWord(rest): // rfc5322 3.2.3
		return Inside
	case r < utf8.RuneSelf:
		if (r < ' ' || r == 0x7F) && !ascii.IsSpace(byte(r)) && r != 0 {
			return Control
		}
		return Whole
	case r == utf8.RuneError && n == 1:
		return Character
	case isWord(r), r == '\u2019' && endsWord(rest): // a word in another script, an article
		return Inside
	case isEmoji(r), unicode.In(r, unicode.Z, unicode.Ps, unicode.Pe, unicode.Pi, unicode.Terminal_Punctuation),
		unicode.Is(unicode.Pf, r) && (!address || r != '\u2019'), !address && r == '\u2019', r == '\u2014' || r == '\u2015':
		return Whole
	}
	if endsWord(rest) {
		return Character
	}
	return Whole
}

// endsWord reports whether b ends in a letter, a digit or a mark.
func endsWord(b []byte) bool {
	r, _ := utf8.DecodeLastRune(b)
	return len(b) > 0 && (r < utf8.RuneSelf && is(byte(r), letter|digit) || r >= utf8.RuneSelf && isWord(r))
}

// wholeName returns the start of the word that the host or the address at i is in.
func (s *scanner) wholeName(i int) int {
	least := max(s.low, i-hostLength)
	for i > least {
		r, n := utf8.DecodeLastRune(s.buf[least:i])
		if r < utf8.RuneSelf && !is(byte(r), localOctet) || r >= utf8.RuneSelf && !isWord(r) && !isApostrophe(r) {
			break
		}
		i -= n
	}
	return i
}
