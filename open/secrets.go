package open

import (
	"strconv"
	"strings"
	"sync"

	"github.com/earl-url/earl"
)

// shortSecret is the length below which a secret is not searched for: hiding
// each "e" of a text would reveal more than it hides.
const shortSecret = 4

// secrets are the passwords of one request. They are hidden in what its opener
// reports, because a server may repeat them. This is a second defence: openers
// hide what they send themselves.
type secrets struct {
	mu     sync.Mutex
	list   []string
	answer bool // a URL of the request has a secret answer to a form
}

// newSecrets returns the secrets of a URL: its password, escaped and decoded.
func newSecrets(u earl.URL) *secrets {
	s := new(secrets)
	if password, ok := u.Password(); ok {
		s.add(password)
		s.add(string(earl.Unescape(password)))
	}
	return s
}

// add adds one secret, and the form that it has between quotes: a server may
// send it in a quoted-string of a header, and %q writes it like that.
func (s *secrets) add(secret string) {
	if len(secret) < shortSecret {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.list = append(s.list, secret)
	quoted := strconv.Quote(secret)
	if quoted = quoted[1 : len(quoted)-1]; quoted != secret {
		s.list = append(s.list, quoted)
	}
}

// hide returns text with [earl.Hidden] for each secret.
func (s *secrets) hide(text string) string {
	if s == nil {
		return text
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, secret := range s.list {
		text = strings.ReplaceAll(text, secret, earl.Hidden)
	}
	return text
}

// hideWords returns text, which may be from a server, with [earl.Hidden] for
// each secret and for the password of each URL in it.
func (s *secrets) hideWords(text string) string { return redactURLs(s.hide(text)) }

// redactURLs returns text with [earl.Hidden] for the password of each URL in it.
func redactURLs(text string) string {
	for start := 0; ; {
		i := strings.Index(text[start:], "//")
		if i < 0 {
			return text
		}
		start += i + len("//")
		authority := text[start:]
		if end := strings.IndexAny(authority, "/\\?#\"<> \t"); end >= 0 {
			authority = authority[:end]
		}
		colon, at := strings.IndexByte(authority, ':'), strings.LastIndexByte(authority, '@')
		if 0 <= colon && colon < at {
			text = text[:start+colon+1] + earl.Hidden + text[start+at:]
		}
	}
}
