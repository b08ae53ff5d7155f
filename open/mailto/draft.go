package mailto

import (
	"bytes"
	"mime/quotedprintable"
	"strings"
	"unicode/utf8"

	"github.com/earl-url/earl/open"
)

// AppendDraft appends an email for the user to complete in a mail program: an
// .eml file with a header, an empty line and the text, in lines that end in CR
// LF. The mail program adds Date, From and Message-ID, and sends it. "X-Unsent:
// 1", a custom of mail programs, marks it as a draft. Text outside US-ASCII is
// UTF-8, in encoded words and as quoted-printable. An address outside US-ASCII
// has the form of rfc6532. No line is longer than 998 bytes.
//
// The error is [open.ErrLineBreak] for control characters. It is another error
// for an invalid address or text that is not UTF-8. After an error b is
// returned unchanged.
// Source: rfc5322 2, 3.6; rfc2045 6.7; rfc2047; rfc6068 4.
func AppendDraft(b []byte, a *open.Address) ([]byte, error) {
	l := messageOf(a)
	if err := l.check(a); err != nil {
		return b, err
	}
	var to []string
	for _, spec := range l.to {
		spec, _ = canonical(spec) // check has checked it
		to = append(to, spec)
	}
	b = appendList(b, "To", to, ",")
	b = appendList(b, "Cc", l.cc, ",")
	if l.subject != nil {
		b = append(b, "Subject: "...)
		b = append(appendText(b, *l.subject, len("Subject: ")), "\r\n"...)
	}
	var keywords []string
	for _, k := range l.keywords {
		keywords = append(keywords, phrase(k))
	}
	b = appendList(b, "Keywords", keywords, ",")
	b = appendList(b, "In-Reply-To", l.inReplyTo, "")
	b = append(b, "X-Unsent: 1\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: "...)
	if l.body != "" && !strings.HasSuffix(l.body, "\r\n") {
		l.body += "\r\n"
	}
	if isShort(l.body) {
		return append(append(b, "7bit\r\n\r\n"...), l.body...), nil
	}
	var text bytes.Buffer
	w := quotedprintable.NewWriter(&text)
	w.Write([]byte(l.body)) // a Buffer returns no error
	w.Close()
	return append(append(b, "quoted-printable\r\n\r\n"...), text.Bytes()...), nil
}

// appendList appends a header of several parts, one per line.
func appendList(b []byte, name string, parts []string, sep string) []byte {
	if len(parts) == 0 {
		return b
	}
	b = append(append(b, name...), ": "...)
	return append(append(b, strings.Join(parts, sep+"\r\n ")...), "\r\n"...)
}

// lineMax is the length that lines have where possible. Source: rfc2045 6.7.
const lineMax = 76

// isShort reports whether a text can be sent unchanged: US-ASCII, in short
// lines without spaces at their ends.
func isShort(text string) bool {
	for line := range strings.SplitSeq(text, "\r\n") {
		if len(line) > lineMax || strings.HasSuffix(line, " ") || strings.HasSuffix(line, "\t") ||
			!plain(strings.ReplaceAll(line, "\t", "")) {
			return false
		}
	}
	return true
}

// plain reports whether a text is printable US-ASCII.
func plain(text string) bool {
	return !strings.ContainsFunc(text, func(c rune) bool { return c < ' ' || c >= 0x7F })
}

// phrase returns one or more words that can be part of a phrase. Plain words
// have one space between them, and none around them.
func phrase(text string) string {
	atom := func(c rune) bool { return c == ' ' || 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' }
	if len(text) < lineMax && !strings.ContainsFunc(text, func(c rune) bool { return !atom(c) }) && !strings.Contains(" "+text+" ", "  ") {
		return text
	}
	return string(appendWords(nil, text, 1))
}

// appendText appends the text of a header whose line already has used bytes.
func appendText(b []byte, text string, used int) []byte {
	if plain(text) && used+len(text) <= lineMax && !strings.Contains(text, "=?") && strings.Trim(text, " ") == text {
		return append(b, text...)
	}
	return appendWords(b, text, used)
}

const (
	wordStart, wordEnd = "=?utf-8?q?", "?="
	// wordMax is how long an encoded word may be. Source: rfc2047 2.
	wordMax  = 75
	hexUpper = "0123456789ABCDEF"
)

// appendWords appends a text as encoded words, one per line. It does not split
// characters. Source: rfc2047 2, 4.2, 5.
func appendWords(b []byte, text string, used int) []byte {
	left := min(wordMax, lineMax-used) - len(wordStart) - len(wordEnd)
	b = append(b, wordStart...)
	for len(text) > 0 {
		_, n := utf8.DecodeRuneInString(text)
		piece := appendQ(nil, text[:n])
		if text = text[n:]; len(piece) > left {
			b = append(append(b, wordEnd+"\r\n "...), wordStart...)
			left = wordMax - len(wordStart) - len(wordEnd)
		}
		b = append(b, piece...)
		left -= len(piece)
	}
	return append(b, wordEnd...)
}

// appendQ appends the bytes of a character in the "Q" encoding, in a form that
// is valid anywhere. Source: rfc2047 4.2, 5.
func appendQ(b []byte, octets string) []byte {
	for i := range len(octets) {
		switch c := octets[i]; {
		case c == ' ':
			b = append(b, '_')
		case 'a' <= c|0x20 && c|0x20 <= 'z', '0' <= c && c <= '9':
			b = append(b, c)
		default:
			b = append(b, '=', hexUpper[c>>4], hexUpper[c&15])
		}
	}
	return b
}
