package earl

import (
	"strings"
)

// HTTP is the typed view of an http or https URL. Path and Search are text, not
// decoded: they are sent unchanged, and decoding would lose their delimiters.
// Source: rfc1738 3.3.
type HTTP struct {
	Scheme   string // "http" or "https"
	User     Field  // the user, only if the edition allows one; sent with Basic authentication, only to this origin
	Password Secret // the password of the user
	Host     Octets // the host
	Port     Field  // the port in digits; absent: 80, or 443 for https
	Path     string // the path with its leading slash, not decoded; if "", the path "/" is requested
	Search   Field  // the text after "?", not decoded
}

// Parts yields the fields of v by their names in lower case.
func (v HTTP) Parts(yield func(Part) bool) {
	_ = yield(textPart("scheme", ComponentScheme, v.Scheme, true)) &&
		yield(fieldPart("user", ComponentUser, v.User)) &&
		yield(v.Password.part()) &&
		yield(octetsPart("host", ComponentHost, v.Host)) &&
		yield(fieldPart("port", ComponentPort, v.Port)) &&
		yield(textPart("path", ComponentPath, v.Path, true)) &&
		yield(textPart("search", ComponentQuery, string(v.Search.Value), v.Search.Present))
}

// ParseHTTP returns the typed view of an http or https URL. The error is a
// *ParseError. It allocates nothing if login and host have no escapes and there
// is no password. Source: rfc1738 3.3, 5.
func ParseHTTP(u URL) (HTTP, error) {
	if err := viewScheme(u, "http"); err != nil {
		return HTTP{}, err
	}
	l, err := viewLogin(u)
	if err != nil {
		return HTTP{}, err
	}
	v := HTTP{Scheme: u.Scheme(), User: l.user, Password: l.password, Host: l.host, Port: l.port}
	path, search, ok := strings.Cut(u.cut(u.at(endPort), u.at(endQuery)), "?")
	v.Path, v.Search = path, textField(search, ok)
	return v, nil
}

// URL composes the URL of v. Path and Search are written unchanged. A character
// that the edition does not allow in them is an error, because escaping it
// would request a different object. Source: rfc1738 3.3, 5.
func (v HTTP) URL(e *Edition) (URL, error) {
	if v.Scheme != "http" && v.Scheme != "https" {
		return URL{}, e.composeError(Parts{}, ruleComposeView)
	}
	c := compose(e, v.Scheme)
	c.need(v.Host != "", ruleComposeHost)
	c.login(login{v.User, v.Password, v.Host, v.Port})
	c.need(v.Path == "" || v.Path[0] == '/', ruleComposePath)
	c.need(!strings.ContainsAny(v.Path, "?#") && !strings.Contains(string(v.Search.Value), "#"), ruleComposeView)
	c.text(v.Path)
	if v.Search.Present {
		c.text("?")
		c.text(string(v.Search.Value))
	}
	return c.url()
}
