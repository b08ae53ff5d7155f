package readers

import (
	"strings"

	"github.com/earl-url/earl/internal/ascii"
)

// urllib3 models util.parse_url.
var urllib3 = &Reader{
	Name: "urllib3", Title: "Python urllib3", Language: "Python", Version: "1.26.12",
	Family: "urllib3", schemes: []string{"http", "https"},
	Departs: []string{
		"A text without a scheme and a slash starts with a host.",
		"A backslash ends the host.",
		"It accepts every character in a host, except delimiters and a lone %.",
		"The path of http and https has no dot segments.",
	},
	rules: &rules{clean: urllib3Clean, ends: `\/?#`, hostport: urllib3Hostport, port: urllib3Port, host: urllib3Host, path: urllib3Path},
}

const (
	userinfoBytes = unreserved + subDelims + ":"
	pathBytes     = userinfoBytes + "@/"
)

// urllib3Clean adds slashes before a text that starts with no scheme and no slash. A
// scheme with a dot is not one here.
func urllib3Clean(p *parse) bool {
	scheme, _, ok := strings.Cut(p.rest, ":")
	if p.rest != "" && p.rest[0] != '/' && !(ok && isScheme(scheme) && !strings.Contains(scheme, ".")) {
		p.rest = "//" + p.rest
	}
	return true
}

// isHTTP reports whether urllib3 normalizes texts of the scheme.
func (p *parse) isHTTP() bool { return p.Scheme == "" || p.Scheme == "http" || p.Scheme == "https" }

func urllib3Hostport(p *parse) bool {
	if p.isHTTP() {
		p.User = escapeWhole(upperEscapes(p.User), userinfoBytes)
	}
	s, end := p.authority, find(p.authority, ":")
	if strings.HasPrefix(s, "[") {
		end = strings.IndexByte(s, ']') + 1
		if end == 0 || !isIPv6Zone(s[1:end-1]) {
			return false
		}
	} else if strings.ContainsAny(s[:end], "[]") || !escapesAreWhole(s[:end]) {
		return false
	}
	after := strings.TrimSuffix(s[end:], "\n")
	p.Host = s[:end]
	p.Port, p.hasPort = strings.CutPrefix(after, ":")
	return after == "" || p.hasPort
}

// urllib3Port accepts five digits at most.
func urllib3Port(p *parse) bool { return len(p.Port) <= 5 && port16(p) }

// urllib3Host lowers an address and encodes each label.
func urllib3Host(p *parse) bool {
	if !p.isHTTP() {
		return true
	}
	if strings.HasPrefix(p.Host, "[") {
		address, zone, ok := strings.Cut(strings.Trim(p.Host, "[]"), "%")
		if ok {
			if rest, ok := strings.CutPrefix(zone, "25"); ok && rest != "" {
				zone = rest
			}
			zone = "%" + escapeWhole(upperEscapes(zone), unreserved)
		}
		p.Host = "[" + lower(address) + zone + "]"
		return true
	}
	labels := strings.Split(p.Host, ".")
	for i, label := range labels {
		if ascii.Only(label) {
			labels[i] = lower(label)
			continue
		}
		encoded, ok := idna2008(lowerText(label))
		if !ok {
			return false
		}
		labels[i] = encoded
	}
	p.Host = strings.Join(labels, ".")
	return true
}

// urllib3Path removes dot segments and escapes.
func urllib3Path(p *parse) bool {
	cutPath(p)
	if p.isHTTP() && p.Path != "" {
		p.Path = escapeWhole(upperEscapes(urllib3Dots(p.Path)), pathBytes)
	}
	if p.Path != "" && p.Path[0] != '/' {
		p.Path = "/" + p.Path
	}
	return true
}

// urllib3Dots removes dot segments and keeps the first slash, except of "/../".
func urllib3Dots(path string) string {
	s := popSegments(path)
	if path[0] != '/' || strings.HasPrefix(s, "/") || s == "" && strings.HasSuffix(path, "/") {
		return s
	}
	return "/" + s
}
