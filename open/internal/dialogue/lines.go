package dialogue

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/wire"
)

// maxReplyLines limits a reply: the longest known are welcome texts of some
// hundred lines.
const maxReplyLines = 1_000

// quotedLine is how many bytes of a line an error quotes.
const quotedLine = 80

// Lines is an exchange of command lines and replies with a code, as in ftp and
// nntp.
type Lines struct {
	Protocol  string     // the start of each error, such as "ftp"
	Multiline bool       // a reply may have several lines
	Secret    []string   // the verbs whose argument is a secret
	Req       *open.Call // for its Policy and Trace
	Conn      *wire.Conn // nil before the connection is made
	Secrets   Secrets    // what errors and traces must not show
	In        bool       // no login is under way
}

// AppendCommand appends a command line to b. A line with only a verb has no
// argument.
func AppendCommand(b []byte, verb string, arg ...earl.Octets) ([]byte, error) {
	if len(arg) == 0 {
		return wire.AppendCommand(b, verb), nil
	}
	return wire.AppendLine(b, verb, arg[0])
}

// Send writes a command line.
func (l *Lines) Send(verb string, arg ...earl.Octets) error {
	line, err := AppendCommand(nil, verb, arg...)
	if err != nil {
		return err
	}
	shown := l.Shown(verb, arg...)
	l.Trace('C', shown)
	if len(arg) > 0 && slices.Contains(l.Secret, verb) {
		_, err = open.WriteSecret(l.Conn, line, append([]byte(shown), '\r', '\n'))
		return err
	}
	_, err = l.Conn.Write(line)
	return err
}

// Shown returns a command for users, without secrets.
func (l *Lines) Shown(verb string, arg ...earl.Octets) string {
	switch {
	case len(arg) == 0:
		return verb
	case slices.Contains(l.Secret, verb):
		return verb + " " + earl.Hidden
	}
	return verb + " " + l.Hide(string(arg[0]))
}

// Named returns a command for an error, with its argument quoted.
func (l *Lines) Named(verb string, arg ...earl.Octets) string {
	if len(arg) == 0 || slices.Contains(l.Secret, verb) {
		return l.Shown(verb, arg...)
	}
	return verb + " " + strconv.Quote(l.Hide(string(arg[0])))
}

// Trace passes a line to the Trace of the request.
func (l *Lines) Trace(dir byte, line string) {
	if l.Req.Trace != nil {
		l.Req.Trace(open.Event{Dir: dir, Line: line})
	}
}

// Hide returns text as printable characters, without the secrets.
func (l *Lines) Hide(text string) string {
	if l.In {
		return l.Secrets.Hide(text)
	}
	return l.Secrets.HideLogin(text)
}

// Broken returns the error of a command that received no reply.
func (l *Lines) Broken(verb string, err error) error {
	if errors.Is(err, io.EOF) {
		err = fmt.Errorf("%w: the server closed the connection", open.ErrCut)
	}
	return fmt.Errorf("%s: %s: %w", l.Protocol, verb, err)
}

// Reply is a reply of a server: a code of three digits, and the text of its
// first and last line as bytes. The lines between are read and dropped.
// Source: rfc959 4.2; rfc3977 3.2.
type Reply struct {
	Code int
	Text string // of the first line, without spaces around it
	Last string // of the last line; in a reply of one line it is Text
}

// Preliminary reports whether the code is 1yz: another reply follows.
// Source: rfc959 4.2.1.
func (r Reply) Preliminary() bool { return r.Code/100 == 1 }

// Done reports whether the code is 2yz: the command succeeded.
// Source: rfc959 4.2.1.
func (r Reply) Done() bool { return r.Code/100 == 2 }

// More reports whether the code is 3yz: the server waits for another command.
// Source: rfc959 4.2.1.
func (r Reply) More() bool { return r.Code/100 == 3 }

// Reply reads one reply. The last line of a reply with several lines begins
// with the code of the first and a space. Source: rfc959 4.2; rfc3977 3.2.
func (l *Lines) Reply() (Reply, error) {
	line, err := l.line()
	if err != nil {
		return Reply{}, err
	}
	r, last, ok := parseReply(line)
	if !ok || !last && !l.Multiline {
		return Reply{}, fmt.Errorf("%w: a reply without a code: %q", open.ErrProtocol, l.Hide(line[:min(len(line), quotedLine)]))
	}
	for n := 1; !last; n++ {
		if n == maxReplyLines {
			return r, fmt.Errorf("%w: a reply of more than %d lines", open.ErrProtocol, maxReplyLines)
		}
		if line, err = l.line(); err == io.EOF {
			return r, fmt.Errorf("%w: the server closed the connection inside a reply", open.ErrCut)
		} else if err != nil {
			return r, err
		}
		if end, ends, ok := parseReply(line); ok && ends && end.Code == r.Code {
			r.Last, last = end.Text, true
		}
	}
	return r, nil
}

// line reads one line of a reply.
func (l *Lines) line() (string, error) {
	b, err := l.Conn.ReadLine(l.Req.Policy.ReplyLine, "Policy.ReplyLine")
	if err != nil {
		return "", err
	}
	line := string(b)
	l.Trace('S', l.Hide(line))
	return line, nil
}

// parseReply splits a line into code and text. last is false if more lines
// follow; ok is false for a line without a code. Source: rfc959 4.2.
func parseReply(line string) (r Reply, last, ok bool) {
	if len(line) < 3 || line[0] < '1' || line[0] > '5' || len(line) > 3 && line[3] != ' ' && line[3] != '-' {
		return Reply{}, false, false
	}
	for i := range 3 {
		if line[i] < '0' || line[i] > '9' {
			return Reply{}, false, false
		}
		r.Code = 10*r.Code + int(line[i]-'0')
	}
	r.Text = strings.TrimSpace(line[min(len(line), 4):])
	r.Last = r.Text
	return r, len(line) == 3 || line[3] == ' ', true
}

// Words returns the text of a reply for users: its first line, and its last
// line if it is different.
func (l *Lines) Words(r Reply) string {
	text := l.Hide(r.Text)
	if last := l.Hide(r.Last); last != text {
		text += " ... " + last
	}
	return text
}

// Refused returns the text of an error for a reply that refuses a command. hint
// says what the user can do, or is "".
func Refused(protocol, command string, code int, text, hint string) string {
	s := fmt.Sprintf("%s: %s: %d", protocol, command, code)
	if text != "" {
		s += " " + text
	}
	if hint != "" {
		s = strings.TrimSuffix(s, ".") + ": " + hint
	}
	return s
}
