package readers

import (
	"net/netip"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"
	"golang.org/x/text/cases"
	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"
)

// glib models g_uri_parse without flags.
var glib = &Reader{
	Name: "glib", Title: "GLib GUri", Language: "C", Version: "2.74.6",
	Departs: []string{
		"The host starts after the first @.",
		"It decodes each component once, and then removes dot segments from the path.",
		"It accepts every character in a host, and maps characters outside ASCII by IDNA 2003.",
		"It refuses an IPv4 address that has escapes.",
	},
	rules: &rules{
		scheme: needScheme, userinfo: glibUser, hostport: glibHostport, port: port16, host: glibHost, path: glibPath,
	},
}

// glibText decodes a component, which must be valid UTF-8 without NUL.
func glibText(s string) (string, bool) {
	text := unescape(s)
	return text, escapesAreWhole(s) && utf8.ValidString(text) && !strings.Contains(text, "\x00")
}

func glibUser(p *parse) (ok bool) {
	firstAt(p)
	p.User, ok = glibText(p.User)
	return ok
}

// glibHostport takes the port after the first colon, or after brackets, which stay.
func glibHostport(p *parse) bool {
	start := 0
	if strings.HasPrefix(p.authority, "[") {
		start = strings.IndexByte(p.authority, ']') + 1
		if start == 0 || !strings.HasPrefix(p.authority[start:], ":") {
			start = len(p.authority)
		}
	}
	end := start + find(p.authority[start:], ":")
	p.Host, p.Port = p.authority[:end], strings.TrimPrefix(p.authority[end:], ":")
	return true
}

func glibHost(p *parse) bool {
	if strings.HasPrefix(p.Host, "[") {
		return glibAddress(p)
	}
	raw := p.Host
	host, ok := glibText(raw)
	if _, err := netip.ParseAddr(host); err == nil && !strings.Contains(host, "%") {
		return host == raw
	}
	if ok && !isASCII(host) {
		host, ok = glibIDN(host)
	}
	p.Host = host
	return ok
}

// glibAddress reads an IPv6 address in brackets, with an optional zone after "%25".
func glibAddress(p *parse) bool {
	inner, ok := strings.CutSuffix(p.Host[1:], "]")
	address, zone, hasZone := strings.Cut(inner, "%")
	if !ok || !isIPv6(address) || hasZone && (len(zone) < 3 || zone[:2] != "25") {
		return false
	}
	p.Host = address
	if hasZone {
		zone, ok = glibText(zone[2:])
		p.Host += "%" + zone
	}
	return ok
}

func glibPath(p *parse) bool {
	before, fragment, _ := strings.Cut(p.rest, "#")
	path, query, _ := strings.Cut(before, "?")
	_, ok := glibText(fragment)
	_, ok2 := glibText(query)
	path, ok3 := glibText(path)
	p.Path = removeDotSegments(path)
	return ok && ok2 && ok3
}

// glibIDN converts a host outside ASCII as GLib does, which removes its last dot.
func glibIDN(host string) (string, bool) {
	host = lower(strings.Map(dropJunk, host))
	if isASCII(host) {
		return host, true
	}
	if strings.ContainsAny(host, controls+" \x7f") {
		return "", false
	}
	host = strings.NewReplacer("。", ".", "．", ".", "｡", ".").Replace(host)
	labels := strings.Split(strings.TrimSuffix(host, "."), ".")
	for i, label := range labels {
		if isASCII(label) {
			continue
		}
		prepared, ok := nameprep(label, cases.Lower(language.Und))
		if !ok || strings.HasPrefix(label, "xn--") {
			return "", false
		}
		a, err := idna.Punycode.ToASCII(prepared)
		if err != nil || len(a) > 63 {
			return "", false
		}
		labels[i] = a
	}
	return strings.Join(labels, "."), true
}

// nameprep maps a label with a function for small letters. Source: rfc3491.
// Departs: GLib writes small letters instead of folding case.
func nameprep(label string, small cases.Caser) (string, bool) {
	label = small.String(norm.NFKC.String(small.String(label)))
	return label, isASCII(label) || strings.IndexFunc(label, isProhibited) < 0
}

// dropJunk returns -1 for a character that nameprep maps to nothing.
func dropJunk(r rune) rune {
	switch r {
	case 0xAD, 0x34F, 0x1806, 0x180B, 0x180C, 0x180D, 0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF:
		return -1
	}
	if 0xFE00 <= r && r <= 0xFE0F {
		return -1
	}
	return r
}

// isProhibited reports whether nameprep refuses a character.
func isProhibited(r rune) bool {
	if r < 0x80 {
		return false
	}
	isGraphic := unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S)
	return !isGraphic || r == 0xFFFC || r == 0xFFFD || 0x2FF0 <= r && r <= 0x2FFB || r == 0x340 || r == 0x341
}
