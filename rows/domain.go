package rows

import (
	"net/netip"
	"strings"

	"golang.org/x/net/publicsuffix"

	"github.com/earl-url/earl"
)

// ListVersion is the version of the public suffix list that the columns about
// domains use.
func ListVersion() string { return publicsuffix.List.String() }

// registrable returns the registrable domain of u's host, and whether it has one.
// With icann, the suffixes of companies, such as github.io, are names like others.
// A dot at the end of the host stays: it is another name where a resolver searches.
// Source: whatwg host registrable domain; format of the public suffix list.
func registrable(u earl.URL, icann bool) (string, bool) {
	host, dot := hostName(u)
	if host == "" {
		return "", false
	}
	suffix, isICANN := publicsuffix.PublicSuffix(host)
	for icann && !isICANN && strings.Contains(suffix, ".") {
		// A private suffix lies below one of ICANN, or below one that no rule has.
		_, rest, _ := strings.Cut(suffix, ".")
		suffix, isICANN = publicsuffix.PublicSuffix(rest)
	}
	rest, ok := strings.CutSuffix(host, "."+suffix)
	if !ok || rest == "" {
		return "", false
	}
	return rest[strings.LastIndexByte(rest, '.')+1:] + "." + suffix + dot, true
}

// hostName returns the host of u as the public suffix list has it: in lower
// case, with xn-- labels and without the dot at its end, and that dot or "". It
// returns no host for an address.
func hostName(u earl.URL) (name, dot string) {
	host, _ := u.Host()
	if !isPlainName(host) {
		v, err := earl.WHATWG.Parse("http://" + host + "/")
		if err != nil {
			return "", ""
		}
		host, _ = v.Host()
	}
	if name = strings.TrimSuffix(host, "."); name != host {
		host, dot = name, "."
	}
	if host == "" || host[0] == '[' || host[0] == '.' || strings.Contains(host, "..") {
		return "", ""
	}
	if last := host[len(host)-1]; '0' <= last && last <= '9' {
		if _, err := netip.ParseAddr(host); err == nil {
			return "", ""
		}
	}
	return host, dot
}

// isPlainName reports whether host has only lower-case letters, digits, hyphens
// and dots, so that a browser reads it unchanged, unless it is an address.
func isPlainName(host string) bool {
	for i := range len(host) {
		if c := host[i]; (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' && c != '.' {
			return false
		}
	}
	last := strings.TrimSuffix(host, ".")
	last = last[strings.LastIndexByte(last, '.')+1:]
	return last != "" && (last[0] < '0' || last[0] > '9')
}
