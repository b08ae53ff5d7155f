package open

import (
	"errors"
	"fmt"
	"net/netip"

	"github.com/earl-url/earl"
)

// The errors of opening, besides a Refusal, the errors of ctx and those of
// package net. Test for them with errors.Is. The message contains the server's
// code and text.
var (
	ErrNotFound = errors.New("not found")
	ErrLogin    = errors.New("a login is needed or was refused")
	ErrCut      = errors.New("the object was truncated")
	ErrProtocol = errors.New("the server sent an invalid response")
	ErrNoOpener = errors.New("unsupported scheme")
	ErrConnect  = errors.New("no connection")
	// ErrServer is any other refusal by the server, such as 552 of ftp.
	ErrServer = errors.New("the server refused")
	// ErrChanged means that the object is not in the state of Request.Version.
	ErrChanged = errors.New("the object has changed")
	// ErrUnchanged means that the object has not changed after Request.Since.
	ErrUnchanged = errors.New("the object has not changed since")
	// ErrBeyond means that the object ends before Request.Offset. It comes from Open
	// or, if the size is not known before, from the Body.
	ErrBeyond = errors.New("cannot resume")
	// ErrLineBreak is the error for CR, LF or NUL in a part of a protocol line.
	ErrLineBreak = errors.New("a line end or NUL inside a protocol line")
)

// Beyond returns the [ErrBeyond] of an object of size bytes.
func Beyond(offset, size int64) error {
	return fmt.Errorf("%w at byte %d of an object of %d bytes", ErrBeyond, offset, size)
}

// Refusal is the error of a guard that refused to open a URL, to follow a
// redirect or to make a data connection. Nothing was sent for it. It has the
// name of the guard, the position, the section that requires the guard, and the
// setting that would allow the URL.
type Refusal struct {
	Name     string   // stable: "ctl-octet", "bad-port-list", ...
	URL      earl.URL // its password is never printed
	Off, Len int      // the position in the URL's text, in bytes from 0; Len 0: no position
	Reason   string   // what the guard found, without secrets
	Section  string   // of the document that requires the guard
	Setting  string   // the field of Policy that would allow it, or ""
	// Address is the address that was refused, for a guard that checks addresses;
	// the zero AddrPort for any other.
	Address netip.AddrPort
}

// Found returns what the guard found, with its position in the URL and the
// section of the guard.
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

// Error returns the name of the guard, the URL without its password, what the
// guard found, and the setting that allows it.
func (r *Refusal) Error() string {
	s := fmt.Sprintf("refused (%s): %s: %s", r.Name, r.URL.Redacted(), r.Found())
	if r.Setting != "" {
		s += "; allowed by " + r.Setting
	}
	return s
}

// TooMany returns the error, an ErrCut, of a listing with more entries than p
// allows.
func TooMany(p *Policy) error {
	return &LimitError{"Policy.Entries", fmt.Errorf("%w: more than %d entries", ErrCut, p.Entries)}
}
