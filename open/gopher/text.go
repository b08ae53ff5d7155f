package gopher

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"

	"github.com/earl-url/earl/open/internal/secure"
	"github.com/earl-url/earl/open/internal/wire"
)

// Dots decides how the dots of a text are handled: the line "." at its end, and
// the dot that a server may add to lines that begin with one. Servers differ,
// and do not report what they do. Source: rfc1436 3.8, Note; the practice of
// servers.
type Dots string

// The values of Dots. All but DotsRaw remove a last line ".".
const (
	// DotsAuto detects what the server does. Nothing is removed from a text that
	// does not end in a line ".", or that has such a line inside. If a line begins
	// with one dot, the server doubles only the dot of a line ".", and lines ".."
	// lose one. Else each line that begins with ".." loses one.
	//
	// Everything up to the first line that begins with ".." is delivered at once.
	// From there up to [HoldMax] bytes are held back to detect the rule. If they
	// do not show it, they and the rest are delivered unchanged.
	DotsAuto Dots = ""
	DotsRaw  Dots = "raw"  // all bytes unchanged
	DotsSpec Dots = "spec" // each line that begins with ".." loses a dot
	DotsLone Dots = "lone" // lines ".." lose a dot
	DotsNone Dots = "none" // no line loses a dot
)

// HoldMax is the maximum number of bytes of a text that DotsAuto holds back. It
// is more than the size of nearly every text in Gopher.
const HoldMax = 1 << 20

// rule is what happens to the dots at the beginnings of lines.
type rule uint8

const (
	ruleAuto rule = iota // not yet decided
	ruleRaw              // lines are not searched
	ruleKeep             // nothing, except that a last line "." is removed
	ruleLone             // lines ".." lose one
	ruleSpec             // lines that begin with ".." lose one
)

// rule returns the initial rule for d.
func (d Dots) rule() rule {
	switch d {
	case DotsRaw:
		return ruleRaw
	case DotsSpec:
		return ruleSpec
	case DotsLone:
		return ruleLone
	case DotsNone:
		return ruleKeep
	}
	return ruleAuto
}

// outMax is how many bytes of a text are made ready at a time.
const outMax = 32 << 10

// text reads a text line by line and removes its dots by a rule. It decides the
// rule in this order. A line "." with a line after it means ruleKeep. Else the
// end decides: whether the last line was ".", and whether a line began with one
// dot.
type text struct {
	r      *bufio.Reader
	rule   rule
	dotted bool   // the header announces a line "."
	glued  bool   // the last line ended in a dot
	inside bool   // the next byte does not begin a line
	one    bool   // a line began with one dot and another byte
	dot    []byte // a line "." that may be the last, with its line end
	held   []byte // bytes that wait for a rule; begins with a line that begins with ".."
	out    []byte // decided bytes
	next   int    // offset in out of the bytes to deliver
	err    error
}

// Read reads the text as it was before the server added dots.
func (t *text) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	if t.next == len(t.out) {
		t.out, t.next = t.out[:0], 0
		for t.err == nil && len(t.out) < outMax && (len(t.out) == 0 || t.ready()) {
			t.step()
		}
	}
	n := copy(p, t.out[t.next:])
	t.next += n
	if n == 0 {
		return 0, t.err
	}
	return n, nil
}

// ready reports whether step would not wait for the server.
func (t *text) ready() bool {
	b, _ := t.r.Peek(t.r.Buffered())
	return bytes.IndexByte(b, '\n') >= 0
}

// plain returns the received whole lines, from the next one, that no rule
// changes.
func (t *text) plain() []byte {
	b, _ := t.r.Peek(t.r.Buffered())
	if t.inside || t.dot != nil || len(b) == 0 || b[0] == '.' {
		return nil
	}
	if k := bytes.Index(b, []byte("\n.")); k >= 0 {
		return b[:k+1]
	}
	return b[:bytes.LastIndexByte(b, '\n')+1]
}

// step reads lines that do not begin with a dot, or one line, or a piece of a
// long one.
func (t *text) step() {
	if lines := t.plain(); len(lines) > 0 {
		t.emit(lines)
		t.r.Discard(len(lines))
		return
	}
	piece, err := t.r.ReadSlice('\n')
	if len(piece) > 0 {
		t.line(piece)
	}
	t.inside = len(piece) > 0 && err == bufio.ErrBufferFull
	if err != nil && err != bufio.ErrBufferFull {
		t.end(err)
	}
}

// line handles a line with its end, or a piece of one.
func (t *text) line(piece []byte) {
	if t.dot != nil {
		t.decide(ruleKeep)
		t.emit(t.dot)
		t.dot = nil
	}
	if t.inside || piece[0] != '.' {
		t.emit(piece)
		return
	}
	line := wire.TrimLineEnd(piece)
	switch {
	case len(line) == 1:
		t.dot = append(make([]byte, 0, len(piece)), piece...)
	case line[1] != '.':
		t.sawOne()
		t.emit(piece)
	case losesDot(t.rule, line):
		t.emit(piece[1:])
	case t.rule == ruleAuto && (len(line) == 2 || !t.one):
		t.hold(piece)
	default:
		t.emit(piece)
	}
}

// losesDot reports whether a rule removes a dot from a line that begins with
// "..".
func losesDot(r rule, line []byte) bool {
	return r == ruleSpec || r == ruleLone && len(line) == 2
}

// emit delivers a piece after the held bytes.
func (t *text) emit(piece []byte) {
	t.glued = bytes.HasSuffix(wire.TrimLineEnd(piece), []byte("."))
	if len(t.held) > 0 {
		t.hold(piece)
		return
	}
	t.out = append(t.out, piece...)
}

// hold keeps a piece until the rule is known, or until it is too much.
func (t *text) hold(piece []byte) {
	t.held = append(t.held, piece...)
	if len(t.held) > HoldMax {
		t.decide(ruleKeep)
	}
}

// sawOne records a line that begins with one dot: the server does not add a dot
// to all such lines. This decides the held bytes up to the first line "..".
func (t *text) sawOne() {
	if t.one || t.rule != ruleAuto {
		return
	}
	t.one = true
	n := 0
	for line := range bytes.Lines(t.held) {
		if string(wire.TrimLineEnd(line)) == ".." {
			break
		}
		n += len(line)
	}
	t.out = append(t.out, t.held[:n]...)
	t.held = append(t.held[:0], t.held[n:]...)
}

// decide sets the rule, if it is open, and delivers the held bytes.
func (t *text) decide(r rule) {
	if t.rule != ruleAuto {
		return
	}
	t.rule = r
	for line := range bytes.Lines(t.held) {
		if bytes.HasPrefix(line, []byte("..")) && losesDot(r, wire.TrimLineEnd(line)) {
			line = line[1:]
		}
		t.out = append(t.out, line...)
	}
	t.held = nil
}

// end handles the end of the reply. The text is complete if the server is
// silent after a line ".", or ends TLS there without close_notify.
func (t *text) end(err error) {
	dotted := t.dot != nil && (err == io.EOF || errors.Is(err, secure.ErrNoEnd) || errors.Is(err, os.ErrDeadlineExceeded) && bytes.HasSuffix(t.dot, []byte("\n")))
	switch {
	case !dotted:
		t.decide(ruleKeep)
		t.out = append(t.out, t.dot...)
	case t.one:
		t.decide(ruleLone)
	default:
		t.decide(ruleSpec)
	}
	switch t.err = err; {
	case dotted:
		t.err = io.EOF
	case err == io.EOF && t.dotted && !t.glued:
		t.err = errNoDot
	}
	t.dot = nil
}
