// Package mbox has the rules of the mbox format: where a message of a mailbox
// begins, and which of its lines are quoted.
//
// Source: rfc4155.
package mbox

import (
	"bytes"

	"github.com/earl-url/earl/internal/ascii"
)

// Envelope is the start of the line before each message.
const Envelope = "From "

// IsEnvelope reports whether a line is the one before a message: it contains a
// time such as 12:30, which a sentence that begins with "From" seldom does. The
// line must be the first, or follow an empty one.
func IsEnvelope(line []byte) bool {
	if !bytes.HasPrefix(line, []byte(Envelope)) {
		return false
	}
	i := bytes.LastIndexByte(line, ':')
	return i > 0 && i+1 < len(line) && ascii.IsDigit(line[i-1]) && ascii.IsDigit(line[i+1])
}

// IsQuoted reports whether a line has a ">" that keeps it from looking like the
// line before a message. The lines of an mboxo that already had a ">" were not
// quoted. It cannot be distinguished from an mboxrd, so they count too.
func IsQuoted(line []byte) bool {
	rest := bytes.TrimLeft(line, ">")
	return len(rest) < len(line) && bytes.HasPrefix(rest, []byte(Envelope))
}
