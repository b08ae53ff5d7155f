package readers

import (
	"strings"
	"unicode/utf8"

	"github.com/earl-url/earl/internal/ascii"
)

// wget models the command. Its host is the name that it looks up.
var wget = &Reader{
	Name: "wget", Title: "GNU Wget", Language: "C", Version: "1.21.3",
	Family: "wget", schemes: []string{"http", "https", "ftp"},
	Departs: []string{
		"Without http://, https:// or ftp:// it reads host:path as ftp, and host:80 and host/path as http.",
		"The host starts after the first @, unless a bracket comes before it.",
		"It decodes the host once, and accepts every character in it except control characters.",
		"It converts hosts outside ASCII with libidn2, and keeps a host that libidn2 refuses.",
		"It removes dot segments from the path.",
	},
	rules: &rules{
		scheme: wgetScheme, slashes: wgetAuthority, userinfo: accept, hostport: curlHostport,
		port: wgetPort, host: wgetHost, path: wgetPath,
	},
}

// wgetScheme takes a scheme with its two slashes, or guesses one.
func wgetScheme(p *parse) bool {
	if cutWgetScheme(p) {
		return true
	}
	n := find(p.rest, ":/")
	after := p.rest[n:]
	switch {
	case n == 0, strings.HasPrefix(after, "://"):
		return false
	case !strings.HasPrefix(after, ":") || startsWithPort(after[1:]):
		p.Scheme = "http"
	default:
		p.Guess = isScheme(p.rest[:n])
		p.Scheme, p.rest = "ftp", p.rest[:n]+"/"+after[1:]
	}
	return true
}

func cutWgetScheme(p *parse) bool {
	for _, scheme := range [...]string{"http", "https", "ftp"} {
		if n := len(scheme) + 3; len(p.rest) >= n && lower(p.rest[:n]) == scheme+"://" {
			p.Scheme, p.rest = scheme, p.rest[n:]
			return true
		}
	}
	return false
}

// wgetAuthority escapes unsafe bytes and takes the authority. In ftp a "?" does not
// end it and a ";" does.
func wgetAuthority(p *parse) bool {
	rest := p.rest
	p.rest = wgetEscape(rest)
	user := find(p.rest, "@/?#[]")
	if user < len(p.rest) && p.rest[user] == '@' {
		p.User, p.rest = p.rest[:user], p.rest[user+1:]
	}
	ends := "/?#"
	if p.Scheme == "ftp" {
		ends = "/;#"
	}
	n := find(p.rest, ends)
	p.authority, p.rest, p.hasAuthority = p.rest[:n], p.rest[n:], true
	return true
}

// wgetEscape escapes bytes that wget calls unsafe, and "%" that starts no escape.
func wgetEscape(s string) string {
	var b strings.Builder
	for i := range len(s) {
		_, isEscape := escapeAt(s, i)
		unsafe := s[i] <= ' ' || s[i] >= 0x7F || strings.IndexByte("\"<>\\^`{|}", s[i]) >= 0
		if unsafe || s[i] == '%' && !isEscape {
			b.WriteString(escapeBytes(s[i:i+1], "%%%02X", func(byte) bool { return true }))
		} else {
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

// wgetPort gives the usual port instead of no port.
func wgetPort(p *parse) bool {
	if !port16(p) || p.Host == "" {
		return false
	}
	if p.Port == "" {
		p.Port = usualPort(p.Scheme)
	}
	return true
}

// wgetHost gives the name to look up, in brackets if it contains a colon.
func wgetHost(p *parse) bool {
	if inner, ok := strings.CutPrefix(p.Host, "["); ok {
		inner = strings.TrimSuffix(inner, "]")
		p.Host = "[" + lower(inner) + "]"
		return isIPv6(inner)
	}
	p.Host = lower(p.Host)
	if strings.Contains(p.Host, "%") {
		host := strings.ReplaceAll(unescape(p.Host), "\x00", "%00")
		if strings.ContainsAny(host, controls+"\x7f") {
			return false
		}
		p.Host = host
		if a, ok := idn2(host); ok && !ascii.Only(host) && utf8.ValidString(host) {
			p.Host = a
		}
	}
	if strings.Contains(p.Host, ":") {
		p.Host = "[" + p.Host + "]"
	}
	return p.Host != ""
}

func wgetPath(p *parse) bool {
	path := p.rest[:find(p.rest, "?#")]
	if p.Scheme == "ftp" {
		path = p.rest[:find(p.rest, ";#")]
	}
	p.Path = removeDotSegments("/" + strings.TrimPrefix(path, "/"))
	return true
}
