package inputs

import (
	"net/netip"
	"slices"
	"strings"

	"github.com/earl-url/earl"
)

// A Selection says which links are left out by what their URL says, without any
// lookup of a name. The zero Selection leaves out none.
type Selection struct {
	// Schemes are the only schemes that are checked, in lower case. nil means all.
	Schemes []string
	// NoMail leaves out addresses (mailto).
	NoMail bool
	// NoPrivate leaves out hosts that are private addresses, NoLoopback those that
	// are loopback addresses or localhost, NoLinkLocal those that are link-local.
	NoPrivate, NoLoopback, NoLinkLocal bool
}

// Skip returns why a URL is left out, or "".
func (s Selection) Skip(u earl.URL) string {
	scheme := strings.ToLower(u.Scheme())
	switch {
	case s.Schemes != nil && !slices.Contains(s.Schemes, scheme):
		return "the scheme " + scheme + " is not requested"
	case s.NoMail && scheme == "mailto":
		return "mail addresses are not requested"
	}
	host, ok := u.Host()
	if !ok {
		return ""
	}
	name := strings.ToLower(strings.TrimSuffix(strings.Trim(host, "[]"), "."))
	if s.NoLoopback && (name == "localhost" || strings.HasSuffix(name, ".localhost")) {
		return "a loopback host is left out"
	}
	at, err := netip.ParseAddr(name)
	if err != nil {
		return ""
	}
	switch at = at.Unmap(); {
	case s.NoLoopback && at.IsLoopback():
		return "a loopback address is left out"
	case s.NoPrivate && at.IsPrivate():
		return "a private address is left out"
	case s.NoLinkLocal && at.IsLinkLocalUnicast():
		return "a link-local address is left out"
	}
	return ""
}
