package xml

import (
	"bytes"
	"strings"

	"github.com/earl-url/earl/internal/format/charref"
	"github.com/earl-url/earl/internal/format/literal"
)

// The limits of entities. A document with few bytes must not become a large text.
const (
	longestReference = 64       // bytes of a reference to an entity: names are short
	maxEntities      = 1000     // that a document declares
	maxEntity        = 64 << 10 // bytes of one, after the entities in it were expanded
	entityDepth      = 8        // how deep entities are in one another
	minExpanded      = 1 << 20  // bytes of all expanded entities that are always allowed; more if the document is longer
)

// entities are those that a document declares itself. Source: XML 4.2.1, 4.4.
type entities struct {
	text     map[string]string
	expanded int64 // bytes of all that were expanded
}

// add notes an entity. The first declaration of a name counts. Source: XML 4.2.
func (e *entities) add(name, text string) {
	if _, ok := e.text[name]; ok || len(e.text) == maxEntities || len(text) > maxEntity {
		return
	}
	if e.text == nil {
		e.text = map[string]string{}
	}
	e.text[name] = text
}

// expand returns the text of an entity, with those in it expanded. ok is false if it is not known
// or exceeds a limit.
func (d *decoder) expand(name string) (text string, ok bool) {
	e := &d.entities
	if e.text == nil || e.expanded >= max(minExpanded, d.at.offset) {
		return "", false
	}
	var b strings.Builder
	ok = e.append(&b, name, 0)
	e.expanded += int64(b.Len())
	return b.String(), ok
}

// append appends the text of an entity, and reports whether all of it is known.
func (e *entities) append(b *strings.Builder, name string, depth int) bool {
	text, ok := e.text[name]
	if !ok || depth == entityDepth {
		return false
	}
	for {
		n := strings.IndexByte(text, '&')
		if n < 0 {
			n = len(text)
		}
		if b.Len()+n > maxEntity {
			return false
		}
		b.WriteString(text[:n])
		if text = text[n:]; text == "" {
			return true
		}
		n, c := charref.Read(text)
		if n == 1 {
			if inner := referenceName(text); inner != "" {
				if !e.append(b, inner, depth+1) {
					return false
				}
				text = text[len(inner)+2:]
				continue
			}
		}
		b.WriteString(c)
		text = text[n:]
	}
}

// referenceName returns the name in a reference to an entity at the start of a text, or "".
func referenceName[T string | []byte](text T) string {
	end := bytes.IndexByte([]byte(text[:min(len(text), longestReference)]), ';')
	if end < 2 || nameLength([]byte(text[1:end])) != end-1 {
		return ""
	}
	return string(text[1:end])
}

// reference reads "&" and what follows it. A reference that is not understood is text.
func (d *decoder) reference(t *literal.Text, src []byte, last bool) int {
	if len(src) < longestReference && bytes.IndexByte(src, ';') < 0 && !last {
		return 0
	}
	return d.readReference(t, src)
}

// readReference is reference for a text that has all of it.
func (d *decoder) readReference(t *literal.Text, src []byte) int {
	if n, c := charref.Read(string(src[:min(len(src), charref.Longest)])); n > 1 {
		t.Put(c, n)
		return n
	}
	if inner := referenceName(src); inner != "" {
		if text, ok := d.expand(inner); ok {
			t.Put(text, len(inner)+2)
			return len(inner) + 2
		}
	}
	t.Copy(src[:1])
	return 1
}

// value writes a text, with its references decoded.
func (d *decoder) value(t *literal.Text, src []byte) {
	for len(src) > 0 {
		n := bytes.IndexByte(src, '&')
		if n < 0 {
			n = len(src)
		}
		t.Copy(src[:n])
		if src = src[n:]; len(src) > 0 {
			src = src[d.readReference(t, src):]
		}
	}
}

// decoded returns the text of a value.
func (d *decoder) decoded(src []byte) string {
	if bytes.IndexByte(src, '&') < 0 {
		return string(src)
	}
	var b strings.Builder
	for len(src) > 0 {
		n, c := 1, string(src[:1])
		if src[0] == '&' {
			n, c = charref.Read(string(src[:min(len(src), charref.Longest)]))
			if inner := referenceName(src); n == 1 && inner != "" {
				if text, ok := d.expand(inner); ok {
					n, c = len(inner)+2, text
				}
			}
		}
		b.WriteString(c)
		src = src[n:]
	}
	return b.String()
}
