package views

import "github.com/earl-url/earl"

// Finger is the typed view of a finger URL: a question about the users of a
// host. The Internet drafts of 1995 about the scheme expired. This view
// implements the form in the last draft, "finger://host[:port][/request]",
// which clients use. The request is the line that RFC 1288 defines: one or more
// users, optionally with "/W " before them to ask for more detail. An empty
// request asks who is logged on. Source: draft-ietf-uri-url-finger-02; rfc1288
// 2.3.
type Finger struct {
	Host    earl.Octets // the host
	Port    earl.Field  // the port in digits; absent: 79
	Request earl.Field  // the user, or another request; absent if the URL has no "/" after its host, and then sent as an empty one
}

// Parts yields the fields of v by their names in lower case.
func (v Finger) Parts(yield func(earl.Part) bool) {
	_ = yield(octetsPart("host", earl.ComponentHost, v.Host)) &&
		yield(fieldPart("port", earl.ComponentPort, v.Port)) &&
		yield(fieldPart("request", earl.ComponentPath, v.Request))
}

// ParseFinger returns the typed view of a finger URL. The error is a
// *ParseError. It refuses the form of the earlier drafts, "finger:joe@host",
// which has no "//". Source: draft-ietf-uri-url-finger-02.
func ParseFinger(u earl.URL) (Finger, error) {
	if err := viewScheme(u, "finger"); err != nil {
		return Finger{}, err
	}
	host, port, line, err := viewLine(u)
	return Finger{Host: host, Port: port, Request: line}, err
}

// viewLine reads a URL whose path after the "/" is one line for the server. The
// line is absent if the URL has no "/" after its host.
func viewLine(u earl.URL) (host earl.Octets, port, line earl.Field, err error) {
	l, err := viewHost(u)
	if err != nil {
		return "", earl.Field{}, earl.Field{}, err
	}
	path, _, err := viewPath(u)
	if err != nil {
		return "", earl.Field{}, earl.Field{}, err
	}
	if path != "" {
		line = earl.Some(earl.Unescape(path[1:]))
	}
	return l.Host, l.Port, line, nil
}

// lineReserved are the reserved characters that are not escaped in a line. The
// draft of finger escapes "/".
const lineReserved = ";?:@&=+"

// URL composes the URL of v. Source: draft-ietf-uri-url-finger-02.
func (v Finger) URL(e *earl.Edition) (earl.URL, error) {
	return lineURL(e, "finger", v.Host, v.Port, v.Request)
}

// lineURL composes a URL that viewLine reads.
func lineURL(e *earl.Edition, scheme string, host earl.Octets, port, line earl.Field) (earl.URL, error) {
	c := e.Composer(scheme)
	c.Need(host != "", earl.RuleComposeHost)
	c.Login(earl.Login{Host: host, Port: port})
	if line.Present {
		c.Text("/")
	}
	c.Octets(earl.ComponentPath, line.Value, lineReserved)
	c.Need(line.Present || line.Value == "", earl.RuleComposeView)
	return c.URL()
}
