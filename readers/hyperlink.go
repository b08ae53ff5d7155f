package readers

import (
	"strings"

	"github.com/earl-url/earl/internal/ascii"
)

// hyperlink models URL.from_text.
var hyperlink = &Reader{
	Name: "hyperlink", Title: "Python hyperlink", Language: "Python", Version: "21.0.0",
	Family: "hyperlink",
	Departs: []string{
		"The user ends at the first @, and it refuses a second one.",
		"It accepts every other character in a host.",
		"It gives the usual port of a scheme where none is written.",
		"The number of a port can have a sign, spaces and underscores.",
	},
	rules: &rules{clean: hyperlinkClean, scheme: hyperlinkScheme, slashes: hyperlinkAuthority, userinfo: firstAt, hostport: hyperlinkHostport, port: hyperlinkPort, host: hyperlinkHost},
}

// hyperlinkClean refuses a line end inside a fragment.
func hyperlinkClean(p *parse) bool {
	_, fragment, _ := strings.Cut(p.rest, "#")
	return !strings.Contains(strings.TrimSuffix(fragment, "\n"), "\n")
}

// hyperlinkScheme takes all before a colon as scheme, and accepts the bytes from "+" to
// "." and one line end.
func hyperlinkScheme(p *parse) bool {
	i := find(p.rest, ":/?#")
	if i == 0 || i == len(p.rest) || p.rest[i] != ':' {
		return true
	}
	p.Scheme, p.rest = p.rest[:i], p.rest[i+1:]
	return only(strings.TrimSuffix(p.Scheme, "\n"), schemeBytes+",")
}

// hyperlinkAuthority gives the usual port of the scheme for a text without an authority.
// A path after an authority starts with a slash.
func hyperlinkAuthority(p *parse) bool {
	if cutAuthority(p); !p.hasAuthority {
		p.Port = knownPort(p.Scheme)
	}
	if p.authority != "" && (p.rest == "" || p.rest[0] != '/') {
		p.rest = "/" + p.rest
	}
	return true
}

func hyperlinkHostport(p *parse) bool {
	s, end := p.authority, find(p.authority, ":")
	if strings.HasPrefix(s, "[") {
		end = strings.IndexByte(s, ']') + 1
		if end == 0 || strings.Contains(s[1:end], "[") {
			return false
		}
		p.Host = s[1 : end-1]
	} else {
		p.Host = s[:end]
		if strings.ContainsAny(p.Host, "[]") {
			return false
		}
	}
	p.Port, p.hasPort = strings.CutPrefix(s[end:], ":")
	return !strings.Contains(p.Host, "@") && (p.hasPort || strings.TrimSuffix(s[end:], "\n") == "")
}

func hyperlinkPort(p *parse) bool {
	if !p.hasPort {
		p.Port = knownPort(p.Scheme)
		return true
	}
	if strings.Contains(strings.TrimSuffix(p.Port, "\n"), "\n") {
		return false
	}
	n, ok := pythonInt(p.Port)
	p.Port = n
	return ok
}

// pythonInt returns the number that Python's int reads: with a sign, spaces around it
// and single underscores between digits.
func pythonInt(s string) (string, bool) {
	if ascii.Only(s) {
		s = strings.Trim(s, " \t\n\v\f\r")
	}
	s = strings.Trim(s, pythonSpace[strings.Index(pythonSpace, "\u0085"):])
	sign := ""
	if s != "" && (s[0] == '-' || s[0] == '+') {
		sign, s = s[:1], s[1:]
	}
	for part := range strings.SplitSeq(s, "_") {
		if part == "" || !only(part, digits) {
			return "", false
		}
	}
	n := plainNumber(strings.ReplaceAll(s, "_", ""))
	if sign == "-" && n != "0" {
		n = "-" + n
	}
	return n, true
}

func hyperlinkHost(p *parse) bool {
	if !strings.Contains(p.Host, ":") {
		return !strings.Contains(p.Host, "\x00")
	}
	return isIPv6(p.Host)
}

// knownPort returns the port that hyperlink knows for a scheme, or "".
func knownPort(scheme string) string {
	for _, s := range knownPorts {
		if s.scheme == scheme {
			return s.port
		}
	}
	return ""
}

// knownPorts are the ports that hyperlink knows.
var knownPorts = [...]struct{ scheme, port string }{
	{"acap", "674"}, {"afp", "548"}, {"dict", "2628"}, {"dns", "53"}, {"ftp", "21"}, {"git", "9418"},
	{"gopher", "70"}, {"http", "80"}, {"https", "443"}, {"imap", "143"}, {"ipp", "631"}, {"ipps", "631"},
	{"irc", "194"}, {"ircs", "6697"}, {"ldap", "389"}, {"ldaps", "636"}, {"mms", "1755"}, {"msrp", "2855"},
	{"mtqp", "1038"}, {"nfs", "111"}, {"nntp", "119"}, {"nntps", "563"}, {"pop", "110"}, {"prospero", "1525"},
	{"redis", "6379"}, {"rsync", "873"}, {"rtsp", "554"}, {"rtsps", "322"}, {"rtspu", "5005"}, {"sftp", "22"},
	{"smb", "445"}, {"snmp", "161"}, {"ssh", "22"}, {"svn", "3690"}, {"telnet", "23"}, {"ventrilo", "3784"},
	{"vnc", "5900"}, {"wais", "210"}, {"ws", "80"}, {"wss", "443"},
}
