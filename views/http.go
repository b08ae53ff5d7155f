package views

import (
	"strings"

	"github.com/earl-url/earl"
)

// HTTP is the typed view of an http or https URL. Path and Search are text, not
// decoded: they are sent unchanged, and decoding would lose their delimiters.
// Source: rfc1738 3.3.
type HTTP struct {
	Scheme   string      // "http" or "https"
	User     earl.Field  // the user, only if the edition allows one; sent with Basic authentication, only to this origin
	Password earl.Secret // the password of the user
	Host     earl.Octets // the host
	Port     earl.Field  // the port in digits; absent: 80, or 443 for https
	Path     string      // the path with its leading slash, not decoded; if "", the path "/" is requested
	Search   earl.Field  // the text after "?", not decoded
}

// Parts yields the fields of v by their names in lower case.
func (v HTTP) Parts(yield func(earl.Part) bool) {
	_ = yield(textPart("scheme", earl.ComponentScheme, v.Scheme, true)) &&
		yield(fieldPart("user", earl.ComponentUser, v.User)) &&
		yield(secretPart(v.Password)) &&
		yield(octetsPart("host", earl.ComponentHost, v.Host)) &&
		yield(fieldPart("port", earl.ComponentPort, v.Port)) &&
		yield(textPart("path", earl.ComponentPath, v.Path, true)) &&
		yield(textPart("search", earl.ComponentQuery, string(v.Search.Value), v.Search.Present))
}

// ParseHTTP returns the typed view of an http or https URL. The error is a
// *ParseError. It allocates nothing if login and host have no escapes and there
// is no password. Source: rfc1738 3.3, 5.
func ParseHTTP(u earl.URL) (HTTP, error) {
	if err := viewScheme(u, "http"); err != nil {
		return HTTP{}, err
	}
	l, err := viewLogin(u)
	if err != nil {
		return HTTP{}, err
	}
	v := HTTP{Scheme: u.Scheme(), User: l.User, Password: l.Password, Host: l.Host, Port: l.Port}
	rest, _ := u.Rest()
	path, search, ok := strings.Cut(rest, "?")
	v.Path, v.Search = path, textField(search, ok)
	return v, nil
}

// URL composes the URL of v. Path and Search are written unchanged. A character
// that the edition does not allow in them is an error, because escaping it
// would request a different object. Source: rfc1738 3.3, 5.
func (v HTTP) URL(e *earl.Edition) (earl.URL, error) {
	if v.Scheme != "http" && v.Scheme != "https" {
		return refuse(e, earl.RuleComposeView)
	}
	c := e.Composer(v.Scheme)
	c.Need(v.Host != "", earl.RuleComposeHost)
	c.Login(earl.Login{User: v.User, Password: v.Password, Host: v.Host, Port: v.Port})
	c.Need(v.Path == "" || v.Path[0] == '/', earl.RuleComposePath)
	c.Need(!strings.ContainsAny(v.Path, "?#") && !strings.Contains(string(v.Search.Value), "#"), earl.RuleComposeView)
	c.Text(v.Path)
	if v.Search.Present {
		c.Text("?")
		c.Text(string(v.Search.Value))
	}
	return c.URL()
}
