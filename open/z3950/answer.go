package z3950

import (
	"fmt"

	"github.com/earl-url/earl/internal/protocol/ber"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/dialogue"
)

// broken returns the error of an invalid message.
func broken(format string, args ...any) error {
	return fmt.Errorf("%w: %s", open.ErrProtocol, fmt.Sprintf(format, args...))
}

// An initAnswer is the response to Init.
type initAnswer struct {
	accepted   bool
	version3   bool
	server     string
	diagnostic *Error // of a refusal, or nil
}

// parseInit reads the response to Init. What is missing has its zero value.
// Source: ANSI/NISO Z39.50-1995 3.2.1.1.
func parseInit(e ber.Element) (a initAnswer) {
	var name, version string
	for part := range e.Children() {
		switch part.Tag {
		case ber.Ctx(3):
			a.version3 = part.Bit(version3)
		case ber.Ctx(12):
			a.accepted, _ = part.Bool()
		case ber.Ctx(111):
			name = text(part)
		case ber.Ctx(112):
			version = text(part)
		case ber.Ctx(11): // the user information, of a refusal
			a.diagnostic = findDiagnostic(part, maxFindDepth)
		}
	}
	a.server = name
	if version != "" {
		a.server += " " + version
	}
	return a
}

// A searchAnswer is the response to Search.
type searchAnswer struct{ hits int64 }

// parseSearch reads the response to Search. The error is an *Error if the search failed.
// Source: ANSI/NISO Z39.50-1995 3.2.2.1.
func parseSearch(e ber.Element) (a searchAnswer, err error) {
	ok, seen := false, false
	for part := range e.Children() {
		switch part.Tag {
		case ber.Ctx(22):
			ok, _ = part.Bool()
		case ber.Ctx(23):
			a.hits, seen = part.Int()
		case tagDiagnostic, tagDiagnostics:
			err = parseDiagnostics(part)
		}
	}
	switch {
	case err != nil && !ok:
		return a, err
	case !ok:
		return a, fmt.Errorf("%w: the search failed", open.ErrServer)
	case !seen || a.hits < 0:
		return a, broken("a response to Search without the number of records")
	}
	return a, nil
}

// The choices of the type Records.
const (
	tagRecords     = class | 28
	tagDiagnostic  = class | 130
	tagDiagnostics = class | 205
)

// A record is a record as the server sent it, or the reason why it did not.
type record struct {
	database string
	oid      string
	octets   []byte // of the record, or the text of SUTRS
	err      error  // the surrogate diagnostic, or an error of the record
}

// parsePresent reads the response to Present. It returns at most max records. The error is an *Error if
// there is no record. Source: ANSI/NISO Z39.50-1995 3.2.3.1.
func parsePresent(e ber.Element, max int64) (list []record, err error) {
	for part := range e.Children() {
		switch part.Tag {
		case tagRecords:
			for r := range part.Children() {
				if int64(len(list)) == max {
					return nil, broken("more than the %d records that were requested", max)
				}
				list = append(list, parseRecord(r))
			}
		case tagDiagnostic, tagDiagnostics:
			err = parseDiagnostics(part)
		}
	}
	if len(list) > 0 {
		err = nil
	}
	return list, err
}

// parseRecord reads the type NamePlusRecord. Source: ANSI/NISO Z39.50-1995 4.1.
func parseRecord(e ber.Element) (r record) {
	name, _ := e.Find(ber.Ctx(0))
	r.database = text(name)
	choice, _ := e.Find(ber.Ctx(1))
	if external, ok := choice.Find(ber.Ctx(1)); ok {
		r.external(external)
	} else if surrogate, ok := choice.Find(ber.Ctx(2)); ok {
		r.err = parseDiagnosticRecord(surrogate)
	} else {
		r.err = broken("neither a record nor a diagnostic")
	}
	return r
}

// external reads a record. Its element contains the type EXTERNAL, which in old servers is implicit.
// Source: ANSI/NISO Z39.50-1995 4.1; X.690 8.18.
func (r *record) external(e ber.Element) {
	if inner, ok := e.Find(ber.External); ok {
		e = inner
	}
	oid, _ := e.Find(ber.OID)
	r.oid, _ = oid.OID()
	for part := range e.Children() {
		switch part.Tag {
		case ber.Ctx(0): // one element, such as the string of SUTRS
			for value := range part.Children() {
				r.octets = value.Bytes()
				return
			}
		case ber.Ctx(1), ber.Ctx(2):
			r.octets = part.Bytes()
			return
		}
	}
	r.err = broken("a record without data")
}

// An entry is a term of an index.
type entry struct {
	term    string // to search for
	display string // to show
	count   int64  // how many records have the term; -1: not known
	err     error  // the diagnostic instead of the term
}

// parseScan reads the response to Scan. It returns at most max terms.
// Source: ANSI/NISO Z39.50-1995 3.2.8.1.
func parseScan(e ber.Element, max int) (entries []entry, err error) {
	list, _ := e.Find(ber.Ctx(7))
	for part := range list.Children() {
		switch part.Tag {
		case ber.Ctx(1):
			for x := range part.Children() {
				if len(entries) == max {
					return nil, broken("more than the %d terms that were requested", max)
				}
				entries = append(entries, parseEntry(x))
			}
		case ber.Ctx(2):
			err = parseDiagnostics(part)
		}
	}
	status, _ := e.Find(ber.Ctx(4))
	if n, _ := status.Int(); n == scanFailure && len(entries) == 0 && err == nil {
		err = fmt.Errorf("%w: the list of terms failed", open.ErrServer)
	}
	if len(entries) > 0 {
		err = nil
	}
	return entries, err
}

// scanFailure is the status of a Scan without a result.
const scanFailure = 6

// parseEntry reads the type Entry.
func parseEntry(e ber.Element) entry {
	x := entry{count: -1}
	switch e.Tag {
	case ber.Ctx(2):
		x.err = parseDiagnosticRecord(e)
		return x
	case ber.Ctx(1):
	default:
		x.err = broken("neither a term nor a diagnostic")
		return x
	}
	for part := range e.Children() {
		switch part.Tag {
		case ber.Ctx(45):
			x.term = string(part.Bytes())
		case ber.Ctx(0):
			x.display = text(part)
		case ber.Ctx(2):
			if n, ok := part.Int(); ok && n >= 0 {
				x.count = n
			}
		}
	}
	if x.display == "" {
		x.display = dialogue.Text(x.term)
	}
	if x.term == "" {
		x.err = broken("a term of another type than bytes")
	}
	return x
}

// text returns a server's string for users.
func text(e ber.Element) string { return dialogue.Text(string(e.Bytes())) }
