package readers

import (
	"net/netip"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/earl-url/earl/internal/uts46"
)

// python models urlsplit and the attributes of its result.
var python = &Reader{
	Name: "python", Title: "Python urllib.parse", Language: "Python", Version: "3.11.2",
	Family: "python",
	Departs: []string{
		"It removes tabs and line ends, and control characters and spaces at the start.",
		"The host ends at the first colon after the last @.",
		"It accepts every character in a host, except if NFKC makes / ? # @ or : of it.",
	},
	rules: &rules{drop: "\t\r\n", clean: pythonClean, slashes: pythonAuthority, hostport: pythonHostport, port: pythonPort, host: pythonHost},
}

func pythonClean(p *parse) bool {
	p.rest = strings.TrimLeft(p.rest, controls+" ")
	return true
}

// pythonAuthority refuses an authority with one kind of bracket only, one with
// brackets around no address, and one that contains a delimiter after normalization.
func pythonAuthority(p *parse) bool {
	cutAuthority(p)
	left, right := strings.Contains(p.authority, "["), strings.Contains(p.authority, "]")
	return left == right && (!left || pythonBrackets(p.authority)) && !hidesDelimiter(p.authority)
}

// pythonBrackets reports whether brackets are around the whole host, which is an
// IPv6 address or one of a future version.
func pythonBrackets(authority string) bool {
	_, hostport, ok := cutLast(authority, '@')
	if !ok {
		hostport = authority
	}
	before, after, ok := strings.Cut(hostport, "[")
	if !ok {
		host, _, _ := strings.Cut(hostport, ":")
		return pythonAddress(host)
	}
	host, port, _ := strings.Cut(after, "]")
	return before == "" && (port == "" || port[0] == ':') && pythonAddress(host)
}

var futureAddress = regexp.MustCompile(`^v[a-fA-F0-9]+\..+$`)

func pythonAddress(host string) bool {
	//lint:ignore urlhost this asks for the form of an address
	if strings.HasPrefix(host, "v") {
		return futureAddress.MatchString(host)
	}
	a, err := netip.ParseAddr(host)
	return err == nil && !a.Is4() && !strings.Contains(a.Zone(), "%")
}

// hidesDelimiter reports whether NFKC makes a delimiter of a character in s. UTS 46 maps the
// same characters to delimiters.
func hidesDelimiter(s string) bool {
	var space [8]rune
	return strings.ContainsFunc(s, func(r rune) bool {
		return r >= utf8.RuneSelf && strings.ContainsAny(string(uts46.AppendMapped(space[:0], r)), "/?#@:")
	})
}

// pythonHostport takes what is between the first brackets, wherever they are, or
// what is before the first colon.
func pythonHostport(p *parse) bool {
	before, after, ok := strings.Cut(p.authority, "[")
	if !ok {
		p.Host, p.Port, p.hasPort = strings.Cut(before, ":")
		return true
	}
	var rest string
	p.Host, rest, _ = strings.Cut(after, "]")
	_, p.Port, p.hasPort = strings.Cut(rest, ":")
	return true
}

// pythonPort gives no port where the attribute port fails; the host is read before.
func pythonPort(p *parse) bool {
	if !only(p.Port, digits) || !portInRange(plainNumber(p.Port)) {
		p.Port = ""
	}
	p.Port = plainNumber(p.Port)
	return true
}

// pythonHost lowers letters, but not those of a zone.
func pythonHost(p *parse) bool {
	host, zone, ok := strings.Cut(p.Host, "%")
	p.Host = lowerText(host)
	if ok {
		p.Host += "%" + zone
	}
	return true
}
