package readers

import (
	"net/netip"
	"slices"
	"strings"
	"unicode/utf8"
)

// libcurl models curl_url_set without flags.
var libcurl = &Reader{
	Name: "libcurl", Title: "libcurl URL API", Language: "C", Version: "7.88.1",
	Family: "curl", schemes: curlSchemes[:],
	Departs: []string{
		"It needs a scheme that it supports, and takes one to three slashes after it.",
		"The host starts after the first @.",
		"It decodes the host once, and reads numbers in it as inet_aton does.",
		"It removes dot segments from the path.",
	},
	rules: &rules{
		scheme: libcurlScheme, slashes: curlSlashes, userinfo: curlLogin, hostport: curlHostport,
		port: curlPort, host: cleanCurlHost, path: curlPath,
	},
}

// curl models the command, with the option -g. Its host is the name that it looks up.
var curl = &Reader{
	Name: "curl", Title: "curl", Language: "C", Version: "7.88.1",
	Family: "curl", schemes: curlSchemes[:],
	Departs: append([]string{
		"It guesses http, or the scheme that the start of the host names.",
		"It writes % in the decoded host as %25.",
		"It converts hosts outside ASCII with libidn2, which does not apply STD 3.",
	}, libcurl.Departs[1:]...),
	Gaps: []string{
		"In a host with a character that IDNA 2008 forbids, curl reads ß as ss; the model keeps ß.",
		"Without the option -g, curl expands {a,b} and [1-9] first, which is not modelled.",
	},
	rules: &rules{
		scheme: curlGuess, slashes: curlSlashes, userinfo: curlUser, hostport: curlHostport,
		port: curlPort, host: curlHost, path: curlSentPath,
	},
}

// curlSchemes are the schemes of a usual build.
var curlSchemes = [...]string{
	"dict", "file", "ftp", "ftps", "gopher", "gophers", "http", "https", "imap", "imaps", "ldap", "ldaps", "mqtt",
	"pop3", "pop3s", "rtmp", "rtmpe", "rtmps", "rtmpt", "rtmpte", "rtmpts", "rtsp", "scp", "sftp", "smb", "smbs",
	"smtp", "smtps", "telnet", "tftp",
}

const curlSchemeLimit = 40

func libcurlScheme(p *parse) bool {
	return cutCurlScheme(p) && slices.Contains(curlSchemes[:], p.Scheme)
}

// cutCurlScheme takes a scheme, which can begin with a digit.
func cutCurlScheme(p *parse) bool {
	n := span(p.rest[:min(len(p.rest), curlSchemeLimit)], schemeBytes)
	if n == 0 || n == len(p.rest) || p.rest[n] != ':' {
		return false
	}
	p.Scheme, p.rest = lower(p.rest[:n]), p.rest[n+1:]
	return true
}

// curlGuess takes a scheme only before a slash.
func curlGuess(p *parse) bool {
	whole := p.rest
	if cutCurlScheme(p) && strings.HasPrefix(p.rest, "/") {
		return slices.Contains(curlSchemes[:], p.Scheme)
	}
	p.Guess = p.Scheme != "" && !startsWithPort(p.rest)
	p.Scheme, p.rest = "", whole
	return true
}

func curlSlashes(p *parse) bool {
	n := span(p.rest, "/")
	switch {
	case p.Scheme == "file":
		return curlFile(p)
	case p.Scheme == "":
		n = 0
	case n < 1 || n > 3:
		return false
	}
	p.takeAuthority(p.rest[n:])
	return p.authority != ""
}

// curlFile takes no host but this machine, and no drive letter.
func curlFile(p *parse) bool {
	if len(p.rest) < 2 {
		return false
	}
	if rest, ok := strings.CutPrefix(p.rest, "//"); ok {
		host := rest[:find(rest, "/")]
		if host != "" && lower(host) != "localhost" && host != "127.0.0.1" || host == rest {
			return false
		}
		p.rest = rest[len(host):]
	}
	return !startsWithDrive(strings.TrimPrefix(p.rest, "/"))
}

// startsWithDrive reports whether s starts with a letter, a colon or a bar, and the
// end or a delimiter.
func startsWithDrive(s string) bool {
	return len(s) >= 2 && strings.IndexByte(letters, s[0]) >= 0 && (s[1] == ':' || s[1] == '|') &&
		(len(s) == 2 || strings.IndexByte("/\\?#", s[2]) >= 0)
}

const curlJunk = controls + " \x7f"

func curlLogin(p *parse) bool {
	firstAt(p)
	login := p.User
	p.User, _, _ = strings.Cut(login, ":")
	return !strings.ContainsAny(login, curlJunk)
}

// curlUser refuses a login that contains NUL after decoding.
func curlUser(p *parse) bool {
	login, _, _ := strings.Cut(p.authority, "@")
	hasLogin := login != p.authority
	return curlLogin(p) && !(hasLogin && strings.Contains(unescape(login), "\x00"))
}

// curlHostport takes the port after the first colon, or after brackets, which stay.
func curlHostport(p *parse) bool {
	if !strings.HasPrefix(p.authority, "[") {
		p.Host, p.Port, p.hasPort = strings.Cut(p.authority, ":")
		return true
	}
	ok := bracketed(p)
	p.Host = "[" + p.Host + "]"
	return ok
}

// curlPort accepts an empty port after a scheme only.
func curlPort(p *parse) bool {
	if p.hasPort && p.Port == "" && p.Scheme == "" {
		return false
	}
	return port16(p) && p.Host != ""
}

// cleanCurlHost checks the host and gives an address its usual form.
func cleanCurlHost(p *parse) bool {
	if strings.ContainsAny(p.Host, curlJunk) {
		return false
	}
	if inner, ok := strings.CutPrefix(p.Host, "["); ok {
		return curlAddress(p, strings.TrimSuffix(inner, "]"))
	}
	if a, ok := inetAton(p.Host); ok && !strings.HasSuffix(p.Host, ".") {
		p.Host = a
		return true
	}
	if strings.Contains(p.Host, "%") {
		p.Host = unescape(p.Host)
		if strings.ContainsAny(p.Host, controls) {
			return false
		}
	}
	return p.Host != "" && !strings.ContainsAny(p.Host, " \r\n\t/:#?!@{}[]\\$'\"^`*<>=;,+&()")
}

// curlAddress reads an IPv6 address with an optional zone, after "%" or "%25".
func curlAddress(p *parse, host string) bool {
	address, zone, ok := strings.Cut(host, "%")
	if ok {
		if len(zone) > 2 {
			zone = strings.TrimPrefix(zone, "25")
		}
		if zone == "" || len(zone) > 15 {
			return false
		}
		zone = "%" + zone
	}
	a, err := netip.ParseAddr(address)
	if err != nil || !a.Is6() || a.Zone() != "" {
		return false
	}
	if short := ntop6(a); len(short) < len(address) {
		address = short
	}
	p.Host = "[" + address + zone + "]"
	return true
}

func curlPath(p *parse) bool {
	if strings.ContainsAny(p.rest, curlJunk) {
		return false
	}
	cutPath(p)
	if len(p.Path) <= 1 {
		p.Path = "/"
		return true
	}
	p.Path = removeDotSegments(p.Path)
	return true
}

// curlSentPath is curlPath with escapes for bytes outside ASCII.
func curlSentPath(p *parse) bool {
	ok := curlPath(p)
	p.Path = escapeBytes(p.Path, "%%%02x", func(c byte) bool { return c >= utf8.RuneSelf })
	return ok
}

// curlHost gives the host that curl looks up, the scheme that it guesses, and the
// usual port of the scheme.
func curlHost(p *parse) bool {
	if !cleanCurlHost(p) {
		return false
	}
	if p.Scheme == "" {
		p.Scheme = guessCurlScheme(p.Host)
	}
	if p.Port == "" {
		p.Port = usualPort(p.Scheme)
	}
	if strings.HasPrefix(p.Host, "[") {
		host, _, zone := strings.Cut(p.Host, "%")
		if zone {
			p.Host = host + "]"
		}
		return true
	}
	p.Host = strings.ReplaceAll(p.Host, "%", "%25")
	return curlIDN(p)
}

// guessCurlScheme returns the scheme for a host such as ftp.example.
func guessCurlScheme(host string) string {
	for _, scheme := range [...]string{"ftp", "dict", "ldap", "imap", "smtp", "pop3"} {
		if strings.HasPrefix(lower(host), scheme+".") {
			return scheme
		}
	}
	return "http"
}

// curlIDN converts a host to ASCII. A host with a colon gets brackets, as in the
// field Host.
func curlIDN(p *parse) bool {
	ok := true
	if strings.IndexFunc(p.Host, func(r rune) bool { return r >= utf8.RuneSelf }) >= 0 {
		p.Host, ok = idn2(p.Host)
	}
	if strings.Contains(p.Host, ":") {
		p.Host = "[" + p.Host + "]"
	}
	return ok
}
