package earl

// Finger is the typed view of a finger URL: a question about the users of a host.
// The Internet drafts of 1995 about the scheme expired; this is the form of the
// last one, "finger://host[:port][/request]", which clients use. The request is
// the line of RFC 1288: a user, several, or "/W " first for a longer answer; an
// empty one asks who is logged on.
// Source: draft-ietf-uri-url-finger-02; rfc1288 2.3.
type Finger struct {
	Host    Octets
	Port    Field // digits; absent: 79
	Request Field // absent without the "/"; sent like an empty one
}

// Parts yields the fields of v by their names in lower case.
func (v Finger) Parts(yield func(Part) bool) {
	_ = yield(octetsPart("host", ComponentHost, v.Host)) &&
		yield(fieldPart("port", ComponentPort, v.Port)) &&
		yield(fieldPart("request", ComponentPath, v.Request))
}

// ParseFinger returns the typed view of a finger URL. The error is a *ParseError.
// The form of the earlier drafts, "finger:joe@host", has no host in its place and
// is refused. Source: draft-ietf-uri-url-finger-02.
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

// fingerReserved are the reserved characters that a request has plain. The draft
// writes a "/" as an escape.
const fingerReserved = ";?:@&=+"

// URL composes the URL of v. Source: draft-ietf-uri-url-finger-02.
func (v Finger) URL(e *Edition) (URL, error) {
	c := compose(e, "finger")
	c.need(v.Host != "", ruleComposeHost)
	c.login(login{host: v.Host, port: v.Port})
	if v.Request.Present {
		c.text("/")
	}
	c.octets(v.Request.Value, fingerReserved, c.f.path)
	c.need(v.Request.Present || v.Request.Value == "", ruleComposeView)
	return c.url()
}
