package open

import (
	"context"
	"errors"
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

// hideIn hides each secret in the texts of a resource.
func (s *secrets) hideIn(res Resource) {
	m := res.Info()
	for i := range m.Note {
		m.Note[i] = s.hideWords(m.Note[i])
	}
	switch res := res.(type) {
	case *Referral:
		res.Reason = s.hideWords(res.Reason)
		if res.Instead != nil {
			s.hideIn(res.Instead)
		}
	case *Form:
		res.Title = s.hideWords(res.Title)
		for i := range res.Fields {
			res.Fields[i].Prompt = s.hideWords(res.Fields[i].Prompt)
		}
	}
}

// hide returns err without the secrets of r in its text, and without the
// password of any URL in it.
func (r *Call) hide(err error) error {
	if err == nil {
		return nil
	}
	if text := err.Error(); r.secrets.hideWords(text) != text {
		return &hiddenError{r.secrets.hideWords(text), err}
	}
	return err
}

// hiddenError is an error with secrets removed from its text.
type hiddenError struct {
	text string
	err  error
}

func (e *hiddenError) Error() string { return e.text }

// Is and As test the error inside. There is no Unwrap, which would reveal its
// text.
func (e *hiddenError) Is(target error) bool { return errors.Is(e.err, target) }
func (e *hiddenError) As(target any) bool   { return errors.As(e.err, target) }

// hiddenTrace returns trace with every secret hidden, and the password of each
// URL in a line from the server.
func hiddenTrace(s *secrets, trace func(Event)) func(Event) {
	return func(e Event) {
		e.Line = s.hide(e.Line)
		if e.Dir == 'S' {
			e.Line = redactURLs(e.Line)
		}
		trace(e)
	}
}

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

// ownLogin returns login restricted to the scheme, host and port of u. An
// opener may leave Scheme and Host of its question empty. Source: rfc1738 6.
func ownLogin(u earl.URL, s *secrets, login func(context.Context, Login) (Login, error)) func(context.Context, Login) (Login, error) {
	return func(ctx context.Context, l Login) (Login, error) {
		if address, err := HostPort(u); err == nil {
			if l.Scheme == "" && l.Host == "" {
				l.Scheme, l.Host = u.Scheme(), address
			}
			if l.Scheme != u.Scheme() || !strings.EqualFold(l.Host, address) {
				return Login{}, Refuse(GuardCrossCredentials, u, "the server requested a login for "+l.Scheme+"://"+l.Host+"")
			}
		}
		l.Prompt = s.hideWords(l.Prompt)
		answer, err := login(ctx, l)
		answer.Scheme, answer.Host = l.Scheme, l.Host
		for _, secret := range [...]earl.Secret{answer.Password, answer.Account} {
			if octets, ok := secret.Reveal(); ok {
				s.add(string(octets))
			}
		}
		return answer, err
	}
}
