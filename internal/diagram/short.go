package diagram

import (
	"strconv"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/explain"
	"github.com/earl-url/earl/internal/guess"
	"github.com/earl-url/earl/internal/reading"
	"github.com/earl-url/earl/internal/term"
)

// Short returns one line for each rule that a text breaks, with the first position:
// "FILE:LINE:COLUMN: RULE: MESSAGE", as compilers do, or for an argument "earl: TEXT:
// character N: RULE: MESSAGE". The line ends with the number of further violations of the
// rule, so that a line of a binary file makes only a few lines. A text that breaks a rule
// at its first character makes one line.
func Short(r *reading.Reading, at Place) string {
	if hint := gitHint(r); hint != "" {
		return at.Prefix(r.Input) + hint + "\n"
	}
	var b strings.Builder
	appendShort(&b, at.in("base", r.Base), r.Base, r.BaseViolations, "")
	hint := hintOf(r)
	appendShort(&b, at.start(r.Input), r.Input, r.Violations, hint)
	appendShort(&b, at.in("after "+r.Edit, r.Edited), r.Edited, r.EditViolations, "")
	return b.String()
}

// ShortViewFault returns one line for a URL that does not have the parts of its scheme.
// arg is the argument of the user, which may have redirected to the URL. The line has no
// line feed.
func ShortViewFault(arg string, fault *earl.ParseError) string {
	text := "earl: "
	if fault.Input != arg {
		text += quote(arg) + ": "
	}
	rule := fault.Violation.Rule
	text += quote(fault.Input) + ": " + positionOf(fault.Input, fault.Violation) + ": " +
		rule.Name() + ": " + rule.Sentence() + " (" + rule.Section() + ")"
	if meant, ok := guess.Correct(fault.Input); ok {
		text += term.Safe("; did you mean " + meant.Redacted() + "?")
	}
	return text
}

// A start returns the beginning of a line for a violation in a text.
type start func(text string, v earl.Violation) string

// start returns the start for violations in the text at p.
func (p Place) start(text string) start {
	if p.Line == 0 || p.Column == 0 {
		prefix := p.Prefix(text)
		return func(text string, v earl.Violation) string { return prefix + positionOf(text, v) }
	}
	prefix := term.Safe(p.File) + ":" + strconv.Itoa(p.Line) + ":"
	return func(_ string, v earl.Violation) string { return prefix + strconv.Itoa(p.Column+v.Off) }
}

// in returns the start for violations in another text that belongs to the text at p.
func (p Place) in(what, text string) start {
	prefix := "earl: "
	if p.Line > 0 {
		prefix = term.Safe(p.File) + ":" + strconv.Itoa(p.Line) + ": "
	}
	prefix += what + ": " + quote(text) + ": "
	return func(text string, v earl.Violation) string { return prefix + positionOf(text, v) }
}

// positionOf returns the position of the beginning of a violation.
func positionOf(text string, v earl.Violation) string {
	v.Len = 0
	return v.Position(text)
}

// Prefix returns the beginning of a message about the text at p: "FILE:LINE: ", or for an
// argument "earl: TEXT: ".
func (p Place) Prefix(text string) string {
	if p.Line > 0 {
		return term.Safe(p.File) + ":" + strconv.Itoa(p.Line) + ": "
	}
	return "earl: " + quote(text) + ": "
}

// maxQuote is how many bytes of a text a line quotes: enough to recognize it.
const maxQuote = 80

// quote returns a text in quotes, without its password.
func quote(text string) string {
	if text = earl.Redact(text); len(text) > maxQuote {
		text = strings.ToValidUTF8(text[:maxQuote], "") + "…"
	}
	return strconv.Quote(text)
}

// appendShort appends a line for each rule of the violations. The first line ends with the
// hint, which may be "".
func appendShort(b *strings.Builder, at start, text string, all []earl.Violation, hint string) {
	var firsts []earl.Violation // of each rule
	var more []int              // how many others
next:
	for _, v := range all {
		if len(firsts) > 0 && firsts[0].Off == 0 {
			more[0]++ // the text has no valid scheme, so other violations do not help
			continue
		}
		for i := range firsts {
			if firsts[i].Rule == v.Rule && firsts[i].Repaired == v.Repaired {
				more[i]++
				continue next
			}
		}
		firsts, more = append(firsts, v), append(more, 0)
	}
	for i, v := range firsts {
		writeLine(b, at(text, v), ": ", v.Rule.Name(), ": ", v.Rule.Sentence(), " (", v.Rule.Section(), ")", remark(v.Repaired, more[i], hint))
		hint = ""
	}
}

// gitHint returns a sentence about an address of Git that is not valid as a URL, or "". Its
// violations do not help: they are about a scheme, and the text has no scheme.
func gitHint(r *reading.Reading) string {
	if r.Valid || r.BaseViolations != nil || r.EditViolations != nil {
		return ""
	}
	return term.Safe(guess.Git(r.Input))
}

// hintOf returns a hint for correcting a text, or "": the URL inside a wrapper, or a URL
// for a text without a scheme.
func hintOf(r *reading.Reading) string {
	if hint := explain.WrapperHint(r.Input); hint != "" || r.Valid || r.Reference {
		return term.Safe(hint)
	}
	if _, err := r.Edition.Parse(r.Input); err != nil {
		if fault, ok := err.(*earl.ParseError); ok && fault.Readings != nil {
			return term.Safe(fault.Disagreement())
		}
	}
	known := func(scheme string) bool {
		_, ok := earl.RFC3986.Scheme(scheme)
		return ok
	}
	if url, ok := guess.URL(r.Input, guess.Options{Opens: known}); ok && earl.Auto.Valid(url) {
		return term.Safe("did you mean " + earl.Redact(url) + "?")
	}
	if meant, ok := guess.Correct(r.Input); ok {
		return term.Safe("did you mean " + meant.Redacted() + "?")
	}
	return ""
}

// remark returns the end of a line of appendShort.
func remark(repaired bool, more int, hint string) string {
	text := ""
	if repaired {
		text += "; repaired"
	}
	if more > 0 {
		text += "; and " + strconv.Itoa(more) + " more"
	}
	if hint != "" {
		text += "; " + hint
	}
	return text
}
