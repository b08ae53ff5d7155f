package http

import (
	nethttp "net/http"
	"strconv"
	"strings"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/request"
)

// authorize adds a login with the Basic scheme, the only one that needs no
// challenge from the server. If the request is for a proxy, the login is the
// proxy's.
// Source: rfc7617 2; rfc9110 11.7.2.
func (c *call) authorize(r *nethttp.Request, l open.Login) error {
	if hasLogin(r) {
		c.ownLogin = true
		return nil
	}
	credentials, err := request.Basic(l)
	if credentials == "" {
		return err
	}
	r.Header.Set("Authorization", "Basic "+credentials)
	// net/http logs bytes that arrive on an idle connection, which may repeat a
	// secret.
	r.Close = true
	c.conceal(r)
	if c.whole != "" {
		r.Header["Proxy-Authorization"] = r.Header["Authorization"]
		delete(r.Header, "Authorization")
	}
	return nil
}

// conceal remembers the secrets of a request's login, which a server may
// repeat.
func (c *call) conceal(r *nethttp.Request) {
	_, credentials, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	_, password, _ := r.BasicAuth()
	for _, secret := range [...]string{credentials, password} {
		if len(secret) >= shortSecret {
			c.secrets = append(c.secrets, secret)
		}
	}
}

// shortSecret is the length below which a password is not searched for: hiding
// each "e" of a text would reveal more than it hides.
const shortSecret = 4

// hide returns text as printable characters, with [earl.Hidden] for each secret.
func (c *call) hide(text string) string {
	for _, secret := range c.secrets {
		text = strings.ReplaceAll(text, secret, earl.Hidden)
	}
	return strings.ReplaceAll(earl.Octets(text).Printable(), "%25", "%")
}

// basicRealm returns the realm of the first challenge of the Basic scheme, and
// whether there is one. Source: rfc9110 11.6.1; rfc7617 2.
func basicRealm(fields []string) (realm string, ok bool) {
	for _, field := range fields {
		basic := false
		for _, item := range listItems(field) {
			name, value, param := strings.Cut(item, "=")
			if scheme, rest, two := strings.Cut(strings.TrimSpace(name), " "); two || !param {
				if ok {
					return realm, true
				}
				basic = strings.EqualFold(scheme, "Basic")
				ok = ok || basic
				name = rest
			}
			if basic && param && strings.EqualFold(strings.TrimSpace(name), "realm") {
				realm = unquoted(strings.TrimSpace(value))
			}
		}
	}
	return realm, ok
}

// listItems returns the items of a list: commas separate them, except in
// quotes.
// Source: rfc9110 5.6.1.
func listItems(field string) (items []string) {
	start, quote := 0, false
	for i := 0; i < len(field); i++ {
		switch {
		case quote && field[i] == '\\':
			i++
		case field[i] == '"':
			quote = !quote
		case field[i] == ',' && !quote:
			items, start = append(items, strings.TrimSpace(field[start:i])), i+1
		}
	}
	return append(items, strings.TrimSpace(field[start:]))
}

// unquoted returns the value of a quoted-string or a token. Source: rfc9110
// 5.6.4.
func unquoted(s string) string {
	if len(s) < 2 || s[0] != '"' || s[len(s)-1] != '"' {
		return s
	}
	var b strings.Builder
	for i := 1; i < len(s)-1; i++ {
		if s[i] == '\\' && i+1 < len(s)-1 {
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// StatusError is the error for an unexpected status. It is an
// [open.ErrLogin] for 401 and 407, an [open.ErrNotFound] for 404 and 410.
type StatusError struct {
	Code int    // such as 404
	Text string // more about the error, which may contain the server's text
	// RetryAfter is how long the server asks to wait before the next request. 0
	// means that it did not say.
	RetryAfter time.Duration
}

// Error returns the code, its standard phrase and the text.
func (e *StatusError) Error() string {
	s := strconv.Itoa(e.Code)
	if phrase := nethttp.StatusText(e.Code); phrase != "" {
		s += " " + phrase
	}
	if e.Text != "" {
		s += ": " + e.Text
	}
	return s
}

// Is reports whether the status means target.
func (e *StatusError) Is(target error) bool {
	switch e.Code {
	case nethttp.StatusUnauthorized, nethttp.StatusProxyAuthRequired:
		return target == open.ErrLogin
	case nethttp.StatusNotFound, nethttp.StatusGone:
		return target == open.ErrNotFound
	case nethttp.StatusRequestedRangeNotSatisfiable: // the request had the range
		return false
	}
	return target == open.ErrServer && e.Code >= 400
}

// Retry reports whether the server allows another attempt, and how long it asks
// to wait. Source: rfc9110 15.5.9, 15.6; rfc6585 4.
func (e *StatusError) Retry() (time.Duration, bool) { return e.RetryAfter, IsBusy(e.Code) }

// IsBusy reports whether a status means that a later request can succeed.
// Source: rfc9110 15.5.9, 15.6; rfc6585 4.
func IsBusy(status int) bool {
	switch status {
	case nethttp.StatusRequestTimeout, nethttp.StatusTooManyRequests, nethttp.StatusInternalServerError,
		nethttp.StatusBadGateway, nethttp.StatusServiceUnavailable, nethttp.StatusGatewayTimeout:
		return true
	}
	return false
}

// loginError returns the error of a 401 or 407.
func (a *answer) loginError() error {
	challenge := a.resp.Header.Values("WWW-Authenticate")
	if a.resp.StatusCode == nethttp.StatusProxyAuthRequired {
		challenge = a.resp.Header.Values("Proxy-Authenticate")
	}
	realm, ok := basicRealm(challenge)
	switch sent := a.resp.Request.Header.Get("Authorization")+a.resp.Request.Header.Get("Proxy-Authorization") != ""; {
	case !ok:
		return &StatusError{Code: a.resp.StatusCode, Text: "the server does not offer Basic: " + a.quoted(strings.Join(challenge, ", "))}
	case sent:
		return &StatusError{Code: a.resp.StatusCode, Text: "the login was refused in " + a.quoted(realm)}
	}
	return &StatusError{Code: a.resp.StatusCode, Text: "a login is needed in " + a.quoted(realm)}
}

// quoteMax is how many bytes of a server's text are quoted.
const quoteMax = 200

// quoted returns a server's text for a message.
func (c *call) quoted(s string) string {
	s = c.hide(s)
	return strconv.Quote(s[:min(len(s), quoteMax)])
}
