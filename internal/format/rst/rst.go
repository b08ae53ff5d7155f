// Package rst decodes reStructuredText for package literal: in "`text <http://h/a\_b>`_" the link is
// http://h/a_b. Embedded and explicit targets and the arguments of image, include and similar
// directives are links, also relative ones. In comments and literal blocks, only URLs in text are
// found. It follows the reStructuredText Markup Specification. A relative target that Sphinx takes
// from another place than that of the file is no link.
package rst

import (
	"bytes"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/ascii"
	"github.com/earl-url/earl/internal/format/literal"
)

// maxConstruct limits a line, a target or a reference, in bytes.
const maxConstruct = 4 << 10

// Decoder implements [literal.Decoder].
type Decoder struct {
	started bool
	inside  bool // a literal block or a comment, which ends at a line that is not indented more than indent
	indent  int
	prev    byte // the byte before, or 0
}

// Decode implements [literal.Decoder].
func (d *Decoder) Decode(t *literal.Text, src []byte, last bool) { literal.Steps(t, src, last, d.step) }

// step reads the next part.
func (d *Decoder) step(t *literal.Text, src []byte, last bool) int {
	n := 0
	switch {
	case !d.started || d.prev == '\n':
		if len(src) < maxConstruct && bytes.IndexByte(src, '\n') < 0 && !last {
			return 0
		}
		n = d.line(t, src, last)
	default:
		n = d.inline(t, src, last)
	}
	if n > 0 {
		d.started, d.prev = true, src[n-1]
	}
	return n
}

// line reads a line, or the start of one, with inline markup in its rest.
func (d *Decoder) line(t *literal.Text, src []byte, last bool) int {
	n := bytes.IndexByte(src[:min(len(src), maxConstruct)], '\n') + 1
	if n == 0 {
		n = min(len(src), maxConstruct)
	}
	text := bytes.TrimLeft(src[:n], " \t")
	indent := n - len(text)
	text = bytes.TrimRight(text, " \t\r\n")
	switch {
	case len(text) == 0 || d.inside && indent > d.indent:
		t.Copy(src[:n])
		return n
	}
	d.inside = false
	if k := explicit(text); k > 0 {
		return d.explicit(t, src, last, indent, k, n)
	}
	if bytes.HasSuffix(text, []byte("::")) {
		d.inside, d.indent = true, indent+listMark(text)
	}
	if value, ok := bytes.CutPrefix(text, []byte(":target:")); ok {
		from := indent + len(text) - len(bytes.TrimLeft(value, " \t"))
		return target(t, src, from, indent+len(text))
	}
	if indent > 0 {
		t.Copy(src[:indent])
		return indent
	}
	return d.inline(t, src, last)
}

// explicit returns the length of the mark of explicit markup that a text begins with, or 0.
func explicit(text []byte) int {
	for _, mark := range [...]string{"..", "__"} {
		if rest, ok := bytes.CutPrefix(text, []byte(mark)); ok && (len(rest) == 0 || ascii.IsSpace(rest[0])) {
			return 2 + len(rest) - len(bytes.TrimLeft(rest, " \t"))
		}
	}
	return 0
}

// listMark returns the length of the mark of a list item that a text begins with, with the space
// after it, or 0.
func listMark(text []byte) int {
	rest := bytes.TrimLeft(text, "0123456789#(")
	if n := len(text) - len(rest); n > 0 && len(rest) > 1 && (rest[0] == '.' || rest[0] == ')') && rest[1] == ' ' {
		return n + 2
	}
	if len(text) > 1 && text[1] == ' ' && strings.IndexByte("*-+", text[0]) >= 0 {
		return 2
	}
	return 0
}

// kinds says what the directives are whose argument is a file, or whose content is not markup.
var kinds = func() map[string]bool {
	kinds := map[string]bool{}
	for _, name := range strings.Fields("image figure include literalinclude video thumbnail") {
		kinds[name] = true
	}
	for _, name := range strings.Fields(`code code-block sourcecode code-cell highlight math raw doctest testcode testoutput testsetup prompt ipython graphviz
		productionlist jupyter-execute plot uml mermaid command-output parsed-literal`) {
		kinds[name] = false
	}
	return kinds
}()

// explicit reads explicit markup, whose line ends at src[end], after its mark of k bytes.
func (d *Decoder) explicit(t *literal.Text, src []byte, last bool, indent, k, end int) int {
	text := bytes.TrimRight(src[indent+k:end], " \t\r\n")
	if from := targetName(text); from > 0 || src[indent] == '_' {
		if len(src) < maxConstruct && !last {
			return 0
		}
		from += indent + k
		return target(t, src, from, blockEnd(src, from, indent))
	}
	if bytes.HasPrefix(text, []byte("|")) { // a substitution
		if n := bytes.IndexByte(text[1:], '|'); n >= 0 {
			text = bytes.TrimLeft(text[n+2:], " \t")
		}
	}
	name, argument, ok := bytes.Cut(text, []byte("::"))
	isFile, known := kinds[string(bytes.TrimSpace(name))]
	switch {
	case ok && known && isFile:
		last := indent + k + len(bytes.TrimRight(src[indent+k:end], " \t\r\n"))
		return target(t, src, last-len(bytes.TrimLeft(argument, " \t")), last)
	case ok && known, !ok && !bytes.HasPrefix(text, []byte("[")): // code, or a comment
		d.inside, d.indent = true, indent
		t.Copy(src[:end])
		return end
	}
	t.Copy(src[:indent+k])
	return indent + k
}

// targetName returns where the target begins after the name of an explicit one: _name: or
// _`a name`:. It returns 0 for any other text.
func targetName(text []byte) int {
	if len(text) < 2 || text[0] != '_' {
		return 0
	}
	i := 1
	if text[1] == '`' {
		n := bytes.Index(text, []byte("`:"))
		if n < 2 {
			return 0
		}
		i = n + 1
	}
	for ; i < len(text); i++ {
		if text[i] == '\\' {
			i++
		} else if text[i] == ':' && (i+1 == len(text) || ascii.IsSpace(text[i+1])) {
			return i + 1
		}
	}
	return 0
}

// blockEnd returns the end of a text from src[from] on, with its lines that are indented more than
// indent.
func blockEnd(src []byte, from, indent int) int {
	end := from
	for src = src[:min(len(src), maxConstruct)]; ; {
		n := bytes.IndexByte(src[end:], '\n')
		if n < 0 {
			return len(src)
		}
		next := bytes.TrimLeft(src[end+n+1:], " \t")
		if len(next) == 0 || next[0] == '\n' || next[0] == '\r' || len(src)-len(next)-end-n-1 <= indent {
			return end + n
		}
		end += n + 1
	}
}

// target reads up to src[end] a target that begins at src[from]. It is a link if it leads to a URL
// or to a file.
func target(t *literal.Text, src []byte, from, end int) int {
	if ref := src[from:end]; !isLink(ref) {
		t.Copy(src[:end])
		return end
	}
	t.Break(from)
	link(t, src[from:end])
	return end
}

// isLink reports whether a target leads to a URL or to a file next to the document.
func isLink(target []byte) bool {
	ref := ""
	for line := range bytes.Lines(target) {
		ref += string(bytes.TrimSpace(line))
	}
	if strings.HasSuffix(ref, "_") && !strings.HasSuffix(ref, `\_`) && !strings.Contains(ref, "/") {
		return false // a reference
	}
	if ascii.HasScheme(ref) {
		return true
	}
	file, _, _ := strings.Cut(ref, "#")
	extension := strings.ToLower(path.Ext(file))
	switch {
	case file == "", file[0] == '/', file[0] == '<', file[0] == '`':
		return false // of the documentation, of docutils, or a reference
	case extension == ".html", extension == ".htm", strings.ContainsAny(file, "*@ \t"):
		return false // of the site that is built, of several pictures, or an address
	}
	return true
}

// link reads a link.
func link(t *literal.Text, ref []byte) {
	t.Open(nil)
	if bytes.ContainsAny(ref, "|{") {
		t.Doubt(extract.Placeholder)
	}
	for len(ref) > 0 {
		n := bytes.IndexByte(ref, '\\')
		switch {
		case n < 0:
			n = len(ref)
			t.Copy(ref)
		case n > 0:
			t.Copy(ref[:n])
		default:
			n = escape(t, ref)
		}
		ref = ref[n:]
	}
	t.Close()
}

// escape reads a backslash, and the character after it. One before white space separates words.
func escape(t *literal.Text, src []byte) int {
	switch {
	case len(src) == 1 || src[1] >= utf8.RuneSelf:
		t.Put("", 1)
		return 1
	case ascii.IsSpace(src[1]):
		t.Break(1)
		return 1
	}
	t.Put(string(src[1:2]), 2)
	return 2
}

// inline reads text up to a mark or the end of the line, or what begins with a mark.
func (d *Decoder) inline(t *literal.Text, src []byte, last bool) int {
	n := bytes.IndexAny(src, "`\\|\n")
	switch {
	case n < 0:
		n = len(src)
		t.Copy(src)
		return n
	case n > 0:
		t.Copy(src[:n])
		return n
	case src[0] == '\n':
		t.Copy(src[:1])
		return 1
	case len(src) < maxConstruct && !last && (src[0] != '\\' || len(src) < 2):
		return 0
	}
	switch src = src[:min(len(src), maxConstruct)]; src[0] {
	case '\\':
		return escape(t, src)
	case '|':
		return d.substitution(t, src)
	}
	if bytes.HasPrefix(src, []byte("``")) {
		n = 2
		if end := bytes.Index(src[2:], []byte("``")); end > 0 {
			n = end + 4
		}
		t.Copy(src[:n])
		return n
	}
	return reference(t, src)
}

// substitution reads a vertical line. A substitution in a URL is not made.
func (d *Decoder) substitution(t *literal.Text, src []byte) int {
	name, _, ok := bytes.Cut(src[1:], []byte{'|'})
	if !ok || len(name) == 0 || bytes.ContainsAny(name, " \t\r\n") || strings.IndexByte("/=-_.?&", d.prev) < 0 {
		t.Copy(src[:1])
		return 1
	}
	t.Put("${"+string(name)+"}", len(name)+2)
	return len(name) + 2
}

// reference reads a grave accent. It may begin a reference with an embedded target.
func reference(t *literal.Text, src []byte) int {
	end := bytes.IndexByte(src[1:], '`') + 1
	if end == 0 || end+1 >= len(src) || src[end+1] != '_' || src[end-1] != '>' || bytes.Contains(src[:end], []byte("\n\n")) {
		t.Copy(src[:1])
		return 1
	}
	open := bytes.LastIndexByte(src[:end], '<')
	if open < 1 || open == 1 && !ascii.HasScheme(string(src[2:end])) || open > 1 && !ascii.IsSpace(src[open-1]) || !isLink(src[open+1:end-1]) {
		t.Copy(src[:1])
		return 1
	}
	t.Break(1)
	t.Label()
	t.Copy(src[1:open])
	t.Close()
	t.Break(1)
	link(t, src[open+1:end-1])
	t.Break(1)
	return end
}
