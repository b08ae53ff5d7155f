package mail

import (
	"bytes"
	"io"
	"strings"

	"github.com/earl-url/earl/internal/mbox"
)

// longestLine is the maximum length of a line that is read whole: one with a
// boundary, which has at most 70 bytes (rfc2046 5.1.1), or one before a message
// of an mbox, with an address.
const longestLine = 4 << 10

// endOfMessage is the end of a body that is not a boundary.
const endOfMessage = -1

// lines reads the header and the body of each part of a message from one
// stream. The standard library's reader of multiparts does not know positions,
// stops at the first error, and needs one reader for each level.
type lines struct {
	in   stream
	mbox bool // the message ends before the next of an mbox
	buf  output
	pos  int // in buf: the bytes before it have been read
	eof  bool

	boundaries []string // of the open multiparts, the outermost first
	ended      ending   // the end of the last body
}

// rest returns the buffered bytes.
func (l *lines) rest() []byte { return l.buf.b[l.pos:] }

// fill reads more. It invalidates the slices that were returned before.
func (l *lines) fill() {
	l.buf.discard(l.pos)
	l.pos = 0
	c, err := l.in.next()
	if err != nil {
		l.eof = true
		return
	}
	l.buf.copy(c)
}

// take returns the next n bytes.
func (l *lines) take(n int) chunk {
	c := l.buf.slice(l.pos, l.pos+n)
	l.pos += n
	return c
}

// atEnd reports whether nothing is left.
func (l *lines) atEnd() bool {
	for len(l.rest()) == 0 && !l.eof {
		l.fill()
	}
	return len(l.rest()) == 0
}

// blank returns the length of the next line if it is empty, else 0.
func (l *lines) blank() int {
	n := l.line(0, len("\r\n"))
	if line := string(l.rest()[:n]); line == "\r\n" {
		return n
	} else if strings.HasPrefix(line, "\n") {
		return 1
	}
	return 0
}

// line returns the length of the line that begins at i of the rest, including
// its end if that is not after max.
func (l *lines) line(i, max int) int {
	for from := i; ; {
		b := l.rest()
		if n := bytes.IndexByte(b[from:], '\n'); n >= 0 {
			return min(from+n+1-i, max)
		}
		if from = len(b); l.eof || from-i >= max {
			return min(from-i, max)
		}
		l.fill()
	}
}

// An ending is what ends a body.
type ending struct {
	met    int  // the index of the boundary, or endOfMessage
	final  bool // it is the last of its multipart
	passed int  // the number of bytes of the rest up to its end
}

// ending checks the line at i of the rest, or the end of the stream. blank
// means that an empty line precedes it.
func (l *lines) ending(i int, blank bool) (e ending, ok bool) {
	for len(l.rest()) < i+len(mbox.Envelope) && !l.eof {
		l.fill()
	}
	b := l.rest()[i:]
	switch {
	case i == 0 && len(b) == 0:
		return ending{met: endOfMessage}, true
	case l.mbox && blank && bytes.HasPrefix(b, []byte(mbox.Envelope)):
		n := l.line(i, longestLine)
		return ending{met: endOfMessage, passed: i}, mbox.IsEnvelope(l.rest()[i : i+n])
	case len(l.boundaries) > 0 && bytes.HasPrefix(b, []byte("--")):
		n := l.line(i, longestLine)
		line := bytes.TrimRight(l.rest()[i+2:i+n], " \t\r\n")
		for k := len(l.boundaries) - 1; k >= 0; k-- {
			if more, ok := bytes.CutPrefix(line, []byte(l.boundaries[k])); ok && (len(more) == 0 || string(more) == "--") {
				return ending{met: k, final: len(more) > 0, passed: i + n}, true
			}
		}
	}
	return ending{}, false
}

// candidate returns the next line end in the rest, starting at from, after
// which the body may end. It returns false if the buffer has none.
func (l *lines) candidate(from int) (int, bool) {
	b := l.rest()
	if len(l.boundaries) == 0 && !l.mbox {
		return len(b), false
	}
	for {
		n := bytes.IndexByte(b[from:], '\n')
		if n < 0 {
			return len(b), false
		}
		from += n + 1
		if next := b[from:]; len(next) == 0 || next[0] == '-' || next[0] == mbox.Envelope[0] {
			return from - 1, true
		}
	}
}

// A body is the stream of one body, up to the boundary of an open multipart, or
// to the end. The line end before a boundary belongs to the boundary. Source:
// rfc2046 5.1.1.
type body struct {
	l       *lines
	begun   bool
	ended   bool
	checked int  // this many bytes of the rest do not begin a boundary
	last    byte // the last byte that was returned
}

// body returns the stream of the body that begins here.
func (l *lines) body() *body { return &body{l: l, last: '\n'} }

func (s *body) next() (chunk, error) {
	if !s.begun {
		s.begun = true
		s.checkLine(0, true)
	}
	for l := s.l; !s.ended; {
		i, found := l.candidate(s.checked)
		n := i
		if n > s.checked && l.rest()[n-1] == '\r' && (found || !l.eof) {
			n--
		}
		switch {
		case n > 0:
			c := l.take(n)
			s.checked, s.last = 0, c.b[n-1]
			return c, nil
		case found:
			s.checkLine(i+1, s.last == '\n')
		case l.eof:
			s.ended, l.ended = true, ending{met: endOfMessage}
		default:
			l.fill()
		}
	}
	return chunk{}, io.EOF
}

// checkLine checks the line at i of the rest.
func (s *body) checkLine(i int, blank bool) {
	if e, ok := s.l.ending(i, blank); ok {
		s.l.pos += e.passed
		s.ended, s.l.ended = true, e
		return
	}
	s.checked = i
}
