package html

import (
	"bytes"
	"slices"
)

// longestName is more than the length of any element or attribute name that is
// used.
const longestName = 32

// A tag is a tag that was read: its name, and the attributes that are used.
type tag struct {
	name   []byte // in lower case; a longer one is truncated, so it is not a known name
	closed bool   // by "/>"
	attrs  []attribute
	values []byte // of attrs, not decoded
	max    int    // the longest value that is kept
	key    []byte

	every bool              // whether list is wanted
	list  []listedAttribute // every attribute, up to MaxAttributes
	more  bool              // there are more
}

// A listedAttribute is an attribute whose name may be any.
type listedAttribute struct {
	Attribute
	start, end int // in values
}

// An attribute is one whose name is known.
type attribute struct {
	name       string
	at         position // of its value
	start, end int      // in values
	long       bool     // it is longer than the limit, and not kept
	until      int64    // the offset of its end, if every attribute is listed
}

// read reads a tag, after its "<" or "</". It returns false if the document
// ends in the tag. If the limit is 0, no attributes are kept. Source: HTML, tag
// name state and those after it.
func (t *tag) read(w *window, limit int) bool {
	t.closed, t.attrs, t.values, t.max = false, t.attrs[:0], t.values[:0], limit
	t.list, t.more = t.list[:0], false
	t.name = w.name(t.name[:0], false)
	for {
		c, ok := w.skipSpace()
		switch {
		case !ok:
			return false
		case c == '>':
			w.pos++
			return true
		case c == '/':
			w.pos++
			c, ok = w.see()
			t.closed = ok && c == '>'
		default:
			if !t.attribute(w) {
				return false
			}
		}
	}
}

// attribute reads a name and its value.
func (t *tag) attribute(w *window) bool {
	if t.every && t.max > 0 {
		return t.listed(w)
	}
	t.key = w.name(t.key[:0], true)
	a := attribute{name: known[string(t.key)].name, start: len(t.values), end: len(t.values)}
	keep := t.max > 0 && a.name != "" && !slices.ContainsFunc(t.attrs, func(b attribute) bool { return a.name == b.name })
	if keep {
		a.at = w.here()
	}
	c, ok := w.skipSpace()
	if ok && c == '=' {
		w.pos++
		if c, ok = w.skipSpace(); ok {
			ok = t.value(w, c, &a, keep)
		}
	}
	if keep {
		t.attrs = append(t.attrs, a)
	}
	return ok
}

// listed is attribute if every attribute is wanted.
func (t *tag) listed(w *window) bool {
	l := listedAttribute{start: len(t.values)}
	l.Start = w.here().offset
	t.key = w.name(t.key[:0], true)
	a := attribute{name: known[string(t.key)].name, start: len(t.values), end: len(t.values), at: w.here()}
	l.End = a.at.offset
	if l.Name = a.name; a.name == "" {
		l.Name = string(t.key)
	}
	t.more = t.more || len(t.list) == MaxAttributes
	c, ok := w.skipSpace()
	if ok && c == '=' {
		w.pos++
		if c, ok = w.skipSpace(); ok {
			ok = t.value(w, c, &a, a.name != "" || !t.more)
			l.End = w.here().offset
		}
	}
	l.end, l.Long, l.ValueStart, l.ValueEnd = a.end, a.long, a.at.offset, a.until
	if l.ValueEnd == 0 {
		l.ValueEnd = l.ValueStart
	}
	if !t.more {
		t.list = append(t.list, l)
	}
	if a.name != "" && !slices.ContainsFunc(t.attrs, func(b attribute) bool { return a.name == b.name }) {
		t.attrs = append(t.attrs, a)
	}
	return ok
}

// value reads a value that starts with c, or the ">" instead of a value, and
// keeps it in a.
func (t *tag) value(w *window, c byte, a *attribute, keep bool) (ended bool) {
	quoted := c == '"' || c == '\''
	if quoted {
		w.pos++
	}
	if keep {
		a.at = w.here()
	}
	for {
		b := w.rest()
		if len(b) == 0 {
			return false
		}
		n := -1
		if quoted {
			n = bytes.IndexByte(b, c)
		} else {
			n = bytes.IndexAny(b, " \t\n\f\r>")
		}
		ended = n >= 0
		if !ended {
			n = len(b)
		}
		if keep && len(t.values)+n-a.start > t.max {
			a.long, keep, t.values = true, false, t.values[:a.start]
		}
		if keep {
			t.values = append(t.values, b[:n]...)
		}
		w.pos += n
		if ended {
			break
		}
	}
	if t.every {
		a.until = w.here().offset
	}
	if quoted {
		w.pos++
	}
	a.end = len(t.values)
	return true
}

// name appends the next name to b, in lower case. The name of an attribute also
// ends before "=", if that is not its first byte.
func (w *window) name(b []byte, attribute bool) []byte {
	for first := true; ; first = false {
		c, ok := w.next()
		if !ok {
			return b
		}
		if endsName(c) || attribute && c == '=' && !first {
			w.pos--
			return b
		}
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		if len(b) <= longestName {
			b = append(b, c)
		}
	}
}

// skipSpace skips white space and returns the byte after it without consuming
// it.
func (w *window) skipSpace() (c byte, ok bool) {
	for {
		if c, ok = w.see(); !ok || !isSpace(c) {
			return c, ok
		}
		w.pos++
	}
}
