package earl

// Finger is the typed view of a finger URL: a question about the users of a
// host. The Internet drafts of 1995 about the scheme expired. This view
// implements the form in the last draft, "finger://host[:port][/request]",
// which clients use. The request is the line that RFC 1288 defines: one or more
// users, optionally with "/W " before them to ask for more detail. An empty
// request asks who is logged on. Source: draft-ietf-uri-url-finger-02; rfc1288
// 2.3.
type Finger struct {
	Host    Octets // the host
	Port    Field  // the port in digits; absent: 79
	Request Field  // the user, or another request; absent if the URL has no "/" after its host, and then sent as an empty one
}

// Parts yields the fields of v by their names in lower case.
func (v Finger) Parts(yield func(Part) bool) {
	_ = yield(octetsPart("host", ComponentHost, v.Host)) &&
		yield(fieldPart("port", ComponentPort, v.Port)) &&
		yield(fieldPart("request", ComponentPath, v.Request))
}

// ParseFinger returns the typed view of a finger URL. The error is a
// *ParseError. It refuses the form of the earlier drafts, "finger:joe@host",
// which has no "//". Source: draft-ietf-uri-url-finger-02.
func ParseFinger(u URL) (Finger, error) {
	if err := viewScheme(u, "finger"); err != nil {
		return Finger{}, err
	}
	host, port, line, err := viewLine(u)
	return Finger{Host: host, Port: port, Request: line}, err
}

// viewLine reads a URL whose path after the "/" is one line for the server. The
// line is absent if the URL has no "/" after its host.
func viewLine(u URL) (host Octets, port, line Field, err error) {
	l, err := viewHost(u)
	if err != nil {
		return "", Field{}, Field{}, err
	}
	path, _, err := viewPath(u)
	if err != nil {
		return "", Field{}, Field{}, err
	}
	if path != "" {
		line = Some(Unescape(path[1:]))
	}
	return l.host, l.port, line, nil
}

// lineReserved are the reserved characters that are not escaped in a line. The
// draft of finger escapes "/".
const lineReserved = ";?:@&=+"

// URL composes the URL of v. Source: draft-ietf-uri-url-finger-02.
func (v Finger) URL(e *Edition) (URL, error) { return lineURL(e, "finger", v.Host, v.Port, v.Request) }

// lineURL composes a URL that viewLine reads.
func lineURL(e *Edition, scheme string, host Octets, port, line Field) (URL, error) {
	c := compose(e, scheme)
	c.need(host != "", ruleComposeHost)
	c.login(login{host: host, port: port})
	if line.Present {
		c.text("/")
	}
	c.putOctets(line.Value, lineReserved, c.f.path)
	c.need(line.Present || line.Value == "", ruleComposeView)
	return c.url()
}
