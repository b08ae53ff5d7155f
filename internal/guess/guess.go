// Package guess returns the URL that a user means by a text without a scheme, as curl and
// the address bars of browsers do:
//
//	url, ok := guess.URL("example.com/x", guess.Options{}) // "http://example.com/x", true
//	u, err := guess.Parse("example.com/a b", guess.Options{}) // http://example.com/a%20b
//
// It does not read the file system.
package guess

import (
	"os"
	"path"
	"runtime"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/schemes"
	"github.com/earl-url/earl/views"
)

// Options describe the machine of the user. The zero Options guess no file.
type Options struct {
	Opens func(scheme string) bool // whether a text with this scheme is a URL; nil means no scheme is
	GOOS  string                   // the system of file names, as in runtime.GOOS; "" means no text is a file name
	Dir   string                   // the working directory: an absolute name
	Home  string                   // the absolute name of the home directory, for "~/"; if "", "~" is not expanded
}

// ThisMachine returns the options for texts from a user of this machine. opens reports
// whether the program opens a scheme. Registered schemes that the program does not open
// are schemes too: "tel:112" is not port 112 of a host.
func ThisMachine(opens func(scheme string) bool) Options {
	dir, _ := os.Getwd()
	home, _ := os.UserHomeDir()
	known := func(scheme string) bool { return opens(scheme) || schemes.Known(scheme) }
	return Options{Opens: known, GOOS: runtime.GOOS, Dir: dir, Home: home}
}

// Parse returns the URL that a text means. It guesses the scheme if the text has none, and
// reads the result with [earl.Auto].
func Parse(text string, o Options) (earl.URL, error) {
	if guessed, ok := URL(text, o); ok {
		text = guessed
	}
	return earl.Auto.Parse(text)
}

// URL returns the URL that a text means, and whether it differs from the text. File names
// must begin with "/", "./", "../", "~/", or a drive such as "C:\". A mail address becomes
// a mailto URL. Any other text must begin with a host. A name before a colon is a scheme,
// except if the program does not open the scheme and a port follows.
func URL(text string, o Options) (string, bool) {
	text = strings.TrimSpace(text)
	if name, ok := o.file(text); ok {
		return fileURL(name, o.GOOS)
	}
	if scheme, rest, ok := cutScheme(text); ok {
		end := strings.IndexAny(rest, "/?#")
		if end < 0 {
			end = len(rest)
		}
		if o.Opens != nil && o.Opens(scheme) || !isPort(rest[:end]) {
			return "", false
		}
	}
	if isMail(text) {
		return "mailto:" + text, true
	}
	return Host(text)
}

// cutScheme cuts the scheme off a text, in lower case, if it has one.
func cutScheme(text string) (scheme, rest string, ok bool) {
	scheme, rest, ok = strings.Cut(text, ":")
	scheme = strings.ToLower(scheme)
	if !ok || scheme == "" || scheme[0] < 'a' || scheme[0] > 'z' {
		return "", "", false
	}
	for i := range len(scheme) {
		c := scheme[i]
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '+' && c != '-' && c != '.' {
			return "", "", false
		}
	}
	return scheme, rest, true
}

// Host returns the URL of a text that begins with a host, and whether it does. A host is a
// name with a dot, "localhost", an IPv6 address in brackets, or any name with a port. The
// scheme is http, or that of the first label ("ftp", "gopher").
func Host(text string) (string, bool) {
	text = strings.TrimSpace(text)
	end := strings.IndexAny(text, "/?#")
	if end < 0 {
		end = len(text)
	}
	server := text[:end]
	if at := strings.LastIndexByte(server, '@'); at >= 0 {
		if strings.ContainsAny(server[:at], " \t@[]") {
			return "", false
		}
		server = server[at+1:]
	}
	host, port, hasPort := cutPort(server)
	if hasPort && !isPort(port) || !isHost(host) {
		return "", false
	}
	if !strings.Contains(strings.Trim(host, "."), ".") && host[0] != '[' && !strings.EqualFold(host, "localhost") && !hasPort {
		return "", false
	}
	return SchemeOf(host) + "://" + text, true
}

// Scheme returns text with the scheme that trurl guesses. Any text that begins like a host
// gets a scheme, even a single word. A text with "://" or a registered scheme is returned
// unchanged.
func Scheme(text string) string {
	if strings.Contains(text, "://") {
		return text
	}
	if scheme, _, ok := cutScheme(text); ok {
		if _, known := earl.RFC3986.Scheme(scheme); known {
			return text
		}
	}
	if url, ok := Host(text); ok {
		return url
	}
	end := strings.IndexAny(text, "/?#")
	if end < 0 {
		end = len(text)
	}
	if isHost(text[:end]) {
		return SchemeOf(text[:end]) + "://" + text
	}
	return text
}

// SchemeOf returns the scheme that curl and browsers guess for a host.
func SchemeOf(host string) string {
	label, _, _ := strings.Cut(strings.ToLower(host), ".")
	switch label {
	case "ftp", "gopher":
		return label
	}
	return "http"
}

// cutPort cuts ":port" off a host.
func cutPort(server string) (host, port string, ok bool) {
	i := strings.LastIndexByte(server, ':')
	if i < 0 || i < strings.LastIndexByte(server, ']') {
		return server, "", false
	}
	return server[:i], server[i+1:], true
}

// isPort reports whether text can be a port.
func isPort(text string) bool {
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return 0 < len(text) && len(text) <= 5
}

// isHost reports whether text looks like a host name or an address in brackets.
func isHost(text string) bool {
	if text == "" || text[0] == '.' || text[0] == '-' {
		return false
	}
	if text[0] == '[' {
		return strings.HasSuffix(text, "]") && strings.Count(text, ":") >= 2
	}
	for _, r := range text {
		letter := 'a' <= r|0x20 && r|0x20 <= 'z' || '0' <= r && r <= '9' || r > 0x7F
		if !letter && r != '-' && r != '.' && r != '_' {
			return false
		}
	}
	return true
}

// isMail reports whether text is a mail address: a local part of characters that need no
// quotes, and a name with a dot.
func isMail(text string) bool {
	local, domain, ok := strings.Cut(text, "@")
	if !ok || local == "" || !isHost(domain) || !strings.Contains(strings.Trim(domain, "."), ".") {
		return false
	}
	return !strings.ContainsFunc(local, func(r rune) bool {
		return r <= ' ' || r == 0x7F || strings.ContainsRune(`/?#:;,<>()[]"\%`, r)
	})
}

// file returns the absolute name of the file that text names.
func (o Options) file(text string) (string, bool) {
	switch {
	case o.GOOS == "":
	case isDrive(text):
		return text, true
	case strings.HasPrefix(text, "/") && !strings.HasPrefix(text, "//"):
		return text, true
	case text == "." || text == ".." || strings.HasPrefix(text, "./") || strings.HasPrefix(text, "../"):
		return join(o.Dir, text), true
	case (text == "~" || strings.HasPrefix(text, "~/")) && o.Home != "":
		return join(o.Home, strings.TrimPrefix(text[1:], "/")), true
	}
	return "", false
}

// join joins the absolute name of a directory and a relative name with slashes. It keeps a
// final slash, which means a directory.
func join(dir, name string) string {
	joined := path.Join(strings.ReplaceAll(dir, `\`, "/"), name)
	if strings.HasSuffix(name, "/") && joined != "/" {
		joined += "/"
	}
	return joined
}

// isDrive reports whether text begins with a drive letter and a slash.
func isDrive(text string) bool {
	return len(text) >= 3 && 'a' <= text[0]|0x20 && text[0]|0x20 <= 'z' && text[1] == ':' && (text[2] == '\\' || text[2] == '/') &&
		!strings.HasPrefix(text[2:], "//")
}

// fileURL returns the URL of an absolute name of a file.
func fileURL(name, goos string) (string, bool) {
	if isDrive(name) {
		goos = "windows"
	}
	v, err := views.FileFromNative(goos, name)
	if err != nil {
		return "", false
	}
	u, err := v.URL(earl.RFC3986)
	return u.String(), err == nil
}
