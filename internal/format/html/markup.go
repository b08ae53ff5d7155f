package html

import "bytes"

const (
	openComment = "<!--"
	openCDATA   = "<![CDATA["
	closeCDATA  = "]]>"
)

// isSpace reports whether c is white space in a tag.
func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r' }

// endsName reports whether c ends the name of a tag.
func endsName(c byte) bool { return isSpace(c) || c == '/' || c == '>' }

// skipTo skips everything before the next byte c. It reports whether there is
// one.
func (w *window) skipTo(c byte) bool {
	for {
		b := w.rest()
		if len(b) == 0 {
			return false
		}
		if i := bytes.IndexByte(b, c); i >= 0 {
			w.pos += i
			return true
		}
		w.pos += len(b)
	}
}

// skipPast skips everything up to and including the next byte c. It reports
// whether there is one.
func (w *window) skipPast(c byte) bool {
	if !w.skipTo(c) {
		return false
	}
	w.pos++
	return true
}

// skipComment skips a comment, after its "<!--". It reports whether it ends.
// Source: HTML, comment start state and those after it.
func (w *window) skipComment() bool {
	dashes, start := 0, true // start: only dashes have been read
	for {
		if dashes == 0 && !start {
			if !w.skipPast('-') {
				return false
			}
			dashes = 1
		}
		c, ok := w.next()
		switch {
		case !ok:
			return false
		case c == '-':
			dashes++
			continue
		case c == '>' && (dashes >= 2 || start):
			return true
		case c == '!' && dashes >= 2:
			switch c, _ = w.see(); c {
			case '>':
				w.pos++
				return true
			case '-':
				w.pos++
				dashes, start = 1, false
				continue
			}
		}
		dashes, start = 0, false
	}
}

// named reports whether the start of a tag with a name, in upper or lower case,
// is next.
func (w *window) named(name string) bool {
	b := w.peek(len(name) + 1)
	return len(b) > len(name) && endsName(b[len(name)]) && bytes.EqualFold(b[:len(name)], []byte(name))
}

// skipScript skips a script up to its end tag. Inside "<!--<script>" an end tag
// does not end the script, but only the inner one. Source: HTML, script data
// state and those after it.
func (w *window) skipScript() {
	const (
		plain = iota
		escaped
		double
	)
	state, dashes := plain, 0
	for {
		if state == plain && !w.skipTo('<') {
			return
		}
		c, ok := w.see()
		switch {
		case !ok:
			return
		case c == '-' && state != plain:
			w.pos++
			dashes++
			continue
		case c == '>' && dashes >= 2:
			state = plain
		case c != '<':
		case state == double:
			if w.named("</script") {
				state = escaped
			}
		case w.named("</script"):
			return
		case state == escaped && w.named("<script"):
			state = double
		case state == plain && string(w.peek(len(openComment))) == openComment:
			w.pos += len(openComment)
			state, dashes = escaped, 2
			continue
		}
		w.pos++
		dashes = 0
	}
}
