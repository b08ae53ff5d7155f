package views

import "github.com/earl-url/earl"

// Telnet is the typed view of a telnet URL: an interactive service. User and
// Password are shown to the user and never sent. Source: rfc1738 3.8.
type Telnet struct {
	User     earl.Field  // the user that the URL suggests
	Password earl.Secret // the password that the URL suggests
	Host     earl.Octets // the host
	Port     earl.Field  // the port in digits; absent: 23
	Slash    bool        // whether the URL has the optional final slash
}

// Parts yields the fields of v by their names in lower case.
func (v Telnet) Parts(yield func(earl.Part) bool) { service(v).parts(yield) }

// ParseTelnet returns the typed view of a telnet URL. The error is a
// *ParseError. Source: rfc1738 3.8, 5.
func ParseTelnet(u earl.URL) (Telnet, error) {
	v, err := parseService(u, "telnet")
	return Telnet(v), err
}

// URL composes the URL of v. Source: rfc1738 3.8, 5.
func (v Telnet) URL(e *earl.Edition) (earl.URL, error) { return service(v).url(e, "telnet") }

// service has the fields of [Telnet], [RLogin] and [TN3270], which have the
// same form.
type service struct {
	User     earl.Field
	Password earl.Secret
	Host     earl.Octets
	Port     earl.Field
	Slash    bool
}

// parts yields the parts of a view.
func (v service) parts(yield func(earl.Part) bool) {
	_ = yield(fieldPart("user", earl.ComponentUser, v.User)) &&
		yield(secretPart(v.Password)) &&
		yield(octetsPart("host", earl.ComponentHost, v.Host)) &&
		yield(fieldPart("port", earl.ComponentPort, v.Port)) &&
		yield(flagPart("slash", earl.ComponentPath, v.Slash))
}

// parseService reads the view of a URL of a scheme. Source: rfc1738 3.8, 5.
func parseService(u earl.URL, scheme string) (service, error) {
	if err := viewScheme(u, scheme); err != nil {
		return service{}, err
	}
	l, err := viewLogin(u)
	if err != nil {
		return service{}, err
	}
	path, off := u.Rest()
	if path != "" && path != "/" {
		if path[0] == '/' {
			path, off = path[1:], off+1
		}
		return service{}, u.Violation(off, len(path), earl.RuleTelnet)
	}
	return service{User: l.User, Password: l.Password, Host: l.Host, Port: l.Port, Slash: path == "/"}, nil
}

// url composes the URL of a view. Source: rfc1738 3.8, 5.
func (v service) url(e *earl.Edition, scheme string) (earl.URL, error) {
	c := e.Composer(scheme)
	c.Need(v.Host != "", earl.RuleComposeHost)
	c.Login(earl.Login{User: v.User, Password: v.Password, Host: v.Host, Port: v.Port})
	if v.Slash {
		c.Text("/")
	}
	return c.URL()
}
