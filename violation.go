package earl

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Violation is a part of a text that violates a rule of an edition.
type Violation struct {
	Off, Len int  // in bytes from 0, in the original text; Len 0: something is missing at Off
	Rule     Rule // the rule that it violates
	Repaired bool // the edition accepts the text (whatwg)
}

// Message describes v in text, the text that was checked: its position, the
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

// Position returns the position of v in text for people: "character 3" or
// "characters 3 to 5", counted from 1. If text is not valid UTF-8, it counts
// bytes.
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

// maxQuote is the maximum number of bytes that a message quotes from a text.
const maxQuote = 40

// quote returns the text that v covers, or "" if it overlaps a password.
func (v Violation) quote(text string) string {
	end := min(v.Off+v.Len, len(text))
	if v.Len == 0 || v.Off >= end {
		return ""
	}
	for _, s := range secretSpans(text) {
		if v.Off < s.end && s.start < end {
			return ""
		}
	}
	if end-v.Off > maxQuote {
		return text[v.Off:v.Off+maxQuote] + "..."
	}
	return text[v.Off:end]
}

// String returns the position and the rule: "bytes 7 to 13: rfc1738 5,
// no-user". It counts from 1 and quotes nothing of the text;
// [Violation.Message] does.
func (v Violation) String() string {
	place := fmt.Sprintf("byte %d", v.Off+1)
	if v.Len > 1 {
		place = fmt.Sprintf("bytes %d to %d", v.Off+1, v.Off+v.Len)
	}
	return place + ": " + v.Rule.String()
}

// ParseError is the error for a text that is not valid, with its first
// violation.
type ParseError struct {
	Edition   *Edition
	Input     string
	Violation Violation
	// Readings has what each edition reads if [Auto] refused the text because
	// they disagree about its scheme, host or port. It is nil for all other
	// errors.
	Readings []URL
}

// Error returns the violation's message. It quotes nothing of a password.
func (e *ParseError) Error() string {
	if e.Readings != nil {
		return fmt.Sprintf("earl: %s: the editions disagree: %s", redactQuoted(e.Input), e.Disagreement())
	}
	return fmt.Sprintf("earl: %s: %s", redactQuoted(e.Input), e.Violation.Message(e.Input))
}

// GoString implements fmt.GoStringer, so %#v shows no password.
func (e *ParseError) GoString() string { return "earl.ParseError(" + strconv.Quote(e.Error()) + ")" }

// redactQuoted returns a text for an error message: quoted, truncated, without
// its password.
func redactQuoted(text string) string {
	text = Redact(text)
	if len(text) > 2*maxQuote {
		text = text[:2*maxQuote] + "..."
	}
	return fmt.Sprintf("%q", text)
}
