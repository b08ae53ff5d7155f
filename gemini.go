package earl

import "strings"

// Gemini is the typed view of a gemini URL. Path and Search are text, not
// decoded: they are sent unchanged, and decoding would lose their delimiters. A
// gemini URL has no user. Source: gemini specification, "The gemini URI scheme".
type Gemini struct {
	Host   Octets // the host
	Port   Field  // the port in digits; absent: 1965
	Path   string // the path with its leading slash, not decoded; if "", the path "/" is requested
	Search Field  // the text after "?", not decoded: the answer to a question of the server
}

// Parts yields the fields of v by their names in lower case.
func (v Gemini) Parts(yield func(Part) bool) {
	_ = yield(octetsPart("host", ComponentHost, v.Host)) &&
		yield(fieldPart("port", ComponentPort, v.Port)) &&
		yield(textPart("path", ComponentPath, v.Path, true)) &&
		yield(textPart("search", ComponentQuery, string(v.Search.Value), v.Search.Present))
}

// ParseGemini returns the typed view of a gemini URL. The error is a
// *ParseError. Source: gemini specification, "The gemini URI scheme".
func ParseGemini(u URL) (Gemini, error) {
	if err := viewScheme(u, "gemini"); err != nil {
		return Gemini{}, err
	}
	l, err := viewHost(u)
	if err != nil {
		return Gemini{}, err
	}
	text, off, err := viewPath(u)
	if err != nil {
		return Gemini{}, err
	}
	path, search, ok := strings.Cut(text, "?")
	if off < u.at(endPort) {
		path = "" // the URL has no path before its query
	}
	return Gemini{Host: l.host, Port: l.port, Path: path, Search: textField(search, ok)}, nil
}

// URL composes the URL of v. Path and Search are written unchanged. A character
// that the edition does not allow in them is an error, because escaping it
// would request a different object. Source: gemini specification.
func (v Gemini) URL(e *Edition) (URL, error) {
	c := compose(e, "gemini")
	c.need(v.Host != "", ruleComposeHost)
	c.login(login{host: v.Host, port: v.Port})
	c.need(v.Path == "" || v.Path[0] == '/', ruleComposePath)
	c.need(!strings.ContainsAny(v.Path, "?#") && !strings.Contains(string(v.Search.Value), "#"), ruleComposeView)
	c.need(v.Search.Present || v.Search.Value == "", ruleComposeView)
	c.text(v.Path)
	if v.Search.Present {
		c.text("?")
		c.text(string(v.Search.Value))
	}
	return c.url()
}
