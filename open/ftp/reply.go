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

// refusal is a refusal by the server that knows whether another attempt can
// succeed: the codes 400 to 499 mean that. Source: rfc959 4.2.1.
type refusal struct{ *open.ReplyError }

// Unwrap returns the error without that knowledge.
func (e refusal) Unwrap() error { return e.ReplyError }

// Retry reports whether another attempt can succeed.
func (e refusal) Retry() (time.Duration, bool) { return 0, 400 <= e.Code && e.Code < 500 }

// refusal returns the error of a reply. If kind is nil, the code decides the
// kind.
func (s *session) refusal(command string, r reply, kind error) refusal {
	if kind == nil {
		kind = kindOf(r.Code)
	}
	return refusal{&open.ReplyError{Protocol: "ftp", Command: command, Code: r.Code, Text: s.Words(r), Kind: kind}}
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
