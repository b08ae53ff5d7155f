// Package gitaddr reads the addresses of Git repositories: URLs, the short form
// of ssh, and paths.
//
//	a, err := gitaddr.Parse("git@example.org:group/project.git")
//	https, ok := a.HTTPS() // https://example.org/group/project.git
//	ssh, ok := a.SSH()     // ssh://git@example.org/group/project.git
//
// Only some of these addresses are URLs. Parse reads what Git reads: transport,
// login, port and path are those of "git fetch-pack --diag-url", and what Git
// refuses is an error. These differ:
//
//   - A letter, ":" and a slash or a backslash, as in C:\repo, is a path of
//     Windows, as in Git for Windows. Elsewhere Git reads the host C.
//   - "helper::address" names a remote helper, as in git fetch. The program
//     fetch-pack, which knows no helpers, reads a host.
//   - http, https, ftp and ftps, and the schemes of other helpers, are read too.
//     fetch-pack refuses them, because git fetch starts a helper for them.
//   - A control character is an error.
//
// Source: git-fetch(1), GIT URLS; gitremote-helpers(7); connect.c of Git.
package gitaddr

import (
	"errors"
	"strconv"
	"strings"

	"github.com/earl-url/earl"
)

// The errors of Parse.
var (
	ErrNoPath    = errors.New("gitaddr: the address has no path")
	ErrPath      = errors.New(`gitaddr: a path that begins with "-" could be an option`)
	ErrTransport = errors.New("gitaddr: this transport has no URL")
	ErrControl   = errors.New("gitaddr: an address cannot contain a control character")
)

// Form is how an address is written.
type Form uint8

// The values of Form.
const (
	URL    Form = iota // scheme://host/path
	Short              // user@host:path, always ssh
	Path               // a file or a directory of this machine
	Helper             // helper::address
)

// Address is the address of a repository. The zero Address is not valid. It is
// a value that can be compared with ==.
type Address struct {
	Form      Form
	Transport string // "ssh", "git", "file", or the name of the helper: "https", "ext"
	Scheme    string // of a URL, as it is written: "git+ssh"
	User      string // decoded, or ""
	Host      string // decoded, without brackets, or ""
	Port      string // in decimal digits, or ""
	// Path is decoded. In the short form it is relative to the home directory
	// unless it begins with "/" or "~". After "::" it is the whole address.
	Path string
	// HostAndPort is what Git makes of user, host and port before it connects:
	// for ssh, "user@host" without the port; for git and file, unchanged.
	HostAndPort string
}

// Parse reads an address. The errors are those of this package.
func Parse(text string) (Address, error) {
	for i := range len(text) {
		if text[i] < ' ' || text[i] == 0x7F {
			return Address{}, ErrControl
		}
	}
	if helper, address, ok := cutHelper(text); ok {
		return Address{Form: Helper, Transport: helper, Path: address}, nil
	}
	if isDrive(text) {
		return Address{Form: Path, Transport: "file", Path: text}, nil
	}
	a, rest, separator, err := transport(text)
	if err != nil {
		return Address{}, err
	}
	if a.Transport != "ssh" && a.Transport != "git" && a.Transport != "file" {
		return a.web(rest), nil
	}
	end := hostEnd(rest)
	at := end
	if a.Form != Path {
		if at = strings.IndexByte(rest[end:], separator); at < 0 {
			return Address{}, ErrNoPath
		}
		at += end
	}
	a.HostAndPort, a.Path = rest[:at], rest[at:]
	if a.Path == "" {
		return Address{}, ErrNoPath
	}
	if separator == ':' {
		a.Path = a.Path[1:]
	}
	if (a.Transport == "git" || a.Transport == "ssh") && len(a.Path) > 1 && a.Path[1] == '~' {
		a.Path = a.Path[1:] // ssh://host/~user/path
	}
	if a.Transport == "ssh" {
		if strings.HasPrefix(a.Path, "-") {
			return Address{}, ErrPath
		}
		a.HostAndPort, a.Port = splitPort(a.HostAndPort)
	}
	if a.Form != Path {
		a.login()
	}
	return a, nil
}

// transport reads what precedes the host, and returns the rest, decoded, and the
// byte that precedes the path.
func transport(text string) (a Address, rest string, separator byte, err error) {
	scheme, _, isURL := strings.Cut(text, "://")
	isURL = isURL && isScheme(scheme)
	if isURL {
		text = scheme + decode(text[len(scheme):])
	}
	before, after, found := strings.Cut(text, "://")
	if !found {
		if isLocal(text) {
			return Address{Form: Path, Transport: "file"}, text, 0, nil
		}
		return Address{Form: Short, Transport: "ssh"}, text, ':', nil
	}
	a = Address{Form: URL, Scheme: before, Transport: before}
	switch before {
	case "ssh", "git+ssh", "ssh+git":
		a.Transport = "ssh"
	case "git", "file":
	default:
		if !isURL {
			return Address{}, "", 0, ErrTransport
		}
	}
	return a, after, '/', nil
}

// web reads the rest of a URL for a helper, such as that of https.
func (a Address) web(rest string) Address {
	at := strings.IndexByte(rest+"/", '/')
	a.HostAndPort, a.Path = rest[:at], rest[at:]
	a.HostAndPort, a.Port = splitPort(a.HostAndPort)
	a.login()
	return a
}

// login sets user and host from HostAndPort.
func (a *Address) login() {
	host := a.HostAndPort
	if a.Transport == "git" {
		host, a.Port = splitPort(host)
	}
	if at := strings.LastIndexByte(host, '@'); at >= 0 {
		a.User, host = host[:at], host[at+1:]
	}
	a.Host = host
}

// cutHelper splits "helper::address".
func cutHelper(text string) (helper, address string, ok bool) {
	helper, address, ok = strings.Cut(text, "::")
	return helper, address, ok && isScheme(helper)
}

// isScheme reports whether text can be a scheme for Git: letters, digits, "+", "-"
// and ".". The first is a letter or a digit.
func isScheme(text string) bool {
	for i := range len(text) {
		c := text[i]
		if alnum := 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9'; !alnum && (i == 0 || c != '+' && c != '-' && c != '.') {
			return false
		}
	}
	return text != ""
}

// isDrive reports whether text is an absolute path of Windows, or one of a share.
func isDrive(text string) bool {
	if strings.HasPrefix(text, `\\`) {
		return true
	}
	return len(text) > 2 && 'a' <= text[0]|0x20 && text[0]|0x20 <= 'z' && text[1] == ':' && (text[2] == '/' || text[2] == '\\')
}

// isLocal reports whether a text that is not a URL is a path: it has no colon
// before its first slash.
func isLocal(text string) bool {
	colon, slash := strings.IndexByte(text, ':'), strings.IndexByte(text, '/')
	return colon < 0 || slash >= 0 && slash < colon
}

// decode decodes escapes, except %00.
func decode(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '%' && i+2 < len(text) {
			if n, err := strconv.ParseUint(text[i+1:i+3], 16, 8); err == nil && n > 0 && text[i+1] != '+' {
				b.WriteByte(byte(n))
				i += len("HH")
				continue
			}
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// brackets returns the offsets of the brackets of a host, or ok is false. They are
// at the start, or after the first "@[".
func brackets(host string) (open, end int, ok bool) {
	if at := strings.Index(host, "@["); at >= 0 {
		open = at + 1
	}
	if !strings.HasPrefix(host[open:], "[") {
		return 0, 0, false
	}
	k := strings.IndexByte(host[open:], ']')
	return open, open + k, k >= 0
}

// hostEnd returns where the search for the end of a host starts: at its closing
// bracket, or at its start.
func hostEnd(host string) int {
	if _, end, ok := brackets(host); ok {
		return end
	}
	return 0
}

// splitPort removes the brackets of a host and its port, as Git does before it
// starts ssh. What follows the brackets is a port or is dropped; without it, a
// port can be inside.
func splitPort(host string) (rest, port string) {
	open, end, bracketed := brackets(host)
	if !bracketed {
		return cutPort(host)
	}
	inside := host[:open] + host[open+1:end]
	if _, port = cutPort(host[end+1:]); port != "" {
		return inside, port
	}
	if before, port := cutPort(inside); port != "" {
		return before, port
	}
	return inside, ""
}

// cutPort splits a text at its first colon if a number up to 65535 follows, or
// nothing.
func cutPort(host string) (rest, port string) {
	before, after, ok := strings.Cut(host, ":")
	switch {
	case !ok:
		return host, ""
	case after == "":
		return before, ""
	case isPort(after):
		return before, after
	}
	return host, ""
}

// isPort reports whether a text is a number up to 65535 for strtol of C, which
// accepts spaces and a sign before it.
func isPort(text string) bool {
	digits := strings.TrimLeft(text, " ")
	if digits != "" && (digits[0] == '+' || digits[0] == '-') {
		digits = digits[1:]
	}
	if digits == "" || strings.Trim(digits, "0123456789") != "" {
		return false
	}
	n, err := strconv.ParseUint(digits, 10, 16)
	return err == nil && (n == 0 || !strings.Contains(text, "-"))
}

// HTTPS returns the URL of the repository for https, and whether it can have one.
// Sites that host repositories have the same path there; other servers may have
// none. The user and a port of another protocol are left out.
func (a Address) HTTPS() (string, bool) {
	port := ""
	switch {
	case a.Transport == "https":
		port = a.Port
	case a.Transport != "ssh" && a.Transport != "git" && a.Transport != "http":
		return "", false
	}
	if strings.HasPrefix(a.Path, "~") || strings.HasPrefix(a.Path, "/~") {
		return "", false // a home directory
	}
	return a.format("https", "", port, "/"+strings.TrimPrefix(a.Path, "/"))
}

// SSH returns the URL of the repository for ssh, and whether it can have one. In
// the short form, a path of the user "git" is that of a site, and other paths are
// relative to the home directory ("/~/").
func (a Address) SSH() (string, bool) {
	user, port, path := "git", "", a.Path
	switch a.Transport {
	case "ssh":
		user, port = a.User, a.Port
	case "git", "http", "https":
	default:
		return "", false
	}
	switch {
	case strings.HasPrefix(path, "/"):
	case a.Form == Short && user != "git" && !strings.HasPrefix(path, "~"):
		path = "/~/" + path
	default:
		path = "/" + path
	}
	return a.format("ssh", user, port, path)
}

// format returns a URL with the host of a, and whether it is valid.
func (a Address) format(scheme, user, port, path string) (string, bool) {
	if strings.HasPrefix(a.Host, "-") || strings.HasPrefix(user, "-") {
		return "", false // an option of a command line: Git blocks it
	}
	var b strings.Builder
	b.WriteString(scheme + "://")
	if user != "" {
		b.WriteString(escape(user, "") + "@")
	}
	if strings.Contains(a.Host, ":") {
		b.WriteString("[" + a.Host + "]")
	} else {
		b.WriteString(escape(a.Host, ""))
	}
	if port != "" {
		b.WriteString(":" + port)
	}
	b.WriteString(escape(path, "/~:@"))
	text := b.String()
	back, err := Parse(text) // Git decodes before it splits: not every user can be written
	return text, err == nil && back.Host == a.Host && back.User == user && a.Host != "" && a.Path != "" && earl.RFC3986.Valid(text)
}

// escape escapes all bytes except letters, digits, "-", ".", "_", "+" and those
// in also.
func escape(text, also string) string {
	var b strings.Builder
	for i := range len(text) {
		c := text[i]
		if 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || strings.IndexByte("-._+"+also, c) >= 0 {
			b.WriteByte(c)
		} else {
			b.WriteString("%" + strings.ToUpper(strconv.FormatUint(uint64(c)|0x100, 16)[1:]))
		}
	}
	return b.String()
}
