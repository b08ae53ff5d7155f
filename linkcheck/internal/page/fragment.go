package page

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/earl-url/earl"
)

// textMark is where the directives of a fragment begin.
const textMark = ":~:"

// A textDirective is a text that a fragment points at: text=[prefix-,]start[,end][,-suffix].
// Source: wicg scroll-to-text-fragment 3.1.
type textDirective struct{ prefix, start, end, suffix string }

// textDirectives returns the text directives of a fragment, folded for comparison.
func textDirectives(fragment string) (list []textDirective) {
	_, after, ok := strings.Cut(fragment, textMark)
	if !ok {
		return nil
	}
	for part := range strings.SplitSeq(after, "&") {
		value, ok := strings.CutPrefix(part, "text=")
		if !ok {
			continue
		}
		if d, ok := parseTextDirective(value); ok {
			list = append(list, d)
		}
	}
	return list
}

// parseTextDirective reads one directive. An invalid directive is ignored, as in
// browsers.
func parseTextDirective(value string) (d textDirective, ok bool) {
	parts := strings.Split(value, ",")
	if first := parts[0]; len(parts) > 1 && strings.HasSuffix(first, "-") {
		d.prefix, parts = unescape(strings.TrimSuffix(first, "-")), parts[1:]
	}
	if last := parts[len(parts)-1]; len(parts) > 1 && strings.HasPrefix(last, "-") {
		d.suffix, parts = unescape(last[1:]), parts[:len(parts)-1]
	}
	if len(parts) > 2 {
		return d, false
	}
	d.start = unescape(parts[0])
	if len(parts) == 2 {
		d.end = unescape(parts[1])
	}
	return d, d.start != ""
}

// TextPart returns the directives of a fragment, with the mark before them, or "".
func TextPart(fragment string) string {
	if i := strings.Index(fragment, textMark); i >= 0 {
		return fragment[i:]
	}
	return ""
}

// HasText reports whether a fragment has a text directive.
func HasText(fragment string) bool { return len(textDirectives(fragment)) > 0 }

// unescape returns a part of a directive, decoded and folded for comparison.
func unescape(escaped string) string { return foldText(string(earl.Unescape(escaped))) }

// foldText returns a text with letters in one case and each run of white space as one
// space.
func foldText(text string) string {
	return strings.Join(strings.Fields(strings.ToLower(strings.ToValidUTF8(text, "\uFFFD"))), " ")
}

// folded returns the folded text of a page, one line for each block.
func (t *Text) folded() string {
	var b strings.Builder
	for _, block := range t.Blocks {
		b.WriteString(foldText(block))
		b.WriteByte('\n')
	}
	return b.String()
}

// in reports whether the folded text of a page contains what the directive points at:
// start and, after it, end, at the boundaries of words, with prefix and suffix next to
// them. A start does not cross the end of a block.
func (d *textDirective) in(text string) bool {
	for at := 0; ; {
		i := strings.Index(text[at:], d.start)
		if i < 0 {
			return false
		}
		from := at + i
		to := from + len(d.start)
		if isBounded(text, from, to) && d.follows(text[:from]) && d.ends(text, to) {
			return true
		}
		_, n := utf8.DecodeRuneInString(text[from:])
		at = from + n
	}
}

// follows reports whether a text ends with the prefix.
func (d *textDirective) follows(before string) bool {
	before = strings.TrimRight(before, " \n")
	from := len(before) - len(d.prefix)
	return d.prefix == "" || strings.HasSuffix(before, d.prefix) && isBounded(before, from, len(before))
}

// ends reports whether the end and the suffix follow the start, which ends at to.
func (d *textDirective) ends(text string, to int) bool {
	if d.end == "" {
		return d.precedes(text[to:])
	}
	for at := to; ; {
		i := strings.Index(text[at:], d.end)
		if i < 0 {
			return false
		}
		from := at + i
		if end := from + len(d.end); isBounded(text, from, end) && d.precedes(text[end:]) {
			return true
		}
		_, n := utf8.DecodeRuneInString(text[from:])
		at = from + n
	}
}

// precedes reports whether a text begins with the suffix.
func (d *textDirective) precedes(after string) bool {
	after = strings.TrimLeft(after, " \n")
	return d.suffix == "" || strings.HasPrefix(after, d.suffix) && isBounded(after, 0, len(d.suffix))
}

// isBounded reports whether text[from:to] begins and ends at word boundaries.
func isBounded(text string, from, to int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:from])
	first, _ := utf8.DecodeRuneInString(text[from:to])
	last, _ := utf8.DecodeLastRuneInString(text[from:to])
	after, _ := utf8.DecodeRuneInString(text[to:])
	return !(isWordRune(before) && isWordRune(first)) && !(isWordRune(last) && isWordRune(after))
}

// isWordRune reports whether a character is part of a word. In writing without spaces,
// word boundaries need a dictionary, so they are not checked.
func isWordRune(r rune) bool {
	return r != utf8.RuneError && r < 0x2E80 && !(0x0E00 <= r && r < 0x0E80) && (unicode.IsLetter(r) || unicode.IsDigit(r))
}

// Seek searches a page for the texts of some fragments, and stores in found whether each
// is there, or cannot be searched for. whole means that all of the page was read. Texts
// that only a script shows are not searched for.
func (t *Text) Seek(fragments []string, whole bool, found map[string]bool) {
	text := ""
	for _, fragment := range fragments {
		in := !whole || t.Shell && t.Scripts > 0
		if !in {
			if text == "" {
				text = t.folded()
			}
			in = true
			for _, d := range textDirectives(fragment) {
				in = in && d.in(text)
			}
		}
		found[fragment] = in
	}
}

// LastLine returns the last line that a fragment such as L10 or L10-L20 points at.
func LastLine(fragment string) (n int, ok bool) {
	if !lines().MatchString(fragment) || fragment[0] != 'L' {
		return 0, false
	}
	if _, after, ranged := strings.Cut(fragment, "-"); ranged {
		fragment = after
	}
	for _, c := range []byte(strings.TrimPrefix(fragment, "L")) {
		if c < '0' || c > '9' {
			break
		}
		if n = n*10 + int(c-'0'); n > maxLine {
			return maxLine, true
		}
	}
	return n, true
}

// maxLine is more than the lines of any file that a link points into.
const maxLine = 1 << 30
