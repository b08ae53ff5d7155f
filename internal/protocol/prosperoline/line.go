// Package prosperoline reads and writes the lines of the Prospero protocol: tokens
// separated by blanks, and quotes in apostrophes. A line end inside a quote
// does not end the line. The package is for clients and servers.
//
//	r := line.NewReader(response)
//	text, err := r.ReadLine()     // LINK  L FILE it'''s' ...
//	tokens, err := line.Split(text) // "LINK", "L", "FILE", "it's", ...
//
// It follows the Prospero protocol, version 5, of 12 June 1993, and servers of
// 1994.
package prosperoline

import (
	"bytes"
	"errors"
	"io"
)

// ErrQuote is the error of a line with an open quote at its end.
var ErrQuote = errors.New("line: a quote without an end")

// Reader reads the lines of a message.
type Reader struct {
	// Plain means that an apostrophe is a byte like any other, as in version 1 of
	// the protocol.
	Plain bool

	r      io.Reader
	buf    []byte // bytes read; the line begins at start, and is searched up to at
	start  int
	at     int
	quoted bool
	ended  bool
	err    error // error of r
}

// NewReader returns a Reader of the message r. A whole line is kept in memory,
// so r must limit its length.
func NewReader(r io.Reader) *Reader { return &Reader{r: r} }

// readSize is how much is read at once: more than a packet.
const readSize = 2 << 10

// ReadLine returns the next line without its LF, valid until the next read. An
// LF inside a quote belongs to the line. The last line may have no LF. If a
// quote is still open at the end of the message, its line is read as plain
// text, and Split returns an error for it. The error is io.EOF after the last
// line, or that of the reader below.
func (r *Reader) ReadLine() ([]byte, error) {
	for {
		for ; r.at < len(r.buf); r.at++ {
			switch c := r.buf[r.at]; {
			case c == '\'' && !r.Plain:
				r.quoted = !r.quoted
			case c == '\n' && !r.quoted:
				return r.cut(r.at), nil
			}
		}
		switch {
		case r.err == nil:
			r.fill()
		case r.err != io.EOF || r.start == len(r.buf):
			return nil, r.err
		case r.quoted:
			r.quoted = false
			if n := bytes.IndexByte(r.buf[r.start:], '\n'); n >= 0 {
				return r.cut(r.start + n), nil
			}
			fallthrough
		default:
			return r.cut(len(r.buf)), nil
		}
	}
}

// Ended reports whether the last line that was read had an LF.
func (r *Reader) Ended() bool { return r.ended }

// cut returns the line up to end, and starts the next line after it.
func (r *Reader) cut(end int) []byte {
	line := r.buf[r.start:end]
	r.ended = end < len(r.buf)
	r.start = min(end+1, len(r.buf))
	r.at = r.start
	return line
}

// fill reads more.
func (r *Reader) fill() {
	if r.start > 0 {
		n := copy(r.buf, r.buf[r.start:])
		r.buf, r.at, r.start = r.buf[:n], r.at-r.start, 0
	}
	if cap(r.buf)-len(r.buf) < readSize {
		r.buf = append(make([]byte, 0, 2*cap(r.buf)+readSize), r.buf...)
	}
	n, err := r.r.Read(r.buf[len(r.buf):cap(r.buf)])
	r.buf, r.err = r.buf[:len(r.buf)+n], err
}

// Split returns the tokens of a line, which are separated by blanks. An
// apostrophe starts and ends a quote anywhere in a token. Two apostrophes
// inside a quote are one apostrophe. An empty quote is the empty token. The
// error is [ErrQuote].
func Split(line []byte) ([]string, error) {
	var tokens []string
	token := make([]byte, 0, len(line))
	begun, quoted := false, false
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == '\'' && quoted && i+1 < len(line) && line[i+1] == '\'':
			token = append(token, c)
			i++
		case c == '\'':
			begun, quoted = true, !quoted
		case !quoted && (c == ' ' || c == '\t'):
			if begun {
				tokens = append(tokens, string(token))
			}
			token, begun = token[:0], false
		default:
			token, begun = append(token, c), true
		}
	}
	if quoted {
		return nil, ErrQuote
	}
	if begun {
		tokens = append(tokens, string(token))
	}
	return tokens, nil
}

// AppendToken appends a token to b in a form that every program reads. It
// quotes the whole token if it is empty or contains anything but letters,
// digits, ".", "_", "-". Do not use it for command words and literals: no
// server accepts them in quotes.
func AppendToken(b []byte, token string) []byte {
	plain := token != ""
	for i := range len(token) {
		c := token[i]
		plain = plain && ('a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '.' || c == '_' || c == '-')
	}
	if plain {
		return append(b, token...)
	}
	b = append(b, '\'')
	for i := range len(token) {
		if token[i] == '\'' {
			b = append(b, '\'')
		}
		b = append(b, token[i])
	}
	return append(b, '\'')
}
