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

// Dots is what is done about the dots of a text: the line "." at its end, and
// the dot that a server may have put before lines that begin with one. Servers
// differ and do not tell. Source: rfc1436 3.8, Note; what servers do.
type Dots string

// The values of Dots. All but DotsRaw take a last line "." away.
const (
	// DotsAuto looks for what gives a server away. Nothing is taken out of a text
	// that does not end in a line ".", nor of one with such a line inside. If a
	// line begins with one dot, the server doubles only lone dots, and lines ".."
	// lose one. Else each line that begins with ".." loses one.
	//
	// Up to a line that begins with ".." everything is delivered at once. From
	// there on [HoldMax] octets are held back in search of a sign; without one
	// they are delivered, with all that follows, as they came.
	DotsAuto Dots = ""
	DotsRaw  Dots = "raw"  // every octet as it came
	DotsSpec Dots = "spec" // each line that begins with ".." loses a dot
	DotsLone Dots = "lone" // lines ".." lose a dot
	DotsNone Dots = "none" // no line loses a dot
)

// HoldMax is how many octets of a text DotsAuto holds back at most: more than
// nearly every text in Gopher has.
const HoldMax = 1 << 20

// rule is what becomes of the dots at the beginnings of lines.
type rule uint8

const (
	ruleAuto rule = iota // not yet decided
	ruleRaw              // no line is looked at
	ruleKeep             // nothing, but a last line "." goes
	ruleLone             // lines ".." lose one
	ruleSpec             // lines that begin with ".." lose one
)

// rule returns the rule that d begins with.
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

// outMax is how much of a text is made ready at a time.
const outMax = 32 << 10

// text reads a text line by line and takes its dots away by a rule. It is
// decided in this order: a line "." that something follows says ruleKeep; the
// end decides the rest, by whether the last line was "." and whether a line
// began with one dot.
type text struct {
	r      *bufio.Reader
	rule   rule
	dotted bool   // the header promises a line "."
	glued  bool   // the last line ended in a dot
	inside bool   // the next octet does not begin a line
	one    bool   // a line began with one dot and went on with another octet
	dot    []byte // a line "." that may be the last, with its line end
	held   []byte // waits for a rule; begins with a line that begins with ".."
	out    []byte // decided
	next   int    // of out: not yet delivered
	err    error
}

// Read reads the text as it was before the server changed it.
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

// ready reports whether a step would not wait for the server.
func (t *text) ready() bool {
	b, _ := t.r.Peek(t.r.Buffered())
	return bytes.IndexByte(b, '\n') >= 0
}

// plain returns those whole lines which were received, next ones first, that no
// rule is about.
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

// step reads lines that begin with no dot, or one line, or a piece of a long one.
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

// line takes a line with its end, or a piece of one.
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

// losesDot reports whether a line that begins with ".." loses a dot by a rule.
func losesDot(r rule, line []byte) bool {
	return r == ruleSpec || r == ruleLone && len(line) == 2
}

// emit delivers a piece, behind what is held.
func (t *text) emit(piece []byte) {
	t.glued = bytes.HasSuffix(wire.TrimLineEnd(piece), []byte("."))
	if len(t.held) > 0 {
		t.hold(piece)
		return
	}
	t.out = append(t.out, piece...)
}

// hold keeps a piece until a rule is known, unless that is too much.
func (t *text) hold(piece []byte) {
	t.held = append(t.held, piece...)
	if len(t.held) > HoldMax {
		t.decide(ruleKeep)
	}
}

// sawOne notes a line that begins with one dot: no dot was put before all such
// lines. What is held is then decided up to the first line "..".
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

// decide settles the rule, if it is open, and delivers what was held.
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

// end takes the end of the reply. A server that is silent after a line "." has
// said all, and so has one that ends TLS without close_notify there.
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
