package earl

import (
	"errors"
	"strings"
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

// String returns the text so far. It may contain a password.
func (c *Composer) String() string { return string(c.b) }

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
func (c *Composer) Escape(k byte) { c.b = append(c.b, '%', hexDigits[k>>4], hexDigits[k&15]) }

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

// ErrControl is the error for a view with control characters, which must not be
// sent in a line of a protocol. Bytes 0x00-0x1F and 0x7F can end the line,
// split a field, or move a terminal's cursor. Source: rfc1738 6.
var ErrControl = errors.New("earl: a control character (0x00-0x1F, 0x7F) cannot be sent in a line")
