package prospero

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/protocol/prosperoline"
	"github.com/earl-url/earl/open"
)

// response reads the lines of a response. The caller closes it.
type response struct {
	*exchange
	lines *prosperoline.Reader
	old   bool       // the lines are of version 1
	known bool       // at least one line was a known line of a server
	read  [][]string // lines that are read and not yet returned
}

// send sends a request to a server. old means that it is one of version 1, for
// which replies have the connection id 0 and plain lines.
func (q *query) send(ctx context.Context, address string, request earl.Octets, old bool) (*response, error) {
	x, err := q.exchange(ctx, address, request)
	if err != nil {
		return nil, err
	}
	x.anyID = old
	r := &response{exchange: x, lines: prosperoline.NewReader(x), old: old}
	r.lines.Plain = old
	return r, nil
}

// next returns the tokens of the next line about the object: LINK, ATTRIBUTE,
// ID, UNRESOLVED, NONE-FOUND or FORWARDED. It notes warnings and skips other
// lines. The error is io.EOF after the last line, a *failure, a *versionError,
// or that of the exchange. A response without any known line is an
// [open.ErrProtocol], because otherwise a server that echoes the request would
// look like an empty object.
func (r *response) next() ([]string, error) {
	for {
		tokens, err := r.tokens()
		if err == io.EOF && !r.known {
			return nil, fmt.Errorf("%w: the response has no line of the Prospero protocol", open.ErrProtocol)
		}
		if err != nil {
			return nil, err
		}
		if len(tokens) == 0 {
			continue
		}
		r.known = r.known || isResponse(tokens[0])
		switch word, rest := tokens[0], tokens[1:]; word {
		case "FAILURE", "ERROR":
			return nil, newFailure(word, rest)
		case "VERSION-NOT-SUPPORTED":
			err := &versionError{strings.Join(rest, " ")}
			if err.one() {
				r.q.old[r.server] = true
				r.q.note("%s supports only version 1 of the protocol", r.server)
			}
			return nil, err
		case "WARNING":
			r.q.note("the server warns: %s", shown(strings.Join(rest, " ")))
		default:
			if matters(word) {
				return tokens, nil
			}
		}
	}
}

// tokens returns the tokens of the next line, in the form of version 5. A line
// about the place or kind of the object must be complete.
func (r *response) tokens() (tokens []string, err error) {
	if len(r.read) == 0 {
		text, err := r.lines.ReadLine()
		if err != nil {
			return nil, err
		}
		r.q.traceLines('S', string(text))
		if r.read, err = r.split(text); err != nil {
			return nil, err
		}
	}
	if len(r.read) > 0 {
		tokens, r.read = r.read[0], r.read[1:]
	}
	return tokens, nil
}

// split returns the tokens of a line; a line of version 1 may become several. A
// quote without an end is an error only in a line that matters. So is a missing
// line end, which servers of 1994 leave out in some lines.
func (r *response) split(text []byte) ([][]string, error) {
	plain := strings.Fields(string(text))
	if len(plain) == 0 {
		return nil, nil
	}
	cut := fmt.Errorf("%w: the line %q is incomplete", open.ErrCut, shown(string(text)))
	switch plain[0] {
	case "FAILURE", "ERROR", "WARNING", "VERSION-NOT-SUPPORTED", notDirectory:
	default:
		if !r.lines.Ended() {
			return nil, cut
		}
	}
	if r.old {
		return fromOld(string(text)), nil
	}
	tokens, err := prosperoline.Split(text)
	switch {
	case err == nil:
		return [][]string{tokens}, nil
	case matters(plain[0]):
		return nil, cut
	}
	return [][]string{plain}, nil
}

// matters reports whether lines with a word describe the kind or place of an
// object.
func matters(word string) bool {
	switch word {
	case "LINK", "ATTRIBUTE", "ID", "UNRESOLVED", "NONE-FOUND", "FORWARDED":
		return true
	}
	return false
}

// isResponse reports whether a word begins a line that only servers send.
func isResponse(word string) bool {
	switch word {
	case "WARNING", "SUCCESS":
		return true
	}
	return matters(word)
}

// shown returns a server's text for users, of limited length.
func shown(text string) string {
	const longest = 300
	return earl.Octets(text[:min(len(text), longest)]).Printable()
}

// failure is the refusal of a request, with the server's code and text.
type failure struct {
	word string // FAILURE or ERROR
	code string // NOT-FOUND ...; "" for ERROR
	text string
}

// newFailure returns the failure in a line.
func newFailure(word string, rest []string) *failure {
	f := &failure{word: word}
	if word == "FAILURE" && len(rest) > 0 {
		f.code, rest = rest[0], rest[1:]
	}
	f.text = strings.Join(rest, " ")
	return f
}

// Error returns the server's word, code and text.
func (f *failure) Error() string {
	s := f.word
	if f.code != "" {
		s += " " + shown(f.code)
	}
	if f.text != "" {
		s += fmt.Sprintf(" %q", shown(f.text))
	}
	return s
}

// Is reports whether the code means target.
func (f *failure) Is(target error) bool {
	switch f.code {
	case "NOT-FOUND", notDirectory:
		return target == open.ErrNotFound
	case "NOT-AUTHORIZED", "AUTHENTICATION-REQUIRED", "AUTHENTICATION-DATA":
		return target == open.ErrLogin
	case "UNIMPLEMENTED":
		return target == errors.ErrUnsupported
	}
	return target == open.ErrProtocol && f.word == "ERROR"
}

// notDirectory is the code for a LIST of an object that is not a directory or
// does not exist.
const notDirectory = "NOT-A-DIRECTORY"

// isNotDirectory reports whether err is the failure of a LIST with that code.
func isNotDirectory(err error) bool {
	var f *failure
	return errors.As(err, &f) && f.code == notDirectory
}

// cannot reports whether err means that the server does not know the command.
func cannot(err error) bool {
	var f *failure
	return errors.As(err, &f) && (f.word == "ERROR" || f.code == "UNIMPLEMENTED")
}

// versionError is the reply to a version that the server does not support.
type versionError struct{ text string } // "TRY 1", "TRY 1-4"

func (e *versionError) Error() string {
	return fmt.Sprintf("the server does not support version 5 of the protocol: %q", shown(e.text))
}

// Unwrap returns open.ErrProtocol.
func (e *versionError) Unwrap() error { return open.ErrProtocol }

// one reports whether the server supports version 1, the only version besides
// 5.
func (e *versionError) one() bool {
	first, _, _ := strings.Cut(strings.TrimPrefix(e.text, "TRY "), "-")
	return first == "1"
}
