package linkcheck

// Status is the result of checking a URL.
type Status uint8

// The statuses. Those before Invalid are not faults.
const (
	OK         Status = iota
	Redirected        // the server redirects to another URL
	Changed           // the content is not what it was before: rfc1738 6
	Skipped           // not opened: by a setting, by robots.txt, or because earl does not open its scheme
	Repaired          // the text is not a URL, but browsers correct it
	Blocked           // the server refuses programs such as this one; the link may be fine

	Invalid       // not a URL in the edition
	UnknownScheme // no such scheme is known; it may be misspelt
	Relative      // a relative reference without a base: draft1996 8.4
	Refused       // refused by policy, or a URL that it redirects to was; nothing was sent there
	NotFound
	NoFragment   // the document exists, but does not have the fragment
	NoConnection // an error of DNS, routing, TCP or TLS
	TimedOut
	Broken  // the server sent an invalid response, or the content was truncated
	Login   // the server needs a login, or refused it
	Failed  // the server refused the request for any other reason
	Soft404 // the server says that the page exists, but the page says that it does not
	Parked  // the domain is for sale, or shows only advertisements
)

var statusWords = [...]string{"ok", "redirected", "changed", "skipped", "repaired", "blocked", "invalid", "unknown-scheme", "relative",
	"refused", "not-found", "no-fragment", "no-connection", "timed-out", "broken", "login", "failed", "soft-404", "parked"}

// String returns the word for s, such as "not-found".
func (s Status) String() string { return statusWords[s] }

// Fault reports whether s is a fault, without Options.Strict.
func (s Status) Fault() bool { return s >= Invalid }

// ParseStatus returns the Status that a word names.
func ParseStatus(word string) (Status, bool) {
	for i, w := range statusWords {
		if w == word {
			return Status(i), true
		}
	}
	return 0, false
}
