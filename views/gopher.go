package views

import (
	"strings"

	"github.com/earl-url/earl"
)

// Gopher is the typed view of a gopher or gophers URL. Source: rfc1738 3.4.
type Gopher struct {
	Scheme   string      // "gopher" or "gophers"
	Host     earl.Octets // the host
	Port     earl.Field  // the port in digits; absent: 70
	Type     earl.Field  // the type of the item, one byte; absent: "1", with an empty selector
	Selector earl.Octets // the text to send; may begin with a copy of the type; cannot contain 0x09, 0x0A or 0x0D
	Search   earl.Field  // the search, after the first %09, in draft1993 after "?"; cannot contain 0x09, 0x0A or 0x0D
	Plus     earl.Field  // the gopher+ string, after the second %09; only draft1994 allows it without a search
	NoPath   bool        // whether the URL has no "/" after its host
}

// Parts yields the fields of v by their names in lower case.
func (v Gopher) Parts(yield func(earl.Part) bool) {
	_ = yield(textPart("scheme", earl.ComponentScheme, v.Scheme, true)) &&
		yield(octetsPart("host", earl.ComponentHost, v.Host)) &&
		yield(fieldPart("port", earl.ComponentPort, v.Port)) &&
		yield(fieldPart("type", earl.ComponentPath, v.Type)) &&
		yield(octetsPart("selector", earl.ComponentPath, v.Selector)) &&
		yield(fieldPart("search", earl.ComponentPath, v.Search)) &&
		yield(fieldPart("plus", earl.ComponentPath, v.Plus)) &&
		yield(flagPart("nopath", earl.ComponentPath, v.NoPath))
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
func ParseGopher(u earl.URL) (Gopher, error) {
	if err := viewScheme(u, "gopher"); err != nil {
		return Gopher{}, err
	}
	l, err := viewHost(u)
	if err != nil {
		return Gopher{}, err
	}
	f := u.Edition().Syntax("gopher")
	v := Gopher{Scheme: u.Scheme(), Host: l.Host, Port: l.Port}
	if f.Words {
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
	if f.BarePlus && v.Type.Value != "7" && isPlusString(earl.Unescape(rest)) {
		search, words, plus, isPlus = false, "", rest, true
	}
	if k := lineEscape(path[:typ+len(selector)]); k >= 0 {
		return Gopher{}, u.Violation(off+k, 3, earl.RuleGopher)
	}
	if k := lineEscape(words); k >= 0 {
		return Gopher{}, u.Violation(off+typ+len(selector)+len(encodedTab)+k, 3, earl.RuleGopher)
	}
	v.Selector = earl.Unescape(selector)
	if search {
		v.Search = earl.Some(earl.Unescape(words))
	}
	if isPlus {
		v.Plus = earl.Some(earl.Unescape(plus))
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
		v.Type = earl.Some(earl.Unescape(path[1:4]))
		return 4
	}
	v.Type = earl.Some(earl.Octets(path[1:2]))
	return 2
}

// isPlusString reports whether o begins like a gopher+ string (R10).
func isPlusString(o earl.Octets) bool { return o != "" && strings.IndexByte("+!$?", o[0]) >= 0 }

// queried reads the path, which may be missing together with its "/", and the
// search after "?". Source: draft1993 BNF.
func (v Gopher) queried(u earl.URL) (Gopher, error) {
	text, off := u.Rest()
	if k := lineEscape(text); k >= 0 {
		return Gopher{}, u.Violation(off+k, 3, earl.RuleGopher)
	}
	path, search, ok := strings.Cut(text, "?")
	v.NoPath = path == ""
	v.Selector = earl.Unescape(path[v.readType(path):])
	if ok {
		v.Search = earl.Some(unescapeWords(search))
	}
	return v, nil
}

// unescapeWords returns the words of a search, separated by spaces. Source:
// draft1993 BNF.
func unescapeWords(text string) earl.Octets { return earl.Unescape(strings.ReplaceAll(text, "+", " ")) }

// putWords appends a search. A space between two words becomes "+". No word can be
// empty, so all other spaces are escaped.
func putWords(c *earl.Composer, o earl.Octets) {
	for i := range len(o) {
		switch {
		case o[i] == '+', o[i] == ' ' && (i == 0 || i == len(o)-1 || o[i-1] == ' ' || o[i+1] == ' '):
			c.Escape(o[i])
		case o[i] == ' ':
			c.Text("+")
		default:
			c.Octets(earl.ComponentQuery, o[i:i+1], reserved)
		}
	}
}

// lineEscape returns the offset of the first escape of 0x09, 0x0A or 0x0D, or
// -1.
func lineEscape(text string) int {
	for i := 0; i+2 < len(text); i++ {
		if text[i] == '%' && isEscape(text, i) {
			if isLineOctet(earl.Unescape(text[i : i+3])[0]) {
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
func (v Gopher) URL(e *earl.Edition) (earl.URL, error) {
	if v.Scheme != "gopher" && v.Scheme != "gophers" {
		return refuse(e, earl.RuleComposeView)
	}
	c := e.Composer(v.Scheme)
	c.Need(v.Host != "", earl.RuleComposeHost)
	c.Login(earl.Login{Host: v.Host, Port: v.Port})
	f := e.Syntax("gopher")
	c.Need(v.fits(f), earl.RuleComposeView)
	if !v.NoPath {
		c.Text("/")
	}
	also := reserved
	if f.Words {
		also = ":@;&=" // the gtype cannot be a slash or a plus sign
	}
	c.Octets(earl.ComponentPath, v.Type.Value, also)
	c.Octets(earl.ComponentPath, v.Selector, reserved)
	switch {
	case !v.Search.Present:
	case f.Words:
		c.Need(!v.Plus.Present, earl.RuleComposePart)
		c.Text("?")
		putWords(c, v.Search.Value)
	default:
		c.Text(encodedTab)
		c.Octets(earl.ComponentPath, v.Search.Value, reserved)
	}
	if v.Plus.Present {
		c.Text(encodedTab)
		c.Octets(earl.ComponentPath, v.Plus.Value, reserved)
	}
	return c.URL()
}

// fits reports whether v has the structure of gopherurl: later parts need the
// earlier ones, and a gopher+ string without a search does not look like a
// search (R10).
func (v Gopher) fits(f earl.Syntax) bool {
	bare := f.BarePlus && v.Type.Present && v.Type.Value != "7"
	switch {
	case v.Type.Present && (v.NoPath || len(v.Type.Value) != 1),
		!v.Type.Present && (v.Selector != "" || v.Search.Present && !f.Words || v.Type.Value != ""),
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
func (v Gopher) Answers() ([]earl.Octets, bool) {
	view, data, ok := strings.Cut(string(v.Plus.Value), "\t1\r\n+-1\r\n")
	data, end := strings.CutSuffix(data, ".\r\n")
	if !ok || !end || view == "" || view[0] != '+' || hasControl(earl.Octets(view)) {
		return nil, false
	}
	var answers []earl.Octets
	for data != "" {
		line, rest, ok := strings.Cut(data, "\r\n")
		if !ok || line == "." || hasControl(earl.Octets(line)) {
			return nil, false
		}
		answers, data = append(answers, earl.Octets(line)), rest
	}
	return answers, true
}
