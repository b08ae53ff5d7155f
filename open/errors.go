package open

import (
	"errors"
	"fmt"
	"net/netip"

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
	// ErrServer is any other refusal, such as 552 of ftp.
	ErrServer = errors.New("the server refused")
	// ErrChanged is an object that is no longer the one of Request.Version.
	ErrChanged = errors.New("the object has changed")
	// ErrUnchanged is an object that has not changed after Request.Since.
	ErrUnchanged = errors.New("the object has not changed since")
	// ErrLineBreak is what the writer of protocol lines says of CR, LF or NUL.
	ErrLineBreak = errors.New("a line end or NUL inside a protocol line")
)

// Refusal is an open, or a step of one such as a redirect or a data connection,
// that a guard refused: nothing was sent for it. It names the guard,
// the place, the section that asks for it, and the setting that would let the
// URL pass.
type Refusal struct {
	Name     string   // stable: "ctl-octet", "bad-port-list", ...
	URL      earl.URL // its password is never printed
	Off, Len int      // where in the URL's text, in bytes from 0; Len 0: nowhere in it
	Reason   string   // what was found, without secrets
	Section  string   // of the document that asks for the guard
	Setting  string   // the field of Policy that would allow it, or ""
	// Address is the address that was refused, for a guard that checks addresses;
	// the zero AddrPort for any other.
	Address netip.AddrPort
}

// Found says where in the URL something was found, what, and by which section
// it is refused.
func (r *Refusal) Found() string {
	text := r.Reason
	if r.Len > 0 {
		text = fmt.Sprintf("character %d: %s", r.Off+1, text)
	}
	if r.Section != "" {
		text += " (" + r.Section + ")"
	}
	return text
}

// Error names the guard, the URL without its password, what was found, and the setting.
func (r *Refusal) Error() string {
	s := fmt.Sprintf("refused (%s): %s: %s", r.Name, r.URL.Redacted(), r.Found())
	if r.Setting != "" {
		s += "; allowed by " + r.Setting
	}
	return s
}

// TooMany is the error of a listing with more entries than p allows: an ErrCut.
func TooMany(p *Policy) error {
	return &LimitError{"Policy.Entries", fmt.Errorf("%w: more than %d entries", ErrCut, p.Entries)}
}
