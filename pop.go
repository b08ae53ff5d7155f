package earl

import "strings"

// POP is the typed view of a pop or pops URL: a mailbox, or one of its messages.
// rfc2384 has only the mailbox. The path with a message is that of other
// programs, "/number", or of this one, "/;uid=unique-id", which does not change
// from session to session. Source: rfc2384 3.
type POP struct {
	Scheme   string // "pop" or "pops"
	User     Field  // the user; absent: the client asks
	Auth     Field  // the mechanism of the login, such as "+APOP"; "*" or absent: the client chooses
	Password Secret // other programs write one; the standard has none
	Host     Octets // the host
	Port     Field  // the port in digits; absent: 110, or 995 for pops
	Number   Field  // the number of a message in digits; absent: the mailbox
	UID      Field  // the unique-id of a message; absent: the mailbox
}

// Parts yields the fields of v by their names in lower case.
func (v POP) Parts(yield func(Part) bool) {
	_ = yield(textPart("scheme", ComponentScheme, v.Scheme, true)) &&
		yield(fieldPart("user", ComponentUser, v.User)) &&
		yield(fieldPart("auth", ComponentUser, v.Auth)) &&
		yield(v.Password.part()) &&
		yield(octetsPart("host", ComponentHost, v.Host)) &&
		yield(fieldPart("port", ComponentPort, v.Port)) &&
		yield(fieldPart("number", ComponentPath, v.Number)) &&
		yield(fieldPart("uid", ComponentPath, v.UID))
}

// ParsePOP returns the typed view of a pop or pops URL. The error is a
// *ParseError. Source: rfc2384 3.
func ParsePOP(u URL) (POP, error) {
	if err := viewScheme(u, "pop"); err != nil {
		return POP{}, err
	}
	l, err := viewLogin(u)
	if err != nil {
		return POP{}, err
	}
	v := POP{Scheme: u.Scheme(), Password: l.password, Host: l.host, Port: l.port}
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
		v.UID = Some(Unescape(uid))
	} else if isNumber(Octets(path)) {
		v.Number = Some(Octets(path))
	} else {
		return POP{}, viewError(u, off, u.at(endQuery)-off, rulePOP)
	}
	return v, nil
}

// authMark starts the mechanism of the login of a mail server. Source: rfc2384 3;
// rfc5092 3.
const authMark = ";auth="

// splitAuth returns the user and the mechanism in the user of u. It decodes the
// user first, because whatwg escapes the mark. Departs: rfc2384 3 reserves only
// an unescaped ";".
func splitAuth(u URL) (user, auth Field) {
	text, ok := u.User()
	if !ok {
		return Field{}, Field{}
	}
	decoded := Unescape(text)
	i := lastAuthMark(decoded)
	if i < 0 {
		return Some(decoded), Field{}
	}
	if i > 0 {
		user = Some(decoded[:i])
	}
	return user, Some(decoded[i+len(authMark):])
}

// lastAuthMark returns the offset of the last mark in o, or -1.
func lastAuthMark(o Octets) int {
	for i := len(o) - len(authMark); i >= 0; i-- {
		if strings.EqualFold(string(o[i:i+len(authMark)]), authMark) {
			return i
		}
	}
	return -1
}

// joinAuth returns the user of a URL with a mechanism. ok is false if splitAuth
// would not return the same two.
func joinAuth(user, auth Field) (joined Field, ok bool) {
	if lastAuthMark(user.Value) >= 0 || lastAuthMark(auth.Value) >= 0 {
		return Field{}, false
	}
	if !auth.Present {
		return user, true
	}
	return Some(user.Value + ";AUTH=" + auth.Value), !user.Present || user.Value != ""
}

// cutFold removes a prefix in ASCII, whatever its case.
func cutFold(text, prefix string) (rest string, ok bool) {
	if len(text) < len(prefix) || !strings.EqualFold(text[:len(prefix)], prefix) {
		return text, false
	}
	return text[len(prefix):], true
}

// URL composes the URL of v. Source: rfc2384 3.
func (v POP) URL(e *Edition) (URL, error) {
	if v.Scheme != "pop" && v.Scheme != "pops" {
		return URL{}, e.composeError(Parts{}, ruleComposeView)
	}
	c := compose(e, v.Scheme)
	c.need(v.Host != "", ruleComposeHost)
	user, ok := joinAuth(v.User, v.Auth)
	c.need(ok, ruleComposeView)
	c.login(login{user, v.Password, v.Host, v.Port})
	c.text("/")
	c.need(!(v.Number.Present && v.UID.Present), ruleComposeView)
	if v.Number.Present {
		c.need(isNumber(v.Number.Value), ruleComposeView)
		c.text(string(v.Number.Value))
	}
	if v.UID.Present {
		c.need(v.UID.Value != "", ruleComposeView)
		c.text(";UID=")
		c.putOctets(v.UID.Value, ":@&=+", c.f.path)
	}
	return c.url()
}
