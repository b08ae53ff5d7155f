package linkcheck

// Severity says how a result counts for the check as a whole.
type Severity uint8

// The severities. Only a fault makes a check fail.
const (
	SeverityOK      Severity = iota // there is nothing to do
	SeverityWarning                 // the link works, or cannot be checked; someone should look at it
	SeverityFault                   // the link is broken
)

var severityWords = [...]string{"ok", "warning", "fault"}

// String returns the word for s: "ok", "warning" or "fault".
func (s Severity) String() string { return severityWords[s] }

// ParseSeverity returns the Severity that a word names.
func ParseSeverity(word string) (Severity, bool) {
	for i, w := range severityWords {
		if w == word {
			return Severity(i), true
		}
	}
	return 0, false
}

// Severity returns the severity of a result with status s, unless its
// Result.Severity differs: a redirect that is not permanent is OK, a scheme that
// is unknown but resembles no other is a warning, and Options.Strict makes faults
// of warnings.
func (s Status) Severity() Severity {
	switch {
	case s >= Invalid:
		return SeverityFault
	case s == Redirected, s >= Changed && s != Skipped:
		return SeverityWarning
	}
	return SeverityOK
}

// severity returns the severity of a result. mild is that of its target.
func (r *run) severity(x *Result, mild bool) Severity {
	s := x.Status.Severity()
	switch {
	case mild:
		s = SeverityWarning
	case x.Status == Redirected && !isMoved(x), x.Status == TimedOut && r.o.AcceptTimeouts:
		s = SeverityOK
	}
	return r.strict(s)
}

// isMoved reports whether the server says that the URL itself has another one for
// good. Source: rfc9110 15.4.2, 15.4.9.
func isMoved(x *Result) bool { return len(x.Hops) > 0 && x.Hops[0].Permanent }

// strict returns the severity that Options.Strict makes of s.
func (r *run) strict(s Severity) Severity {
	if r.o.Strict && s == SeverityWarning {
		return SeverityFault
	}
	return s
}
