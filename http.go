package earl

import (
	"strings"
)

// HTTP is the typed view of an http or https URL. Path and search are text as
// written, not decoded: http sends them so, and decoding would lose their
// delimiters. Source: rfc1738 3.3.
type HTTP struct {
	Scheme   string // "http" or "https"
	User     Field  // only where the edition allows one; sent as Basic to this origin alone
	Password Secret
	Host     Octets
	Port     Field  // digits; absent: 80 or 443
	Path     string // with its leading slash; "" asks for "/"
	Search   Field  // as written
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
// *ParseError. It allocates nothing where neither login nor host is escaped and
// no password is given. Source: rfc1738 3.3, 5.
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

// URL composes the URL of v. Path and search are written as they are: what does
// not fit the edition there is an error, for an escape would ask the server for
// something else. Source: rfc1738 3.3, 5.
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
