package open

import (
	"fmt"
	"net"
	"net/netip"
	"strconv"
	"strings"

	"github.com/earl-url/earl"
)

// HostPort returns the host and port of u as they are dialled: the host decoded
// and without the brackets of an IPv6 literal, the port that is written or the
// scheme's. The error is a *Refusal: guard "bad-host" for a URL without a host
// or with one that cannot be, "bad-port" for one without a port.
func HostPort(u earl.URL) (string, error) {
	name, reason := hostOf(u)
	if reason != "" {
		return "", &Refusal{Name: GuardBadHost, URL: u, Reason: reason, Section: "rfc1738 3.1"}
	}
	port, ok := u.PortNumber()
	if !ok {
		return "", &Refusal{Name: GuardPortRange, URL: u, Reason: "it has no port of 1 to 65535", Section: "rfc1738 3.1"}
	}
	return net.JoinHostPort(name, strconv.Itoa(int(port))), nil
}

// hostOf returns the host of u, decoded and without brackets, and why it cannot
// be one, "" if it can.
func hostOf(u earl.URL) (name, reason string) {
	text, _ := u.Host()
	if literal, ok := strings.CutPrefix(text, "["); ok {
		name = strings.TrimSuffix(literal, "]")
		if addr, err := netip.ParseAddr(name); err != nil || !addr.Is6() {
			return "", fmt.Sprintf("host %q is not an IPv6 address", text)
		}
		return name, ""
	}
	name = string(earl.Unescape(text))
	if strings.Contains(name, ":") {
		return "", "octet 3A in the host"
	}
	return name, badHost(name)
}

// maxHost is the longest name that the domain name system has, with a final dot.
const maxHost = 254

// badHost says why a decoded host without brackets cannot be one, "" if it can.
// What ends in a number must be an address: some systems read "127.1",
// "0177.0.0.1" and "2130706433" as one, others do not. Source: rfc1738 3.1; SPEC A24.
func badHost(host string) string {
	if host == "" {
		return "it has no host"
	}
	if len(host) > maxHost {
		return fmt.Sprintf("the host has more than %d octets", maxHost)
	}
	if strings.Contains(host, ":") {
		if _, err := netip.ParseAddr(host); err != nil {
			return fmt.Sprintf("host %q is not an IPv6 address", host)
		}
		return ""
	}
	for i := range len(host) {
		switch c := host[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '-', c == '.', c == '_':
		case c >= 0x80:
			return fmt.Sprintf("host %q is not US-ASCII: write its xn-- form", host)
		default:
			return fmt.Sprintf("octet %02X in the host", c)
		}
	}
	if !endsInNumber(host) {
		return ""
	}
	if _, err := netip.ParseAddr(host); err != nil {
		return fmt.Sprintf("host %q is not an IPv4 address: four groups of 0 to 255 without leading zeros", host)
	}
	return ""
}

// endsInNumber reports whether the last label of a host is a number, decimal or
// hexadecimal. Source: whatwg, "ends in a number checker".
func endsInNumber(host string) bool {
	host = strings.TrimSuffix(host, ".")
	label := host[strings.LastIndexByte(host, '.')+1:]
	if label == "" {
		return false
	}
	if strings.Trim(label, "0123456789") == "" {
		return true
	}
	return len(label) >= 2 && label[0] == '0' && label[1]|0x20 == 'x' && strings.Trim(label[2:], "0123456789abcdefABCDEF") == ""
}

// specialNets are the ranges that are not on the public Internet, each with
// its word. Source: the IANA IPv4 and IPv6 Special-Purpose Address Registries
// (rfc6890), and the multicast ranges.
var specialNets = [...]struct {
	prefix netip.Prefix
	word   string
}{
	{v4(0, 0, 0, 0, 8), "this-network"},
	{v4(10, 0, 0, 0, 8), "private"},
	{v4(100, 64, 0, 0, 10), "shared"},
	{v4(127, 0, 0, 0, 8), "loopback"},
	{v4(169, 254, 0, 0, 16), "link-local"},
	{v4(172, 16, 0, 0, 12), "private"},
	{v4(192, 0, 0, 0, 24), "protocol"},
	{v4(192, 0, 2, 0, 24), "documentation"},
	{v4(192, 88, 99, 0, 24), "relay"},
	{v4(192, 168, 0, 0, 16), "private"},
	{v4(198, 18, 0, 0, 15), "benchmarking"},
	{v4(198, 51, 100, 0, 24), "documentation"},
	{v4(203, 0, 113, 0, 24), "documentation"},
	{v4(224, 0, 0, 0, 4), "multicast"},
	{v4(240, 0, 0, 0, 4), "reserved"},
	{v6(0, 0, 128), "unspecified"},
	{v6(0, 1, 128), "loopback"},
	{v6(0, 0, 96), "IPv4-compatible"},
	{v6(0x0064_ff9b_0001_0000, 0, 48), "translation"},
	{v6(0x0100_0000_0000_0000, 0, 64), "discard-only"},
	{v6(0x2001_0000_0000_0000, 0, 23), "protocol"}, // Teredo and its like
	{v6(0x2001_0db8_0000_0000, 0, 32), "documentation"},
	{v6(0x2002_0000_0000_0000, 0, 16), "6to4"},
	{v6(0x3fff_0000_0000_0000, 0, 20), "documentation"},
	{v6(0x5f00_0000_0000_0000, 0, 16), "segment-routing"},
	{v6(0xfc00_0000_0000_0000, 0, 7), "private"},
	{v6(0xfe80_0000_0000_0000, 0, 10), "link-local"},
	{v6(0xfec0_0000_0000_0000, 0, 10), "site-local"},
	{v6(0xff00_0000_0000_0000, 0, 8), "multicast"},
}

// special returns the word for an address that is not on the public Internet,
// "" for one that is. An address that wraps an IPv4 address is judged as that.
func special(a netip.Addr) string {
	a = a.Unmap().WithZone("")
	if b := a.As16(); a.Is6() && nat64.Contains(a) {
		a = netip.AddrFrom4([4]byte(b[12:]))
	}
	for _, n := range specialNets {
		if n.prefix.Contains(a) {
			return n.word
		}
	}
	if a.Is6() && !global.Contains(a) {
		return "reserved"
	}
	return ""
}

// global is the one part of IPv6 whose addresses are given out; some of the rest
// wrap an IPv4 address, as ::ffff:0:127.0.0.1 does. Source: rfc4291 2.4.
var global = v6(0x2000_0000_0000_0000, 0, 3)

// nat64 is the prefix in which an IPv4 address is reached over IPv6. Source: rfc6052 2.1.
var nat64 = v6(0x0064_ff9b_0000_0000, 0, 96)

// v4 returns an IPv4 prefix.
func v4(a, b, c, d byte, bits int) netip.Prefix {
	return netip.PrefixFrom(netip.AddrFrom4([4]byte{a, b, c, d}), bits)
}

// v6 returns an IPv6 prefix.
func v6(hi, lo uint64, bits int) netip.Prefix {
	var b [16]byte
	for i := range 8 {
		b[i], b[8+i] = byte(hi>>(56-8*i)), byte(lo>>(56-8*i))
	}
	return netip.PrefixFrom(netip.AddrFrom16(b), bits)
}

// ParseNet reads a Net: "10.0.0.0/8", "127.0.0.1", "[::1]:8080", "10.0.0.0/8:80".
func ParseNet(s string) (Net, error) {
	text, port := s, uint16(0)
	if i := strings.LastIndexByte(s, ':'); i >= 0 && (strings.Count(s, ":") == 1 || i > strings.LastIndexAny(s, "]/") && strings.ContainsAny(s, "]/")) {
		n, err := strconv.ParseUint(s[i+1:], 10, 16)
		if err != nil || n == 0 {
			return Net{}, fmt.Errorf("open: %q: no port of 1 to 65535", s)
		}
		text, port = s[:i], uint16(n)
	}
	text = strings.NewReplacer("[", "", "]", "").Replace(text)
	if prefix, err := netip.ParsePrefix(text); err == nil {
		return Net{prefix.Masked(), port}, nil
	}
	addr, err := netip.ParseAddr(text)
	if err != nil {
		return Net{}, fmt.Errorf("open: %q is not an address or a range of addresses", s)
	}
	return Net{netip.PrefixFrom(addr, addr.BitLen()), port}, nil
}

// String returns n as ParseNet reads it.
func (n Net) String() string {
	switch {
	case n.Port == 0:
		return n.Prefix.String()
	case n.Prefix.Addr().Is6():
		return fmt.Sprintf("[%s]/%d:%d", n.Prefix.Addr(), n.Prefix.Bits(), n.Port)
	}
	return fmt.Sprintf("%s:%d", n.Prefix, n.Port)
}

// contains reports whether n holds an address and port.
func (n Net) contains(a netip.AddrPort) bool {
	return n.Prefix.Contains(a.Addr().Unmap().WithZone("")) && (n.Port == 0 || n.Port == a.Port())
}
