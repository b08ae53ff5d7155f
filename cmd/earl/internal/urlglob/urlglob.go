// Package urlglob expands patterns in URLs as curl does: {a,b} is a list, [1-9],
// [01-20:2] and [a-z] are ranges.
//
//	p, err := urlglob.Parse("http://h.example/{a,b}[1-3].txt")
//	for e := range p.All() {
//		fmt.Println(e.Text, urlglob.Name("#1-#2.txt", e.Values))
//	}
//
// A backslash before a brace or bracket makes it an ordinary character. An IPv6
// address in brackets is not a pattern. Departs: brackets around text that does not look
// like a range, as in "?a[]=1", are not a pattern; curl refuses them.
// Source: curl's manual, "URL".
package urlglob

import (
	"fmt"
	"iter"
	"strconv"
	"strings"

	"github.com/earl-url/earl/internal/ascii"
)

// MaxExpansions limits how many URLs one pattern can mean.
const MaxExpansions = 1_000_000

// An Error is a mistake in a pattern.
type Error struct {
	Pattern string
	At      int // the character of the mistake, from 1
	Why     string
}

// Error returns the position and the reason. It does not quote the pattern, which may
// contain a password.
func (e *Error) Error() string {
	return fmt.Sprintf("character %d: %s; --globoff (-g) reads braces and brackets as ordinary characters", e.At, e.Why)
}

// A Pattern is a text with lists and ranges.
type Pattern struct {
	parts []part
	size  int // of all expansions
}

// A part is a constant text, a list or a range.
type part struct {
	text string // if it is constant
	list []string
	// A range has count values: first, first+step and so on.
	first, step, count int
	width              int  // digits, padded with zeros
	letters            bool // the values are characters
}

// An Expansion is one URL that a pattern means.
type Expansion struct {
	Text   string
	Values []string // of the lists and ranges, in order; Name writes them for #1, #2 ...
}

// Parse reads a pattern. The error is an *Error.
func Parse(text string) (*Pattern, error) {
	p := &Pattern{size: 1}
	var constant strings.Builder
	fail := func(at int, format string, args ...any) (*Pattern, error) {
		return nil, &Error{text, 1 + len([]rune(text[:at])), fmt.Sprintf(format, args...)}
	}
	for i := 0; i < len(text); {
		c := text[i]
		switch {
		case c == '\\' && i+1 < len(text) && strings.IndexByte(`{}[]`, text[i+1]) >= 0:
			constant.WriteByte(text[i+1])
			i += 2
			continue
		case c == '}' || c == ']':
			return fail(i, "%q without an opening brace or bracket", string(c))
		case c == '[' && literalLen(text[i:]) > 0:
			n := literalLen(text[i:])
			constant.WriteString(text[i : i+n])
			i += n
			continue
		case c != '{' && c != '[':
			constant.WriteByte(c)
			i++
			continue
		}
		n, v, why := parsePart(text[i:])
		if why != "" {
			return fail(i, "%s", why)
		}
		if p.size *= v.size(); p.size > MaxExpansions {
			return fail(i, "the pattern means more than %d URLs", MaxExpansions)
		}
		p.parts = append(p.parts, part{text: constant.String()}, v)
		constant.Reset()
		i += n
	}
	p.parts = append(p.parts, part{text: constant.String()})
	return p, nil
}

// literalLen returns the length of the brackets at the start of text if they do not look
// like a range, such as an IPv6 address. Otherwise it returns 0.
func literalLen(text string) int {
	end := strings.IndexByte(text, ']')
	if end < 0 || looksLikeRange(text[1:end]) {
		return 0
	}
	return end + 1
}

// looksLikeRange reports whether text has numbers or single letters around a "-", or
// is part of such a text.
func looksLikeRange(text string) bool {
	from, to, ok := strings.Cut(text, "-")
	to, _, _ = strings.Cut(to, ":")
	isBound := func(s string) bool {
		return len(s) <= 1 || strings.Trim(s, "0123456789") == ""
	}
	return ok && isBound(from) && isBound(to)
}

// parsePart reads the list or range at the start of text. It returns its length, or the
// reason why it is not valid.
func parsePart(text string) (n int, v part, why string) {
	if text[0] == '{' {
		return parseList(text)
	}
	end := strings.IndexByte(text, ']')
	if end < 0 {
		return 0, part{}, `"[" without "]"`
	}
	v, why = parseRange(text[1:end])
	return end + 1, v, why
}

// parseList reads {a,b}.
func parseList(text string) (n int, v part, why string) {
	var item strings.Builder
	for i := 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && i+1 < len(text) && strings.IndexByte(`{}[],`, text[i+1]) >= 0:
			i++
			item.WriteByte(text[i])
		case c == '{' || c == '[' || c == ']':
			return 0, part{}, fmt.Sprintf("a list in braces cannot contain %q; write \\%c", string(c), c)
		case c == ',' || c == '}':
			v.list = append(v.list, item.String())
			item.Reset()
			if c == '}' {
				if len(v.list) == 1 && v.list[0] == "" {
					return 0, part{}, "a list in braces must have an element"
				}
				return i + 1, v, ""
			}
		default:
			item.WriteByte(c)
		}
	}
	return 0, part{}, `"{" without "}"`
}

// badRange is the reason for a range with another form.
const badRange = "a range must be like [1-9], [01-20:2] or [a-z]"

// parseRange reads A-B or A-B:STEP. It returns a reason if the range is not valid.
func parseRange(text string) (v part, why string) {
	bounds, by, stepped := strings.Cut(text, ":")
	from, to, ok := strings.Cut(bounds, "-")
	step := 1
	if stepped {
		var err error
		if step, err = strconv.Atoi(by); err != nil || step < 1 {
			return part{}, badRange
		}
	}
	if !ok || from == "" || to == "" {
		return part{}, badRange
	}
	v = part{step: step, width: len(from)}
	first, err1 := strconv.ParseUint(from, 10, 31)
	last, err2 := strconv.ParseUint(to, 10, 31)
	if err1 != nil || err2 != nil {
		if len(from) != 1 || len(to) != 1 || !ascii.IsLetter(from[0]) || !ascii.IsLetter(to[0]) || isLower(from[0]) != isLower(to[0]) {
			return part{}, badRange
		}
		v.letters = true
		first, last = uint64(from[0]), uint64(to[0])
	}
	switch {
	case last < first:
		return part{}, "the range ends before it begins"
	case uint64(step) > last-first && last > first:
		return part{}, badRange
	}
	v.first = int(first)
	v.count = int((last-first)/uint64(step)) + 1
	if v.count > MaxExpansions {
		return part{}, fmt.Sprintf("the range means more than %d URLs", MaxExpansions)
	}
	return v, ""
}

func isLower(c byte) bool { return 'a' <= c && c <= 'z' }

// size returns how many values a part has.
func (v *part) size() int { return max(len(v.list), v.count, 1) }

// value returns the value with a number from 0.
func (v *part) value(i int) string {
	switch n := v.first + i*v.step; {
	case v.list != nil:
		return v.list[i]
	case v.letters:
		return string(rune(n))
	default:
		return fmt.Sprintf("%0*d", v.width, n)
	}
}

// isConstant reports whether a part is plain text.
func (v *part) isConstant() bool { return v.list == nil && v.count == 0 }

// All yields the URLs of the pattern. The last list or range changes fastest.
func (p *Pattern) All() iter.Seq[Expansion] {
	return func(yield func(Expansion) bool) {
		for k := range p.size {
			var e Expansion
			rest, values := k, make([]string, len(p.parts))
			for i := len(p.parts) - 1; i >= 0; i-- {
				if v := &p.parts[i]; v.isConstant() {
					values[i] = v.text
				} else {
					values[i] = v.value(rest % v.size())
					rest /= v.size()
				}
			}
			e.Text = strings.Join(values, "")
			for i := range p.parts {
				if !p.parts[i].isConstant() {
					e.Values = append(e.Values, values[i])
				}
			}
			if !yield(e) {
				return
			}
		}
	}
}

// Len returns how many URLs the pattern means.
func (p *Pattern) Len() int { return p.size }

// Name returns a file name in which #1, #2 and so on are replaced by values. A number
// without a value stays unchanged.
func Name(name string, values []string) string {
	var b strings.Builder
	for i := 0; i < len(name); i++ {
		end := i + 1
		for end < len(name) && '0' <= name[end] && name[end] <= '9' {
			end++
		}
		if n, err := strconv.Atoi(name[i+1 : end]); name[i] == '#' && err == nil && 1 <= n && n <= len(values) {
			b.WriteString(values[n-1])
			i = end - 1
			continue
		}
		b.WriteByte(name[i])
	}
	return b.String()
}
