package earl

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Violation is one place where a text departs from an edition.
type Violation struct {
	Off, Len int  // bytes from 0, in the text as it was given; Len 0: something is missing at Off
	Rule     Rule // what it departs from
	Repaired bool // the edition reads the text all the same (whatwg)
}

// Message says what v is in text, the text that was checked: its position, the
// characters there, the rule and its section. It quotes nothing of a password.
func (v Violation) Message(text string) string {
	var b strings.Builder
	b.WriteString(Violation{Off: v.Off}.Position(text))
	if what := v.quote(text); what != "" {
		fmt.Fprintf(&b, ", %q", what)
	}
	fmt.Fprintf(&b, ": %s (%s)", v.Rule.Sentence(), v.Rule.Section())
	return b.String()
}

// Position says for a person where v is in text: "character 3" or "characters 3 to
// 5", counted from 1. If text is not valid UTF-8, bytes are counted.
func (v Violation) Position(text string) string {
	what, count := "character", utf8.RuneCountInString
	if !utf8.ValidString(text) {
		what, count = "byte", func(s string) int { return len(s) }
	}
	off := min(v.Off, len(text))
	first := count(text[:off]) + 1
	last := first - 1 + count(text[off:min(off+v.Len, len(text))])
	if last > first {
		return what + "s " + strconv.Itoa(first) + " to " + strconv.Itoa(last)
	}
	return what + " " + strconv.Itoa(first)
}

// maxQuote bounds what a message quotes of a text: enough to find the place.
const maxQuote = 40

// quote returns the octets that v marks, "" where they touch a password.
func (v Violation) quote(text string) string {
	end := min(v.Off+v.Len, len(text))
	if v.Len == 0 || v.Off >= end {
		return ""
	}
	if i, j := passwordSpan(text); v.Off < j && i < end {
		return ""
	}
	if end-v.Off > maxQuote {
		return text[v.Off:v.Off+maxQuote] + "..."
	}
	return text[v.Off:end]
}

// String returns the place and the rule: "bytes 7 to 13: rfc1738 5, no-user". It
// counts from 1 and quotes nothing of the text; [Violation.Message] does.
func (v Violation) String() string {
	place := fmt.Sprintf("byte %d", v.Off+1)
	if v.Len > 1 {
		place = fmt.Sprintf("bytes %d to %d", v.Off+1, v.Off+v.Len)
	}
	return place + ": " + v.Rule.String()
}

// ParseError is the error of reading a text: the first violation.
type ParseError struct {
	Edition   *Edition
	Input     string
	Violation Violation
	// Readings has what each edition reads where [Auto] refused the text because
	// they disagree about its scheme, host or port; nil for any other error.
	Readings []URL
}

// Error returns the violation's message. It quotes no octet of a password.
func (e *ParseError) Error() string {
	if e.Readings != nil {
		return fmt.Sprintf("earl: %s: the editions disagree: %s", redactQuoted(e.Input), e.Disagreement())
	}
	return fmt.Sprintf("earl: %s: %s", redactQuoted(e.Input), e.Violation.Message(e.Input))
}

// GoString implements fmt.GoStringer: %#v shows no password.
func (e *ParseError) GoString() string { return "earl.ParseError(" + strconv.Quote(e.Error()) + ")" }

// redactQuoted returns the text for an error message: quoted, cut, no password.
func redactQuoted(text string) string {
	text = Redact(text)
	if len(text) > 2*maxQuote {
		text = text[:2*maxQuote] + "..."
	}
	return fmt.Sprintf("%q", text)
}
