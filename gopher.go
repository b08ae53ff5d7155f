package earl

import (
	"strings"
)

// Gopher is the typed view of a gopher or gophers URL. Source: rfc1738 3.4.
type Gopher struct {
	Scheme   string // "gopher" or "gophers"
	Host     Octets // the host
	Port     Field  // the port in digits; absent: 70
	Type     Field  // the type of the item, one byte; absent: "1", with an empty selector
	Selector Octets // the text to send; may begin with a copy of the type; cannot contain 0x09, 0x0A or 0x0D
	Search   Field  // the search, after the first %09, in draft1993 after "?"; cannot contain 0x09, 0x0A or 0x0D
	Plus     Field  // the gopher+ string, after the second %09; only draft1994 allows it without a search
	NoPath   bool   // whether the URL has no "/" after its host
}

// Parts yields the fields of v by their names in lower case.
func (v Gopher) Parts(yield func(Part) bool) {
	_ = yield(textPart("scheme", ComponentScheme, v.Scheme, true)) &&
		yield(octetsPart("host", ComponentHost, v.Host)) &&
		yield(fieldPart("port", ComponentPort, v.Port)) &&
		yield(fieldPart("type", ComponentPath, v.Type)) &&
		yield(octetsPart("selector", ComponentPath, v.Selector)) &&
		yield(fieldPart("search", ComponentPath, v.Search)) &&
		yield(fieldPart("plus", ComponentPath, v.Plus)) &&
		yield(flagPart("nopath", ComponentPath, v.NoPath))
}

// encodedTab separates selector, search and gopher+ string.
const encodedTab = "%09"

// ParseGopher returns the typed view of a gopher or gophers URL. The error is a
// *ParseError. The text is split at its first two %09; any others belong to the
// gopher+ string. If u has no escapes, ParseGopher allocates nothing.
//
// In draft1994 the text after the first %09 is a gopher+ string without a
// search if the type is not 7 and the text begins with "+", "!", "$" or "?"
// (R10). In draft1993 a "?" starts the search. Its words, joined by "+", are
// sent to the server with spaces between them; there is no gopher+ string, and
// %09 has no special meaning. Source: rfc1738 3.4.1, 3.4.3, 5; draft1994 3.4.1;
// draft1993 BNF.
func ParseGopher(u URL) (Gopher, error) {
	if err := viewScheme(u, "gopher"); err != nil {
		return Gopher{}, err
	}
	l, err := viewHost(u)
	if err != nil {
		return Gopher{}, err
	}
	f := u.edition.form("gopher")
	v := Gopher{Scheme: u.Scheme(), Host: l.host, Port: l.port}
	if f.words {
		return v.queried(u)
	}
	path, off, err := viewPath(u)
	if err != nil {
		return Gopher{}, err
	}
	v.NoPath = path == ""
	typ := v.readType(path)
	selector, rest, search := strings.Cut(path[typ:], encodedTab)
	words, plus, isPlus := strings.Cut(rest, encodedTab)
	if f.barePlus && v.Type.Value != "7" && isPlusString(Unescape(rest)) {
		search, words, plus, isPlus = false, "", rest, true
	}
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

// readType reads the gophertype after the "/" of a path, one byte that may be
// escaped, and returns its end. Source: rfc1738 3.4.1.
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

// isPlusString reports whether o begins like a gopher+ string (R10).
func isPlusString(o Octets) bool { return o != "" && strings.IndexByte("+!$?", o[0]) >= 0 }

// queried reads the path, which may be missing together with its "/", and the
// search after "?". Source: draft1993 BNF.
func (v Gopher) queried(u URL) (Gopher, error) {
	off := u.at(endPort)
	text := u.cut(off, u.at(endQuery))
	if k := lineEscape(text); k >= 0 {
		return Gopher{}, viewError(u, off+k, 3, rule1738Gopher)
	}
	path, search, ok := strings.Cut(text, "?")
	v.NoPath = path == ""
	v.Selector = Unescape(path[v.readType(path):])
	if ok {
		v.Search = Some(unescapeWords(search))
	}
	return v, nil
}

// unescapeWords returns the words of a search, separated by spaces. Source:
// draft1993 BNF.
func unescapeWords(text string) Octets { return Unescape(strings.ReplaceAll(text, "+", " ")) }

// words appends a search. A space between two words becomes "+". No word can be
// empty, so all other spaces are escaped.
func (c *composer) words(o Octets) {
	for i := range len(o) {
		switch {
		case o[i] == '+', o[i] == ' ' && (i == 0 || i == len(o)-1 || o[i-1] == ' ' || o[i+1] == ' '):
			c.escape(o[i])
		case o[i] == ' ':
			c.text("+")
		default:
			c.putOctets(o[i:i+1], reserved, c.f.query)
		}
	}
}

// lineEscape returns the offset of the first escape of 0x09, 0x0A or 0x0D, or
// -1.
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

// isLineOctet reports whether c ends a selector or a search in the protocol.
func isLineOctet(c byte) bool { return c == '\t' || c == '\n' || c == '\r' }

// URL composes the URL of v. No character is reserved: it escapes only what the
// edition's path cannot contain. Source: rfc1738 3.4.1, 5; draft1993 BNF.
func (v Gopher) URL(e *Edition) (URL, error) {
	if v.Scheme != "gopher" && v.Scheme != "gophers" {
		return URL{}, e.composeError(Parts{}, ruleComposeView)
	}
	c := compose(e, v.Scheme)
	c.need(v.Host != "", ruleComposeHost)
	c.login(login{host: v.Host, port: v.Port})
	f := c.e.form("gopher")
	c.need(v.fits(f), ruleComposeView)
	if !v.NoPath {
		c.text("/")
	}
	also := reserved
	if f.words {
		also = ":@;&=" // the gtype cannot be a slash or a plus sign
	}
	c.putOctets(v.Type.Value, also, c.f.path)
	c.putOctets(v.Selector, reserved, c.f.path)
	switch {
	case !v.Search.Present:
	case f.words:
		c.need(!v.Plus.Present, ruleComposePart)
		c.text("?")
		c.words(v.Search.Value)
	default:
		c.text(encodedTab)
		c.putOctets(v.Search.Value, reserved, c.f.path)
	}
	if v.Plus.Present {
		c.text(encodedTab)
		c.putOctets(v.Plus.Value, reserved, c.f.path)
	}
	return c.url()
}

// fits reports whether v has the structure of gopherurl: later parts need the
// earlier ones, and a gopher+ string without a search does not look like a
// search (R10).
func (v Gopher) fits(f *form) bool {
	bare := f.barePlus && v.Type.Present && v.Type.Value != "7"
	switch {
	case v.Type.Present && (v.NoPath || len(v.Type.Value) != 1),
		!v.Type.Present && (v.Selector != "" || v.Search.Present && !f.words || v.Type.Value != ""),
		v.Plus.Present && !v.Search.Present && !(bare && isPlusString(v.Plus.Value)),
		bare && isPlusString(v.Search.Value):
		return false
	}
	return !strings.ContainsAny(string(v.Type.Value)+string(v.Selector)+string(v.Search.Value), "\t\n\r")
}

// Answers returns the answers to an ASK form in v's gopher+ string, and whether
// the string is exactly one completed form. Such a string is "+" and an
// optional view, a tab, "1", "+-1", one answer per line, and ".". It has no
// other control characters. An answer may be empty, but cannot be ".", which
// would end the form. Source: rfc1738 3.4.8, 3.4.9.
func (v Gopher) Answers() ([]Octets, bool) {
	view, data, ok := strings.Cut(string(v.Plus.Value), "\t1\r\n+-1\r\n")
	data, end := strings.CutSuffix(data, ".\r\n")
	if !ok || !end || view == "" || view[0] != '+' || hasControl(Octets(view)) {
		return nil, false
	}
	var answers []Octets
	for data != "" {
		line, rest, ok := strings.Cut(data, "\r\n")
		if !ok || line == "." || hasControl(Octets(line)) {
			return nil, false
		}
		answers, data = append(answers, Octets(line)), rest
	}
	return answers, true
}
