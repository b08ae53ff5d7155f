package earl

import (
	"errors"
	"strings"
	"sync"

	"github.com/earl-url/earl/internal/jsonstring"
	"github.com/earl-url/earl/internal/octet"
)

// View is the decoded form of a URL of one scheme, such as FTP or Gopher
// of package views, or the view of a scheme that a program adds ([Scheme].View). It contains
// decoded bytes: each component is decoded separately, after splitting.
// [Edition.Charset] returns which characters the bytes represent. A view has no
// fragment, because a fragment is not part of what is retrieved. Converting a
// view to a URL and reading that URL gives the same view.
//
// A view is read by the syntax that the URL's edition has for the scheme. If
// the edition has none, the view uses RFC 1738's syntax with the edition's
// characters; a "?" that this syntax does not reserve belongs to the path. An
// error cites the section of the document whose syntax was used. Method URL
// fails if the view has a part that the edition does not have.
type View interface {
	// URL composes the URL of the view in an edition. The error is a
	// *ParseError if the edition cannot write the view; it does not contain a
	// password.
	URL(*Edition) (URL, error)
	// Parts yields the parts of the view in the order of the URL: everything
	// that programs print about it. It is an iterator: for p := range
	// view.Parts.
	Parts(yield func(Part) bool)
}

// Violation returns the error, a *[ParseError], for text[off:off+n] of u, which violates a rule
// of its scheme's syntax. It has the rule of u's edition with the same name, or r itself.
func (u URL) Violation(off, n int, r Rule) error {
	if u.edition != nil {
		r = r.under(u.edition.name)
	}
	return &ParseError{Edition: u.edition, Input: u.text, Violation: Violation{Off: off, Len: n, Rule: r}}
}

// Rest returns what follows the login of u, or the scheme's colon if there is no login, up to the
// fragment, and its offset in u: the path, the params and the query.
func (u URL) Rest() (text string, off int) {
	return u.cut(u.at(endPort), u.at(endQuery)), u.at(endPort)
}

// Login is the common Internet syntax, decoded. Source: rfc1738 3.1.
type Login struct {
	User     Field
	Password Secret
	Host     Octets
	Port     Field
}

// A Composer writes the text of a view's URL in an edition. It keeps the first rule that the view
// violates. One goroutine uses it, once.
type Composer struct {
	e      *Edition
	f      *form
	b      []byte
	host   bool  // it has written a login that the edition reads as a login
	l      Login // that login
	secret bool  // it has written a password
	path   int   // the offset of the path
	rule   Rule
}

// Composer returns a composer for the URL of a scheme, in lower case.
func (e *Edition) Composer(scheme string) *Composer {
	e = e.writer()
	c := &Composer{e: e, f: e.form(scheme)}
	c.b = append(append(make([]byte, 0, 64), scheme...), ':')
	c.path = len(c.b)
	return c
}

// Need records the rule r unless ok is true.
func (c *Composer) Need(ok bool, r Rule) {
	if !ok && c.rule == "" {
		c.rule = r
	}
}

// Written returns the text so far. It may contain a password, so fmt does not find it.
func (c *Composer) Written() string { return string(c.b) }

// Text appends text that needs no escapes.
func (c *Composer) Text(text string) { c.b = append(c.b, text...) }

// Octets appends decoded bytes in a component. It escapes those that the edition cannot have in
// the component, and reserved ones that are not in also.
func (c *Composer) Octets(in Component, o Octets, also string) {
	class := c.f.path
	switch in {
	case ComponentUser:
		class = c.f.user
	case ComponentPassword:
		class = c.f.password
	case ComponentQuery:
		class = c.f.query
	}
	c.b = c.e.appendOctets(c.b, o, also, class)
}

// Escape appends a byte as an escape.
func (c *Composer) Escape(k byte) {
	c.b = append(c.b, '%', octet.HexDigits[k>>4], octet.HexDigits[k&15])
}

// Login appends "//" and a login. In a user and a password it escapes ":", "@"
// and "/". Source: rfc1738 3.1.
func (c *Composer) Login(l Login) {
	c.Text("//")
	if l.User.Present {
		c.Octets(ComponentUser, l.User.Value, inLogin)
	}
	c.login(l)
}

// LoginAs is Login for a user that has a delimiter of its scheme. user is the text of the user;
// its escapes are decoded for the login that the URL must have. Source: rfc2229 5.
func (c *Composer) LoginAs(user string, l Login) {
	c.Text("//")
	c.Text(user)
	l.User = Field{Unescape(user), l.User.Present}
	c.login(l)
}

// login appends a login after its user.
func (c *Composer) login(l Login) {
	password, ok := l.Password.Reveal()
	c.Need(!ok || l.User.Present, ruleComposeUser)
	if l.User.Present {
		if c.secret = ok; ok {
			c.Text(":")
			c.Octets(ComponentPassword, password, inLogin)
		}
		c.Text("@")
	}
	c.hostport(l.Host, l.Port)
	// If the host cannot be empty, the edition reads "//" before a path as part
	// of the path.
	if c.host = l.Host != "" || c.f.noHost; c.host {
		c.path, c.l = len(c.b), l
	}
}

// hostport appends a host, and a port if there is one. The text of the host is
// checked, because only some editions allow escapes in it.
func (c *Composer) hostport(host Octets, port Field) {
	e := c.e
	switch literal := strings.HasPrefix(string(host), "["); {
	case host == "":
	case literal && e.literal != nil:
		c.Need(e.literal(string(host), 0) == len(host), ruleComposeHost)
		c.Text(string(host))
	case e.hostname != nil:
		start := len(c.b)
		c.b = e.appendOctets(c.b, host, "", 0)
		_, _, r := e.hostname(string(c.b[start:]), 0, len(c.b)-start)
		c.Need(r == "" && !literal, ruleComposeHost)
	default:
		c.Need(!literal, ruleComposeHost)
		c.b = e.appendOctets(c.b, host, "", 0)
	}
	if port.Present {
		c.Need(isDigits(port.Value), ruleComposeHost)
		c.Text(":")
		c.Text(string(port.Value))
	}
}

// URL parses the text. An edition that rewrites URLs may have changed the
// spelling of host and port. All other changes are errors: without its empty
// user it would be another login, and without a segment ".." another object.
func (c *Composer) URL() (URL, error) {
	if c.rule != "" {
		return URL{}, c.error(c.rule)
	}
	text := string(c.b)
	u, err := c.e.Parse(text)
	var violation *ParseError
	if c.secret && errors.As(err, &violation) {
		return URL{}, c.error(violation.Violation.Rule) // without the text, which contains the password
	}
	if err != nil {
		return URL{}, err
	}
	got, want := u.text[u.partStart():], text[c.path:]
	if c.host {
		got = u.text[u.ends[endPort]:]
		p := u.Parts()
		c.Need(p.User == c.l.User && p.Password.equal(c.l.Password), ruleComposeView)
	}
	if c.rule != "" || got != want && (strings.HasPrefix(want, "/") || got != "/"+want) {
		return URL{}, c.error(ruleComposeView)
	}
	return u, nil
}

// error returns the error for a view that cannot be written. Its text is only
// the scheme, so it contains no password.
func (c *Composer) error(r Rule) error {
	return c.e.composeError(Parts{Scheme: string(c.b[:strings.IndexByte(string(c.b), ':')])}, r)
}

// isDigits reports whether o has only decimal digits; it may be empty.
func isDigits(o Octets) bool {
	for i := range len(o) {
		if o[i] < '0' || o[i] > '9' {
			return false
		}
	}
	return true
}

// Part is one named part of a view, decoded. A view yields its parts in the
// order of the URL, including absent ones, so every view of a scheme has the
// same parts. Programs print these parts and do not look into a view. Source:
// rfc1738 2.1.
type Part struct {
	Name    string    // lower case, as in JSON: "selector"
	Kind    PartKind  // which of the fields below contains the value
	In      Component // the component of the URL that contains the part: see [URL.Span]
	Present bool      // false: the part is absent; for PartFlag this is the value
	Value   Octets    // for PartOctets and PartText
	List    []Octets  // for PartList
	Pairs   []Pair    // for PartPairs
}

// PartKind is the kind of value in a [Part].
type PartKind uint8

// The values of PartKind.
const (
	PartOctets PartKind = iota // decoded data
	PartText                   // text of the URL, not decoded
	PartSecret                 // a password: its value is not in the Part
	PartFlag                   // yes or no
	PartList                   // decoded data, in order, such as the segments of a path
	PartPairs                  // names with values, in order
)

// Pair is a name with its value, both decoded: a header field of a mailto URL,
// a field of a prospero URL. Source: rfc6068 2; rfc1738 3.11.
type Pair struct {
	Name, Value Octets
}

// Printable returns the value of a part that has one value, as printable
// US-ASCII. "%" and everything outside 0x20-0x7E is %HH; in PartText a "%"
// stays. For a secret it returns [Hidden].
func (p Part) Printable() string {
	switch p.Kind {
	case PartText:
		return printableText(string(p.Value))
	case PartSecret:
		return Hidden
	}
	return p.Value.Printable()
}

// printableText returns text that is not decoded, with everything outside
// 0x20-0x7E as %HH.
func printableText(text string) string {
	for i := range len(text) {
		if c := text[i]; !isPrintable(c) && c != '%' {
			return strings.ReplaceAll(Octets(text).Printable(), "%25", "%")
		}
	}
	return text
}

// AppendView appends the JSON object of a view to b. The object has a member
// for each part, with the part's name. An absent part is null, a password
// [Hidden], a flag true or false, a list an array of strings, and pairs an
// array of objects with "name" and "value". Use it with encoding/json as a
// [json.RawMessage].
func AppendView(b []byte, v View) []byte {
	w := viewWriters.Get().(*viewWriter)
	w.b = append(b, '{')
	v.Parts(w.yield)
	b = append(w.b, '}')
	w.b = nil
	viewWriters.Put(w)
	return b
}

// viewWriter writes the JSON object of a view.
type viewWriter struct {
	b     []byte
	yield func(Part) bool // the method add
}

// viewWriters keeps writers for reuse: passing a function to the method of an
// interface allocates, and a list of URLs has a view for each.
var viewWriters = sync.Pool{New: func() any {
	w := new(viewWriter)
	w.yield = w.add
	return w
}}

// add appends the member for a part.
func (w *viewWriter) add(p Part) bool {
	if w.b[len(w.b)-1] != '{' {
		w.b = append(w.b, ',')
	}
	w.b = append(append(append(w.b, '"'), p.Name...), `":`...)
	w.b = p.appendJSON(w.b)
	return true
}

// appendJSON appends the value of p.
func (p Part) appendJSON(b []byte) []byte {
	switch {
	case p.Kind == PartFlag && p.Present:
		return append(b, "true"...)
	case p.Kind == PartFlag:
		return append(b, "false"...)
	case p.Kind == PartList:
		b = append(b, '[')
		for i, o := range p.List {
			if i > 0 {
				b = append(b, ',')
			}
			b = jsonstring.Append(b, o.Printable())
		}
		return append(b, ']')
	case p.Kind == PartPairs:
		b = append(b, '[')
		for i, pair := range p.Pairs {
			if i > 0 {
				b = append(b, ',')
			}
			b = jsonstring.Append(append(b, `{"name":`...), pair.Name.Printable())
			b = append(jsonstring.Append(append(b, `,"value":`...), pair.Value.Printable()), '}')
		}
		return append(b, ']')
	case !p.Present:
		return append(b, "null"...)
	}
	if p.Kind != PartSecret && isPlainPart(p.Value, p.Kind == PartText) {
		return append(append(append(b, '"'), p.Value...), '"')
	}
	return jsonstring.Append(b, p.Printable())
}

// isPlainPart reports whether o is unchanged in JSON, as most parts are. It
// needs one pass. In text that is not decoded a "%" is unchanged.
func isPlainPart(o Octets, text bool) bool {
	for i := range len(o) {
		if c := o[i]; c < ' ' || c > '~' || c == '"' || c == '\\' || c == '%' && !text {
			return false
		}
	}
	return true
}
