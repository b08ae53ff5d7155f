package readers

import (
	"strconv"
	"strings"
)

// rfc3986 models uri_reference and is_valid of the package rfc3986.
var rfc3986 = &Reader{
	Name: "rfc3986", Title: "Python rfc3986", Language: "Python", Version: "1.5.0",
	Family: "rfc3986",
	Departs: []string{
		"A backslash ends the host.",
		"It escapes what a path cannot contain, and refuses brackets in it.",
		"Digits right after a bracket are a port.",
		"It accepts the number of a port up to 99999.",
	},
	rules: &rules{scheme: keepScheme, ends: `\/?#`, userinfo: rfc3986User, hostport: rfc3986Hostport, port: rfc3986Port, host: rfc3986Host, path: rfc3986Path},
}

func rfc3986User(p *parse) bool {
	p.authority = strings.TrimSuffix(p.authority, "\n")
	had := len(p.authority)
	lastAt(p)
	return had == len(p.authority) || p.User != "" && isEscapedOf(p.User, userinfoBytes)
}

func rfc3986Hostport(p *parse) bool {
	end := find(p.authority, ":")
	if strings.HasPrefix(p.authority, "[") {
		end = strings.IndexByte(p.authority, ']') + 1
	}
	p.Host = p.authority[:end]
	p.Port = strings.TrimPrefix(p.authority[end:], ":")
	return end > 0 || p.authority == "" || p.authority[0] == ':'
}

// rfc3986Port accepts five digits.
func rfc3986Port(p *parse) bool { return len(p.Port) <= 5 && anyPort(p) }

func rfc3986Host(p *parse) bool {
	if literal, ok := strings.CutPrefix(p.Host, "["); ok {
		literal = strings.TrimSuffix(literal, "]")
		_, zone, hasZone := strings.Cut(literal, "%")
		return isFuture(literal) || isIPv6Zone(literal) && !strings.Contains(zone, "!") && (!hasZone || len(zone) > 2 && zone[:2] == "25")
	}
	if isDotted(p.Host) {
		for n := range strings.SplitSeq(p.Host, ".") {
			if v, _ := strconv.Atoi(n); v > 255 {
				return false
			}
		}
	}
	return isEscapedOf(p.Host, unreserved+subDelims)
}

// isFuture reports whether s is an address of a future version. Source: rfc3986 3.2.2.
func isFuture(s string) bool {
	version, address, ok := strings.Cut(strings.TrimPrefix(s, "v"), ".")
	return ok && s[0] == 'v' && version != "" && only(version, digits+"abcdefABCDEF") && address != "" && only(address, userinfoBytes)
}

// rfc3986Path escapes the path. Brackets are never valid, nor "#" in a fragment, which
// ends at a line end.
func rfc3986Path(p *parse) bool {
	cutPath(p)
	before, fragment, _ := strings.Cut(p.rest, "#")
	fragment, _, _ = strings.Cut(fragment, "\n")
	p.Path = escapeWhole(p.Path, pathBytes)
	return !strings.ContainsAny(before, "[]") && !strings.ContainsAny(fragment, "[]#")
}
