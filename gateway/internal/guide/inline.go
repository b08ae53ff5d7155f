package guide

import "strings"

// inline writes text with its emphasis, code and links.
func (p *renderer) inline(text string) {
	for text != "" {
		special := strings.IndexAny(text, "\\`[*")
		if special < 0 {
			special = len(text)
		}
		p.out.WriteString(escaped(text[:special]))
		if text = text[special:]; text == "" {
			return
		}
		n := 0
		switch text[0] {
		case '\\':
			n = p.backslash(text)
		case '`':
			n = p.span(text)
		case '[':
			n = p.anchor(text)
		case '*':
			n = p.emphasis(text)
		}
		if n == 0 {
			n = 1
			p.out.WriteString(escaped(text[:1]))
		}
		text = text[n:]
	}
}

// backslash writes the punctuation after a backslash, and returns the length of both.
func (p *renderer) backslash(text string) int {
	if len(text) < 2 || !strings.Contains("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", text[1:2]) {
		return 0
	}
	p.out.WriteString(escaped(text[1:2]))
	return 2
}

// codeLength returns the length of the code, with its backticks, that a text begins
// with, and of the backticks at each end; 0 if it begins with none.
func codeLength(text string) (length, ticks int) {
	ticks = len(text) - len(strings.TrimLeft(text, "`"))
	for at := ticks; ; {
		i := strings.IndexByte(text[at:], '`')
		if i < 0 {
			return 0, ticks
		}
		at += i
		run := len(text[at:]) - len(strings.TrimLeft(text[at:], "`"))
		if at += run; run == ticks {
			return at, ticks
		}
	}
}

// span writes code, and returns its length.
func (p *renderer) span(text string) int {
	length, ticks := codeLength(text)
	if length == 0 {
		p.out.WriteString(text[:ticks])
		return ticks
	}
	code := strings.ReplaceAll(text[ticks:length-ticks], "\n", " ")
	if len(code) > 2 && code[0] == ' ' && code[len(code)-1] == ' ' {
		code = code[1 : len(code)-1]
	}
	p.out.WriteString("<code>" + escaped(code) + "</code>")
	return length
}

// find returns where an end is in a text, outside of code and not after a backslash,
// or -1.
func find(text, end string) int {
	for i := 0; i < len(text); i++ {
		switch {
		case strings.HasPrefix(text[i:], end):
			return i
		case text[i] == '\\':
			i++
		case text[i] == '`':
			length, ticks := codeLength(text[i:])
			i += max(length, ticks) - 1
		}
	}
	return -1
}

// anchor writes a link, and returns its length.
func (p *renderer) anchor(text string) int {
	end := find(text, "](")
	if end < 0 {
		return 0
	}
	to, _, ok := strings.Cut(text[end+2:], ")")
	if !ok || strings.ContainsAny(to, " \n") {
		return 0
	}
	p.out.WriteString(`<a href="` + escaped(p.link(to)) + `">`)
	p.inline(text[1:end])
	p.out.WriteString("</a>")
	return end + 2 + len(to) + 1
}

// emphasis writes emphasized text, and returns its length.
func (p *renderer) emphasis(text string) int {
	mark, element := "*", "em"
	if strings.HasPrefix(text, "**") {
		mark, element = "**", "strong"
	}
	inner := text[len(mark):]
	end := find(inner, mark)
	if end < 1 || strings.ContainsAny(inner[:1]+inner[end-1:end], " \n") {
		return 0
	}
	p.out.WriteString("<" + element + ">")
	p.inline(inner[:end])
	p.out.WriteString("</" + element + ">")
	return len(mark) + end + len(mark)
}
