package z3950

import (
	"errors"
	"fmt"

	"github.com/earl-url/earl/internal/protocol/ber"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/dialogue"
)

// Error is a diagnostic: the server's refusal of a request. It is an [open.ErrNotFound] if the object
// does not exist, an [open.ErrLogin] if access is denied, else an [open.ErrServer].
// Source: ANSI/NISO Z39.50-1995 ERR.1, diagnostic set bib-1.
type Error struct {
	Code int64  // of the diagnostic set
	Set  string // the object identifier of a set other than bib-1, else ""
	Text string // the server's text, not yet safe for a terminal
}

// oidDiagnostics is the diagnostic set bib-1.
const oidDiagnostics = "1.2.840.10003.4.1"

// The codes of bib-1 that this package handles.
const (
	temporaryError       = 2
	outOfRange           = 13
	accessFailure        = 101
	databaseUnavailable  = 109
	unsupportedUse       = 114
	unsupportedStructure = 118
	noDatabase           = 235
	accessDenied         = 236
	notInSyntax          = 238
	unsupportedSyntax    = 239
)

// Error returns the meaning of the code, and quotes the server's text.
func (e *Error) Error() string {
	s := fmt.Sprintf("diagnostic %d", e.Code)
	if e.Set != "" {
		s += " of the set " + e.Set
	} else if means := meaning(e.Code); means != "" {
		s += ", " + means
	}
	if e.Text != "" {
		s += ": " + dialogue.Quote(e.Text)
	}
	return s
}

// Is reports whether the code means target.
func (e *Error) Is(target error) bool {
	if e.Set != "" {
		return target == open.ErrServer
	}
	switch e.Code {
	case outOfRange, databaseUnavailable, noDatabase:
		return target == open.ErrNotFound
	case accessFailure, accessDenied, 1010, 1011, 1012, 1013, 1014, 1015:
		return target == open.ErrLogin
	}
	return target == open.ErrServer
}

// isSyntaxError reports whether err means that a record is not available in the syntax that was
// requested.
func isSyntaxError(err error) bool {
	var e *Error
	return errors.As(err, &e) && e.Set == "" && (e.Code == notInSyntax || e.Code == unsupportedSyntax)
}

// meaning returns the meaning of a code of bib-1, or "".
func meaning(code int64) string {
	switch code {
	case 1:
		return "permanent system error"
	case temporaryError:
		return "temporary system error"
	case 3:
		return "unsupported search"
	case 4:
		return "only stop words"
	case outOfRange:
		return "the record number is out of range"
	case 14:
		return "system error in presenting records"
	case 16, 17:
		return "the record is too long"
	case 25:
		return "the database does not have the element set"
	case accessFailure:
		return "access control failure"
	case 107:
		return "unsupported type of query"
	case 108:
		return "malformed query"
	case databaseUnavailable:
		return "the database is not available"
	case 110:
		return "unsupported operator"
	case 111:
		return "too many databases"
	case 113:
		return "unsupported type of attribute"
	case unsupportedUse:
		return "unsupported Use attribute"
	case 117:
		return "unsupported Relation attribute"
	case unsupportedStructure:
		return "unsupported Structure attribute"
	case 119:
		return "unsupported Position attribute"
	case 120:
		return "unsupported Truncation attribute"
	case 121:
		return "unsupported attribute set"
	case 123:
		return "unsupported combination of attributes"
	case 125:
		return "malformed search term"
	case noDatabase:
		return "the database does not exist"
	case accessDenied:
		return "access to the database is denied"
	case notInSyntax:
		return "the record is not available in this syntax"
	case unsupportedSyntax:
		return "unsupported record syntax"
	case 1010, 1011, 1012, 1013, 1014, 1015:
		return "the login was refused"
	}
	return ""
}

// parseDiagnostics reads one diagnostic or a list of them, and returns the first.
func parseDiagnostics(e ber.Element) error {
	if e.Tag == tagDiagnostic {
		return parseDefault(e)
	}
	for d := range e.Children() {
		return parseDefaultOrExternal(d)
	}
	return broken("an empty list of diagnostics")
}

// parseDiagnosticRecord reads an element that contains the type DiagRec.
func parseDiagnosticRecord(e ber.Element) error {
	for d := range e.Children() {
		return parseDefaultOrExternal(d)
	}
	return broken("an empty diagnostic")
}

// parseDefaultOrExternal reads the type DiagRec.
func parseDefaultOrExternal(e ber.Element) error {
	if e.Tag == ber.Sequence {
		return parseDefault(e)
	}
	if d := findDiagnostic(e, maxFindDepth); d != nil {
		return d
	}
	return fmt.Errorf("%w: a diagnostic in a format of its own", open.ErrServer)
}

// parseDefault reads the type DefaultDiagFormat. Source: ANSI/NISO Z39.50-1995 4.1.
func parseDefault(e ber.Element) error {
	if d := defaultOf(e); d != nil {
		return d
	}
	return broken("a diagnostic without a code")
}

// defaultOf returns the diagnostic in the default format, or nil.
func defaultOf(e ber.Element) *Error {
	set, ok := e.Find(ber.OID)
	oid, isOID := set.OID()
	code, hasCode := e.Find(ber.Integer)
	n, isInt := code.Int()
	if !ok || !isOID || !hasCode || !isInt {
		return nil
	}
	d := &Error{Code: n, Set: oid}
	if oid == oidDiagnostics {
		d.Set = ""
	}
	if words, ok := e.Find(ber.VisibleString); ok {
		d.Text = text(words)
	} else if words, ok := e.Find(ber.GeneralString); ok {
		d.Text = text(words)
	}
	return d
}

// maxFindDepth is how many levels contain the diagnostic of a refused Init.
const maxFindDepth = 8

// findDiagnostic returns the first diagnostic in the default format in e, or nil. Servers put that of a
// refused Init into different types.
func findDiagnostic(e ber.Element, depth int) *Error {
	if d := defaultOf(e); d != nil {
		return d
	}
	if depth > 0 {
		for child := range e.Children() {
			if d := findDiagnostic(child, depth-1); d != nil {
				return d
			}
		}
	}
	return nil
}

// securityViolation is the reason of a Close for a missing right.
const securityViolation = 5

// parseClose returns the error of a session that the server ends.
// Source: ANSI/NISO Z39.50-1995 3.2.11.1.
func parseClose(e ber.Element) error {
	reasons := [...]string{"finished", "shutdown", "system problem", "cost limit", "resources", "security violation", "protocol error",
		"lack of activity", "peer abort", "unspecified"}
	element, _ := e.Find(ber.Ctx(211))
	words := "the server ends the session"
	n, ok := element.Int()
	if ok && n >= 0 && n < int64(len(reasons)) {
		words += ": " + reasons[n]
	}
	if info, ok := e.Find(ber.Ctx(3)); ok {
		words += ": " + dialogue.Quote(text(info))
	}
	if ok && n == securityViolation {
		return fmt.Errorf("%w: %s", open.ErrLogin, words)
	}
	return fmt.Errorf("%w: %s", open.ErrServer, words)
}
