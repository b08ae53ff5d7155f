package destination

import (
	"errors"
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
// and "10.0.0.0/8:80". IPv4-mapped addresses are read as IPv4: "::ffff:10.0.0.0/104" is
// "10.0.0.0/8". Bits after the prefix do not count.
func ParseNet(s string) (Net, error) {
	text, port := s, uint16(0)
	if i := strings.LastIndexByte(s, ':'); i >= 0 && (strings.Count(s, ":") == 1 || i > strings.LastIndexAny(s, "]/") && strings.ContainsAny(s, "]/")) {
		n, err := strconv.ParseUint(s[i+1:], 10, 16)
		if err != nil || n == 0 {
			return Net{}, fmt.Errorf("%q: the port must be a number from 1 to 65535", s)
		}
		text, port = s[:i], uint16(n)
	}
	prefix, err := parsePrefix(text)
	if err != nil {
		return Net{}, fmt.Errorf("%q %w", s, err)
	}
	return Net{prefix, port}, nil
}

// parsePrefix reads an address, with brackets or without, or a range.
func parsePrefix(text string) (netip.Prefix, error) {
	text, length, isRange := strings.Cut(text, "/")
	if inner, ok := strings.CutPrefix(text, "["); ok {
		if text, ok = strings.CutSuffix(inner, "]"); !ok || !strings.Contains(text, ":") {
			return netip.Prefix{}, errNoNet
		}
	}
	addr, err := netip.ParseAddr(text)
	if err != nil {
		return netip.Prefix{}, errNoNet
	}
	if addr.Zone() != "" {
		return netip.Prefix{}, errors.New("has a zone: write the address without it")
	}
	bits := addr.BitLen()
	if isRange {
		p, err := netip.ParsePrefix(addr.String() + "/" + length)
		if err != nil {
			return netip.Prefix{}, errNoNet
		}
		bits = p.Bits()
	}
	if addr.Is4In6() {
		if addr, bits = addr.Unmap(), bits-96; bits < 0 {
			return netip.Prefix{}, errors.New("contains IPv4 and IPv6 addresses: write a range of each")
		}
	}
	return netip.PrefixFrom(addr, bits).Masked(), nil
}

// errNoNet completes a sentence about a text.
var errNoNet = errors.New("is not an address or a range of addresses")

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
