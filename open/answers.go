package open

import (
	"slices"
	"strings"
	"sync"

	"github.com/earl-url/earl"
)

// maxAnswers is how many URLs with secret answers a client remembers. A user
// opens such a URL at once.
const maxAnswers = 100

// answers are the secret answers to the forms of a client, by the URLs that
// contain them. Several goroutines may use it.
type answers struct {
	mu   sync.Mutex
	list []secretAnswers // the newest last
}

// secretAnswers are the secrets in a URL.
type secretAnswers struct {
	url  string
	list []string
}

// watch makes a form remember which of its answers are secrets.
func (a *answers) watch(f *Form) {
	answer := f.Answer
	if answer == nil || !slices.ContainsFunc(f.Fields, func(q Question) bool { return q.Secret }) {
		return
	}
	fields := slices.Clone(f.Fields)
	f.Answer = func(texts []string) (earl.URL, error) {
		u, err := answer(texts)
		if err == nil {
			a.add(u, fields, texts)
		}
		return u, err
	}
}

// add remembers the secrets of a URL, as text and as a URL has it.
func (a *answers) add(u earl.URL, fields []Question, texts []string) {
	s := secretAnswers{url: u.String()}
	for i, q := range fields {
		if q.Secret && i < len(texts) && texts[i] != "" {
			s.list = append(s.list, texts[i], escaped(texts[i]), string(u.Edition().AppendEscape(nil, earl.Octets(texts[i]), "")))
		}
	}
	if s.list == nil {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.list) == maxAnswers {
		a.list = slices.Delete(a.list, 0, 1)
	}
	a.list = append(a.list, s)
}

// escaped returns a text with escapes for all bytes that are not unreserved.
// Source: rfc3986 2.3.
func escaped(text string) string {
	const digits = "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(text) {
		c := text[i]
		if 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || strings.IndexByte("-._~", c) >= 0 {
			b.WriteByte(c)
		} else {
			b.Write([]byte{'%', digits[c>>4], digits[c&15]})
		}
	}
	return b.String()
}

// in returns the secret answers in some URLs.
func (a *answers) in(urls ...earl.URL) (list []string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.list) == 0 {
		return nil
	}
	for _, u := range urls {
		for _, s := range a.list {
			if s.url == u.WithoutFragment().String() {
				list = append(list, s.list...)
			}
		}
	}
	return list
}

// hide returns a text without the secret answers in some URLs.
func (a *answers) hide(text string, urls ...earl.URL) string {
	s := new(secrets)
	for _, secret := range a.in(urls...) {
		s.add(secret)
	}
	return s.hide(text)
}
