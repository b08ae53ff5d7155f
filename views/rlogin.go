package views

import "github.com/earl-url/earl"

// RLogin is the typed view of an rlogin URL: a remote login session. No
// document defines the form of the URL. This view implements that of telnet,
// which draft1993 names together with rlogin. The protocol sends User to the
// service, and not Password, which is only shown to the user. Source: draft1993
// TELNET, RLOGIN, TN3270; rfc1282; rfc1738 3.8.
type RLogin struct {
	User     earl.Field  // the user to log in as; absent: the service asks
	Password earl.Secret // the password that the URL suggests
	Host     earl.Octets // the host
	Port     earl.Field  // the port in digits; absent: 513
	Slash    bool        // whether the URL has the optional final slash
}

// Parts yields the fields of v by their names in lower case.
func (v RLogin) Parts(yield func(earl.Part) bool) { service(v).parts(yield) }

// ParseRLogin returns the typed view of an rlogin URL. The error is a
// *ParseError. Source: draft1993 TELNET, RLOGIN, TN3270.
func ParseRLogin(u earl.URL) (RLogin, error) {
	v, err := parseService(u, "rlogin")
	return RLogin(v), err
}

// URL composes the URL of v. Source: draft1993 TELNET, RLOGIN, TN3270.
func (v RLogin) URL(e *earl.Edition) (earl.URL, error) { return service(v).url(e, "rlogin") }
