package wais

import (
	"errors"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/dialogue"
)

// Error is a diagnostic: the server's refusal of a request. It is an
// [open.ErrLogin] if access is denied, else an [open.ErrNotFound].
type Error struct {
	Code string // two characters, such as "S1"
	Text string // the server's text, not yet safe for a terminal
}

// Error quotes the server's text. Without a text, it returns the meaning of the
// code.
func (e *Error) Error() string {
	s := "diagnostic " + earl.Octets(e.Code).Printable()
	if e.Text != "" {
		return s + ": " + dialogue.Quote(e.Text)
	}
	if means := meaning(e.Code); means != "" {
		return s + ": " + means
	}
	return s
}

// Is reports whether the code means target.
func (e *Error) Is(target error) bool {
	if e.denied() {
		return target == open.ErrLogin
	}
	return target == open.ErrNotFound
}

// denied reports whether the code is one of access control.
func (e *Error) denied() bool { return e.Code == "T2" || e.Code == "T3" || e.Code == "T4" }

// codeRetrieval is the code of every error of a retrieval, including a range
// after the document's end.
const codeRetrieval = "SF"

// outOfRange reports whether e means that a range begins after the document's
// end. The code is not enough: a missing document has it too.
func (e *Error) outOfRange() bool {
	return e.Code == codeRetrieval && (e.Text == "" || strings.Contains(strings.ToLower(e.Text), "range"))
}

// diagnostic takes a diagnostic from e, after its tag: a length of two bytes, a
// code, the text, a flag, and 0x1D, which the length does not count.
func (e *elements) diagnostic() (*Error, error) {
	length, err := e.take(2, "diagnostic's length")
	if err != nil {
		return nil, err
	}
	n := uint32(length[0])<<8 | uint32(length[1])
	if n < 3 {
		return nil, broken("a diagnostic of %d bytes", n)
	}
	body, err := e.take(n, "diagnostic")
	if err != nil {
		return nil, err
	}
	end, err := e.take(1, "diagnostic's end")
	if err != nil {
		return nil, err
	}
	if end[0] != 0x1D {
		return nil, broken("a diagnostic that does not end in 0x1D")
	}
	return &Error{Code: string(body[:2]), Text: text(body[2 : n-1])}, nil
}

// meanings are the codes and their meanings, in pairs. For a code with several
// meanings it is the widest. Source: WAIS functional specification 1.5.
var meanings = [...][2]string{
	{"S1", "permanent system error"},
	{"S2", "temporary system error"},
	{"S3", "unsupported search"},
	{"S5", "only stop words"},
	{"S6", "too many words"},
	{"S7", "too many Boolean operators"},
	{"S8", "too many truncated words"},
	{"S9", "too many incomplete subfields"},
	{"SA", "truncated word too short"},
	{"SB", "bad record number"},
	{"SC", "too many characters"},
	{"SD", "too many records retrieved"},
	{"SF", "present request out of range"},
	{"SG", "system error in present"},
	{"SH", "record not authorised"},
	{"SI", "record exceeds preferred message size"},
	{"SJ", "record exceeds maximum record size"},
	{"SK", "result set not supported as term"},
	{"SL", "only one result set as term"},
	{"SM", "only AND of one result set"},
	{"SN", "result set exists"},
	{"SO", "result set naming not supported"},
	{"SP", "combination of databases not supported"},
	{"SQ", "element set names not supported"},
	{"SR", "element set name not valid"},
	{"SS", "only one element set name"},
	{"ST", "result set deleted by target"},
	{"SU", "result set in use"},
	{"SV", "database locked"},
	{"SW", "terminated by no-continue response"},
	{"SX", "result set does not exist"},
	{"SY", "no results available"},
	{"SZ", "unpredictable results"},
	{"T1", "valid subset of results"},
	{"T2", "access control failure"},
	{"T3", "security challenge not issued, request terminated"},
	{"T4", "security challenge not issued, record not included"},
}

// meaning returns the meaning of a code, or "".
func meaning(code string) string {
	for _, m := range meanings {
		if m[0] == code {
			return m[1]
		}
	}
	return ""
}

// joined returns diagnostics as one error, or nil.
func joined(list []*Error) error {
	errs := make([]error, len(list))
	for i, e := range list {
		errs[i] = e
	}
	return errors.Join(errs...)
}
