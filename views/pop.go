package views

import (
	"strings"

	"github.com/earl-url/earl"
)

// POP is the typed view of a pop or pops URL: a mailbox, or one of its messages.
// rfc2384 has only the mailbox. The path with a message is that of other
// programs, "/number", or of this one, "/;uid=unique-id", which does not change
// from session to session. Source: rfc2384 3.
type POP struct {
	Scheme   string      // "pop" or "pops"
	User     earl.Field  // the user; absent: the client asks
	Auth     earl.Field  // the mechanism of the login, such as "+APOP"; "*" or absent: the client chooses
	Password earl.Secret // other programs write one; the standard has none
	Host     earl.Octets // the host
	Port     earl.Field  // the port in digits; absent: 110, or 995 for pops
	Number   earl.Field  // the number of a message in digits; absent: the mailbox
	UID      earl.Field  // the unique-id of a message; absent: the mailbox
}

// Parts yields the fields of v by their names in lower case.
func (v POP) Parts(yield func(earl.Part) bool) {
	_ = yield(textPart("scheme", earl.ComponentScheme, v.Scheme, true)) &&
		yield(fieldPart("user", earl.ComponentUser, v.User)) &&
		yield(fieldPart("auth", earl.ComponentUser, v.Auth)) &&
		yield(secretPart(v.Password)) &&
		yield(octetsPart("host", earl.ComponentHost, v.Host)) &&
		yield(fieldPart("port", earl.ComponentPort, v.Port)) &&
		yield(fieldPart("number", earl.ComponentPath, v.Number)) &&
		yield(fieldPart("uid", earl.ComponentPath, v.UID))
}

// ParsePOP returns the typed view of a pop or pops URL. The error is a
// *ParseError. Source: rfc2384 3.
func ParsePOP(u earl.URL) (POP, error) {
	if err := viewScheme(u, "pop"); err != nil {
		return POP{}, err
	}
	l, err := viewLogin(u)
	if err != nil {
		return POP{}, err
	}
	v := POP{Scheme: u.Scheme(), Password: l.Password, Host: l.Host, Port: l.Port}
	v.User, v.Auth = splitAuth(u)
	path, off, err := viewPath(u)
	if err != nil {
		return POP{}, err
	}
	path = strings.TrimPrefix(path, "/")
	if path == "" {
		return v, nil
	}
	if uid, ok := cutFold(path, ";uid="); ok && uid != "" && !strings.ContainsAny(uid, "/;?") {
		v.UID = earl.Some(earl.Unescape(uid))
	} else if isNumber(earl.Octets(path)) {
		v.Number = earl.Some(earl.Octets(path))
	} else {
		return POP{}, u.Violation(off, restEnd(u)-off, rulePOP)
	}
	return v, nil
}

// authMark starts the mechanism of the login of a mail server. Source: rfc2384 3;
// rfc5092 3.
const authMark = ";auth="

// splitAuth returns the user and the mechanism in the user of u. It decodes the
// user first, because whatwg escapes the mark. Departs: rfc2384 3 reserves only
// an unescaped ";".
func splitAuth(u earl.URL) (user, auth earl.Field) {
	text, ok := u.User()
	if !ok {
		return earl.Field{}, earl.Field{}
	}
	decoded := earl.Unescape(text)
	i := lastAuthMark(decoded)
	if i < 0 {
		return earl.Some(decoded), earl.Field{}
	}
	if i > 0 {
		user = earl.Some(decoded[:i])
	}
	return user, earl.Some(decoded[i+len(authMark):])
}

// lastAuthMark returns the offset of the last mark in o, or -1.
func lastAuthMark(o earl.Octets) int {
	for i := len(o) - len(authMark); i >= 0; i-- {
		if strings.EqualFold(string(o[i:i+len(authMark)]), authMark) {
			return i
		}
	}
	return -1
}

// joinAuth returns the user of a URL with a mechanism. ok is false if splitAuth
// would not return the same two.
func joinAuth(user, auth earl.Field) (joined earl.Field, ok bool) {
	if lastAuthMark(user.Value) >= 0 || lastAuthMark(auth.Value) >= 0 {
		return earl.Field{}, false
	}
	if !auth.Present {
		return user, true
	}
	return earl.Some(user.Value + ";AUTH=" + auth.Value), !user.Present || user.Value != ""
}

// cutFold removes a prefix in ASCII, whatever its case.
func cutFold(text, prefix string) (rest string, ok bool) {
	if len(text) < len(prefix) || !strings.EqualFold(text[:len(prefix)], prefix) {
		return text, false
	}
	return text[len(prefix):], true
}

// URL composes the URL of v. Source: rfc2384 3.
func (v POP) URL(e *earl.Edition) (earl.URL, error) {
	if v.Scheme != "pop" && v.Scheme != "pops" {
		return refuse(e, earl.RuleComposeView)
	}
	c := e.Composer(v.Scheme)
	c.Need(v.Host != "", earl.RuleComposeHost)
	user, ok := joinAuth(v.User, v.Auth)
	c.Need(ok, earl.RuleComposeView)
	c.Login(earl.Login{User: user, Password: v.Password, Host: v.Host, Port: v.Port})
	c.Text("/")
	c.Need(!(v.Number.Present && v.UID.Present), earl.RuleComposeView)
	if v.Number.Present {
		c.Need(isNumber(v.Number.Value), earl.RuleComposeView)
		c.Text(string(v.Number.Value))
	}
	if v.UID.Present {
		c.Need(v.UID.Value != "", earl.RuleComposeView)
		c.Text(";UID=")
		c.Octets(earl.ComponentPath, v.UID.Value, ":@&=+")
	}
	return c.URL()
}
