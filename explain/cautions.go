package explain

import (
	"fmt"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/extract"
)

// CautionUserLikeHost is the name of the warning about a user that looks like a
// host.
const CautionUserLikeHost = "user-like-host"

// Caution is a warning before a URL is opened or passed on.
type Caution struct {
	Name string // stable: "url-prefix", "password", CautionUserLikeHost, "port"
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
	if user, ok := u.User(); ok && looksLikeHost(string(earl.Unescape(user))) {
		list = append(list, Caution{CautionUserLikeHost, fmt.Sprintf("the text before the \"@\" looks like a host but is a user; the host is %s", host)})
	}
	s, _ := u.Edition().Scheme(u.Scheme())
	if port, ok := u.PortNumber(); ok && s.Port != 0 && s.Port != port {
		list = append(list, Caution{"port", fmt.Sprintf("port %d is not the usual port of %s, which is %d: another service may listen there (rfc1738 6)", port, s.Name, s.Port)})
	}
	return list
}

// looksLikeHost reports whether a user could be mistaken for a host: it has a
// dot between other characters.
func looksLikeHost(user string) bool {
	before, after, ok := strings.Cut(user, ".")
	return ok && before != "" && after != "" && !strings.Contains(user, "@")
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
