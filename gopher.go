package earl

import (
	"fmt"
	"strings"
)

// Gopher is the typed view of a gopher or gophers URL. Source: rfc1738 3.4.
type Gopher struct {
	Scheme   string `json:"scheme"` // "gopher" or "gophers"
	Host     Octets `json:"host"`
	Port     Field  `json:"port"`     // digits; absent: 70
	Type     Field  `json:"type"`     // one octet; absent: "1", with an empty selector
	Selector Octets `json:"selector"` // may begin with a copy of the type; no 09, 0A, 0D
	Search   Field  `json:"search"`   // behind the first %09; no 09, 0A, 0D
	Plus     Field  `json:"plus"`     // the gopher+ string, behind the second %09; Search must be present
	NoPath   bool   `json:"nopath"`   // the URL has no "/" behind its host
}

func (Gopher) view() {}

// encodedTab parts selector, search and gopher+ string.
const encodedTab = "%09"

// ParseGopher returns the typed view of a gopher or gophers URL. The error is a
// *ParseError. The text is split at its first two %09, later ones belong to the
// gopher+ string. It allocates nothing where nothing is escaped.
// Source: rfc1738 3.4.1, 3.4.3, 5.
func ParseGopher(u URL) (Gopher, error) {
	if err := viewScheme(u, "gopher"); err != nil {
		return Gopher{}, err
	}
	l, err := viewHost(u)
	if err != nil {
		return Gopher{}, err
	}
	path, off, err := viewPath(u)
	if err != nil {
		return Gopher{}, err
	}
	v := Gopher{Scheme: u.Scheme(), Host: l.host, Port: l.port, NoPath: path == ""}
	if queried(u.edition) {
		return v.queried(u, path, off)
	}
	typ := v.readType(path)
	selector, rest, search := strings.Cut(path[typ:], encodedTab)
	words, plus, isPlus := strings.Cut(rest, encodedTab)
	if k := lineEscape(path[:typ+len(selector)]); k >= 0 {
		return Gopher{}, viewError(u, off+k, 3, rule1738Gopher)
	}
	if k := lineEscape(words); k >= 0 {
		return Gopher{}, viewError(u, off+typ+len(selector)+len(encodedTab)+k, 3, rule1738Gopher)
	}
	v.Selector = Unescape(selector)
	if search {
		v.Search = Some(Unescape(words))
	}
	if isPlus {
		v.Plus = Some(Unescape(plus))
	}
	return v, nil
}

// readType reads the gophertype behind the "/" of a path: one octet, perhaps
// written as an escape. It returns where it ends. Source: rfc1738 3.4.1.
func (v *Gopher) readType(path string) int {
	switch {
	case len(path) < 2:
		return len(path)
	case isEscape(path, 1) && path[1] == '%':
		v.Type = Some(Unescape(path[1:4]))
		return 4
	}
	v.Type = Some(Octets(path[1:2]))
	return 2
}

// queried reports whether the edition's own production starts the search with a
// "?" and joins its words by "+": there %09 has no meaning, and there is no
// gopher+ string. Source: draft1993 Gopher, BNF.
func queried(e *Edition) bool {
	f := e.form("gopher")
	return f.scheme != "" && f.query != 0
}

// queried reads a path and the search behind its "?".
func (v Gopher) queried(u URL, path string, off int) (Gopher, error) {
	if k := lineEscape(path); k >= 0 {
		return Gopher{}, viewError(u, off+k, 3, rule1738Gopher)
	}
	path, words, search := strings.Cut(path, "?")
	v.Selector = Unescape(path[v.readType(path):])
	if search {
		v.Search = Some(Unescape(strings.ReplaceAll(words, "+", " ")))
	}
	return v, nil
}

// words appends a search whose spaces are "+".
func (c *composer) words(o Octets) {
	for i := range len(o) {
		switch o[i] {
		case ' ':
			c.text("+")
		case '+':
			c.escape('+')
		default:
			c.octets(o[i:i+1], reserved, c.f.query)
		}
	}
}

// lineEscape returns the offset of the first escape of 09, 0A or 0D, -1 if there is none.
func lineEscape(text string) int {
	for i := 0; i+2 < len(text); i++ {
		if text[i] == '%' && isEscape(text, i) {
			if isLineOctet(unescape(text, i)) {
				return i
			}
			i += 2
		}
	}
	return -1
}

// isLineOctet reports whether c ends a selector or a search on the wire.
func isLineOctet(c byte) bool { return c == '\t' || c == '\n' || c == '\r' }

// URL composes the URL of v. No character is reserved: all stand plain that the
// edition has in a path. Source: rfc1738 3.4.1, 5.
func (v Gopher) URL(e *Edition) (URL, error) {
	if v.Scheme != "gopher" && v.Scheme != "gophers" {
		return URL{}, e.composeError(Parts{}, ruleComposeView)
	}
	c := compose(e, v.Scheme)
	c.need(v.Host != "", ruleComposeHost)
	c.login(login{host: v.Host, port: v.Port})
	c.need(v.fits(queried(e)), ruleComposeView)
	if !v.NoPath {
		c.text("/")
	}
	c.octets(v.Type.Value, reserved, c.f.path)
	c.octets(v.Selector, reserved, c.f.path)
	switch {
	case !v.Search.Present:
	case queried(e):
		c.need(!v.Plus.Present, ruleComposePart)
		c.text("?")
		c.words(v.Search.Value)
	default:
		c.text(encodedTab)
		c.octets(v.Search.Value, reserved, c.f.path)
	}
	if v.Plus.Present {
		c.text(encodedTab)
		c.octets(v.Plus.Value, reserved, c.f.path)
	}
	return c.url()
}

// fits reports whether v has the shape of gopherurl: what stands behind needs what stands before.
func (v Gopher) fits(queried bool) bool {
	switch {
	case v.Type.Present && (v.NoPath || len(v.Type.Value) != 1),
		!v.Type.Present && (v.Selector != "" || v.Search.Present && (v.NoPath || !queried) || v.Type.Value != ""),
		v.Plus.Present && !v.Search.Present:
		return false
	}
	return !strings.ContainsAny(string(v.Type.Value)+string(v.Selector)+string(v.Search.Value), "\t\n\r")
}

// Request returns the octets of the request for v, with its CR LF: the selector,
// a TAB and the search, a TAB and the gopher+ string. A type other than 7 takes
// no search: an empty one is left out with its TAB before a gopher+ string (R5),
// and so is a last field that is empty. The string "?" asks for all attributes,
// where the form is. The error is [ErrControl].
// Source: rfc1738 3.4.2, 3.4.3, 3.4.5, 3.4.9. Departs: 3.4.3 would have the
// empty search sent, which Gopher+ servers refuse; [Gopher.LetterRequest] does so.
func (v Gopher) Request() (Octets, error) {
	plus := v.Plus
	if plus.Value == "" {
		plus = Field{}
	} else if plus.Value == "?" {
		plus.Value = "!"
	}
	search := v.Search
	if v.Type.Value != "7" && search.Value == "" {
		search = Field{}
	} else if plus.Present {
		search.Present = true
	}
	return gopherLine(v.Selector, search, plus)
}

// LetterRequest returns the request by the letter of 3.4.3: an empty search is
// sent as well. The error is [ErrControl]. Source: rfc1738 3.4.2, 3.4.3.
func (v Gopher) LetterRequest() (Octets, error) {
	search := v.Search
	search.Present = search.Present || v.Plus.Present
	return gopherLine(v.Selector, search, v.Plus)
}

// gopherLine joins the fields of a request. A control octet in one of them would
// end it: the form of 3.4.9 is not sent from here (F6).
func gopherLine(selector Octets, more ...Field) (Octets, error) {
	b := append(make([]byte, 0, 64), selector...)
	control := hasControl(selector)
	for _, field := range more {
		if field.Present {
			control = control || hasControl(field.Value)
			b = append(append(b, '\t'), field.Value...)
		}
	}
	if control {
		return "", fmt.Errorf("gopher: %w", ErrControl)
	}
	return Octets(append(b, '\r', '\n')), nil
}
