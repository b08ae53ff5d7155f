package ldap

import (
	"fmt"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/protocol/ber"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/dialogue"
	"github.com/earl-url/earl/views"
)

// The codes of results that the opener handles. Source: rfc4511 4.1.9.
const (
	success       = 0
	timeExceeded  = 3
	sizeExceeded  = 4
	referral      = 10
	adminExceeded = 11
	noSuchObject  = 32
)

// result is the end of an operation. Source: rfc4511 4.1.9.
type result struct {
	code     int
	matched  string // the entry nearest to the one that is missing
	text     string
	referral []string // URLs
}

// maxReferral limits the URLs of a referral. Servers send one for each replica.
const maxReferral = 50

// result reads the result in an operation.
func (s *session) result(op ber.Element) (r result, err error) {
	parts := op.List(5)
	if len(parts) < 3 {
		return r, fmt.Errorf("%w: the result is incomplete", open.ErrProtocol)
	}
	code, ok := parts[0].Int()
	if !ok || parts[0].Tag != ber.Enumerated || code < 0 || code > 1<<20 {
		return r, fmt.Errorf("%w: a result without a code", open.ErrProtocol)
	}
	r = result{code: int(code), matched: string(parts[1].Bytes()), text: string(parts[2].Bytes())}
	if list, ok := op.Find(ber.Ctx(3)); ok {
		for _, u := range list.List(maxReferral) {
			r.referral = append(r.referral, string(u.Bytes()))
		}
	}
	s.trace('S', strings.TrimSpace(fmt.Sprintf("result %d %s", r.code, s.hide(r.text))))
	return r, nil
}

// hide returns a text of the server as printable characters, without secrets.
func (s *session) hide(text string) string { return s.secrets.Hide(text) }

// Error is a refusal by the server, with its code and text.
type Error struct {
	Operation string // "bind", "search" or "disconnection"
	Code      int    // Source: rfc4511 4.1.9
	Text      string // the server's text: printable, secrets hidden
	// Matched is the name of the nearest entry above one that is missing, printable.
	// "" means not known.
	Matched string
}

// Error returns a text such as `search: 32 no such object: the directory ends at
// "dc=example,dc=org"`.
func (e *Error) Error() string {
	hint, _ := meaning(e.Code)
	if e.Matched != "" {
		hint = fmt.Sprintf("the nearest entry that exists is %q", e.Matched)
	}
	text := codeName(e.Code)
	if e.Text != "" {
		text += ", " + e.Text
	}
	return strings.TrimPrefix(dialogue.Refused("", e.Operation, e.Code, text, hint), ": ")
}

// Unwrap returns the kind of the error, such as [open.ErrNotFound].
func (e *Error) Unwrap() error {
	_, kind := meaning(e.Code)
	return kind
}

// refusal returns the *Error of a result.
func (s *session) refusal(operation string, r result) error {
	return &Error{Operation: operation, Code: r.code, Text: s.hide(r.text), Matched: s.hide(r.matched)}
}

// meaning returns a hint for the user on a code, and the error that it means.
// Source: rfc4511 A.2.
func meaning(code int) (hint string, kind error) {
	switch code {
	case timeExceeded, sizeExceeded, adminExceeded:
		return "there may be more entries", open.ErrCut
	case noSuchObject:
		return "", open.ErrNotFound
	case 7, 8, 13, 14, 48, 49, 50:
		return "", open.ErrLogin
	case 34:
		return "the server cannot read the name in the URL", open.ErrServer
	}
	return "", open.ErrServer
}

// codeName returns the name of a code, as words. Source: rfc4511 A.2.
func codeName(code int) string {
	switch code {
	case 1:
		return "operations error"
	case 2:
		return "protocol error"
	case timeExceeded:
		return "time limit exceeded"
	case sizeExceeded:
		return "size limit exceeded"
	case 7:
		return "authentication method not supported"
	case 8:
		return "stronger authentication required"
	case referral:
		return "referral"
	case adminExceeded:
		return "administrative limit exceeded"
	case 12:
		return "unavailable critical extension"
	case 13:
		return "confidentiality required"
	case 16:
		return "no such attribute"
	case 18:
		return "inappropriate matching"
	case noSuchObject:
		return "no such object"
	case 33:
		return "alias problem"
	case 34:
		return "invalid name"
	case 48:
		return "inappropriate authentication"
	case 49:
		return "invalid credentials"
	case 50:
		return "insufficient access rights"
	case 51:
		return "busy"
	case 52:
		return "unavailable"
	case 53:
		return "unwilling to perform"
	}
	return "refused"
}

// target returns the URL of a referral. A part that it leaves out is that of the
// search. Source: rfc4511 4.1.10, 4.5.3; rfc4516 2.
func (s *session) target(text string) (earl.URL, error) {
	u, err := dialogue.EntryLink(s.req.URL.Edition(), text)
	if err != nil {
		return earl.URL{}, err
	}
	v, err := views.ParseLDAP(u)
	if err != nil {
		return u, nil // another scheme: as it is
	}
	if v.DN == "" {
		v.DN = s.view.DN
	}
	if v.Attributes == nil {
		v.Attributes = s.view.Attributes
	}
	if !v.Scope.Present {
		v.Scope = s.view.Scope
	}
	if !v.Filter.Present {
		v.Filter = s.view.Filter
	}
	return dialogue.Compose(u.Edition(), v)
}

// moved returns the redirect to the URLs of a referral. Those that cannot be
// opened here are left out.
func (s *session) moved(urls []string, reason string) (open.Resource, error) {
	res := &open.Referral{Meta: open.Meta{URL: s.req.URL, Kind: open.KindReferral, Size: -1}, Reason: s.hide(reason)}
	var first error
	for _, text := range urls {
		u, err := s.target(text)
		if err == nil {
			res.Targets = append(res.Targets, u)
		} else if first == nil {
			first = err
		}
	}
	if len(res.Targets) == 0 {
		if first == nil {
			return nil, fmt.Errorf("%w: a referral without a URL", open.ErrProtocol)
		}
		return nil, fmt.Errorf("%w: a referral: %w", open.ErrServer, first)
	}
	return res, nil
}
