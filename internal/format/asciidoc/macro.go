package asciidoc

import (
	"bytes"
	"path"
	"strings"

	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/ascii"
	"github.com/earl-url/earl/internal/format/literal"
)

// macro reads a macro or a URL at the start of a line, whose target begins at line[from], after a
// name and a colon. If it is neither, it reads the name and the colon.
func (d *Decoder) macro(t *literal.Text, line []byte, from int, name string) int {
	if bytes.HasPrefix(line[from:], []byte("//")) {
		return d.url(t, line, from+2)
	}
	block := from < len(line) && line[from] == ':'
	if block {
		from++
	}
	switch {
	case name == "link" && !block, name == "xref" && !block, name == "include" && block, name == "image", (name == "video" || name == "audio") && block:
		if start, end, next := target(line, from); end > start && d.isLink(name, string(line[start:end]), string(line[next:])) {
			t.Break(start)
			d.link(t, line[start:end], name)
			t.Break(next - end)
			return next + label(t, line[next:])
		}
	}
	t.Copy(line[:from])
	return from
}

// marks are around a target that is not decoded. Source: AsciiDoc, links: complex URLs.
var marks = [...][2]string{{"+++", "+++"}, {"++", "++"}, {"$$", "$$"}, {"pass:[", "]"}, {"pass:c[", "]"}}

// ends are characters that a URL ends at.
const ends = " \t\r\n[]<>\"|"

// index returns where the first of some characters is, or the length of b.
func index(b []byte, chars string) int {
	if n := bytes.IndexAny(b, chars); n >= 0 {
		return n
	}
	return len(b)
}

// target returns where the target of a macro is, and where the bracket after it is. end is 0 if it
// has no target.
func target(line []byte, from int) (start, end, next int) {
	for _, m := range marks {
		if rest, ok := bytes.CutPrefix(line[from:], []byte(m[0])); ok {
			if n := bytes.Index(rest, []byte(m[1]+"[")); n > 0 {
				start = from + len(m[0])
				return start, start + n, start + n + len(m[1])
			}
		}
	}
	end = from + index(line[from:], "[\n")
	if end == len(line) || line[end] != '[' || end == from || ascii.IsSpace(line[from]) || ascii.IsSpace(line[end-1]) {
		return from, 0, 0
	}
	return from, end, end
}

// isLink reports whether a target leads to a URL or to a file. rest is what follows it.
func (d *Decoder) isLink(name, target, rest string) bool {
	value, known := d.replaced(target)
	if ascii.HasScheme(value) && strings.Contains(value, "//") || name == "link" && strings.HasPrefix(value, "mailto:") {
		return true
	}
	file, _, fragment := strings.Cut(value, "#")
	extension := strings.ToLower(path.Ext(file))
	switch {
	case file == "", d.Antora, d.prev == '`', strings.ContainsAny(file, "$*:@`"), file[0] == '/', file[0] == '~':
		return false
	case name == "xref":
		return fragment || extension == ".adoc" || extension == ".asciidoc" || extension == ".asc" || extension == ".ad"
	case name == "include":
		options, _, _ := strings.Cut(rest, "]")
		return !strings.Contains(options, "optional")
	case name == "link":
		return extension != ".html" && extension != ".htm" && !strings.ContainsAny(file, " \t") // of the site that is built
	case strings.ContainsAny(file, " \t"), extension == "": // the number of a video at a service
		return false
	}
	_, ok := d.attributes["imagesdir"]
	return known && (ok || !d.included) // name is that of a picture
}

// link reads a link.
func (d *Decoder) link(t *literal.Text, target []byte, name string) {
	t.Open(nil)
	dir := d.attributes["imagesdir"]
	if value, known := d.replaced(string(target)); !known || strings.Contains(value, "{") {
		t.Doubt(extract.Placeholder)
	} else if dir != "" && name == "image" && !ascii.HasScheme(value) {
		dir = strings.TrimSuffix(dir, "/") + "/"
		if strings.Contains(dir, "{") {
			t.Doubt(extract.Placeholder)
		}
		n := 1
		first := string(target[:1])
		if value, length := d.reference(string(target)); target[0] == '{' {
			first, n = value, length
		}
		t.Put(dir+first, n)
		target = target[n:]
	}
	for i := 0; i < len(target); {
		rest := target[i:]
		n := bytes.IndexAny(rest, "{#")
		if n < 0 {
			n = len(rest)
		}
		switch {
		case n > 0:
			t.Copy(rest[:n])
		case rest[0] == '#':
			n = 1
			if name == "xref" && path.Ext(string(target[:i])) == "" {
				t.Put(".adoc#", 1)
				break
			}
			t.Copy(rest[:1])
		default:
			n = d.attribute(t, rest)
		}
		i += n
	}
	t.Close()
}

// label reads the text of a link, which begins with a bracket, if it has URLs of its own. It returns
// the length of what it has read.
func label(t *literal.Text, rest []byte) int {
	end := bytes.IndexByte(rest, ']')
	if end < 0 || !bytes.Contains(rest[:end], []byte("://")) || bytes.Contains(rest[:end], []byte("link=")) {
		return 0
	}
	t.Copy(rest[:1])
	t.Label()
	t.Copy(rest[1:end])
	t.Close()
	return end
}

// attribute reads a brace. What it refers to may be the start of a URL.
func (d *Decoder) attribute(t *literal.Text, line []byte) int {
	value, n := d.reference(string(line[:min(len(line), 100)]))
	switch {
	case n == 0:
		t.Copy(line[:1])
		return 1
	case ascii.HasScheme(value) && strings.Contains(value, "://") && !t.IsOpen():
		return d.url(t, line, n)
	}
	t.Put(value, n)
	return n
}

// url reads a URL, whose first n bytes are its scheme, or an attribute with its start. It is a link
// if its text in brackets follows it.
func (d *Decoder) url(t *literal.Text, line []byte, n int) int {
	end := n + index(line[n:], ends)
	url := line[:end]
	switch mark := d.prev; {
	case end < len(line) && line[end] == '[' && (end > n || line[0] == '{') && line[end-1] != '@': // no IPv6 address
		d.link(t, url, "link")
		return end + label(t, line[end:])
	case mark == '_' || mark == '*' || mark == '#' || mark == '+':
		if i := bytes.LastIndexByte(bytes.TrimRight(url, ".,;:!?)"), mark); i > n && i >= len(url)-3 { // formatted text
			t.Copy(url[:i])
			t.Break(1)
			return i + 1
		}
	}
	if line[0] == '{' {
		value, n := d.reference(string(line[:min(len(line), 100)]))
		t.Put(value, n)
		return n
	}
	t.Copy(line[:n])
	return n
}

// crossReference reads "<". A cross reference can lead to another document.
func (d *Decoder) crossReference(t *literal.Text, line []byte) int {
	end := bytes.Index(line, []byte(">>"))
	if !bytes.HasPrefix(line, []byte("<<")) || end < 0 {
		t.Copy(line[:1])
		return 1
	}
	target, _, _ := bytes.Cut(line[2:end], []byte{','})
	if file := bytes.IndexByte(target, '#'); file == 0 || bytes.ContainsAny(target, " \t") || !d.isLink("xref", string(target), "") {
		t.Copy(line[:2])
		return 2
	}
	t.Break(2)
	d.link(t, target, "xref")
	return 2 + len(target)
}

// escaped reads a backslash. A URL or a macro after it is only text.
func escaped(t *literal.Text, line []byte) int {
	name := line[1 : 1+len(line[1:])-len(bytes.TrimLeftFunc(line[1:], func(r rune) bool { return r < 0x80 && isWord(byte(r)) }))]
	n := 1 + len(name)
	switch {
	case len(name) == 0:
		t.Copy(line[:1])
		return 1
	case bytes.HasPrefix(line[n:], []byte("://")):
		n += index(line[n:], ends)
		t.Break(n)
		return n
	}
	t.Copy(line[:n])
	return n
}

// passed reads "+". Plus signs around a text are no part of it.
func passed(t *literal.Text, line []byte, prev byte) int {
	n := len(line) - len(bytes.TrimLeft(line, "+"))
	mark := line[:min(n, 3)]
	end := bytes.Index(line[len(mark):], mark)
	if isWord(prev) || prev == '_' || end <= 0 || ascii.IsSpace(line[len(mark)]) {
		t.Copy(line[:n])
		return n
	}
	t.Break(len(mark))
	t.Copy(line[len(mark) : len(mark)+end])
	t.Break(len(mark))
	return 2*len(mark) + end
}
