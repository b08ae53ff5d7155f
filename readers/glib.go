package readers

import (
	"net/netip"
	"strings"
	"unicode/utf8"

	"github.com/earl-url/earl/internal/ascii"
)

// glib models g_uri_parse without flags.
var glib = &Reader{
	Name: "glib", Title: "GLib GUri", Language: "C", Version: "2.74.6",
	Family: "glib",
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
	if _, err := netip.ParseAddr(host); err == nil && !strings.Contains(host, "%") || host == ":" {
		return host == raw
	}
	if ok && !ascii.Only(host) {
		host, ok = glibIDN(host)
	}
	p.Host = host
	return ok
}

// glibAddress reads an IPv6 address in brackets, with an optional zone after "%25".
func glibAddress(p *parse) bool {
	inner, ok := strings.CutSuffix(p.Host[1:], "]")
	address, zone, hasZone := strings.Cut(inner, "%")
	if !ok || !isIPv6(address) && address != ":" || hasZone && (len(zone) < 3 || zone[:2] != "25") {
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
	if ascii.Only(host) {
		return host, true
	}
	if strings.ContainsAny(host, controls+" \x7f") {
		return "", false
	}
	host, ok := asciiLabels(asciiDots(host), glibLabel)
	for label := range strings.SplitSeq(host, ".") {
		ok = ok && len(label) <= 63
	}
	return strings.TrimSuffix(host, "."), ok
}

// glibLabel maps a label. It refuses spaces, and a label that starts like an A-label.
func glibLabel(label string) (string, bool) {
	label, ok := nameprepLower(label)
	return label, ok && !strings.Contains(label, " ") && (ascii.Only(label) || !strings.HasPrefix(label, "xn--"))
}
