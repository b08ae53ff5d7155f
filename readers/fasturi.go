package readers

import (
	"net/netip"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/earl-url/earl/internal/ascii"
)

// fastURI models the function parse without options. A text with an error is refused.
var fastURI = &Reader{
	Name: "fast-uri", Title: "npm fast-uri", Language: "JavaScript", Version: "4.2.3",
	Family: "fast-uri",
	Departs: []string{
		"The user ends at the first @.",
		"It escapes characters outside ASCII and others that rfc3986 does not permit in a path.",
		"It refuses http without a host, and reads its host like a browser if the host has more than letters and signs.",
		"It decodes escapes of letters, digits, - . _ and ~ in other hosts.",
	},
	Gaps: []string{
		"The program gives the path and query of ws together as resourceName, and no path of mailto and urn.",
		"The program accepts an A-label that decodes to ASCII, such as xn--a-, and the model refuses it.",
		"It reads escaped delimiters in a recipient of mailto in another way.",
	},
	rules: &rules{clean: fastURIClean, scheme: fastURIScheme, slashes: fastURIAuthority, userinfo: firstAt, hostport: fastURIHostport, port: port16, host: fastURIHost, path: fastURIPath},
}

// fastURIClean refuses control characters and spaces at the ends.
func fastURIClean(p *parse) bool {
	return p.rest == "" || p.rest[0] > ' ' && p.rest[len(p.rest)-1] > ' '
}

// fastURIScheme refuses a wrong scheme, and what a browser would read as two slashes.
func fastURIScheme(p *parse) bool {
	if i := find(p.rest, ":/?#"); i > 0 && i < len(p.rest) && p.rest[i] == ':' {
		if cutScheme(p); p.Scheme == "" {
			return false
		}
	}
	slashes := p.rest[:span(p.rest, "/\\\t\n\r")]
	plain := without(slashes, "\t\n\r")
	return len(plain) < 2 || strings.HasPrefix(plain, "//") && plain == slashes
}

// fastURIAuthority refuses a backslash, a wrong escape before the host, and http without
// a host.
func fastURIAuthority(p *parse) bool {
	cutAuthority(p)
	user, _, hasUser := strings.Cut(p.authority, "@")
	isHTTP := p.Scheme == "http" || p.Scheme == "https"
	return !strings.Contains(p.authority, `\`) && (!hasUser || escapesAreWhole(user)) && (p.hasAuthority || !isHTTP)
}

// fastURIHostport takes the port after brackets or after the first colon.
func fastURIHostport(p *parse) bool {
	end := find(p.authority, ":")
	if strings.HasPrefix(p.authority, "[") {
		end = strings.IndexByte(p.authority, ']') + 1
	}
	p.Host = p.authority[:end]
	p.Port, p.hasPort = strings.CutPrefix(p.authority[end:], ":")
	return p.hasPort || end == len(p.authority)
}

// fastURIHost reads an address, or the name of a host.
func fastURIHost(p *parse) bool {
	if strings.HasPrefix(p.Host, "[") {
		return fastURILiteral(p)
	}
	if a, err := netip.ParseAddr(p.Host); err == nil && a.Is4() {
		return true
	}
	if strings.ContainsAny(p.Host, "[]") || !escapesAreWhole(p.Host) {
		return false
	}
	p.Host = lowerText(p.Host)
	switch p.Scheme {
	case "http", "https":
		if p.Host == "" || !fastURIDomain(p) {
			return false
		}
	case "ws", "wss":
		if !fastURIDomain(p) {
			return false
		}
	case "mailto": // keeps characters outside ASCII
		p.Host = upperEscapes(lowerText(unescapeOnly(p.Host, unreserved)))
		return true
	}
	p.Host = upperEscapes(escapeOther(lowerText(unescapeOnly(p.Host, unreserved)), unreserved+subDelims+"%"))
	return true
}

// fastURILiteral reads an IPv6 address with an optional zone, or one of a future version.
func fastURILiteral(p *parse) bool {
	inner, ok := strings.CutSuffix(p.Host[1:], "]")
	if fastURIFuture().MatchString(inner) {
		p.Host = lower(p.Host)
		return ok
	}
	address, zone, hasZone := strings.Cut(inner, "%")
	zone = strings.TrimPrefix(zone, "25")
	short, isAddress := shortIPv6(address)
	p.Host = short
	if hasZone {
		p.Host += "%" + zone
	}
	return ok && isAddress && (!hasZone || zone != "" && isEscapedOf(zone, unreserved))
}

var fastURIFuture = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[vV][0-9A-Fa-f]+\.[A-Za-z0-9\-._~!$&'()*+,;=:]+$`)
})

const (
	domainSigns = "!\"$&'()*+,-.;=_`{}~"
	lowerCase   = "abcdefghijklmnopqrstuvwxyz"
)

// fastURIDomain asks a browser's parser about a host with more than letters and signs.
func fastURIDomain(p *parse) bool {
	if strings.ContainsAny(p.Host, controls+" \"#/:<>?@[\\]^`{|}\x7F") {
		return false
	}
	if only(p.Host, lowerCase+domainSigns) {
		return true
	}
	host, ok := browserHost(p.Host)
	p.Host = host
	return ok
}

// browserHost returns the host that a browser reads in a host and nothing else.
func browserHost(host string) (string, bool) {
	u, ok := whatwg.Read("http://" + host)
	return u.Host, ok && u.User == "" && u.Port == "" && u.Path == "/" && !strings.ContainsAny(host, "?#")
}

// fastURIPath escapes the path, and decodes escapes of characters that need none, except
// the dot.
func fastURIPath(p *parse) bool {
	before, fragment, _ := strings.Cut(p.rest, "#")
	path, query, _ := strings.Cut(before, "?")
	if !escapesAreWhole(path) || !escapesAreWhole(query) || !escapesAreWhole(fragment[:find(fragment, "\u2028\u2029")]) {
		return false
	}
	switch p.Scheme {
	case "mailto":
		return isFastURIMail(path, query, p.hasAuthority)
	case "urn":
		return isFastURN(path)
	case "ws", "wss":
		if path == "" {
			path = "/"
		}
	}
	p.Path = upperEscapes(escapeOther(unescapeOnly(path, letters+digits+"-_~"), pathBytes+"%"))
	return true
}

// isFastURIMail reports whether each recipient has a domain, and no authority is before
// recipients.
func isFastURIMail(path, query string, hasAuthority bool) bool {
	var to []string
	if path != "" {
		to = strings.Split(path, ",")
	}
	for field := range strings.SplitSeq(query, "&") {
		name, value, _ := strings.Cut(field, "=")
		if strings.Contains(value, "=") {
			return false
		}
		if lowerText(jsDecode(name)) == "to" {
			to = append(to, strings.Split(value, ",")...)
		}
	}
	for _, address := range to {
		if _, domain, ok := cutLast(address, '@'); !ok || !isMailDomain(lowerText(jsDecode(domain))) {
			return false
		}
	}
	return len(to) == 0 || !hasAuthority
}

// jsDecode is decodeURIComponent of JavaScript, which changes nothing if it fails.
func jsDecode(s string) string {
	if text := unescape(s); utf8.ValidString(text) && escapesAreWhole(s) {
		return text
	}
	return s
}

// isMailDomain reports whether a domain is a literal in brackets, or a host.
func isMailDomain(domain string) bool {
	if inner, ok := strings.CutPrefix(domain, "["); ok {
		inner, ok = strings.CutSuffix(inner, "]")
		return ok && !strings.ContainsAny(inner, controls+" [\\]\x7F") && ascii.Only(inner)
	}
	last := domain[strings.LastIndexByte(domain, '.')+1:]
	if domain != "" && only(domain, lowerCase+digits+domainSigns) && !(last != "" && only(last, digits)) {
		return true
	}
	_, ok := browserHost(domain)
	return ok
}

var urn = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^([0-9A-Za-z][0-9A-Za-z-]{0,31}):((?:[\w!$'()*+,\-./:;=@]|%[0-9A-Fa-f]{2})+)$`)
})

var uuid = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)
})

// isFastURN reports whether the path has a namespace and a name in it.
func isFastURN(path string) bool {
	m := urn().FindStringSubmatch(path)
	return m != nil && (lower(m[1]) != "uuid" || uuid().MatchString(m[2]))
}
