package explain

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract"
)

// CautionUserLikeHost is the name of the warning about a user that looks like a
// host.
const CautionUserLikeHost = "user-like-host"

// CautionGit is the name of the warning about an address of Git that is not a URL.
const CautionGit = "git-address"

// Caution is a warning before a URL is opened or passed on.
type Caution struct {
	Name string // stable: "url-prefix", "password", CautionUserLikeHost, "port", CautionGit
	Text string // one sentence without a full stop
}

// Cautions returns the warnings for u. They do not contain the password of u.
// Source: rfc1738 6.
func Cautions(u earl.URL) []Caution {
	var list []Caution
	if hint := WrapperHint(u.String()); hint != "" {
		list = append(list, Caution{"url-prefix", hint + " (rfc1738 appendix)"})
	}
	if _, ok := u.Password(); ok {
		list = append(list, Caution{"password", "the URL contains a password: everyone who sees the URL has it, and most protocols send it unencrypted (rfc1738 6)"})
	}
	host, _ := u.Host()
	if misleads(u) {
		list = append(list, Caution{CautionUserLikeHost, fmt.Sprintf("the text before the \"@\" looks like a host but is a user; the host is %s", host)})
	}
	s, _ := u.Edition().Scheme(u.Scheme())
	if port, ok := u.PortNumber(); ok && s.Port != 0 && s.Port != port {
		list = append(list, Caution{"port", fmt.Sprintf("port %d is not the usual port of %s, which is %d: another service may listen there (rfc1738 6)", port, s.Name, s.Port)})
	}
	return list
}

// misleads reports whether the user of u could be mistaken for a host: it, or a piece of it
// before or after an "@", has the form of a host, perhaps with a port or a path. A mailbox,
// whose "@" is escaped, is the usual user of mail and file servers; the users of web servers
// are seldom seen, and attackers choose them.
func misleads(u earl.URL) bool {
	user, ok := u.User()
	if !ok {
		return false
	}
	if name, domain, found := strings.Cut(strings.ToLower(user), "%40"); found && !isWeb(u) && name != "" && domain != "" && !strings.Contains(name+domain, "@") && !strings.Contains(domain, "%40") {
		return false
	}
	pieces := strings.FieldsFunc(string(earl.Unescape(user)), func(r rune) bool { return r == '@' || r == '\uff20' || r == '\ufe6b' })
	return slices.ContainsFunc(pieces, looksLikeHost)
}

// isWeb reports whether u is an http or an https URL.
func isWeb(u earl.URL) bool { return u.Scheme() == "http" || u.Scheme() == "https" }

// looksLikeHost reports whether a text begins with a name that has a dot between other
// characters, with an IPv6 address, or with "localhost".
func looksLikeHost(text string) bool {
	if strings.HasPrefix(text, "[") && strings.Contains(text, ":") {
		return true
	}
	if end := strings.IndexAny(text, `:/?#\;`); end >= 0 {
		text = text[:end]
	}
	dot := strings.IndexAny(text, ".\u3002\uff0e\uff61") // what IDNA takes for a dot
	if dot < 0 {
		return strings.EqualFold(text, "localhost")
	}
	_, n := utf8.DecodeRuneInString(text[dot:])
	return dot > 0 && dot+n < len(text)
}

// WrapperHint returns a sentence about a wrapper or the prefix "URL:" around
// the URL in a text, or "". The sentence does not contain the password. Source:
// rfc1738 appendix.
func WrapperHint(text string) string {
	const prefix = "url:"
	what := "the wrapper"
	if len(text) >= len(prefix) && strings.EqualFold(text[:len(prefix)], prefix) {
		what = `the prefix "URL:"`
	} else if !strings.HasPrefix(text, "<") {
		return ""
	}
	for m := range extract.Text(strings.NewReader(text), extract.Options{}) {
		return what + " is not part of the URL: " + earl.Redact(m.URL)
	}
	return ""
}
