package linkcheck

// Severity is how much a result matters for the whole check.
type Severity uint8

// The severities. Only a fault makes a check fail.
const (
	SeverityOK      Severity = iota // there is nothing to do
	SeverityWarning                 // the link works, or cannot be checked; someone should look at it
	SeverityFault                   // there is a problem with the link
)

var severityWords = [...]string{"ok", "warning", "fault"}

// String returns the word for s: "ok", "warning" or "fault".
func (s Severity) String() string { return severityWords[s] }

// ParseSeverity returns the Severity for a word such as "warning".
func ParseSeverity(word string) (Severity, bool) {
	for i, w := range severityWords {
		if w == word {
			return Severity(i), true
		}
	}
	return 0, false
}

// Severity returns the severity of a result with status s, unless its
// Result.Severity differs: a redirect that is not permanent is OK, an unknown
// scheme that resembles no other is a warning, and Options.Strict turns
// warnings into faults.
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

// isMoved reports whether the server redirects the URL itself permanently.
// Source: rfc9110 15.4.2, 15.4.9.
func isMoved(x *Result) bool { return len(x.Hops) > 0 && x.Hops[0].Permanent }

// strict returns s, or a fault for a warning with Options.Strict.
func (r *run) strict(s Severity) Severity {
	if r.o.Strict && s == SeverityWarning {
		return SeverityFault
	}
	return s
}
