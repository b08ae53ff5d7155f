package rewrite

import (
	"bytes"
	"io"
)

// guarded are start tags and an attribute that follows their name at once. The first
// attribute of a name counts, so that no later one has an effect. The order is that of
// the search: a name comes before its own beginning.
//
// A link, or a default for links, opens in the frame of the document. A document in
// the document has a sandbox of its own. An animation without a script changes no link.
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

// tagGuard is a writer of HTML that adds the attributes of guarded to everything that
// looks like such a tag, also in comments, scripts and the values of attributes.
//
// A hostile document can make two readers of HTML disagree about where a comment or a
// script ends, so that the package would not see a link that the browser sees. No
// reader finds a tag that the guard does not find: it starts with these bytes.
type tagGuard struct {
	w    io.Writer
	tail []byte // read, and perhaps the beginning of a tag
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
		if len(b)-at < longestGuarded { // the rest comes with the next piece
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

// Flush writes what Write has held back: nothing of the document follows, or something
// that is not a piece of it.
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
// and its attribute. It returns 0 if there is none. Source: HTML, tag name state.
func guardedTag(b []byte) (n int, attribute string) {
	for _, g := range guarded {
		n := 1 + len(g.tag)
		if len(b) > n && b[0] == '<' && bytes.EqualFold(b[1:n], []byte(g.tag)) && bytes.IndexByte([]byte(" \t\n\f\r/>"), b[n]) >= 0 {
			return n, g.attribute
		}
	}
	return 0, ""
}
