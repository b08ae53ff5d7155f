package readers

import (
	"net/netip"
	"strings"

	"github.com/earl-url/earl/internal/ascii"
)

// yarl models yarl.URL, which aiohttp uses, over the standard library.
var yarl = &Reader{
	Name: "yarl", Title: "Python yarl", Language: "Python", Version: "1.8.2",
	Family: "python",
	Departs: []string{
		"It splits a text like Python urllib.parse, and refuses a port that is no number.",
		"It writes an IP address in its short form.",
		"The path has no dot segments, and it refuses .. above the root.",
	},
	Gaps: []string{
		"A host that the package idna refuses is mapped by tables of today, not of Unicode 3.2.",
		"The program removes dot segments after an address of a future version that contains a bracket.",
	},
	rules: &rules{drop: "\t\r\n", clean: pythonClean, slashes: yarlAuthority, hostport: pythonHostport, port: yarlPort, host: yarlHost, path: yarlPath},
}

// yarlAuthority treats an empty authority as none.
func yarlAuthority(p *parse) bool {
	ok := pythonAuthority(p)
	p.hasAuthority = p.authority != ""
	return ok
}

// yarlPort drops the port 0.
func yarlPort(p *parse) bool {
	if p.hasPort && !port16(p) {
		return false
	}
	if p.Port == "0" {
		p.Port = ""
	}
	return true
}

// yarlHost encodes the host, and reads the result again.
func yarlHost(p *parse) bool {
	pythonHost(p)
	if p.Host == "" {
		return false
	}
	host, ok := yarlEncode(p.Host)
	if p.Port != "" {
		host += ":" + p.Port
	}
	again := parse{authority: host[strings.LastIndexByte(host, '@')+1:]}
	pythonHostport(&again)
	p.Host, p.Port = again.Host, again.Port
	return ok && pythonHost(p) && port16(p)
}

// yarlEncode returns the short form of an address, or a host in ASCII.
func yarlEncode(host string) (string, bool) {
	address, zone, hasZone := strings.Cut(host, "%")
	if a, err := netip.ParseAddr(address); err == nil {
		s := a.String()
		if a.Is4In6() {
			s = netip.AddrFrom16(a.As16()).StringExpanded()
			s = "::ffff:" + shortGroup(s[30:34]) + ":" + shortGroup(s[35:39])
		}
		if hasZone {
			s += "%" + zone
		}
		if a.Is6() {
			s = "[" + s + "]"
		}
		return s, true
	}
	host = lowerText(host)
	if ascii.Only(host) {
		return host, true
	}
	if label, ok := idnaPython(host); ok {
		return label, true
	}
	return idnaCodec(asciiDots(host), nameprep)
}

// shortGroup removes leading zeros of a group of an IPv6 address.
func shortGroup(s string) string { return s[:3][span(s[:3], "0"):] + s[3:] }

// yarlPath escapes the path, and decodes the escapes of characters that need none.
func yarlPath(p *parse) bool {
	cutPath(p)
	p.Path = requote(p.Path, unreserved+"!$'()*,+&=;@:/", "/+")
	if p.Host == "" {
		return true
	}
	p.Path = popSegments(p.Path)
	switch {
	case p.Path == "":
		p.Path = "/"
	case p.Path[0] != '/':
		return false
	}
	return true
}

// requote decodes the escapes of bytes in safe, except those in protected, and escapes
// what is not in safe.
func requote(s, safe, protected string) string {
	b := make([]byte, 0, len(s)+16)
	for i := 0; i < len(s); i++ {
		c, ok := escapeAt(s, i)
		if ok {
			i += 2
		} else {
			c = s[i]
		}
		if strings.IndexByte(safe, c) >= 0 && (!ok || strings.IndexByte(protected, c) < 0) {
			b = append(b, c)
			continue
		}
		b = appendEscape(b, c)
	}
	return string(b)
}
