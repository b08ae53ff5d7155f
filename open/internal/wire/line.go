// Package wire writes the lines of line-based protocols and reads them with
// limits. It is the last defence against bytes that would end a line or a
// command early: no setting turns it off.
package wire

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// AppendLine appends the protocol line "verb arg" to b, with its CR LF. An
// empty arg keeps its space: rfc1738 3.2.2 requires "CWD ". With an empty verb
// the line is only arg. An arg with CR, LF or NUL is refused with
// [open.ErrLineBreak], which does not quote it: it may be a password.
func AppendLine(b []byte, verb string, arg earl.Octets) ([]byte, error) {
	start := len(b)
	if verb != "" {
		b = append(append(b, verb...), ' ')
	}
	b, err := AppendOctets(b, arg)
	if err != nil {
		if verb != "" {
			err = fmt.Errorf("%s: %w", verb, err)
		}
		return b[:start], err
	}
	return append(b, "\r\n"...), nil
}

// AppendCommand appends a protocol line with only a verb, without a space, and
// its CR LF.
func AppendCommand(b []byte, verb string) []byte {
	return append(append(b, verb...), "\r\n"...)
}

// AppendOctets appends a part of a protocol line to b. If the part has CR, LF
// or NUL, the error is [open.ErrLineBreak], and b is returned unchanged.
func AppendOctets(b []byte, part earl.Octets) ([]byte, error) {
	if strings.ContainsAny(string(part), "\r\n\x00") {
		return b, open.ErrLineBreak
	}
	return append(b, part...), nil
}

// TrimLineEnd returns a line without its LF, CR LF or final CR.
func TrimLineEnd(line []byte) []byte {
	return bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
}

// Limit is the maximum length of a line, without its line end.
type Limit struct {
	Octets  int
	Setting string // the option that sets it, such as "Policy.ReplyLine", or ""
}

// TooLong returns the error of a line that is longer than the limit.
func (l Limit) TooLong() error {
	if l.Setting == "" {
		return fmt.Errorf("%w: a line of more than %d bytes", open.ErrProtocol, l.Octets)
	}
	return &open.LimitError{Setting: l.Setting, Err: fmt.Errorf("%w: a line of more than %d bytes", open.ErrProtocol, l.Octets)}
}
