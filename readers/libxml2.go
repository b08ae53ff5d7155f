package readers

import "strings"

// libxml2 models xmlParseURI.
var libxml2 = &Reader{
	Name: "libxml2", Title: "libxml2", Language: "C", Version: "2.9.14",
	Family: "libxml2",
	Departs: []string{
		"Brackets can contain every character, and stay around the host.",
		"It decodes the host and the path once, and an escaped NUL ends them.",
		"A port needs a digit and can have any value below 2^31. The port 0 is no port.",
		"A fragment can contain brackets.",
	},
	rules: &rules{scheme: libxml2Scheme, slashes: libxml2Authority, path: libxml2Path},
}

// libxml2Scheme refuses a colon in the first segment of a text without a scheme.
func libxml2Scheme(p *parse) bool {
	keepScheme(p)
	i := find(p.rest, ":/?#")
	return p.Scheme != "" || i == len(p.rest) || p.rest[i] != ':'
}

// libxml2Authority reads the authority as far as its grammar reaches. What follows must
// be a path, a query or a fragment.
func libxml2Authority(p *parse) bool {
	s, ok := strings.CutPrefix(p.rest, "//")
	if !ok {
		return true
	}
	if i := spanEscaped(s, unreserved+subDelims+":"); i < len(s) && s[i] == '@' {
		p.User, s = cText(s[:i]), s[i+1:]
	}
	end := spanEscaped(s, unreserved+subDelims)
	if strings.HasPrefix(s, "[") {
		end = strings.IndexByte(s, ']') + 1
		if end == 0 {
			return false
		}
	}
	isEmpty := end == 0
	p.Host, p.rest = cText(s[:end]), s[end:]
	port, hasPort := strings.CutPrefix(p.rest, ":")
	if hasPort {
		n := span(port, digits)
		p.Port, p.rest = plainNumber(port[:n]), port[n:]
	}
	if hasPort && !isInt32(p.Port) {
		return false
	}
	if p.Port == "0" || isEmpty && p.Scheme != "" {
		p.Port = ""
	}
	return p.rest == "" || strings.IndexByte("/?#", p.rest[0]) >= 0
}

// isInt32 reports whether a number without leading zeros is less than 2^31.
func isInt32(s string) bool {
	const limit = "2147483648"
	return s != "" && (len(s) < len(limit) || len(s) == len(limit) && s < limit)
}

// libxml2Path checks the path, the query and the fragment, and decodes the path.
func libxml2Path(p *parse) bool {
	before, fragment, _ := strings.Cut(p.rest, "#")
	path, query, _ := strings.Cut(before, "?")
	p.Path = cText(path)
	return isEscapedOf(path, pathBytes) && isEscapedOf(query, pathBytes+"?") && isEscapedOf(fragment, pathBytes+"?[]")
}

// cText decodes a component once, up to a NUL.
func cText(s string) string {
	s, _, _ = strings.Cut(unescape(s), "\x00")
	return s
}
