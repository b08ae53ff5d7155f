package rewrite

import (
	"bytes"
	"io"
)

// guarded are start tags, and for each an attribute that tagGuard inserts after the name.
// Browsers use the first attribute of a name, so a later one has no effect. tagGuard
// searches in this order, so a name is before its own prefixes.
//
// With these attributes, a link opens in the frame of the document, a document in the
// document has its own sandbox, and an animation changes no link.
//
// Source: HTML, attribute name state, duplicate-attribute parse error.
var guarded = []struct{ tag, attribute string }{
	{"animate", " attributeName=x"},
	{"area", " target=_self"},
	{"a", " target=_self"},
	{"base", " target=_self"},
	{"iframe", " sandbox"},
	{"set", " attributeName=x"},
}

// longestGuarded is the length of the longest "<" and name, and the byte after it.
const longestGuarded = len("<animate") + 1

// tagGuard is a writer that adds the attributes of guarded to everything that looks like
// such a tag, even in comments, scripts and attribute values.
//
// In a hostile document, two HTML parsers can disagree about the end of a comment or a
// script. This package could then miss a link that the browser sees. But every parser finds
// a tag only at these bytes, and tagGuard finds all of them.
type tagGuard struct {
	w    io.Writer
	tail []byte // bytes that may begin a tag, and are not yet written
}

// Write writes a piece of the document.
func (g *tagGuard) Write(p []byte) (int, error) {
	b := p
	if len(g.tail) > 0 {
		b = append(g.tail, p...)
		g.tail = nil
	}
	done := 0
	for at := 0; ; at++ {
		i := bytes.IndexByte(b[at:], '<')
		if i < 0 {
			break
		}
		at += i
		if len(b)-at < longestGuarded { // the rest follows in the next piece
			g.tail = bytes.Clone(b[at:])
			b = b[:at]
			break
		}
		if n, attribute := guardedTag(b[at:]); n > 0 {
			if err := g.write(b[done:at+n], attribute+separator(b[at+n])); err != nil {
				return 0, err
			}
			done = at + n
		}
	}
	return len(p), g.write(b[done:], "")
}

// Flush writes the bytes that Write has held back. The caller uses it at the end of the
// document, and before it writes bytes that are not part of the document.
func (g *tagGuard) Flush() error {
	b := append(g.tail, ' ') // what follows must not complete a name
	g.tail = nil
	done := 0
	for at := range b {
		n, attribute := guardedTag(b[at:])
		if n == 0 {
			continue
		}
		separate := separator(b[at+n])
		if at+n == len(b)-1 {
			separate = " "
		}
		if err := g.write(b[done:at+n], attribute+separate); err != nil {
			return err
		}
		done = at + n
	}
	return g.write(b[done:len(b)-1], "")
}

// separator returns what separates an inserted attribute without quotes from the next
// byte of its tag. Source: HTML, attribute value (unquoted) state.
func separator(next byte) string {
	if next == '/' {
		return " "
	}
	return ""
}

// write writes a piece and an attribute.
func (g *tagGuard) write(b []byte, attribute string) error {
	if len(b) > 0 {
		if _, err := g.w.Write(b); err != nil {
			return err
		}
	}
	if attribute == "" {
		return nil
	}
	_, err := io.WriteString(g.w, attribute)
	return err
}

// guardedTag returns the length of the "<" and the name of a guarded tag at the start of b,
// and its attribute. It returns 0 if no such tag begins there. Source: HTML, tag name state.
func guardedTag(b []byte) (n int, attribute string) {
	for _, g := range guarded {
		n := 1 + len(g.tag)
		if len(b) > n && b[0] == '<' && bytes.EqualFold(b[1:n], []byte(g.tag)) && bytes.IndexByte([]byte(" \t\n\f\r/>"), b[n]) >= 0 {
			return n, g.attribute
		}
	}
	return 0, ""
}
