package ftp

import (
	"fmt"
	"time"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/dialogue"
)

// maxPreliminary limits the preliminary replies before a final one.
const maxPreliminary = 16

// reply is a reply of the server.
type reply = dialogue.Reply

// Error is a refusal by the server, with its code and text.
type Error struct {
	Command string // the command line, secrets hidden; "greeting" for the greeting
	Code    int    // Source: rfc959 4.2
	Text    string // the server's text: printable, secrets hidden
	kind    error
	hint    string
}

// Error returns a text such as `ftp: RETR "motd": 550 no such file`.
func (e *Error) Error() string {
	return dialogue.Refused("ftp", e.Command, e.Code, e.Text, e.hint)
}

// Unwrap returns the kind of the error, such as [open.ErrNotFound].
func (e *Error) Unwrap() error {
	if e.kind == nil {
		return kindOf(e.Code)
	}
	return e.kind
}

// Retry reports whether another attempt can succeed: the codes 400 to 499 mean
// that.
// Source: rfc959 4.2.1.
func (e *Error) Retry() (time.Duration, bool) { return 0, 400 <= e.Code && e.Code < 500 }

// refusal returns an *Error for a reply. If kind is nil, the code decides the
// kind.
func (s *session) refusal(command string, r reply, kind error) error {
	if kind == nil {
		kind = kindOf(r.Code)
	}
	return &Error{Command: command, Code: r.Code, Text: s.Words(r), kind: kind}
}

// kindOf returns the error that a code means. Source: rfc959 4.2.2.
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

// final reads replies up to one that is not preliminary.
func (s *session) final() (reply, error) {
	for range maxPreliminary {
		r, err := s.Reply()
		if err != nil || !r.Preliminary() {
			return r, err
		}
	}
	return reply{}, fmt.Errorf("%w: more than %d preliminary replies", open.ErrProtocol, maxPreliminary)
}

// start returns the part of a line that an error quotes.
func start(line string) string { return line[:min(len(line), 80)] }
