package readers

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/earl-url/earl/internal/ascii"
	"github.com/earl-url/earl/internal/uts46"
)

// nodeLegacy models url.parse, which many HTTP clients for Node still use.
var nodeLegacy = &Reader{
	Name: "node-legacy", Title: "Node url.parse", Language: "JavaScript", Version: "20.20.2",
	Family: "node-legacy",
	Departs: []string{
		"The host ends at the first character that it does not like, and the path starts there.",
		"A scheme that it does not know needs no slashes before a host.",
		"It reads a backslash as a slash before the query.",
		"It maps a host as UTS 46 does, but does not decode escapes in it.",
	},
	Gaps: []string{
		"The program gives a port with its leading zeros.",
		"The program accepts an A-label that decodes to ASCII, such as xn--a-, and the model refuses it.",
		"The program maps a host with NUL and characters outside ASCII in another way.",
	},
	rules: &rules{clean: legacyClean, scheme: legacyScheme, slashes: legacyAuthority, userinfo: legacyUser, hostport: legacyHostport, port: anyPort, host: legacyHost, path: legacyPath},
}

// legacyClean trims, makes slashes of backslashes, and reads a text that is only a path.
func legacyClean(p *parse) bool {
	s := strings.Trim(p.rest, controls+" \u00a0\ufeff")
	i := find(s, "?#")
	s = strings.ReplaceAll(s[:i], `\`, "/") + s[i:]
	p.rest = s
	slashes := span(s, "/")
	if (slashes == 1 || slashes == 2) && !strings.Contains(s[:i], "@") && !strings.Contains(s, "#") && !strings.ContainsAny(s, "\t\n\v\f\r "+jsSpace) {
		p.Path, p.done = s[:i], true
	}
	return true
}

// legacyScheme accepts a scheme that starts with a digit, "+", "-" or ".".
func legacyScheme(p *parse) bool {
	if i := span(p.rest, schemeBytes); i > 0 && strings.HasPrefix(p.rest[i:], ":") {
		p.Scheme, p.rest = p.rest[:i], p.rest[i+1:]
	}
	return true
}

// legacyAuthority decides whether there is a host, and cuts it where a byte is that
// no host contains.
func legacyAuthority(p *parse) bool {
	needsSlashes := isSpecial(p.Scheme) || p.Scheme == "gopher" || p.Scheme == ""
	p.Scheme = lower(p.Scheme)
	slashes := strings.HasPrefix(p.rest, "//") && (p.Scheme != "" || hasUserAndHost(p.rest[2:])) && p.Scheme != "javascript"
	if slashes {
		p.rest = p.rest[2:]
	}
	if p.Scheme == "javascript" || !slashes && needsSlashes {
		return true
	}
	p.Guess = !slashes && p.Scheme != ""
	end := find(p.rest, "/?#")
	whole := without(p.rest[:end], "\t\r\n")
	start := strings.LastIndexByte(whole, '@') + 1
	stop := start + find(whole[start:], " \"%';<>\\^`{|}")
	p.authority, p.rest, p.hasAuthority = whole[:stop], whole[stop:]+p.rest[end:], true
	return true
}

// hasUserAndHost reports whether a text without a scheme has a user and a host.
func hasUserAndHost(s string) bool {
	user, host, ok := strings.Cut(s, "@")
	return ok && user != "" && !strings.Contains(user, "/") && host != "" && host[0] != '@' && host[0] != '/'
}

// legacyUser decodes the user.
func legacyUser(p *parse) bool {
	ok := lastDecodableAt(p)
	p.User = unescape(p.User)
	return ok
}

// lastDecodableAt is lastAt that refuses escapes which JavaScript cannot decode.
func lastDecodableAt(p *parse) bool {
	lastAt(p)
	return escapesAreWhole(p.User) && utf8.ValidString(unescape(p.User))
}

// legacyHostport takes digits after the last colon as port. What follows the first
// other colon belongs to the path.
func legacyHostport(p *parse) bool {
	p.Host = p.authority
	if host, port, ok := cutLast(p.authority, ':'); ok && only(port, digits) {
		p.Host, p.Port = host, port
	}
	if strings.HasPrefix(p.Host, "[") && strings.HasSuffix(p.Host, "]") {
		return true
	}
	if i := strings.IndexByte(p.Host, ':'); i >= 0 {
		p.Host, p.rest = p.Host[:i], "/"+p.Host[i:]+p.rest
	}
	return !strings.HasPrefix(p.Host, "[") || !strings.HasSuffix(p.Host, "]")
}

func legacyHost(p *parse) bool {
	if len(utf16.Encode([]rune(p.Host))) > 255 {
		p.Host = ""
	}
	p.Host = lowerText(p.Host)
	if strings.HasPrefix(p.Host, "[") && strings.HasSuffix(p.Host, "]") {
		if !strings.HasPrefix(p.rest, "/") {
			p.rest = "/" + p.rest
		}
		ok := !strings.ContainsAny(p.Host, "\x00\t\n\r #%/<>?@\\^|")
		p.Host = strings.TrimSuffix(p.Host[1:], "]")
		return ok
	}
	if p.Host == "" {
		return true
	}
	p.Host, _, _ = strings.Cut(p.Host, "\x00") // Node hands it over as a C string
	if !ascii.Only(p.Host) || strings.Contains(p.Host, "xn--") {
		var ok bool
		if p.Host, ok = uts46.ToASCII(p.Host); !ok {
			return false
		}
	}
	return p.Host != "" && !strings.ContainsAny(p.Host, "\t\n\r #%/:<>?@[\\]^|")
}

// legacyPath escapes what is unwise in a path.
func legacyPath(p *parse) bool {
	cutPath(p)
	if p.Scheme != "javascript" {
		p.Path = escapeBytes(p.Path, "%%%02X", isAny("\t\n\r \"'<>\\^`{|}"))
	}
	if p.Path == "" && p.Host != "" && (isSpecial(p.Scheme) || p.Scheme == "gopher") {
		p.Path = "/"
	}
	return true
}
