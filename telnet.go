package earl

// Telnet is the typed view of a telnet URL: an interactive service. User and
// Password are shown to the user and never sent. Source: rfc1738 3.8.
type Telnet struct {
	User     Field  // the user that the URL suggests
	Password Secret // the password that the URL suggests
	Host     Octets // the host
	Port     Field  // the port in digits; absent: 23
	Slash    bool   // whether the URL has the optional final slash
}

// Parts yields the fields of v by their names in lower case.
func (v Telnet) Parts(yield func(Part) bool) { service(v).parts(yield) }

// ParseTelnet returns the typed view of a telnet URL. The error is a
// *ParseError. Source: rfc1738 3.8, 5.
func ParseTelnet(u URL) (Telnet, error) {
	v, err := parseService(u, "telnet")
	return Telnet(v), err
}

// URL composes the URL of v. Source: rfc1738 3.8, 5.
func (v Telnet) URL(e *Edition) (URL, error) { return service(v).url(e, "telnet") }

// service has the fields of [Telnet], [RLogin] and [TN3270], which have the
// same form.
type service struct {
	User     Field
	Password Secret
	Host     Octets
	Port     Field
	Slash    bool
}

// parts yields the parts of a view.
func (v service) parts(yield func(Part) bool) {
	_ = yield(fieldPart("user", ComponentUser, v.User)) &&
		yield(v.Password.part()) &&
		yield(octetsPart("host", ComponentHost, v.Host)) &&
		yield(fieldPart("port", ComponentPort, v.Port)) &&
		yield(flagPart("slash", ComponentPath, v.Slash))
}

// parseService reads the view of a URL of a scheme. Source: rfc1738 3.8, 5.
func parseService(u URL, scheme string) (service, error) {
	if err := viewScheme(u, scheme); err != nil {
		return service{}, err
	}
	l, err := viewLogin(u)
	if err != nil {
		return service{}, err
	}
	path, off := u.cut(u.at(endPort), u.at(endQuery)), u.at(endPort)
	if path != "" && path != "/" {
		if path[0] == '/' {
			path, off = path[1:], off+1
		}
		return service{}, viewError(u, off, len(path), rule1738Telnet)
	}
	return service{User: l.user, Password: l.password, Host: l.host, Port: l.port, Slash: path == "/"}, nil
}

// url composes the URL of a view. Source: rfc1738 3.8, 5.
func (v service) url(e *Edition, scheme string) (URL, error) {
	c := compose(e, scheme)
	c.need(v.Host != "", ruleComposeHost)
	c.login(login{v.User, v.Password, v.Host, v.Port})
	if v.Slash {
		c.text("/")
	}
	return c.url()
}
