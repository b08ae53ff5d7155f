package views

import (
	"strings"

	"github.com/earl-url/earl"
)

// Gemini is the typed view of a gemini URL. Path and Search are text, not
// decoded: they are sent unchanged, and decoding would lose their delimiters. A
// gemini URL has no user. Source: gemini specification, "The gemini URI scheme".
type Gemini struct {
	Host   earl.Octets // the host
	Port   earl.Field  // the port in digits; absent: 1965
	Path   string      // the path with its leading slash, not decoded; if "", the path "/" is requested
	Search earl.Field  // the text after "?", not decoded: the answer to a question of the server
}

// Parts yields the fields of v by their names in lower case.
func (v Gemini) Parts(yield func(earl.Part) bool) {
	_ = yield(octetsPart("host", earl.ComponentHost, v.Host)) &&
		yield(fieldPart("port", earl.ComponentPort, v.Port)) &&
		yield(textPart("path", earl.ComponentPath, v.Path, true)) &&
		yield(textPart("search", earl.ComponentQuery, string(v.Search.Value), v.Search.Present))
}

// ParseGemini returns the typed view of a gemini URL. The error is a
// *ParseError. Source: gemini specification, "The gemini URI scheme".
func ParseGemini(u earl.URL) (Gemini, error) {
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
	if off < restStart(u) {
		path = "" // the URL has no path before its query
	}
	return Gemini{Host: l.Host, Port: l.Port, Path: path, Search: textField(search, ok)}, nil
}

// URL composes the URL of v. Path and Search are written unchanged. A character
// that the edition does not allow in them is an error, because escaping it
// would request a different object. Source: gemini specification.
func (v Gemini) URL(e *earl.Edition) (earl.URL, error) {
	c := e.Composer("gemini")
	c.Need(v.Host != "", earl.RuleComposeHost)
	c.Login(earl.Login{Host: v.Host, Port: v.Port})
	c.Need(v.Path == "" || v.Path[0] == '/', earl.RuleComposePath)
	c.Need(!strings.ContainsAny(v.Path, "?#") && !strings.Contains(string(v.Search.Value), "#"), earl.RuleComposeView)
	c.Need(v.Search.Present || v.Search.Value == "", earl.RuleComposeView)
	c.Text(v.Path)
	if v.Search.Present {
		c.Text("?")
		c.Text(string(v.Search.Value))
	}
	return c.URL()
}
