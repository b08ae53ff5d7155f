package linkcheck

// Status is what became of a URL.
type Status uint8

// The statuses. Those up to Skipped are no fault.
const (
	OK         Status = iota
	Redirected        // it leads elsewhere, for now or for good
	Changed           // it answers, with something else than before: rfc1738 6
	Skipped           // not opened, by a setting of whoever asked or by the site's robots.txt

	Invalid       // not a URL by the edition
	UnknownScheme // nobody opens the scheme, which may be misspelt
	Relative      // a relative reference where no base is known: draft1996 8.4
	Refused       // a guard refused it, or where it leads: nothing was sent there
	NotFound
	NoFragment   // the document is there, the place in it is not
	NoConnection // name, route, refused, TLS
	TimedOut
	Broken // the peer broke its protocol, or the object was cut short
	Login  // a login is needed, or was refused
	Failed // any other answer that says no
)

var statusWords = [...]string{"ok", "redirected", "changed", "skipped", "invalid", "unknown-scheme", "relative",
	"refused", "not-found", "no-fragment", "no-connection", "timed-out", "broken", "login", "failed"}

// String returns the word for s, such as "not-found".
func (s Status) String() string { return statusWords[s] }

// Fault reports whether s is a fault of the link.
func (s Status) Fault() bool { return s > Skipped }

// ParseStatus returns the Status that a word names.
func ParseStatus(word string) (Status, bool) {
	for i, w := range statusWords {
		if w == word {
			return Status(i), true
		}
	}
	return 0, false
}
