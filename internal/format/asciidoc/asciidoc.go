// Package asciidoc decodes AsciiDoc for package literal: http://h/a[text] and link:++http://h/a++[text]
// are links to http://h/a. Attributes that the document defines are replaced; a link with another one
// has a doubt. In comments and in listings, only URLs in text are found. It follows the documentation
// of AsciiDoc at docs.asciidoctor.org.
package asciidoc

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/earl-url/earl/internal/ascii"
	"github.com/earl-url/earl/internal/format/literal"
)

const (
	maxLine       = 2 << 10 // bytes of a line whose start or target has a meaning
	maxWord       = 32      // bytes of the name of a macro or a scheme
	maxValue      = 1 << 10 // bytes of the value of an attribute
	maxAttributes = 1 << 10
)

// Decoder implements [literal.Decoder].
type Decoder struct {
	// Antora means that the document is a part of a site of Antora, which has other places for files.
	Antora bool

	attributes map[string]string
	included   bool   // another file may have defined attributes
	block      string // the last line of the listing or comment that is read, or ""
	prev       byte   // the byte before, or 0
	width      int    // of the line before, if it can be a title
}

// Decode implements [literal.Decoder].
func (d *Decoder) Decode(t *literal.Text, src []byte, last bool) { literal.Steps(t, src, last, d.step) }

// step reads the next part.
func (d *Decoder) step(t *literal.Text, src []byte, last bool) int {
	n, width := 0, d.width
	if d.prev == '\n' || d.prev == 0 {
		if len(src) < maxLine && bytes.IndexByte(src, '\n') < 0 && !last {
			return 0
		}
		n, width = d.line(t, src)
	}
	if n == 0 {
		n = d.inline(t, src, last)
	}
	if n > 0 {
		d.prev, d.width = src[n-1], width
	}
	return n
}

// line reads a line that is not a part of a paragraph, and returns its length. For any other line it
// returns 0, and the number of its characters if it can be a title.
func (d *Decoder) line(t *literal.Text, src []byte) (n, width int) {
	if n = bytes.IndexByte(src[:min(len(src), maxLine)], '\n') + 1; n == 0 {
		n = min(len(src), maxLine)
	}
	line := string(bytes.TrimRight(src[:n], " \t\r\n"))
	switch {
	case strings.HasPrefix(line, "include::") && d.block != "////":
		d.included = true
		return d.macro(t, src[:n], len("include:"), "include"), 0
	case d.block != "":
		if line == d.block {
			d.block = ""
		}
	case isDelimiter(line) && (d.width == 0 || max(d.width-len(line), len(line)-d.width) > 1):
		d.block = line[:len(line)-len(strings.TrimLeft(line, line[:1]))]
	case strings.HasPrefix(line, "//") && !strings.HasPrefix(line, "///"):
	case strings.HasPrefix(line, ":"):
		d.define(line)
		return 0, 0
	case line == "" || strings.IndexByte(".[/|+*-=", line[0]) >= 0:
		return 0, 0
	default:
		return 0, utf8.RuneCountInString(line)
	}
	t.Copy(src[:n])
	return n, 0
}

// isDelimiter reports whether a line begins and ends a block whose text is not markup.
func isDelimiter(line string) bool {
	return strings.HasPrefix(line, "```") && strings.Count(line, "`") == 3 ||
		len(line) >= 4 && strings.IndexByte("/-.+", line[0]) >= 0 && strings.Trim(line, line[:1]) == ""
}

// define remembers the attribute that a line defines: ":name: value".
func (d *Decoder) define(line string) {
	name, value, ok := strings.Cut(line[1:], ":")
	switch value = strings.TrimSpace(value); {
	case !ok || !isName(name) || len(value) > maxValue || strings.HasSuffix(value, `\`):
	case d.attributes == nil:
		d.attributes = map[string]string{}
		fallthrough
	case len(d.attributes) < maxAttributes:
		value, _ = d.replaced(value)
		d.attributes[strings.ToLower(name)] = value[:min(len(value), maxValue)]
	}
}

// isName reports whether a text is the name of an attribute.
func isName(name string) bool {
	for i := range len(name) {
		if c := name[i]; !ascii.IsAlphanumeric(c) && c != '_' && (c != '-' || i == 0) {
			return false
		}
	}
	return name != ""
}

// replaced returns a text with the values of its attributes, and whether all of them are known.
func (d *Decoder) replaced(text string) (value string, known bool) {
	known = true
	var b strings.Builder
	for text != "" {
		before, rest, ok := strings.Cut(text, "{")
		if b.WriteString(before); !ok {
			break
		}
		text = rest
		value, n := d.reference("{" + rest)
		if n == 0 {
			known = false
			value, n = "{", 1
		}
		b.WriteString(value)
		text = rest[n-1:]
	}
	return b.String(), known
}

// characters are attributes that every document has. Source: AsciiDoc, character replacement
// attributes.
var characters = map[string]string{
	"empty": "", "blank": "", "sp": " ", "nbsp": "\u00A0", "zwsp": "\u200B", "wj": "\u2060", "apos": "'", "quot": "\"", "lsquo": "‘", "rsquo": "’", "ldquo": "“",
	"rdquo": "”", "deg": "°", "plus": "+", "brvbar": "¦", "vbar": "|", "amp": "&", "lt": "<", "gt": ">", "startsb": "[", "endsb": "]", "caret": "^", "asterisk": "*",
	"tilde": "~", "backslash": "\\", "backtick": "`", "two-colons": "::", "two-semicolons": ";;", "cpp": "C++", "pp": "++", "docdir": ".",
}

// reference returns the value of the attribute that a text begins with a reference to, and the
// length of the reference, or 0 if the value is not known or is more than one word.
func (d *Decoder) reference(text string) (value string, n int) {
	name, _, ok := strings.Cut(text[1:min(len(text), 100)], "}")
	if !ok || !isName(name) {
		return "", 0
	}
	name = strings.ToLower(name)
	if value, ok = d.attributes[name]; !ok {
		value, ok = characters[name]
	}
	if !ok || strings.ContainsAny(strings.TrimSpace(value), " \t") {
		return "", 0
	}
	return value, len(name) + 2
}

// inline reads text up to a mark, or what begins with a mark.
func (d *Decoder) inline(t *literal.Text, src []byte, last bool) int {
	n := bytes.IndexAny(src, ":{\\<+\n")
	if n < 0 {
		n = len(src) - wordBefore(src, len(src), last)
	} else if src[n] == ':' {
		n -= wordBefore(src, n, false)
	}
	switch {
	case n > 0:
		t.Copy(src[:n])
		return n
	case src[0] == '\n':
		t.Copy(src[:1])
		return 1
	case len(src) < maxLine && bytes.IndexByte(src, '\n') < 0 && !last:
		return 0
	}
	line := src[:min(len(src), maxLine)]
	if n = bytes.IndexByte(line, '\n') + 1; n > 0 {
		line = line[:n]
	}
	switch src[0] {
	case '{':
		return d.attribute(t, line)
	case '\\':
		return escaped(t, line)
	case '<':
		return d.crossReference(t, line)
	case '+':
		return passed(t, line, d.prev)
	}
	colon := bytes.IndexByte(line, ':')
	if colon <= 0 || isWord(d.prev) || string(line[:colon]) == "include" { // it is one only at the start of a line
		t.Copy(src[:max(1, colon)])
		return max(1, colon)
	}
	return d.macro(t, line, colon+1, strings.ToLower(string(line[:colon])))
}

// wordBefore returns the length of the word before src[n], or 0 if that is too long or none is
// wanted.
func wordBefore(src []byte, n int, none bool) int {
	i := n
	for !none && i > 0 && isWord(src[i-1]) {
		i--
	}
	if n-i > maxWord {
		return 0
	}
	return n - i
}

// isWord reports whether a byte can be in the name of a macro or a scheme, or before one as a part of
// a longer word.
func isWord(c byte) bool {
	return ascii.IsAlphanumeric(c) || c == '+' || c == '-' || c == '.'
}
