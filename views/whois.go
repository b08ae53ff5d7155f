package views

import "github.com/earl-url/earl"

// Whois is the typed view of a whois URL: a query about a domain, an address or
// a name. No document describes the scheme. This view reads the form that
// programs use, "whois://host[:port]/query". The query is the line that RFC
// 3912 defines. draft1993 means whois++ by the name, for which no server is
// known. Source: rfc3912 2; draft1993 WHOIS.
type Whois struct {
	Host  earl.Octets // the host
	Port  earl.Field  // the port in digits; absent: 43
	Query earl.Field  // the domain, the address or another query; absent if the URL has no "/" after its host, and then sent as an empty one
}

// Parts yields the fields of v by their names in lower case.
func (v Whois) Parts(yield func(earl.Part) bool) {
	_ = yield(octetsPart("host", earl.ComponentHost, v.Host)) &&
		yield(fieldPart("port", earl.ComponentPort, v.Port)) &&
		yield(fieldPart("query", earl.ComponentPath, v.Query))
}

// ParseWhois returns the typed view of a whois URL. The error is a *ParseError.
// Source: rfc3912 2.
func ParseWhois(u earl.URL) (Whois, error) {
	if err := viewScheme(u, "whois"); err != nil {
		return Whois{}, err
	}
	host, port, line, err := viewLine(u)
	return Whois{Host: host, Port: port, Query: line}, err
}

// URL composes the URL of v. Source: rfc3912 2.
func (v Whois) URL(e *earl.Edition) (earl.URL, error) {
	return lineURL(e, "whois", v.Host, v.Port, v.Query)
}
