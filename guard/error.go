package guard

import (
	"context"
	"log/slog"
	"net/netip"
	"strconv"
	"strings"

	"github.com/earl-url/earl/internal/runes"
)

// The names of the guards, as in [Error.Guard]. They are stable. Guards that
// package open has too have the same names there.
const (
	GuardURL            = "bad-url"         // not a URL with a host
	GuardReadings       = "disagreement"    // programs read different hosts or ports
	GuardScheme         = "scheme"          // neither http nor https
	GuardLogin          = "login"           // a user or a password
	GuardBadHost        = "bad-host"        // the host is neither a name nor an address
	GuardPrivateName    = "private-name"    // a name that is never on the public Internet, such as localhost
	GuardPortRange      = "bad-port"        // a port that is not 1 to 65535
	GuardBadPort        = "bad-port-list"   // a port of another protocol
	GuardPrivateAddress = "private-address" // an address that is not on the public Internet
	GuardDenied         = "denied"          // listed in Options.Deny
	GuardOnly           = "not-listed"      // not listed in Options.Only
	GuardTunnel         = "tunnel"          // the method CONNECT
	GuardNetwork        = "network"         // a connection that is neither tcp nor udp
	GuardOption         = "bad-option"      // an entry of Options that cannot be read
	GuardMaxSize        = "max-size"        // more bytes than Options.MaxSize
	GuardConnect        = "connect-time"    // no connection within Options.Connect
	GuardHeader         = "header-time"     // no header within Options.Header
	GuardIdle           = "idle-time"       // nothing received for Options.Idle
	GuardTotal          = "total-time"      // no end within Options.Total
)

// guards has the section and the setting of each guard, in the order of the
// constants.
var guards = [...]struct{ name, section, setting string }{
	{GuardURL, "rfc3986 3", ""},
	{GuardReadings, "rfc3986 7.6", ""},
	{GuardScheme, "rfc1738 6", ""},
	{GuardLogin, "rfc3986 7.5", "Options.Login"},
	{GuardBadHost, "rfc1738 3.1", ""},
	{GuardPrivateName, "rfc6761 6.3", "Options.Allow"},
	{GuardPortRange, "rfc1738 3.1", ""},
	{GuardBadPort, "rfc1738 6", "Options.Allow"},
	{GuardPrivateAddress, "rfc6890 2.2", "Options.Allow"},
	{GuardDenied, "", "Options.Deny"},
	{GuardOnly, "", "Options.Only"},
	{GuardTunnel, "rfc9110 9.3.6", ""},
	{GuardNetwork, "", ""},
	{GuardOption, "", ""},
	{GuardMaxSize, "", "Options.MaxSize"},
	{GuardConnect, "", "Options.Connect"},
	{GuardHeader, "", "Options.Header"},
	{GuardIdle, "", "Options.Idle"},
	{GuardTotal, "", "Options.Total"},
}

// Error is the error of a guard that refused a URL or a connection, or of a
// limit that ended a response. The errors of http.Client wrap it: find it with
// errors.As. It has no user, password, path or query of the URL, so a program
// can log it. It is a slog.LogValuer.
type Error struct {
	Guard   string         // its name, such as "private-address"
	Host    string         // of the URL, as far as it was read
	Address netip.AddrPort // that was refused, or the zero AddrPort
	Reason  string         // what the guard found
	Setting string         // the option that allows it, such as "Options.Allow", or ""
	Section string         // of the document that requires the guard, or ""
}

// Error returns the guard, the host, the reason and the setting.
func (e *Error) Error() string {
	s := "guard: refused (" + e.Guard + "): "
	if e.Timeout() || e.Guard == GuardMaxSize {
		s = "guard: stopped (" + e.Guard + "): "
	}
	if e.Host != "" {
		s += e.hostText() + ": "
	}
	s += e.Reason
	if e.Section != "" {
		s += " (" + e.Section + ")"
	}
	if e.Setting != "" {
		s += "; see " + e.Setting
	}
	return s
}

// Timeout reports whether a time limit ended the request.
func (e *Error) Timeout() bool { return e.Unwrap() != nil }

// Unwrap returns context.DeadlineExceeded for a time limit, and else nil.
func (e *Error) Unwrap() error {
	switch e.Guard {
	case GuardConnect, GuardHeader, GuardIdle, GuardTotal:
		return context.DeadlineExceeded
	}
	return nil
}

// LogValue returns the fields that are not empty as a group.
func (e *Error) LogValue() slog.Value {
	attrs := []slog.Attr{slog.String("guard", e.Guard)}
	for _, field := range [...]struct{ key, value string }{
		{"host", e.hostText()}, {"address", e.addressText()}, {"reason", e.Reason}, {"setting", e.Setting}, {"section", e.Section},
	} {
		if field.value != "" {
			attrs = append(attrs, slog.String(field.key, field.value))
		}
	}
	return slog.GroupValue(attrs...)
}

// hostText returns Host for a line of a log: escaped if it has characters that
// do not print, such as marks that change the direction of text.
func (e *Error) hostText() string {
	if strings.IndexFunc(e.Host, func(r rune) bool { return !runes.Printable(r) }) < 0 {
		return e.Host
	}
	quoted := strconv.QuoteToASCII(e.Host)
	return quoted[1 : len(quoted)-1]
}

// addressText returns Address as text, or "".
func (e *Error) addressText() string {
	if !e.Address.IsValid() {
		return ""
	}
	return e.Address.String()
}

// refuse returns the Error of a guard.
func (s *settings) refuse(guard, host, reason string) error {
	return s.refuseAddress(guard, host, netip.AddrPort{}, reason)
}

// refuseAddress is refuse with the address that was refused. It returns nil for
// the guard that a test turned off.
func (s *settings) refuseAddress(guard, host string, address netip.AddrPort, reason string) error {
	if guard == s.off {
		return nil
	}
	e := &Error{Guard: guard, Host: host, Address: address, Reason: reason}
	for _, g := range guards {
		if g.name == guard {
			e.Section, e.Setting = g.section, g.setting
		}
	}
	return e
}
