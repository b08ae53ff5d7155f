package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/term"
)

// streams are the stdin, stdout and stderr of a command.
type streams struct {
	in, out, err *os.File
	secrets      []replacement // of the arguments
	showSecrets  bool          // --show-secrets
}

// say writes a line to stderr, safe for a terminal.
func (s *streams) say(format string, args ...any) {
	fmt.Fprintln(s.err, term.SafeLines(s.hidden(fmt.Sprintf(format, args...))))
}

// message returns the text of an error without its prefix "earl: ", which run writes.
func message(err error) string { return strings.TrimPrefix(err.Error(), "earl: ") }

// redacted returns an argument for a message, without its password.
func redacted(text string) string { return term.Safe(earl.Redact(text)) }

// The groups of subcommands in help.
const (
	groupOpen = "open"
	groupRead = "read"
)

// writeText writes text to stdout.
func writeText(s *streams, text string) error {
	if _, err := s.out.WriteString(text); err != nil {
		return localErr(err)
	}
	return nil
}
