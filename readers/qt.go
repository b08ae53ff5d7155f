package readers

import (
	"net/netip"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/earl-url/earl/internal/ascii"
)

// qt models QUrl in TolerantMode, its default.
var qt = &Reader{
	Name: "qt", Title: "Qt QUrl", Language: "C++", Version: "5.15.8",
	Family: "qt",
	Departs: []string{
		"The user ends at the first @.",
		"It decodes the host once, maps it by IDNA 2003, and refuses all except letters, digits, hyphens and underscores.",
		"It reads octal, hexadecimal and short IPv4 addresses.",
		"A port is counted modulo 2^64.",
	},
	Gaps: []string{
		"A label that starts with xn-- and does not decode is refused in some top-level domains, which the model does not know.",
		"The program has its own way with spaces, + and escapes in IPv6 addresses, with NUL, and with labels of ignored characters.",
	},
	rules: &rules{scheme: qtScheme, userinfo: firstAt, hostport: qtHostport, port: accept, host: qtHost, path: qtPath},
}

// qtScheme refuses an empty text, and a colon in the first segment of a text without a
// scheme.
func qtScheme(p *parse) bool {
	cutScheme(p)
	i := find(p.rest, ":/?#")
	return p.text != "" && (p.Scheme != "" || i == len(p.rest) || p.rest[i] != ':')
}

// qtHostport takes what follows the last colon as port, unless the colon is in brackets.
func qtHostport(p *parse) bool {
	s := p.authority
	colon := strings.LastIndexByte(s, ':')
	if end := strings.IndexByte(s, ']'); strings.HasPrefix(s, "[") && (end < 0 || end > colon) {
		colon = -1
	}
	p.Host = s
	if colon < 0 {
		return true
	}
	p.Host, p.Port = s[:colon], s[colon+1:]
	if p.Port == "" {
		return true
	}
	var n uint64
	for i := range len(p.Port) {
		n = n*10 + uint64(p.Port[i]-'0')
	}
	ok := n <= 65535 && only(p.Port, digits)
	p.Port = strconv.FormatUint(n, 10)
	return ok
}

// qtHost reads an address in brackets, an IPv4 address, or a name. An escaped host is
// decoded and read once more.
func qtHost(p *parse) bool {
	if strings.HasPrefix(p.Host, "[") {
		return qtLiteral(p)
	}
	if p.Host == "" {
		return true
	}
	if a, ok := qtIPv4(p.Host); ok {
		p.Host = a
		return true
	}
	host, ok := qtACE(qtDecode(p.Host))
	if a, isIPv4 := qtIPv4(host); isIPv4 {
		host = a
	}
	p.Host = host
	return ok
}

// qtIPv4 is inetAton with spaces and "+" before numbers, as C's strtoull has them. A NUL
// ends the text.
func qtIPv4(s string) (string, bool) {
	s, _, _ = strings.Cut(s, "\x00")
	parts := strings.Split(s, ".")
	for i, part := range parts {
		parts[i] = strings.TrimPrefix(strings.TrimLeft(part, " \t\n\v\f\r"), "+")
	}
	return inetAton(strings.Join(parts, "."))
}

// qtDecode decodes escapes of unreserved characters, spaces and characters outside ASCII.
func qtDecode(s string) string {
	s = unescapeOnly(s, unreserved+" ")
	if text := unescapeHigh(s); utf8.ValidString(text) {
		return text
	}
	return s
}

// unescapeHigh decodes the escapes of bytes that are not ASCII.
func unescapeHigh(s string) string {
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		c, ok := escapeAt(s, i)
		if ok && c >= utf8.RuneSelf {
			b = append(b, c)
			i += 2
			continue
		}
		b = append(b, s[i])
	}
	return string(b)
}

// qtLiteral reads an IPv6 address with an optional zone, or an address of a future version.
func qtLiteral(p *parse) bool {
	inner, ok := strings.CutSuffix(p.Host[1:], "]")
	if !ok || inner == "" {
		return false
	}
	if inner[0] == 'v' {
		p.Host = inner
		return isQtFuture(inner)
	}
	address, zone, hasZone := strings.Cut(qtEscapes(inner, unreserved+" "), "%25")
	a, err := netip.ParseAddr(strings.ReplaceAll(address, ":+", ":"))
	if err != nil || !a.Is6() || a.Zone() != "" || hasZone && (zone == "" || strings.Contains(zone, "%25")) {
		return false
	}
	p.Host = ntop6(a)
	if hasZone {
		p.Host += "%25" + escapeOther(zone, pathBytes+"[]%")
	}
	return true
}

// isQtFuture reports whether s is "v", one hexadecimal digit, a dot and characters of an
// address.
func isQtFuture(s string) bool {
	return len(s) > 3 && ascii.Hex(s[1]) >= 0 && s[2] == '.' && only(s[3:], unreserved+subDelims+":")
}

// qtACE maps and encodes the labels of a name, and checks them by the rules of STD 3, with
// underscores. Only the last label can be empty.
func qtACE(host string) (string, bool) {
	host, ok := asciiLabels(asciiDots(lower(host)), func(label string) (string, bool) {
		label, ok := nameprep(label)
		return label, ok && (!ascii.Only(label) || isQtLabel(label))
	})
	labels := strings.Split(host, ".")
	for i, label := range labels {
		isLast := i == len(labels)-1 && i > 0
		ok = ok && (isQtLabel(label) || isLast && label == "")
	}
	return host, ok
}

func isQtLabel(label string) bool {
	return label != "" && len(label) <= 63 && label[0] != '-' && label[len(label)-1] != '-' && only(label, letters+digits+"-_")
}

// qtPath escapes the path, and decodes escapes of characters that need none.
func qtPath(p *parse) bool {
	cutPath(p)
	p.Path = escapeOther(qtEscapes(p.Path, unreserved), pathBytes+"[]%")
	return true
}

// qtEscapes decodes the escapes of the bytes in set. If one "%" of s starts no escape, all
// become %25.
func qtEscapes(s, set string) string {
	if !escapesAreWhole(s) {
		return strings.ReplaceAll(s, "%", "%25")
	}
	return upperEscapes(unescapeOnly(s, set))
}
