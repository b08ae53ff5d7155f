package readers

import (
	"strings"

	"github.com/earl-url/earl/internal/ascii"
)

// requests models the URL of a prepared request, which urllib3 reads again.
var requests = &Reader{
	Name: "requests", Title: "Python requests", Language: "Python", Version: "2.28.1 with urllib3 1.26.12",
	Family: "urllib3", schemes: []string{"http", "https"},
	Departs: []string{
		"It removes spaces and control characters at the start.",
		"It decodes escapes of unreserved characters, and then removes dot segments.",
		"A backslash ends the host.",
		"It refuses a host that starts with * or a dot.",
	},
	rules: &rules{clean: requestsClean, ends: `\/?#`, hostport: urllib3Hostport, port: urllib3Port, host: urllib3Host, path: urllib3Path},
}

// pythonSpace are the characters that Python's str.strip removes.
const pythonSpace = "\t\n\v\f\r\x1c\x1d\x1e\x1f \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006" +
	"\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"

// requestsClean prepares the URL: it leaves a text of another scheme unchanged.
func requestsClean(p *parse) bool {
	p.rest = strings.TrimLeft(p.rest, pythonSpace)
	if !strings.Contains(p.rest, ":") || strings.HasPrefix(lower(p.rest), "http") {
		if !requestsPrepare(p) {
			return false
		}
	}
	u, ok := python.Read(p.rest)
	return ok && isLatin1(u.User) && urllib3Clean(p)
}

// isLatin1 reports whether a user and a password can be sent: their escapes mean
// characters of ISO 8859-1. Without a password nothing is sent.
func isLatin1(user string) bool {
	if !strings.Contains(user, ":") {
		return true
	}
	for _, r := range unescape(user) {
		if r > 0xFF {
			return false
		}
	}
	return true
}

// requestsPrepare writes the text again from what urllib3 reads in it.
func requestsPrepare(p *parse) bool {
	u := parse{text: p.rest, rest: p.rest}
	if !u.run(urllib3.rules) || u.Scheme == "" || u.Host == "" {
		return false
	}
	if !ascii.Only(u.Host) {
		var ok bool
		if u.Host, ok = idnaPython(u.Host); !ok {
			return false
		}
	} else if strings.ContainsAny(u.Host[:1], "*.") {
		return false
	}
	//lint:ignore urlconcat requests writes it so
	p.rest = requestsQuote(u.Scheme + "://" + requestsAuthority(&u) + requestsTail(&u))
	return true
}

func requestsAuthority(u *parse) string {
	s := u.Host
	if u.User != "" {
		s = u.User + "@" + s
	}
	if u.Port != "" && u.Port != "0" {
		s += ":" + u.Port
	}
	return s
}

// requestsTail returns the path, the query and the fragment.
func requestsTail(u *parse) string {
	tail, fragment, _ := strings.Cut(u.rest[find(u.rest, "?#"):], "#")
	query := strings.TrimPrefix(tail, "?")
	if u.isHTTP() {
		query, fragment = escapeWhole(upperEscapes(query), pathBytes+"?"), escapeWhole(upperEscapes(fragment), pathBytes+"?")
	}
	s := u.Path
	if s == "" {
		s = "/"
	}
	if query != "" {
		s += "?" + query
	}
	if fragment != "" {
		s += "#" + fragment
	}
	return s
}

// requestsQuote decodes the escapes of unreserved characters and escapes what no URL
// contains. A text with letters and digits after "%" that are no escape has no escapes.
func requestsQuote(s string) string {
	const safe = unreserved + "!#$&'()*+,/:;=?@[]~"
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		c, ok := escapeAt(s, i)
		switch {
		case ok && strings.IndexByte(unreserved, c) >= 0:
			b = append(b, c)
			i += 2
			continue
		case !ok && s[i] == '%' && i+2 < len(s) && only(s[i+1:i+3], letters+digits):
			return escapeOther(s, safe)
		}
		b = append(b, s[i])
	}
	return escapeOther(string(b), safe+"%")
}
