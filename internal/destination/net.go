package destination

import (
	"fmt"
	"net/netip"
	"strconv"
	"strings"
)

// Net is a range of addresses, optionally with one port.
type Net struct {
	Prefix netip.Prefix
	Port   uint16 // 0: every port
}

// ParseNet reads a Net. Examples are "10.0.0.0/8", "127.0.0.1", "[::1]:8080"
// and "10.0.0.0/8:80".
func ParseNet(s string) (Net, error) {
	text, port := s, uint16(0)
	if i := strings.LastIndexByte(s, ':'); i >= 0 && (strings.Count(s, ":") == 1 || i > strings.LastIndexAny(s, "]/") && strings.ContainsAny(s, "]/")) {
		n, err := strconv.ParseUint(s[i+1:], 10, 16)
		if err != nil || n == 0 {
			return Net{}, fmt.Errorf("%q: the port must be a number from 1 to 65535", s)
		}
		text, port = s[:i], uint16(n)
	}
	text = strings.NewReplacer("[", "", "]", "").Replace(text)
	if prefix, err := netip.ParsePrefix(text); err == nil {
		return Net{prefix.Masked(), port}, nil
	}
	addr, err := netip.ParseAddr(text)
	if err != nil {
		return Net{}, fmt.Errorf("%q is not an address or a range of addresses", s)
	}
	return Net{netip.PrefixFrom(addr, addr.BitLen()), port}, nil
}

// String returns n in the form that ParseNet reads.
func (n Net) String() string {
	switch {
	case n.Port == 0:
		return n.Prefix.String()
	case n.Prefix.Addr().Is6():
		return fmt.Sprintf("[%s]/%d:%d", n.Prefix.Addr(), n.Prefix.Bits(), n.Port)
	}
	return fmt.Sprintf("%s:%d", n.Prefix, n.Port)
}

// Contains reports whether n contains an address and port.
func (n Net) Contains(a netip.AddrPort) bool {
	return n.Prefix.Contains(a.Addr().Unmap().WithZone("")) && (n.Port == 0 || n.Port == a.Port())
}
