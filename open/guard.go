package open

import (
	"fmt"
	"slices"
	"strings"

	"github.com/earl-url/earl"
)

// The names of the guards, as a [Refusal] has them. They are stable. [Guards]
// describes each.
const (
	GuardScheme           = "scheme"            // a scheme that the settings leave out
	GuardCtlOctet         = "ctl-octet"         // an octet 00-1F or 7F would reach a protocol line
	GuardPortRange        = "bad-port"          // a port that is not 1 to 65535
	GuardBadPort          = "bad-port-list"     // a port where another protocol lives, or none
	GuardBadHost          = "bad-host"          // the host is neither a name nor an address
	GuardPrivateAddress   = "private-address"   // an address that is not on the public Internet
	GuardRedirectScheme   = "redirect-scheme"   // a referral to a scheme that its kind may not name
	GuardTooManyHops      = "too-many-hops"     // more referrals than Policy.Hops
	GuardCrossCredentials = "cross-credentials" // a secret would go to another scheme, host or port
	GuardMaxSize          = "max-size"          // more octets than Policy.MaxSize
	GuardNewsName         = "news-name"         // a newsgroup or message-id that no news server can have
	GuardFileHost         = "file-host"         // a file of another machine
	GuardEncodedSlash     = "encoded-slash"     // a "/" inside a segment of a file's path: it would become two
	GuardPathEscape       = "path-escape"       // a segment ".." or an empty first one in a file's path: it would leave the directory
	GuardNativePath       = "native-path"       // segments that are no file name on this system
	GuardSpecialFile      = "special-file"      // a file that is neither regular nor a directory
	GuardRelay            = "relay"             // a wais database "name@host" or a finger request "user@host": the server would ask another one
	GuardLongName         = "long-name"         // a prospero object name so long that servers die of it
	GuardDataPort         = "data-port"         // a port below 1024 that an ftp server specifies for data
	GuardOwnPort          = "own-port"          // a port of the gateway itself
)

// urlGuard is one judgement of a URL that was not yet opened: nothing has been
// looked up or sent. An empty reason lets it pass; else at is the component in
// which it was found.
type urlGuard struct {
	name  string
	judge func(u earl.URL, p *Policy) (at earl.Component, reason string)
}

// urlGuards are the guards on the URL, in the order of judgement.
// Source: rfc1738 6; draft1996 10.
var urlGuards = [...]urlGuard{
	{GuardScheme, judgeScheme},
	{GuardCtlOctet, judgeOctets},
	{GuardPortRange, judgePortRange},
	{GuardBadPort, judgeBadPort},
	{GuardBadHost, judgeHost},
	{GuardNewsName, judgeNewsName},
	{GuardRelay, judgeRelay},
}

// fileGuards are the guards on the URL of a file that is opened here, not by a
// gateway.
var fileGuards = [...]urlGuard{
	{GuardFileHost, judgeFileHost},
	{GuardEncodedSlash, judgeEncodedSlash},
	{GuardPathEscape, judgePathEscape},
}

// judge returns the Refusal of the first guard that u does not pass, nil if it passes all.
func judge(guards []urlGuard, u earl.URL, p *Policy) error {
	for _, g := range guards {
		if at, reason := g.judge(u, p); reason != "" {
			r := Refuse(g.name, u, reason)
			r.Off, r.Len, _ = u.Span(at)
			if g.name == GuardCtlOctet {
				r.narrow()
			}
			return r
		}
	}
	return nil
}

// narrow moves the place from a component to the first control octet from there
// on that does not separate the parts of a gopher path.
func (r *Refusal) narrow() {
	text := r.URL.WithoutFragment().String()
	tabs := 0
	if s := r.URL.Scheme(); s == "gopher" || s == "gophers" {
		tabs = 2
	}
	for i := r.Off; i < len(text); i++ {
		n := 1
		if text[i] == '%' && i+3 <= len(text) {
			n = 3
		}
		c, bad := control(earl.Unescape(text[i : i+n]))
		if bad && c == '\t' && tabs > 0 {
			tabs--
			continue
		}
		if bad {
			r.Off, r.Len = i, n
			return
		}
	}
}

// judgeScheme refuses the schemes that the policy does not name, if it names any.
func judgeScheme(u earl.URL, p *Policy) (earl.Component, string) {
	if p.Schemes == nil || slices.Contains(p.Schemes, u.Scheme()) {
		return earl.ComponentScheme, ""
	}
	return earl.ComponentScheme, u.Scheme() + " is not among the schemes that may be opened"
}

// judgeOctets refuses control octets wherever they would reach a protocol line
// once decoded. Source: rfc1738 6.
func judgeOctets(u earl.URL, p *Policy) (earl.Component, string) {
	user, _ := u.User()
	password, _ := u.Password()
	host, _ := u.Host()
	for _, part := range [...]struct {
		at         earl.Component
		name, text string
	}{{earl.ComponentUser, "user", user}, {earl.ComponentPassword, "password", password}, {earl.ComponentHost, "host", host}} {
		if c, bad := control(earl.Unescape(part.text)); bad {
			return part.at, fmt.Sprintf("octet %02X in the %s", c, part.name)
		}
	}
	return earl.ComponentPath, judgePart(u, p)
}

// judgePart is judgeOctets for what is after the login.
func judgePart(u earl.URL, p *Policy) string {
	switch u.Scheme() {
	case "http", "https", "ws", "wss": // what is escaped is sent so
		return ""
	case "mailto", "telnet": // nothing of it is sent
		return ""
	case "wais":
		return judgeWAIS(u)
	case "file":
		if strings.Contains(string(earl.Unescape(u.SchemePart())), "\x00") {
			return "octet 00 in the path"
		}
		return ""
	case "gopher", "gophers":
		return judgeGopher(u, p)
	case "prospero":
		return judgeProspero(u)
	}
	if c, bad := control(earl.Unescape(behindLogin(u))); bad {
		return fmt.Sprintf("octet %02X in the path", c)
	}
	return ""
}

// judgeGopher judges a gopher path: the first two %09 separate, and a gopher+
// string may be the answers to an ASK form. Source: rfc1738 3.4.1, 3.4.9.
func judgeGopher(u earl.URL, p *Policy) string {
	v, err := earl.ParseGopher(u)
	parts := []earl.Octets{v.Type.Value + v.Selector, v.Search.Value, v.Plus.Value}
	if err != nil {
		parts = parts[:0] // the strictest reading
		for _, text := range strings.SplitN(behindLogin(u), "%09", 3) {
			parts = append(parts, earl.Unescape(text))
		}
	} else if _, filled := v.Answers(); filled && p.Ask {
		parts = parts[:2]
	} else if filled {
		return "answers to an ASK form in the gopher+ string; Policy.Ask allows them"
	}
	for i, octets := range parts {
		if c, bad := control(octets); bad {
			return fmt.Sprintf("octet %02X in the %s", c, [...]string{"selector", "search", "gopher+ string"}[i])
		}
	}
	return ""
}

// judgeProspero judges the octets that would be sent: the %00 of a draft1993 URL
// separates and is not among them. Source: draft1993 Prospero.
func judgeProspero(u earl.URL) string {
	v, err := earl.ParseProspero(u)
	parts := []earl.Octets{v.HSOName}
	if err != nil {
		parts[0] = earl.Unescape(behindLogin(u)) // the strictest reading
	}
	for _, f := range v.Fields {
		parts = append(parts, f.Name, f.Value)
	}
	for _, part := range parts {
		if c, bad := control(part); bad {
			return fmt.Sprintf("octet %02X in the object name", c)
		}
	}
	return ""
}

// judgeWAIS judges what names are in, and words: servers part databases by 1E
// and 1F. A document-id may hold any octet, and goes out with its length.
// Source: rfc1738 3.9.
func judgeWAIS(u earl.URL) string {
	v, err := earl.ParseWAIS(u)
	if err != nil {
		v.Database = earl.Unescape(behindLogin(u)) // the strictest reading
	}
	for _, part := range [...]struct {
		name   string
		octets earl.Octets
	}{{"database", v.Database}, {"search words", v.Search.Value}, {"wtype", v.WType.Value}} {
		if c, bad := control(part.octets); bad {
			return fmt.Sprintf("octet %02X in the %s", c, part.name)
		}
	}
	return ""
}

// control returns the first control octet of o and whether there is one.
func control(o earl.Octets) (c byte, bad bool) {
	for i := range len(o) {
		if o[i] < 0x20 || o[i] == 0x7F {
			return o[i], true
		}
	}
	return 0, false
}

// behindLogin returns the scheme-specific part after its login, as written.
func behindLogin(u earl.URL) string {
	part := u.Path()
	if params, ok := u.Params(); ok {
		part += ";" + params
	}
	if query, ok := u.Query(); ok {
		part += "?" + query
	}
	return part
}

// judgePortRange refuses a port that is not from 1 to 65535. Source: rfc1738 3.1.
func judgePortRange(u earl.URL, _ *Policy) (earl.Component, string) {
	digits, _ := u.Port()
	if _, ok := u.PortNumber(); ok || digits == "" {
		return earl.ComponentPort, ""
	}
	return earl.ComponentPort, fmt.Sprintf("port %s is not one of 1 to 65535", digits)
}

// judgeBadPort refuses ports of other protocols. Source: rfc1738 6.
func judgeBadPort(u earl.URL, p *Policy) (earl.Component, string) {
	port, ok := u.PortNumber()
	if !ok {
		return earl.ComponentPort, ""
	}
	return earl.ComponentPort, badPort(port, u, p)
}

// judgeHost refuses what cannot be a host. Source: rfc1738 3.1.
func judgeHost(u earl.URL, _ *Policy) (earl.Component, string) {
	if host, _ := u.Host(); host != "" {
		_, reason := hostOf(u)
		return earl.ComponentHost, reason
	}
	if s, _ := u.Edition().Scheme(u.Scheme()); s.Host {
		return earl.ComponentHost, "it has no host"
	}
	return earl.ComponentHost, ""
}

// maxMessageID is the longest message-id, without its angle brackets.
// Source: rfc3977 3.6.
const maxMessageID = 248

// judgeNewsName refuses a group or message-id that its command line cannot
// hold: a space would make two arguments of it, a ">" end it early. Servers
// drop the connection on some. Source: rfc3977 3.6, 4.1.
func judgeNewsName(u earl.URL, _ *Policy) (earl.Component, string) {
	var group, id earl.Octets
	switch u.Scheme() {
	case "news":
		v, _ := earl.ParseNews(u)
		group, id = v.Group.Value, v.MessageID.Value
	case "nntp", "nntps":
		v, _ := earl.ParseNNTP(u)
		group = v.Group
	}
	switch {
	case strings.Contains(string(group), " "):
		return earl.ComponentPath, "a space in the newsgroup"
	case strings.ContainsAny(string(id), " <>"):
		return earl.ComponentPath, "a space or an angle bracket in the message-id"
	case len(id) > maxMessageID:
		return earl.ComponentPath, fmt.Sprintf("the message-id has more than %d octets", maxMessageID)
	}
	return earl.ComponentPath, ""
}

// fileView returns the typed view of a file URL and whether u is one.
func fileView(u earl.URL) (earl.File, bool) {
	if u.Scheme() != "file" {
		return earl.File{}, false
	}
	v, err := earl.ParseFile(u)
	return v, err == nil
}

// judgeFileHost refuses a file of another machine: the scheme has no protocol
// to fetch it by. Source: rfc1738 3.10.
func judgeFileHost(u earl.URL, _ *Policy) (earl.Component, string) {
	if v, ok := fileView(u); ok && !v.IsLocal() {
		return earl.ComponentHost, "it names a file of another machine, and the scheme has no protocol to fetch it by"
	}
	return earl.ComponentHost, ""
}

// judgeEncodedSlash refuses a slash inside a segment: a file's name has none.
func judgeEncodedSlash(u earl.URL, _ *Policy) (earl.Component, string) {
	v, _ := fileView(u)
	for _, segment := range v.Path {
		if strings.Contains(string(segment), "/") {
			return earl.ComponentPath, fmt.Sprintf("the segment %q holds a slash", segment.Printable())
		}
	}
	return earl.ComponentPath, ""
}

// judgePathEscape refuses what a system reads as a step out of the path that is
// written: "..", and "//" at its start, which some take for another machine.
func judgePathEscape(u earl.URL, _ *Policy) (earl.Component, string) {
	v, _ := fileView(u)
	for i, segment := range v.Path {
		switch {
		case segment == "..":
			return earl.ComponentPath, `the segment ".." leads out of the path before it; write the path that is meant`
		case segment == "" && i == 0 && len(v.Path) > 1:
			return earl.ComponentPath, `the path starts with "//"`
		}
	}
	return earl.ComponentPath, ""
}

// judgeRelay refuses a database for which freeWAIS would turn to another host,
// which no guard has judged.
func judgeRelay(u earl.URL, _ *Policy) (earl.Component, string) {
	if u.Scheme() != "wais" {
		return earl.ComponentPath, ""
	}
	if v, err := earl.ParseWAIS(u); err == nil && strings.Contains(string(v.Database), "@") {
		return earl.ComponentPath, fmt.Sprintf("the server would ask another host for the database %q", v.Database.Printable())
	}
	return earl.ComponentPath, ""
}
