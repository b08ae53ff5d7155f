package ftp

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/earl-url/earl/open"
)

// maxReplyLines bounds a reply: the longest seen in the wild are welcome texts
// of some hundred lines.
const maxReplyLines = 1_000

// maxPreliminary bounds the preliminary replies before one that counts.
const maxPreliminary = 16

// reply is what a server answers: a code, and the text of its first and last
// line, as octets. The lines between are read and forgotten. Source: rfc959 4.2.
type reply struct {
	code        int
	first, last string
}

// preliminary, done and more tell the replies 1yz, 2yz and 3yz. Source: rfc959 4.2.1.
func (r reply) preliminary() bool { return r.code/100 == 1 }
func (r reply) done() bool        { return r.code/100 == 2 }
func (r reply) more() bool        { return r.code/100 == 3 }

// Error is what a server refused, with its own code and words.
type Error struct {
	Command string // the command line, secrets hidden; "greeting" for the greeting
	Code    int    // Source: rfc959 4.2
	Text    string // what the server said: printable, secrets hidden
	kind    error
	hint    string
}

// Error returns a text such as `ftp: RETR "motd": 550 no such file`.
func (e *Error) Error() string {
	text := fmt.Sprintf("ftp: %s: %d", e.Command, e.Code)
	if e.Text != "" {
		text += " " + e.Text
	}
	if e.hint != "" {
		text = strings.TrimSuffix(text, ".") + ": " + e.hint
	}
	return text
}

// Unwrap returns the kind of the error, such as [open.ErrNotFound].
func (e *Error) Unwrap() error {
	if e.kind == nil {
		return kindOf(e.Code)
	}
	return e.kind
}

// Retry reports whether another attempt can succeed: a code of 400 to 499 says
// so. Source: rfc959 4.2.1.
func (e *Error) Retry() (time.Duration, bool) { return 0, 400 <= e.Code && e.Code < 500 }

// refusal makes an *Error of a reply. Of kind nil the code says which it is.
func (s *session) refusal(command string, r reply, kind error) error {
	if kind == nil {
		kind = kindOf(r.code)
	}
	return &Error{Command: command, Code: r.code, Text: s.text(r), kind: kind}
}

// kindOf returns what a code means for an open.
// Source: rfc959 4.2.2.
func kindOf(code int) error {
	switch code {
	case 421, 425:
		return open.ErrConnect
	case 331, 332, 530, 532:
		return open.ErrLogin
	case 426:
		return open.ErrCut
	case 450, 550, 551, 553:
		return open.ErrNotFound
	}
	if code < 400 {
		return open.ErrProtocol
	}
	return open.ErrServer
}

// text returns the words of a reply for people: its first line, and its last if
// that is another.
func (s *session) text(r reply) string {
	text := s.hide(r.first)
	if last := s.hide(r.last); last != text {
		text += " ... " + last
	}
	return text
}

// final reads replies up to one that is not preliminary.
func (s *session) final() (reply, error) {
	for range maxPreliminary {
		r, err := s.reply()
		if err != nil || !r.preliminary() {
			return r, err
		}
	}
	return reply{}, fmt.Errorf("%w: more than %d preliminary replies", open.ErrProtocol, maxPreliminary)
}

// reply reads one reply, of one line or several: the last line of several has
// the code of the first and a space behind it. Source: rfc959 4.2.
func (s *session) reply() (reply, error) {
	line, err := s.line()
	if err != nil {
		return reply{}, err
	}
	code, text, last, ok := cutReply(line)
	if !ok {
		return reply{}, fmt.Errorf("%w: a reply without a code: %q", open.ErrProtocol, s.hide(start(line)))
	}
	r := reply{code: code, first: text, last: text}
	for n := 1; !last; n++ {
		if n == maxReplyLines {
			return r, fmt.Errorf("%w: a reply of more than %d lines", open.ErrProtocol, maxReplyLines)
		}
		if line, err = s.line(); err != nil {
			return r, insideReply(err)
		}
		if c, text, end, ok := cutReply(line); ok && end && c == code {
			r.last, last = text, true
		}
	}
	return r, nil
}

// insideReply is the error of a reply that breaks off.
func insideReply(err error) error {
	if err == io.EOF {
		return fmt.Errorf("%w: the control connection ended inside a reply", open.ErrCut)
	}
	return err
}

// line reads one line of a reply.
func (s *session) line() (string, error) {
	b, err := s.conn.ReadLine(s.req.Policy.ReplyLine, "ReplyLine")
	if err != nil {
		return "", err
	}
	line := string(b)
	s.trace('S', s.hide(line))
	return line, nil
}

// cutReply splits a line of a reply into code and text. last is false if more
// lines follow; ok is false for a line that has no code. Source: rfc959 4.2.
func cutReply(line string) (code int, text string, last, ok bool) {
	if len(line) < 3 || line[0] < '1' || line[0] > '5' || !isDigits(line[:3]) {
		return 0, "", false, false
	}
	code = int(line[0]-'0')*100 + int(line[1]-'0')*10 + int(line[2]-'0')
	switch {
	case len(line) == 3:
		return code, "", true, true
	case line[3] == ' ':
		return code, line[4:], true, true
	case line[3] == '-':
		return code, line[4:], false, true
	}
	return 0, "", false, false
}

// start returns as much of a line as an error quotes.
func start(line string) string { return line[:min(len(line), 80)] }
