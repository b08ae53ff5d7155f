package earl

import (
	"fmt"
	"strconv"
	"strings"
)

// Violation is one place where a text departs from an edition.
type Violation struct {
	Off, Len int  // octets, in the text as it was given; Len 0: something is missing at Off
	Rule     Rule // what it departs from
	Repaired bool // the edition reads the text all the same (whatwg)
}

// Message is the sentence for v in text, the text that was checked: where, what
// is there, the rule, its section. Octets of a password are not quoted.
func (v Violation) Message(text string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "octet %d", v.Off)
	if what := v.quote(text); what != "" {
		fmt.Fprintf(&b, ", %q", what)
	}
	fmt.Fprintf(&b, ": %s (%s)", v.Rule.Sentence(), v.Rule.Section())
	return b.String()
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

// String returns the place and the rule: "bytes 6 to 12: rfc1738 5, no-user". It
// quotes nothing of the text; [Violation.Message] does.
func (v Violation) String() string {
	place := fmt.Sprintf("byte %d", v.Off)
	if v.Len > 1 {
		place = fmt.Sprintf("bytes %d to %d", v.Off, v.Off+v.Len-1)
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
		return fmt.Sprintf("earl: %s: the editions disagree: %s", redactQuoted(e.Input), e.readingsText())
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
