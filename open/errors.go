package open

import (
	"errors"
	"fmt"

	"github.com/earl-url/earl"
)

// What an open can fail of, besides a Refusal, the errors of ctx and those of
// net. Test with errors.Is; a protocol's own words and codes are in the message.
var (
	ErrNotFound = errors.New("not found")
	ErrLogin    = errors.New("a login is needed or was refused")
	ErrCut      = errors.New("the object was cut short")
	ErrProtocol = errors.New("the peer broke its protocol")
	ErrNoOpener = errors.New("no opener for this scheme")
	ErrConnect  = errors.New("no connection")
	// ErrLineBreak is what the writer of protocol lines says of CR, LF or NUL.
	ErrLineBreak = errors.New("a line end or NUL inside a protocol line")
)

// Refusal is an open that a guard refused: nothing was sent. It names the guard
// and the setting that would let the URL pass.
type Refusal struct {
	Name    string   // stable: "ctl-octet", "bad-port-list", ...
	URL     earl.URL // its password is never printed
	Reason  string   // what was found, without secrets
	Setting string   // the setting that would allow it; "": none does
}

// Error names the guard, the URL without its password, and the setting.
func (r *Refusal) Error() string {
	s := fmt.Sprintf("refused (%s): %s: %s", r.Name, r.URL.Redacted(), r.Reason)
	if r.Setting != "" {
		s += "; allowed by " + r.Setting
	}
	return s
}

// TooMany is the error of a listing with more entries than p allows: an ErrCut
// that names the setting.
func TooMany(p *Policy) error {
	return fmt.Errorf("%w: more than %d entries (Policy.Entries)", ErrCut, p.Entries)
}
