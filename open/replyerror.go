package open

import (
	"strconv"
	"strings"
)

// ReplyError is the reply of a server that refuses a command of ftp, nntp, dict,
// pop or imap. It is an [ErrNotFound], an [ErrLogin] or another kind of error.
type ReplyError struct {
	Protocol string // such as "nntp"
	Command  string // the command line, secrets hidden; "greeting" for the greeting, "login" for a login that was not sent
	Code     int    // 0: the protocol has no codes, or the server was not asked
	Status   string // NO, BAD or BYE of imap; "" for other protocols, or if the server was not asked
	Text     string // the server's text: printable, secrets hidden
	Hint     string // what the user can do, or what is missing; "" means nothing to say
	Kind     error  // such as [ErrNotFound]; nil means [ErrServer]
}

// Error returns a text such as `nntp: ARTICLE "<a@b>": 430 No such article: not
// here: articles expire`, `imap: EXAMINE: NO Mailbox doesn't exist` or
// `pop: RETR "7": refused: no such message`.
func (e *ReplyError) Error() string {
	s := e.Protocol + ": " + e.Command + ":"
	switch {
	case e.Code != 0:
		s += " " + strconv.Itoa(e.Code)
	case e.Status != "":
		s += " " + e.Status
	case e.Hint == "" && e.Text == "":
		s += " refused"
	case e.Hint == "":
		s += " refused:"
	}
	if e.Text != "" {
		s += " " + e.Text
	}
	switch {
	case e.Hint == "":
		return s
	case e.Code != 0:
		s = strings.TrimSuffix(s, ".") + ":"
	}
	return s + " " + e.Hint
}

// Unwrap returns the kind of the error.
func (e *ReplyError) Unwrap() error {
	if e.Kind == nil {
		return ErrServer
	}
	return e.Kind
}
