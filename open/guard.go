package open

import (
	"fmt"
	"slices"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/destination"
	"github.com/earl-url/earl/views"
)

// urlGuard is one check of a URL before anything is looked up or sent. An empty
// reason means that the URL passes. Else at is the component with the problem.
type urlGuard struct {
	name  string
	check func(u earl.URL, p *Policy) (at earl.Component, reason string)
}

// urlGuards are the guards on the URL, in the order in which they run.
// Source: rfc1738 6; draft1996 10.
var urlGuards = [...]urlGuard{
	{GuardScheme, checkScheme},
	{GuardCtlOctet, checkOctets},
	{GuardPortRange, checkPortRange},
	{GuardBadPort, checkBadPort},
	{GuardBadHost, checkHost},
	{GuardNewsName, checkNewsName},
	{GuardRelay, checkRelay},
}

// fileGuards are the guards on the URL of a file that this machine opens, not a
// gateway.
var fileGuards = [...]urlGuard{
	{GuardFileHost, checkFileHost},
	{GuardEncodedSlash, checkEncodedSlash},
	{GuardPathEscape, checkPathEscape},
}

// checkURL returns the Refusal of the first guard that u fails, or nil.
func checkURL(guards []urlGuard, u earl.URL, p *Policy) error {
	for _, g := range guards {
		if at, reason := g.check(u, p); reason != "" {
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

// narrow moves the position from a component to its first control character. It
// skips the tabs that separate the parts of a gopher path.
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

// checkScheme refuses a scheme that is not in the policy's list, if it has one.
func checkScheme(u earl.URL, p *Policy) (earl.Component, string) {
	if p.Schemes == nil || slices.Contains(p.Schemes, u.Scheme()) {
		return earl.ComponentScheme, ""
	}
	return earl.ComponentScheme, u.Scheme() + " is not one of the allowed schemes"
}

// checkOctets refuses control characters that would reach a protocol line after
// decoding. Source: rfc1738 6.
func checkOctets(u earl.URL, p *Policy) (earl.Component, string) {
	user, _ := u.User()
	password, _ := u.Password()
	host, _ := u.Host()
	for _, part := range [...]struct {
		at         earl.Component
		name, text string
	}{{earl.ComponentUser, "user", user}, {earl.ComponentPassword, "password", password}, {earl.ComponentHost, "host", host}} {
		if c, bad := control(earl.Unescape(part.text)); bad {
			return part.at, fmt.Sprintf("control character 0x%02X in the %s", c, part.name)
		}
	}
	return earl.ComponentPath, checkPart(u, p)
}

// checkPart is checkOctets for the part after the login.
func checkPart(u earl.URL, p *Policy) string {
	switch u.Scheme() {
	case "http", "https", "ws", "wss": // escapes are sent unchanged
		return ""
	case "gemini": // as http
		return ""
	case "mailto", "mailserver", "telnet", "rlogin", "tn3270": // nothing after the login is sent
		return ""
	case "data": // the object may contain any byte
		return ""
	case "wais":
		return checkWAIS(u)
	case "file":
		if strings.Contains(string(earl.Unescape(u.SchemePart())), "\x00") {
			return "control character 0x00 in the path"
		}
		return ""
	case "gopher", "gophers":
		return checkGopher(u, p)
	case "prospero":
		return checkProspero(u)
	}
	if c, bad := control(earl.Unescape(afterLogin(u))); bad {
		return fmt.Sprintf("control character 0x%02X in the path", c)
	}
	return ""
}

// checkGopher checks a gopher path. Its first two %09 are separators, and a
// gopher+ string may contain the answers to an ASK form. Source: rfc1738 3.4.1,
// 3.4.9.
func checkGopher(u earl.URL, p *Policy) string {
	v, err := views.ParseGopher(u)
	parts := []earl.Octets{v.Type.Value + v.Selector, v.Search.Value, v.Plus.Value}
	if err != nil {
		parts = parts[:0] // the strictest reading
		for _, text := range strings.SplitN(afterLogin(u), "%09", 3) {
			parts = append(parts, earl.Unescape(text))
		}
	} else if _, filled := v.Answers(); filled && p.Ask {
		parts = parts[:2]
	} else if filled {
		return "answers to an ASK form in the gopher+ string; Policy.Ask allows them"
	}
	for i, octets := range parts {
		if c, bad := control(octets); bad {
			return fmt.Sprintf("control character 0x%02X in the %s", c, [...]string{"selector", "search", "gopher+ string"}[i])
		}
	}
	return ""
}

// checkProspero checks the bytes that would be sent. In a draft1993 URL, %00 is
// a separator and is not sent. Source: draft1993 Prospero.
func checkProspero(u earl.URL) string {
	v, err := views.ParseProspero(u)
	parts := []earl.Octets{v.HSOName}
	if err != nil {
		parts[0] = earl.Unescape(afterLogin(u)) // the strictest reading
	}
	for _, f := range v.Fields {
		parts = append(parts, f.Name, f.Value)
	}
	for _, part := range parts {
		if c, bad := control(part); bad {
			return fmt.Sprintf("control character 0x%02X in the object name", c)
		}
	}
	return ""
}

// checkWAIS checks the names and the search words: servers separate databases
// with 0x1E and 0x1F. A document-id is sent with its length, so it may contain
// any byte.
// Source: rfc1738 3.9.
func checkWAIS(u earl.URL) string {
	v, err := views.ParseWAIS(u)
	if err != nil {
		v.Database = earl.Unescape(afterLogin(u)) // the strictest reading
	}
	for _, part := range [...]struct {
		name   string
		octets earl.Octets
	}{{"database", v.Database}, {"search words", v.Search.Value}, {"wtype", v.WType.Value}} {
		if c, bad := control(part.octets); bad {
			return fmt.Sprintf("control character 0x%02X in the %s", c, part.name)
		}
	}
	return ""
}

// control returns the first control character of o and whether there is one.
func control(o earl.Octets) (c byte, bad bool) {
	for i := range len(o) {
		if o[i] < 0x20 || o[i] == 0x7F {
			return o[i], true
		}
	}
	return 0, false
}

// afterLogin returns the scheme-specific part after its login, not decoded.
func afterLogin(u earl.URL) string {
	part := u.Path()
	if params, ok := u.Params(); ok {
		part += ";" + params
	}
	if query, ok := u.Query(); ok {
		part += "?" + query
	}
	return part
}

// checkPortRange refuses a port that is not from 1 to 65535. Source: rfc1738 3.1.
func checkPortRange(u earl.URL, _ *Policy) (earl.Component, string) {
	digits, _ := u.Port()
	if _, ok := u.PortNumber(); ok || digits == "" {
		return earl.ComponentPort, ""
	}
	return earl.ComponentPort, fmt.Sprintf("port %s is not a number from 1 to 65535", digits)
}

// checkBadPort refuses the ports of other protocols. Source: rfc1738 6.
func checkBadPort(u earl.URL, p *Policy) (earl.Component, string) {
	port, ok := u.PortNumber()
	if !ok {
		return earl.ComponentPort, ""
	}
	return earl.ComponentPort, badPort(port, u, p)
}

// checkHost refuses an invalid host. Source: rfc1738 3.1.
func checkHost(u earl.URL, _ *Policy) (earl.Component, string) {
	if host, _ := u.Host(); host != "" {
		_, reason := destination.Host(u)
		return earl.ComponentHost, reason
	}
	if s, _ := u.Edition().Scheme(u.Scheme()); s.Host {
		return earl.ComponentHost, "the URL has no host"
	}
	return earl.ComponentHost, ""
}

// maxMessageID is the longest message-id, without its angle brackets.
// Source: rfc3977 3.6.
const maxMessageID = 248

// checkNewsName refuses a group or message-id that a command line cannot
// contain: a space would make two arguments of it, and a ">" would end it
// early. Some servers close the connection then. Source: rfc3977 3.6, 4.1.
func checkNewsName(u earl.URL, _ *Policy) (earl.Component, string) {
	var group, id earl.Octets
	switch u.Scheme() {
	case "news":
		v, _ := views.ParseNews(u)
		group, id = v.Group.Value, v.MessageID.Value
	case "nntp", "nntps":
		v, _ := views.ParseNNTP(u)
		group = v.Group
	}
	switch {
	case strings.Contains(string(group), " "):
		return earl.ComponentPath, "a space in the newsgroup"
	case strings.ContainsAny(string(id), " <>"):
		return earl.ComponentPath, "a space or an angle bracket in the message-id"
	case len(id) > maxMessageID:
		return earl.ComponentPath, fmt.Sprintf("the message-id has more than %d bytes", maxMessageID)
	}
	return earl.ComponentPath, ""
}

// fileView returns the typed view of a file URL, or of an afs URL as a file of
// this machine, and whether u is one.
func fileView(u earl.URL) (views.File, bool) {
	if u.Scheme() == "afs" {
		v, err := views.ParseAFS(u)
		return views.File{Path: v.Path}, err == nil
	}
	if u.Scheme() != "file" {
		return views.File{}, false
	}
	v, err := views.ParseFile(u)
	return v, err == nil
}

// checkFileHost refuses a file of another machine: the scheme has no protocol
// to fetch it with. Source: rfc1738 3.10.
func checkFileHost(u earl.URL, _ *Policy) (earl.Component, string) {
	if v, ok := fileView(u); ok && !v.IsLocal() && !destination.IsThisMachine(string(v.Host)) {
		return earl.ComponentHost, "the file is on another machine, and file URLs have no protocol to fetch it"
	}
	return earl.ComponentHost, ""
}

// checkEncodedSlash refuses a slash inside a segment: a file name contains
// none.
func checkEncodedSlash(u earl.URL, _ *Policy) (earl.Component, string) {
	v, _ := fileView(u)
	for _, segment := range v.Path {
		if strings.Contains(string(segment), "/") {
			return earl.ComponentPath, fmt.Sprintf("the segment %q contains a slash", segment.Printable())
		}
	}
	return earl.ComponentPath, ""
}

// checkPathEscape refuses what a system can read as a step out of the path:
// "..", and "//" at the start, which some systems read as the name of another
// machine.
func checkPathEscape(u earl.URL, _ *Policy) (earl.Component, string) {
	v, _ := fileView(u)
	for i, segment := range v.Path {
		switch {
		case segment == "..":
			return earl.ComponentPath, `the segment ".." leaves the directory before it; write the path without ".."`
		case segment == "" && i == 0 && len(v.Path) > 1:
			return earl.ComponentPath, `the path starts with "//"`
		}
	}
	return earl.ComponentPath, ""
}

// checkRelay refuses a database that freeWAIS would request from another host,
// because no guard has checked that host.
func checkRelay(u earl.URL, _ *Policy) (earl.Component, string) {
	if u.Scheme() != "wais" {
		return earl.ComponentPath, ""
	}
	if v, err := views.ParseWAIS(u); err == nil && strings.Contains(string(v.Database), "@") {
		return earl.ComponentPath, fmt.Sprintf("the server would forward the request to another host for the database %q", v.Database.Printable())
	}
	return earl.ComponentPath, ""
}
