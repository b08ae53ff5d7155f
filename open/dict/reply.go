package dict

import (
	"fmt"
	"io"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/dialogue"
	"github.com/earl-url/earl/open/internal/wire"
)

// The codes of replies that the opener handles. Source: rfc2229 7.1.
const (
	codeDatabases   = 110
	codeDefinitions = 150
	codeDefinition  = 151
	codeMatches     = 152
	codeHello       = 220
	codeLoggedIn    = 230
	codeDone        = 250
	codeDenied      = 530
	codeNoMatch     = 552
	codeNoDatabases = 554
)

// reply is the first line of a server's reply.
type reply = dialogue.Reply

// refusal returns the error of a reply. If kind is nil, the code decides the
// kind.
func (s *session) refusal(command string, r reply, kind error) *open.ReplyError {
	return s.Refusal(command, r, kind, meaning)
}

// refused returns the refusal of the command of the URL.
func (s *session) refused(r reply) error {
	e := s.refusal(s.Shown(s.command.verb, s.command.arg), r, nil)
	if s.command.verb != verbDefine && r.Code == codeNoMatch {
		e.Hint = ""
	}
	return e
}

// meaning returns a hint for the user on a code, and the error that it means.
// Source: rfc2229 7.1.
func meaning(code int) (hint string, kind error) {
	switch code {
	case 420, 421:
		return "", open.ErrConnect
	case codeDenied, 531, 532:
		return "", open.ErrLogin
	case 550:
		return "a URL without a path lists the databases", open.ErrNotFound
	case 551:
		return "the server knows no such way to match words", open.ErrNotFound
	case codeNoMatch:
		return "m: instead of d: in the URL lists similar words", open.ErrNotFound
	case codeNoDatabases:
		return "", open.ErrNotFound
	}
	if code < 400 {
		return "", open.ErrProtocol
	}
	return "", open.ErrServer
}

// text reads a line of a text after a reply, without the dot that the server
// adds. ok is false at the end of the text. The line is valid until the next
// read. dictd adds a dot only to a line ".", which is not what the standard
// requires: another line with dots at its start is unchanged if the server is
// dictd, or has sent a line that begins with a single dot.
// Source: rfc2229 2.4.3.
func (s *session) text(l wire.Limit) (line []byte, ok bool, err error) {
	line, err = s.Conn.ReadLine(l.Octets, l.Setting)
	switch {
	case err == io.EOF:
		return nil, false, fmt.Errorf("%w: the server closed the connection inside a text", open.ErrCut)
	case err != nil:
		return nil, false, err
	case len(line) == 0 || line[0] != '.':
		return line, true, nil
	case len(line) == 1:
		return nil, false, nil
	case line[1] != '.':
		s.lone = true
		return line, true, nil
	case s.lone && len(line) > 2:
		return line, true, nil
	}
	return line[1:], true, nil
}

// end reads the reply after a text or a list: 250. Source: rfc2229 3.2.
func (s *session) end() error {
	r, err := s.Reply()
	switch {
	case err != nil:
		return s.Broken(s.command.verb, err)
	case r.Code != codeDone:
		return s.refused(r)
	}
	return nil
}
