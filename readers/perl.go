package readers

import (
	"strings"
	"unicode"

	"github.com/earl-url/earl/internal/ascii"
)

// perl models the class URI and its methods host, port and path.
var perl = &Reader{
	Name: "perl", Title: "Perl URI", Language: "Perl", Version: "5.17",
	Family: "perl",
	Departs: []string{
		"It accepts every text, and escapes characters that a URL cannot contain.",
		"The host is decoded once, and a colon without digits stays in it.",
		"It knows hosts only in the schemes that have a class.",
	},
	Gaps:  []string{"The program finds the user of an authority with line ends in other places."},
	rules: &rules{clean: perlClean, scheme: perlScheme, userinfo: perlUser, hostport: perlHostport, port: accept, host: perlHost, path: perlPath},
}

// perlClean removes white space and one wrapper.
func perlClean(p *parse) bool {
	s := p.rest
	if inner, ok := strings.CutPrefix(s, "<"); ok && strings.HasSuffix(inner, ">") {
		inner = inner[:len(inner)-1]
		s = strings.TrimPrefix(inner, "URL:")
	}
	if len(s) >= 2 && s[0] == '"' && s[len(s)-1] == '"' {
		s = s[1 : len(s)-1]
	}
	p.rest = strings.TrimFunc(s, unicode.IsSpace)
	return true
}

// perlScheme refuses a text with an authority if the class of its scheme has no host.
func perlScheme(p *parse) bool {
	cutScheme(p)
	switch path := p.rest[:find(p.rest, "#")]; p.Scheme {
	case "data":
		p.Path, p.done = perlEscape(path), true
		return true
	case "mailto":
		p.Path, p.done = escapeOther(path, perlBytes+"[]"), true
		return true
	}
	authority, hasAuthority := strings.CutPrefix(p.rest, "//")
	return !hasAuthority || find(authority, "/?#") == 0 || serverPort(p.Scheme) != ""
}

// perlUser takes the user before the last "@" of a line.
func perlUser(p *parse) bool {
	if p.Scheme == "file" {
		return true
	}
	i := strings.LastIndexByte(p.authority, '@')
	if i >= 0 {
		start := strings.LastIndexByte(p.authority[:i], '\n') + 1
		p.User, p.authority = p.authority[start:i], p.authority[:start]+p.authority[i+1:]
	}
	return true
}

// perlHostport keeps the whole authority of file as host.
func perlHostport(p *parse) bool {
	if p.Scheme == "file" {
		p.Host = p.authority
		return true
	}
	if host, port, ok := cutLast(p.authority, ':'); ok && port != "" && only(port, digits) {
		p.Host, p.Port = host, plainNumber(port)
		return true
	}
	p.Host = p.authority
	return true
}

// perlHost maps a host that has characters outside ASCII, and decodes it. An escape
// becomes the character with the number of its byte.
func perlHost(p *parse) bool {
	if !ascii.Only(p.Host) && p.Scheme != "file" {
		p.Host = perlIDN(p.Host)
	}
	if p.Scheme != "file" && strings.HasPrefix(p.Host, "[") && strings.HasSuffix(p.Host, "]") {
		p.Host = p.Host[1 : len(p.Host)-1]
	}
	var b strings.Builder
	for i := 0; i < len(p.Host); i++ {
		c, ok := escapeAt(p.Host, i)
		if ok {
			i += 2
		} else {
			c = p.Host[i]
		}
		b.WriteRune(rune(c))
	}
	p.Host = b.String()
	return true
}

// perlIDN writes each label outside ASCII in Punycode, with small letters and no other
// mapping. It changes nothing if that fails.
func perlIDN(host string) string {
	if a, ok := idnaCodec(host, func(label string) (string, bool) { return lowerText(label), true }); ok {
		return a
	}
	return host
}

// perlPath takes the path after what looks like a scheme and an authority, and adds
// the usual port. In ftp the path includes the query.
func perlPath(p *parse) bool {
	rest := p.rest
	if p.Scheme == "" && !p.hasAuthority {
		if i := find(rest, ":/?#"); i > 0 && i < len(rest) && rest[i] == ':' {
			rest = rest[i+1:]
		}
		if after, ok := strings.CutPrefix(rest, "//"); ok {
			rest = after[find(after, "/?#"):]
		}
	}
	ends := "?#"
	if p.Scheme == "ftp" {
		ends = "#"
	}
	p.Path = perlEscape(rest[:find(rest, ends)])
	if p.Port == "" {
		p.Port = strings.TrimPrefix(serverPort(p.Scheme), ":")
	}
	return true
}

// perlEscape escapes bytes that are not in perl's class uric.
func perlEscape(s string) string { return escapeOther(s, perlBytes) }

const perlBytes = schemeBytes + ";/?:@&=$,_!~*'()%"
