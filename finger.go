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
	l, err := viewHost(u)
	if err != nil {
		return Finger{}, err
	}
	v := Finger{Host: l.host, Port: l.port}
	path, _, err := viewPath(u)
	if err == nil && path != "" {
		v.Request = Some(Unescape(path[1:]))
	}
	return v, err
}

// fingerReserved are the reserved characters that are not escaped in a request.
// The draft escapes "/".
const fingerReserved = ";?:@&=+"

// URL composes the URL of v. Source: draft-ietf-uri-url-finger-02.
func (v Finger) URL(e *Edition) (URL, error) {
	c := compose(e, "finger")
	c.need(v.Host != "", ruleComposeHost)
	c.login(login{host: v.Host, port: v.Port})
	if v.Request.Present {
		c.text("/")
	}
	c.putOctets(v.Request.Value, fingerReserved, c.f.path)
	c.need(v.Request.Present || v.Request.Value == "", ruleComposeView)
	return c.url()
}
