package markdown

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A token is a part of a text that is not shown unchanged.
type token struct {
	at, end int
	kind    tokenKind
	text    string // what is shown of code, an autolink, an image
	dest    string // of an autolink, an image, a linkStart
}

// A tokenKind is what a token is.
type tokenKind uint8

const (
	dropped   tokenKind = iota // a tag of HTML
	lineBreak                  // a tag that breaks the line
	codeToken
	autolinkToken
	imageToken
	linkStart
	linkEnd
	emphasis // its text is a tag
)

// tokens are the tokens of a text. A nil *tokens records nothing.
type tokens struct {
	src        []byte
	list       []token
	delimiters []delimiter // that may begin or end emphasis
}

// add records a token.
func (t *tokens) add(k token) {
	if t != nil {
		t.list = append(t.list, k)
	}
}

// code records a code span. Source: CommonMark 6.1.
func (t *tokens) code(at, from, to, end int) {
	if t == nil {
		return
	}
	text := strings.ReplaceAll(string(t.src[from:to]), "\n", " ")
	if len(text) > 2 && text[0] == ' ' && text[len(text)-1] == ' ' && strings.Trim(text, " ") != "" {
		text = text[1 : len(text)-1]
	}
	t.add(token{at: at, end: end, kind: codeToken, text: text})
}

// maxAlt is the maximum length of the description of an image that is shown.
const maxAlt = 1000

// image records an image. Its description is the text that is shown of its content.
func (t *tokens) image(b bracket, at, end int, dest string) {
	if t == nil {
		return
	}
	alt := ""
	if at-b.at <= maxAlt {
		t.emphasize(b.delimiters)
		alt = plainText(t.src[b.at+1:at], b.at+1, t.list[b.tokens:], true)
	}
	t.list, t.delimiters = t.list[:b.tokens], t.delimiters[:b.delimiters]
	t.add(token{at: b.at - 1, end: end, kind: imageToken, text: alt, dest: dest})
}

// sort sorts the tokens by their position.
func (t *tokens) sort() {
	slices.SortFunc(t.list, func(a, b token) int { return cmp.Compare(a.at, b.at) })
}

// linked reports whether there is a link or an image.
func (t *tokens) linked() bool {
	return slices.ContainsFunc(t.list, func(k token) bool { return k.dest != "" || k.kind == linkStart || k.kind == imageToken })
}

// plain returns the text that is shown, with or without the descriptions of images.
func (t *tokens) plain(images bool) string {
	return plainText(t.src, 0, t.list, images)
}

// plainText returns what is shown of a part that begins at an offset of a text. It sorts
// the tokens.
func plainText(part []byte, start int, list []token, images bool) string {
	slices.SortFunc(list, func(a, b token) int { return cmp.Compare(a.at, b.at) })
	var b strings.Builder
	at := start
	for _, k := range list {
		b.WriteString(unescape(string(part[at-start:k.at-start]), true))
		if k.kind == codeToken || k.kind == autolinkToken || k.kind == imageToken && images {
			b.WriteString(k.text)
		}
		at = k.end
	}
	b.WriteString(unescape(string(part[at-start:]), true))
	return strings.ReplaceAll(b.String(), "\n", " ")
}

// A delimiter is a run of "*", "_" or "~" that may begin or end emphasis.
type delimiter struct {
	at, n       int // the rest of the run
	whole       int // its original length
	char        byte
	opens, ends bool
}

// run records the run at an offset, and returns the offset after it. Source: CommonMark
// 6.2; GFM 6.5.
func (t *tokens) run(at int) int {
	d := delimiter{at: at, n: runLength(t.src[at:], t.src[at]), char: t.src[at]}
	d.whole = d.n
	next := at + d.n
	before, _ := utf8.DecodeLastRune(t.src[:at])
	after, _ := utf8.DecodeRune(t.src[next:])
	blankBefore, blankAfter := at == 0 || unicode.IsSpace(before), next == len(t.src) || unicode.IsSpace(after)
	markBefore, markAfter := isMark(before), isMark(after)
	left := !blankAfter && (!markAfter || blankBefore || markBefore)
	right := !blankBefore && (!markBefore || blankAfter || markAfter)
	d.opens, d.ends = left, right
	if d.char == '_' {
		d.opens, d.ends = left && (!right || markBefore), right && (!left || markAfter)
	}
	if (d.opens || d.ends) && (d.char != '~' || d.n <= 2) {
		t.delimiters = append(t.delimiters, d)
	}
	return next
}

// isMark reports whether a character is punctuation. Source: CommonMark 2.1.
func isMark(r rune) bool { return unicode.IsPunct(r) || unicode.IsSymbol(r) }

// emphasize reads the emphasis of the delimiters after the first ones, which it removes. A
// search that failed is not repeated, so that the time is linear. Source: CommonMark,
// appendix.
func (t *tokens) emphasize(first int) {
	if t == nil || len(t.delimiters) == first {
		return
	}
	var open []delimiter
	failed := map[delimiter]int{} // the number of open ones below which none matches
	for _, d := range t.delimiters[first:] {
		key := delimiter{char: d.char, opens: d.opens, whole: d.whole % 3}
		if d.char == '~' {
			key.whole = d.whole
		}
		for d.ends && d.n > 0 {
			k := len(open) - 1
			for k >= failed[key] && !open[k].begins(&d) {
				k--
			}
			if k < failed[key] {
				failed[key] = len(open)
				break
			}
			t.match(&open[k], &d)
			if open = open[:k+1]; open[k].n == 0 {
				open = open[:k]
			}
			for key, n := range failed {
				failed[key] = min(n, len(open))
			}
		}
		if d.opens && d.n > 0 {
			open = append(open, d)
		}
	}
	t.delimiters = t.delimiters[:first]
}

// begins reports whether a run can begin the emphasis that another one ends.
func (o *delimiter) begins(d *delimiter) bool {
	if o.char != d.char || d.char == '~' && o.whole != d.whole {
		return false
	}
	return d.char == '~' || !o.ends && !d.opens || (o.whole+d.whole)%3 != 0 || o.whole%3 == 0 && d.whole%3 == 0
}

// match records the emphasis between the inner ends of two runs, as strong as both allow.
func (t *tokens) match(o, d *delimiter) {
	tag, n := "em", 1
	switch {
	case o.char == '~':
		tag, n = "del", o.n
	case o.n > 1 && d.n > 1:
		tag, n = "strong", 2
	}
	o.n -= n
	t.add(token{at: o.at + o.n, end: o.at + o.n + n, kind: emphasis, text: "<" + tag + ">"})
	t.add(token{at: d.at, end: d.at + n, kind: emphasis, text: "</" + tag + ">"})
	d.at, d.n = d.at+n, d.n-n
}
