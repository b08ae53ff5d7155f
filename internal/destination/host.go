package destination

import (
	"fmt"
	"net/netip"
	"strings"

	"github.com/earl-url/earl"
)

// Host returns the host of u, decoded and without brackets. reason says why
// it is invalid, or is "".
func Host(u earl.URL) (name, reason string) {
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
	return name, BadHost(name)
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

// BadHost returns why a decoded host without brackets is invalid, or "". A host
// that ends in a number must be an address: some systems read "127.1",
// "0177.0.0.1" and "2130706433" as one, others do not. Source: rfc1738 3.1;
// SPEC A24.
func BadHost(host string) string {
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
