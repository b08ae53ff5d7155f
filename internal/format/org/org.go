// Package org decodes Org for package literal: [[http://h/a][text]] is a link to http://h/a, and
// [[file:b.org::*Heading]] one to the file b.org. It expands the abbreviations of #+LINK. In comments
// and in blocks of source text, only URLs in text are found. It follows the Org Syntax and the manual
// of Org mode. A link to a heading, a file of this machine or to something in Emacs is text.
package org

import (
	"bytes"
	"strings"

	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/ascii"
	"github.com/earl-url/earl/internal/format/literal"
)

const (
	maxConstruct     = 4 << 10 // bytes of a line whose start has a meaning, and of a link
	maxAbbreviations = 1 << 10
)

// Decoder implements [literal.Decoder].
type Decoder struct {
	abbreviations map[string]string
	block         string // the line that ends the block that is read, or ""
	prev          byte   // the byte before, or 0
}

// Decode implements [literal.Decoder].
func (d *Decoder) Decode(t *literal.Text, src []byte, last bool) { literal.Steps(t, src, last, d.step) }

// step reads the next part.
func (d *Decoder) step(t *literal.Text, src []byte, last bool) int {
	n := 0
	if d.prev == '\n' || d.prev == 0 {
		if len(src) < maxConstruct && bytes.IndexByte(src, '\n') < 0 && !last {
			return 0
		}
		n = d.line(t, src)
	}
	if n == 0 {
		n = d.inline(t, src, last)
	}
	if n > 0 {
		d.prev = src[n-1]
	}
	return n
}

// blocks are the blocks whose text is not markup.
var blocks = map[string]bool{"src": true, "example": true, "export": true, "comment": true}

// line reads a line that is no markup, or the start of a keyword. It returns 0 for any other line.
func (d *Decoder) line(t *literal.Text, src []byte) int {
	n := bytes.IndexByte(src[:min(len(src), maxConstruct)], '\n') + 1
	if n == 0 {
		n = min(len(src), maxConstruct)
	}
	text := strings.TrimSpace(string(src[:n]))
	keyword, value, _ := strings.Cut(text, ":")
	keyword = strings.ToLower(keyword)
	switch name, isBlock := strings.CutPrefix(strings.ToLower(text), "#+begin_"); {
	case d.block != "":
		if strings.HasPrefix(strings.ToLower(text), d.block) {
			d.block = ""
		}
	case isBlock:
		name, _, _ = strings.Cut(name, " ")
		if !blocks[name] {
			return 0
		}
		d.block = "#+end_" + name
	case text == "#", keyword == "#+macro", strings.HasPrefix(text, "# "), strings.HasPrefix(text, ": "):
	case keyword == "#+link":
		d.abbreviate(value)
		return 0
	case keyword == "#+include" || keyword == "#+setupfile":
		end := " "
		if value = strings.TrimSpace(value); strings.HasPrefix(value, `"`) {
			value, end = value[1:], `"`
		}
		value, _, _ = strings.Cut(value, end)
		if from := bytes.LastIndex(src[:n], []byte(value)); value != "" && from > 0 && d.target(t, src[:from], "file:"+value, src[from:from+len(value)]) {
			return from + len(value)
		}
	default:
		return 0
	}
	t.Copy(src[:n])
	return n
}

// abbreviate remembers an abbreviation: a name, and a URL.
func (d *Decoder) abbreviate(value string) {
	fields := strings.Fields(value)
	if len(fields) != 2 || len(d.abbreviations) == maxAbbreviations {
		return
	}
	if d.abbreviations == nil {
		d.abbreviations = map[string]string{}
	}
	d.abbreviations[fields[0]] = fields[1]
}

// inline reads text up to a mark, or what begins with a mark.
func (d *Decoder) inline(t *literal.Text, src []byte, last bool) int {
	const emphasis = "=~*/_+"
	n := bytes.IndexAny(src, "[\n"+emphasis)
	switch {
	case n < 0:
		n = len(src)
	case n > 0:
	case src[0] == '\n':
		n = 1
	case len(src) < maxConstruct && !last:
		return 0
	case src[0] == '[' && d.prev != '=' && d.prev != '~': // not verbatim
		return d.link(t, src[:min(len(src), maxConstruct)])
	case d.prev == 0 || ascii.IsSpace(d.prev) || strings.IndexByte("-({'\"", d.prev) >= 0:
		return formatted(t, src[:min(len(src), maxConstruct)])
	default:
		n = 1
	}
	t.Copy(src[:n])
	return n
}

// formatted reads the mark of formatted text. The mark after a URL is no part of the URL.
func formatted(t *literal.Text, src []byte) int {
	word := src
	if n := bytes.IndexAny(src, " \t\r\n"); n >= 0 {
		word = src[:n]
	}
	if scheme := bytes.Index(word, []byte("://")); scheme > 1 && ascii.HasScheme(string(word[1:scheme+1])) {
		if end := len(bytes.TrimRight(word, ".,;:!?)}'\"-")) - 1; end > scheme && word[end] == word[0] {
			t.Copy(word[:end])
			t.Break(1)
			return end + 1
		}
	}
	t.Copy(src[:1])
	return 1
}

// link reads a bracket. Two begin a link, with or without a description.
func (d *Decoder) link(t *literal.Text, src []byte) int {
	end := 2
	for end < len(src) && src[end] != ']' && src[end] != '[' && src[end] != '\n' {
		if src[end] == '\\' {
			end++
		}
		end++
	}
	if !bytes.HasPrefix(src, []byte("[[")) || end+1 >= len(src) || src[end] != ']' || src[end+1] != ']' && src[end+1] != '[' || !d.target(t, src[:2], string(src[2:end]), src[2:end]) {
		t.Copy(src[:1])
		return 1
	}
	if src[end+1] == ']' {
		t.Break(2)
		return end + 2
	}
	t.Break(2)
	from := end + 2
	if n := bytes.Index(src[from:], []byte("]]")); n > 0 {
		t.Label()
		t.Copy(src[from : from+n])
		t.Close()
		from += n
	}
	return from
}

// others are schemes of URLs without two slashes. Other names with a colon are those of Emacs.
var others = map[string]bool{"mailto": true, "doi": true, "news": true, "tel": true, "sms": true, "xmpp": true, "magnet": true, "urn": true, "geo": true}

// target reads what is before a target, and the target, which is text in the document, if it leads
// to a URL or to a file next to the document.
func (d *Decoder) target(t *literal.Text, before []byte, target string, text []byte) bool {
	name, rest, colon := strings.Cut(target, ":")
	if template, ok := d.abbreviations[name]; ok {
		t.Break(len(before))
		t.Open(nil)
		if strings.Contains(template, "%(") {
			t.Doubt(extract.Placeholder)
		}
		t.Put(expand(template, rest), len(text))
		t.Close()
		return true
	}
	isFile := strings.HasPrefix(target, "./") || strings.HasPrefix(target, "../")
	switch {
	case !isFile && !strings.HasPrefix(rest, "//") && (strings.HasPrefix(target, "file:") || strings.HasPrefix(target, "file+sys:") || strings.HasPrefix(target, "file+emacs:")):
		switch {
		case rest == "", len(rest) > 1 && rest[1] == ':', strings.Contains(rest, "://"):
			return false
		case strings.IndexByte("/~\\", rest[0]) >= 0: // a file of this machine
			t.Break(len(before) + len(text))
			return true
		}
		before = append(before[:len(before):len(before)], text[:max(0, len(text)-len(rest))]...)
		text = text[len(text)-len(rest):]
		isFile = true
	case !isFile && (!colon || !ascii.HasScheme(target) || !strings.HasPrefix(rest, "//") && !others[strings.ToLower(name)]):
		return false
	}
	file := text
	if isFile {
		file, _, _ = bytes.Cut(text, []byte("::"))
	}
	t.Break(len(before))
	t.Open(nil)
	for i := 0; i < len(file); i++ {
		switch c := file[i]; {
		case c == '\\' && i+1 < len(file) && strings.IndexByte(`[]\`, file[i+1]) >= 0:
			t.Put(string(file[i+1:i+2]), 2)
			i++
		case c == ' ':
			t.Put("%20", 1)
		case isFile && (c == '#' || c == '?' || c == '%' && (i+2 >= len(file) || !ascii.IsHex(file[i+1]) || !ascii.IsHex(file[i+2]))):
			t.Put(map[byte]string{'#': "%23", '?': "%3F", '%': "%25"}[c], 1)
		default:
			t.Copy(file[i : i+1])
		}
	}
	t.Close()
	t.Break(len(text) - len(file))
	return true
}

// expand returns the URL that an abbreviation and a tag represent.
func expand(template, tag string) string {
	tag = strings.ReplaceAll(tag, " ", "%20")
	if strings.Contains(template, "%s") || strings.Contains(template, "%h") {
		return strings.NewReplacer("%s", tag, "%h", tag).Replace(template)
	}
	return template + tag
}
