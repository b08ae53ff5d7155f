package views

import "github.com/earl-url/earl"

// TN3270 is the typed view of a tn3270 URL: a service for 3270 displays. User
// and Password are shown to the user and never sent. Source: rfc6270 2.
type TN3270 struct {
	User     earl.Field  // the user that the URL suggests
	Password earl.Secret // the password that the URL suggests
	Host     earl.Octets // the host
	Port     earl.Field  // the port in digits; absent: 23
	Slash    bool        // whether the URL has the optional final slash
}

// Parts yields the fields of v by their names in lower case.
func (v TN3270) Parts(yield func(earl.Part) bool) { service(v).parts(yield) }

// ParseTN3270 returns the typed view of a tn3270 URL. The error is a
// *ParseError. Source: rfc6270 2.
func ParseTN3270(u earl.URL) (TN3270, error) {
	v, err := parseService(u, "tn3270")
	return TN3270(v), err
}

// URL composes the URL of v. Source: rfc6270 2.
func (v TN3270) URL(e *earl.Edition) (earl.URL, error) { return service(v).url(e, "tn3270") }
