package readers

import (
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/uts46"
)

// whatwg is the edition earl.WHATWG: browsers follow it, and libraries in many languages.
var whatwg = &Reader{
	Name: "whatwg", Title: "Browsers, Node URL, whatwg-url", Language: "JavaScript", Version: "whatwg-url 16.0.1",
	Family: "whatwg",
	Departs: []string{
		"It reads a backslash as a slash, and accepts any number of slashes before the host.",
		"It decodes escapes in a host, and accepts octal, hexadecimal and short IPv4 addresses.",
		"It removes tabs and line ends, and control characters and spaces at both ends.",
		"The path has no dot segments, escaped or not.",
	},
	Gaps:  []string{"Node 20 keeps a ^ in a path, and whatwg-url writes %5E."},
	rules: &rules{scheme: whatwgURL},
}

// whatwgURL asks the edition, which accepts every A-label of a host in ASCII, and
// refuses an A-label that does not decode.
func whatwgURL(p *parse) bool {
	u, err := earl.WHATWG.Parse(p.text)
	if err != nil {
		return false
	}
	p.Scheme, p.Path, p.done = u.Scheme(), u.Path(), true
	p.Host, _ = u.Host()
	p.Port, _ = u.Port()
	p.User, _ = u.User()
	return !strings.Contains(p.Host, "xn--") || !isSpecial(p.Scheme) || isALabels(p.Host)
}

// isALabels reports whether the A-labels of a domain decode.
func isALabels(domain string) bool {
	_, ok := uts46.ToASCII(domain)
	return ok
}

// isSpecial reports whether a scheme is special. Source: whatwg special scheme.
func isSpecial(scheme string) bool {
	switch scheme {
	case "ftp", "file", "http", "https", "ws", "wss":
		return true
	}
	return false
}
