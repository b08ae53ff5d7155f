package readers

import (
	"cmp"
	"fmt"
	"net/netip"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// uriJS models the function parse without options.
var uriJS = &Reader{
	Name: "uri-js", Title: "npm uri-js", Language: "JavaScript", Version: "4.4.1",
	Family: "uri-js",
	Departs: []string{
		"The user ends at the first @, and the path starts where the port ends, even without a slash.",
		"It decodes the host of an http URL, writes it in Punycode, and decodes it once more.",
		"It removes leading zeros from the numbers of an IPv4 address.",
	},
	Gaps:  []string{"The program gives the path and query of ws together as resourceName, and no path of mailto and urn."},
	rules: &rules{scheme: uriJSParse},
}

// uriJSParts is the expression of rfc3986 appendix B, with a host and a port.
var uriJSParts = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:([^:/?#]+):)?(?://((?:([^/?#@]*)@)?(\[[^/?#\]]+\]|[^/?#:]*)(?::([0-9]*))?))?([^?#]*)`)
})

// uriJSParse takes the text apart and normalizes each component.
func uriJSParse(p *parse) bool {
	m := uriJSParts().FindStringSubmatch(p.text)
	scheme, host, path := lower(m[1]), uriJSAddress(m[4]), m[6]
	switch scheme {
	case "http", "https", "ws", "wss":
		host = uriJSDomain(host)
	}
	const plain = letters + digits + "-._~!$&'()*+,;="
	p.Scheme = strings.Map(func(r rune) rune {
		if r < utf8.RuneSelf && strings.IndexByte(schemeBytes, byte(r)) >= 0 {
			return r
		}
		return -1
	}, lowerText(decodeUnreserved(scheme)))
	p.User, p.Port = m[3], jsNumber(m[5])
	p.Host = upperEscapes(escapeOther(lowerText(decodeUnreserved(host)), plain+"%[]:"))
	allowed := plain + "%/@:"
	if p.Scheme == "" {
		allowed = plain + "%/@"
	}
	p.Path = upperEscapes(escapeOther(decodeUnreserved(path), allowed))
	p.done = true
	return uriJSScheme(p, scheme, p.text[len(m[0]):])
}

// uriJSScheme checks what a scheme requires. rest is the text after the path.
func uriJSScheme(p *parse, scheme, rest string) bool {
	path := p.Path
	switch scheme {
	case "http", "https":
		return p.Host != ""
	case "ws", "wss":
		p.Path = cmp.Or(path, "/")
	case "mailto":
		p.Path = ""
		_, query, _ := strings.Cut(rest, "?")
		return isUriJSMail(path, query[:find(query, "#")])
	case "urn":
		p.Path = ""
		return strings.IndexByte(path, ':') > 0
	}
	return true
}

// isUriJSMail reports whether each recipient of mailto has an "@".
func isUriJSMail(path, query string) bool {
	var to []string
	if path != "" {
		to = strings.Split(path, ",")
	}
	for field := range strings.SplitSeq(query, "&") {
		name, value, _ := strings.Cut(field, "=")
		value, _, _ = strings.Cut(value, "=")
		if name == "to" {
			to = append(to, strings.Split(value, ",")...)
		}
	}
	return !slices.ContainsFunc(to, func(address string) bool { return !strings.Contains(address, "@") })
}

// uriJSAddress removes brackets from an IPv6 address, and leading zeros from both
// kinds of address.
func uriJSAddress(host string) string {
	if a, ok := uriJSNumbers(host); ok {
		return a
	}
	address, zone := strings.TrimSuffix(strings.TrimPrefix(host, "["), "]"), ""
	if i := strings.IndexByte(address, '%'); i >= 0 {
		zone = strings.TrimPrefix(address[i+1:], "25")
		if _, isEscape := escapeAt(address, i); isEscape && address[i+1:] == zone || zone == "" || !isEscapedOf(zone, unreserved) {
			return host
		}
		address, zone = address[:i], "%"+zone
	}
	start := strings.LastIndexByte(address, ':') + 1
	if a, ok := uriJSNumbers(address[start:]); ok {
		address = address[:start] + a
	}
	if short, ok := shortIPv6(address); ok {
		return short + zone
	}
	return host
}

// shortIPv6 returns the short form of an IPv6 address without a zone. Numbers at its end
// that are written in decimal stay so, and others stay hexadecimal.
func shortIPv6(address string) (string, bool) {
	a, err := netip.ParseAddr(address)
	b := a.As16()
	switch {
	case err != nil || !a.Is6() || a.Zone() != "":
		return "", false
	case strings.Contains(address, ".") && !a.Is4In6():
		copy(b[12:], "\xff\xff\xff\xff")
		_, numbers, _ := cutLast(address, ':')
		return strings.TrimSuffix(netip.AddrFrom16(b).String(), "ffff:ffff") + numbers, true
	case a.Is4In6() && !strings.Contains(address, "."):
		return fmt.Sprintf("::ffff:%x:%x", uint(b[12])<<8|uint(b[13]), uint(b[14])<<8|uint(b[15])), true
	}
	return a.String(), true
}

// uriJSNumbers returns an IPv4 address of numbers of up to three digits without
// leading zeros.
func uriJSNumbers(host string) (string, bool) {
	numbers := strings.Split(host, ".")
	for i, n := range numbers {
		if len(n) > 3 {
			return "", false
		}
		numbers[i] = plainNumber(n)
	}
	a, err := netip.ParseAddr(strings.Join(numbers, "."))
	return a.String(), err == nil && a.Is4()
}

// jsNumber returns digits as JavaScript prints the number.
func jsNumber(s string) string {
	f, err := strconv.ParseFloat(s, 64)
	switch {
	case err != nil:
		return s
	case f >= 1e21:
		return strings.Replace(strconv.FormatFloat(f, 'e', -1, 64), "e+0", "e+", 1)
	case f >= 1<<53:
		digits, exponent, _ := strings.Cut(strconv.FormatFloat(f, 'e', -1, 64), "e+")
		digits = strings.Replace(digits, ".", "", 1)
		n, _ := strconv.Atoi(exponent)
		return digits + strings.Repeat("0", n+1-len(digits))
	}
	return plainNumber(s)
}

// uriJSDomain decodes a host, and writes its labels outside ASCII in Punycode
// without a table of mappings.
func uriJSDomain(host string) string {
	host = lowerText(decodeRuns(host, func(string) bool { return true }))
	local, domain, ok := strings.Cut(host, "@")
	if ok {
		local += "@"
		host, _, _ = strings.Cut(domain, "@")
	} else {
		local = ""
	}
	if a, ok := asciiLabels(asciiDots(host), func(label string) (string, bool) { return label, true }); ok {
		host = a
	}
	return local + host
}

// decodeUnreserved decodes escapes of letters, digits and "-._~".
func decodeUnreserved(s string) string {
	return decodeRuns(s, func(text string) bool { return only(text, letters+digits+"-._~") })
}

// decodeRuns decodes each group of escapes whose text is wanted.
func decodeRuns(s string, wanted func(text string) bool) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		text, n := escapeGroup(s[i:])
		if text != "" && wanted(text) {
			b.WriteString(text)
		} else {
			b.WriteString(s[i : i+n])
		}
		i += n
	}
	return b.String()
}

// escapeGroup returns the text of one to three escapes at the start of s that can be
// a character in UTF-8, and their length. It does not check the bytes after the
// first. The text is "" if there is no such group.
func escapeGroup(s string) (text string, n int) {
	var c [3]byte
	count := 0
	for count < len(c) {
		b, ok := escapeAt(s, 3*count)
		if !ok {
			break
		}
		c[count] = b
		count++
	}
	switch {
	case count == 0:
		return "", 1
	case c[0] < 0x80:
		return string(rune(c[0])), 3
	case c[0] >= 0xE0 && count == 3:
		return string(rune(c[0]&15)<<12 | rune(c[1]&63)<<6 | rune(c[2]&63)), 9
	case c[0] >= 0xC2 && c[0] < 0xE0 && count >= 2:
		return string(rune(c[0]&31)<<6 | rune(c[1]&63)), 6
	}
	return "", 3 * min(count, 2)
}
