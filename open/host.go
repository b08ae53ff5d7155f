package open

import (
	"fmt"
	"net"
	"net/netip"
	"strconv"
	"strings"

	"github.com/earl-url/earl"
)

// HostPort returns the host and port to dial for u. The host is decoded and has
// no brackets around an IPv6 address. The port is that of the URL, or the
// default of its scheme. The error is a *Refusal: guard "bad-host" if the URL
// has no host or an invalid one, "bad-port" if it has no port.
func HostPort(u earl.URL) (string, error) {
	name, reason := hostOf(u)
	if reason != "" {
		return "", Refuse(GuardBadHost, u, reason)
	}
	port, ok := u.PortNumber()
	if !ok {
		return "", Refuse(GuardPortRange, u, "the URL has no port from 1 to 65535")
	}
	return net.JoinHostPort(name, strconv.Itoa(int(port))), nil
}

// hostOf returns the host of u, decoded and without brackets. reason says why
// it is invalid, or is "".
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
		return "", "a colon (0x3A) in the host"
	}
	if reason := badEscape(text, name); reason != "" {
		return "", reason
	}
	return name, badHost(name)
}

// badEscape returns why the escapes of a host are refused, or "". text is the
// host as it is in the URL, name is the decoded host. Programs disagree on
// whether the escapes of a host are decoded. A host that has another meaning
// after decoding can pass a filter that reads the text.
func badEscape(text, name string) string {
	if text == name {
		return ""
	}
	if strings.Count(text, ".") != strings.Count(name, ".") {
		return fmt.Sprintf("host %q contains an escaped dot: write it as %q", text, name)
	}
	if _, err := netip.ParseAddr(name); err == nil {
		return fmt.Sprintf("host %q is an address only after decoding: write it as %q", text, name)
	}
	return ""
}

// maxHost is the length of the longest name in the domain name system, with its
// final dot.
const maxHost = 254

// badHost returns why a decoded host without brackets is invalid, or "". A host
// that ends in a number must be an address: some systems read "127.1",
// "0177.0.0.1" and "2130706433" as one, others do not. Source: rfc1738 3.1;
// SPEC A24.
func badHost(host string) string {
	if host == "" {
		return "the URL has no host"
	}
	if len(host) > maxHost {
		return fmt.Sprintf("the host has more than %d bytes", maxHost)
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
			return fmt.Sprintf("byte 0x%02X in the host", c)
		}
	}
	if strings.Contains("."+strings.TrimSuffix(host, ".")+".", "..") {
		return fmt.Sprintf("host %q has an empty label", host)
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

// ParseNet reads a Net. Examples are "10.0.0.0/8", "127.0.0.1", "[::1]:8080"
// and "10.0.0.0/8:80".
func ParseNet(s string) (Net, error) {
	text, port := s, uint16(0)
	if i := strings.LastIndexByte(s, ':'); i >= 0 && (strings.Count(s, ":") == 1 || i > strings.LastIndexAny(s, "]/") && strings.ContainsAny(s, "]/")) {
		n, err := strconv.ParseUint(s[i+1:], 10, 16)
		if err != nil || n == 0 {
			return Net{}, fmt.Errorf("open: %q: the port must be a number from 1 to 65535", s)
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

// contains reports whether n contains an address and port.
func (n Net) contains(a netip.AddrPort) bool {
	return n.Prefix.Contains(a.Addr().Unmap().WithZone("")) && (n.Port == 0 || n.Port == a.Port())
}
