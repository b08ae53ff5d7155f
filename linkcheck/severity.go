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
