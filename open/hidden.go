package open

import (
	"context"
	"errors"
	"strings"

	"github.com/earl-url/earl"
)

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
