// Package latex decodes LaTeX and BibTeX for package literal: \href{http://h/a\_b\%20c}{text} is a
// link to http://h/a_b%20c. It reads the arguments of \url, \href and similar commands as hyperref
// does, and the fields url and doi of a bibliography. It runs no macros: a link with an argument or
// a command that is not known here has a doubt. Comments are text.
package latex

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/ascii"
	"github.com/earl-url/earl/internal/format/literal"
)

const (
	maxArgument = 2 << 10 // bytes of the argument of a command
	maxCommand  = 8 << 10 // bytes of a command with its arguments
	maxEscape   = 64      // bytes of an escape, with the group or the formula that it is in
	maxName     = 24      // bytes of the name of a field
)

// Decoder implements [literal.Decoder].
type Decoder struct {
	tail   []byte // what was read last: it may be the name of a field
	pos    int64  // the number of bytes that were read
	braces braces
}

// starts are the first words of a document or a package.
var starts = []string{`\documentclass`, `\documentstyle`, `\NeedsTeXFormat`, `\ProvidesPackage`, `\ProvidesClass`}

// Starts reports whether a document that begins with head is one of LaTeX, or a bibliography, and
// whether more bytes would not change the result. whole means that there are no more bytes.
func Starts(head string, whole bool) (is, sure bool) {
	sure = true
	for _, s := range starts {
		if strings.HasPrefix(head, s) {
			return true, true
		}
		sure = sure && !strings.HasPrefix(s, head)
	}
	entry, ok := strings.CutPrefix(head, "@")
	kind := strings.TrimLeftFunc(entry, func(r rune) bool { return r < utf8.RuneSelf && ascii.IsLetter(byte(r)) })
	if !ok || kind != "" {
		return ok && kind != entry && kind[0] == '{', sure || whole
	}
	return false, whole
}

// Decode implements [literal.Decoder].
func (d *Decoder) Decode(t *literal.Text, src []byte, last bool) {
	literal.Steps(t, src, last, d.step)
}

// step reads text up to a mark, or what begins with a mark.
func (d *Decoder) step(t *literal.Text, src []byte, last bool) int {
	n := bytes.IndexAny(src, `\%{$=`)
	if n != 0 {
		if n < 0 {
			n = len(src)
		}
		t.Copy(src[:n])
		return d.passed(src[:n])
	}
	if len(src) < maxEscape && !last {
		return 0
	}
	switch src[0] {
	case '\\':
		n = d.command(t, src, last)
	case '=':
		n = d.field(t, src, last)
	case '%':
		if n = 1; isEscaped(src) { // in an argument of another macro
			t.Copy(src[:1])
		} else {
			t.Break(1)
		}
	default:
		n = inline(t, src, false)
	}
	return d.passed(src[:n])
}

// passed remembers the end of what was read, and returns its length.
func (d *Decoder) passed(b []byte) int {
	d.pos += int64(len(b))
	d.tail = append(d.tail, b[max(0, len(b)-maxName):]...)
	d.tail = d.tail[:copy(d.tail, d.tail[max(0, len(d.tail)-maxName):])]
	return len(b)
}

// inline reads an escape, alone, in a group or in a formula: \_, {\_}, {~}, $\sim$. Anything else is
// a byte of text.
func inline(t *literal.Text, src []byte, inLink bool) int {
	switch src[0] {
	case '\\':
		if s, n := escape(src, inLink); n > 0 {
			t.Put(s, n)
			return n
		}
	case '{', '$':
		if s, n := grouped(src, inLink); n > 0 {
			t.Put(s, n)
			return n
		}
	}
	t.Copy(src[:1])
	return 1
}

// grouped reads a group or a formula with nothing but an escape or a mark.
func grouped(src []byte, inLink bool) (text string, n int) {
	end := byte('}')
	if src[0] == '$' {
		end = '$'
	}
	b := src[1:]
	text, n = escape(b, inLink)
	if n == 0 && len(b) > 0 && bytes.IndexByte([]byte("~_-/.&#%=?^"), b[0]) >= 0 {
		text, n = string(b[:1]), 1
	}
	if n == 0 || n == len(b) || b[n] != end {
		return "", 0
	}
	return text, n + 2
}

// command reads a command in running text.
func (d *Decoder) command(t *literal.Text, src []byte, last bool) int {
	name := nameOf(src)
	form, ok := commands[name]
	if !ok {
		if s, n := escape(src, false); n > 0 {
			t.Put(s, n)
			return n
		}
		if !isEnd(src, name) {
			t.Copy(src[:1])
			return 1
		}
		t.Break(1 + len(name))
		return 1 + len(name)
	}
	if len(src) < maxCommand && !last {
		return 0
	}
	from, to := d.argument(src, 1+len(name), form != href)
	if to < 0 {
		t.Copy(src[:1])
		return 1
	}
	t.Break(from)
	arg := src[from:to]
	switch {
	case form == verbatim:
		t.Copy(arg)
	case form == href || hasScheme(arg):
		link(t, arg)
	default:
		decode(t, arg)
	}
	t.Break(1)
	n := to + 1
	if form == href && n < len(src) && src[n] == '{' {
		if end := d.closing(src, n); end > 0 {
			t.Break(1)
			t.Label()
			decode(t, src[n+1:n+end])
			t.Close()
			n += end
		}
	}
	return n
}

// argument returns where the argument of a command is: between braces, or, if delimited is set,
// between two other equal characters. Options in brackets may be before it. to is -1 if there is no
// argument.
func (d *Decoder) argument(src []byte, i int, delimited bool) (from, to int) {
	all := src
	src = src[:min(len(src), maxArgument)]
	if i < len(src) && src[i] == '*' {
		i++
	}
	for i < len(src) && (ascii.IsSpace(src[i]) || src[i] == '[') {
		if src[i] == '[' {
			end := bytes.IndexByte(src[i:], ']')
			if end < 0 {
				return i, -1
			}
			i += end
		}
		i++
	}
	switch {
	case i == len(src):
	case src[i] == '{':
		if end := d.closing(all, i); end > 0 {
			return i + 1, i + end
		}
	case delimited && !ascii.IsLetter(src[i]) && src[i] != '}' && src[i] != '\\':
		if end := bytes.IndexByte(src[i+1:], src[i]); end >= 0 && bytes.IndexByte(src[i:i+1+end], '\n') < 0 {
			return i + 1, i + 1 + end
		}
	}
	return i, -1
}

// link reads a link. A group of all of it is left out. Source: hyperref, \hyper@normalise.
func link(t *literal.Text, arg []byte) {
	inner := bytes.TrimSpace(arg)
	if len(inner) > 1 && inner[0] == '{' && closing(inner) == len(inner)-1 {
		from := bytes.IndexByte(arg, '{')
		t.Break(from + 1)
		link(t, inner[1:len(inner)-1])
		t.Break(len(arg) - from - len(inner) + 1)
		return
	}
	if from := bytes.Index(arg, inner); isFile(inner) { // of this directory, as with no scheme
		from += bytes.IndexByte(inner, ':') + 1
		t.Break(from)
		arg = arg[from:]
	}
	t.Open(nil)
	if i := bytes.IndexByte(inner, '#'); i >= 0 && i+1 < len(inner) && (inner[i+1] == '#' || '1' <= inner[i+1] && inner[i+1] <= '9') && (i == 0 || inner[i-1] != '\\') {
		t.Doubt(extract.Placeholder) // an argument of the macro that is being defined
	}
	if decode(t, arg) {
		t.Doubt(extract.Escape)
	}
	t.Close()
}

// decode reads an argument, and reports whether a command in it is not known.
func decode(t *literal.Text, arg []byte) (unknown bool) {
	for i := 0; i < len(arg); {
		rest := arg[i:]
		n := bytes.IndexAny(rest, `\%{$`)
		switch {
		case n < 0:
			n = len(rest)
			t.Copy(rest)
		case n > 0:
			t.Copy(rest[:n])
		case rest[0] == '%' && len(rest) > 1 && (rest[1] == '\n' || rest[1] == '\r'):
			n = len(rest) - len(bytes.TrimLeft(rest[1:], " \t\r\n"))
			t.Put("", n)
		default:
			if n = inline(t, rest, true); n == 1 && rest[0] == '\\' {
				unknown = true
			}
		}
		i += n
	}
	return unknown
}

// field reads the equals sign after the name of a field, and the value if it is that of url or doi.
func (d *Decoder) field(t *literal.Text, src []byte, last bool) int {
	name := string(bytes.TrimRight(d.tail, " \t"))
	name = strings.ToLower(name[strings.LastIndexAny(name, " \t\r\n,{")+1:])
	isDOI := name == "doi"
	if !isDOI && name != "url" && !strings.HasPrefix(name, "bdsk-url-") {
		t.Copy(src[:1])
		return 1
	}
	if len(src) < maxCommand && !last {
		return 0
	}
	from, to := d.value(src)
	for to > from && src[from] == '{' && closing(src[from:to]) == to-from-1 {
		from, to = from+1, to-1
	}
	arg := src[from:max(from, to)]
	switch {
	case bytes.ContainsAny(bytes.TrimSpace(arg), " \t\r\n"):
		to = from
	case isDOI && bytes.HasPrefix(arg, []byte("10.")):
		t.Break(from)
		t.Open(nil)
		t.Put("https://doi.org/1", 1)
		decode(t, arg[1:])
		t.Close()
		return to
	case hasScheme(arg):
		t.Break(from)
		link(t, arg)
		return to
	}
	t.Copy(src[:1])
	return 1
}

// value returns where the value after an equals sign is: in braces or in quotes. It is empty if
// no value follows.
func (d *Decoder) value(src []byte) (from, to int) {
	all := src
	src = src[:min(len(src), maxArgument)]
	i := len(src) - len(bytes.TrimLeft(src[1:], " \t\r\n"))
	switch {
	case i >= len(src):
	case src[i] == '{':
		return i + 1, i + max(1, d.closing(all, i))
	case src[i] == '"':
		return i + 1, i + 1 + max(0, bytes.IndexByte(src[i+1:], '"'))
	}
	return 0, 0
}

// hasScheme reports whether an argument begins with a scheme and a colon.
func hasScheme(arg []byte) bool { return ascii.HasScheme(strings.TrimLeft(string(arg), " \t\r\n%{")) }

// isFile reports whether a link is run: or file: with a relative path. Source: hyperref manual 5.
func isFile(link []byte) bool {
	path, ok := bytes.CutPrefix(link, []byte("file:"))
	return bytes.HasPrefix(link, []byte("run:")) || ok && !bytes.HasPrefix(path, []byte("/"))
}

// isEscaped reports whether a URL's escape begins with the percent sign at the start of b.
func isEscaped(b []byte) bool {
	return len(b) > 2 && ascii.IsHex(b[1]) && ascii.IsHex(b[2])
}
