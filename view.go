package earl

import (
	"errors"
	"strings"
)

// View is the decoded form of a URL of one scheme, such as [FTP] or [Gopher],
// or the view of a scheme that a program adds ([Scheme].View). It contains
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

// asView converts the result of parsing one kind of view to a View.
func asView[V View](v V, err error) (View, error) {
	if err != nil {
		return nil, err
	}
	return v, nil
}

// ParseView returns the typed view of u by its scheme. The error is a
// *ParseError for a violation of the scheme's syntax, or with the rule
// "no-view" if the scheme has no view.
func ParseView(u URL) (View, error) {
	scheme := u.Scheme()
	for i := range views {
		if views[i].scheme == scheme {
			return views[i].parse(u)
		}
	}
	if s := u.edition.findScheme(scheme); s != nil && s.View != nil {
		return s.View(u)
	}
	return nil, viewError(u, 0, u.at(endScheme), ruleNoView)
}

// viewError returns the error for text[off:off+n] of u, which violates a rule
// of its scheme's form. The rule is that of u's edition, or r if it has no such
// rule.
func viewError(u URL, off, n int, r Rule) error {
	if u.edition != nil {
		r = r.under(u.edition.name)
	}
	return &ParseError{Edition: u.edition, Input: u.text, Violation: Violation{Off: off, Len: n, Rule: r}}
}

// A login is the common Internet syntax, decoded. Source: rfc1738 3.1.
type login struct {
	user     Field
	password Secret
	host     Octets
	port     Field
}

// viewScheme returns an error unless u has the given scheme or its TLS variant.
func viewScheme(u URL, scheme string) error {
	if s := u.Scheme(); s == scheme || s == scheme+"s" && findScheme(s) != nil {
		return nil
	}
	return viewError(u, 0, u.at(endScheme), ruleViewScheme)
}

// viewLogin reads the login of u. Some editions accept more than RFC 1738: a
// missing login, or an empty host. Source: rfc1738 3.1, 5.
func viewLogin(u URL) (login, error) {
	if !u.hasLogin() {
		return login{}, viewError(u, u.partStart(), 0, rule1738Login)
	}
	var l login
	host, _ := u.Host()
	if host == "" && u.Scheme() != "file" {
		return login{}, viewError(u, u.hostStart(), 0, rule1738NoHost)
	}
	// An escaped bracket does not start an address. The view could not
	// distinguish it from an unescaped one.
	if l.host = Unescape(host); strings.HasPrefix(string(l.host), "[") && host[0] != '[' {
		return login{}, viewError(u, u.hostStart(), len(host), rule1738Host)
	}
	if user, ok := u.User(); ok {
		l.user = Some(Unescape(user))
	}
	if password, ok := u.Password(); ok {
		l.password = NewSecret(Unescape(password))
	}
	l.port = textField(u.Port())
	if !isDigits(l.port.Value) {
		return login{}, viewError(u, u.at(endHost)+1, len(l.port.Value), rule1738Port)
	}
	return l, nil
}

// viewHost reads the login of a scheme without user and password.
func viewHost(u URL) (login, error) {
	l, err := viewLogin(u)
	if err == nil && l.user.Present {
		return login{}, viewError(u, u.loginStart(), u.hostStart()-u.loginStart(), rule1738User)
	}
	return l, err
}

// viewPath returns the text between the login and the fragment, and its offset:
// a "/" and the url-path, or nothing. Source: rfc1738 3.1.
func viewPath(u URL) (path string, off int, err error) {
	off = u.at(endPort)
	path = u.cut(off, u.at(endQuery))
	if path == "" || path[0] == '/' {
		return path, off, nil
	}
	if s := u.edition.findScheme(u.Scheme()); path[0] == '?' && s != nil && s.rootPath {
		return "/" + path, off - 1, nil // rfc3986 6.2.3: an empty path means "/"
	}
	return "", 0, viewError(u, off, 0, rule1738Slash)
}

// viewURLPath returns the url-path, without its "/", and its offset, for
// schemes that need the "/".
func viewURLPath(u URL) (path string, off int, err error) {
	path, off, err = viewPath(u)
	if err == nil && path == "" {
		err = viewError(u, off, 0, rule1738Slash)
	}
	if err != nil {
		return "", 0, err
	}
	return path[1:], off + 1, nil
}

// segments returns the decoded pieces of text between its slashes, at least
// one.
func segments(text string) []Octets {
	s := make([]Octets, 0, strings.Count(text, "/")+1)
	eachPiece(text, '/', func(piece string) bool {
		s = append(s, Unescape(piece))
		return true
	})
	return s
}

// reserved are the characters of rfc1738 5 and draft1996 4 that are not escaped
// in a component that does not reserve them, if the edition allows them there.
const reserved = ";/?:@&=+"

// A composer writes the text of a view's URL in an edition. It keeps the first
// rule that the view violates.
type composer struct {
	e      *Edition
	f      *form
	b      []byte
	host   bool  // it has written a login that the edition reads as a login
	l      login // that login
	secret bool  // it has written a password
	path   int   // the offset of the path
	rule   Rule
}

// compose starts the URL of a scheme.
func compose(e *Edition, scheme string) *composer {
	e = e.writer()
	c := &composer{e: e, f: e.form(scheme)}
	c.b = append(append(make([]byte, 0, 64), scheme...), ':')
	c.path = len(c.b)
	return c
}

// need records the rule r unless ok is true.
func (c *composer) need(ok bool, r Rule) {
	if !ok && c.rule == "" {
		c.rule = r
	}
}

// text appends text that needs no escapes.
func (c *composer) text(text string) { c.b = append(c.b, text...) }

// putOctets is [Edition.appendOctets].
func (c *composer) putOctets(o Octets, also string, class class) {
	c.b = c.e.appendOctets(c.b, o, also, class)
}

// escape appends a byte as an escape.
func (c *composer) escape(k byte) { c.b = append(c.b, '%', hexDigits[k>>4], hexDigits[k&15]) }

// login appends "//" and a login. In a user and a password it escapes ":", "@"
// and "/". Source: rfc1738 3.1.
func (c *composer) login(l login) {
	c.text("//")
	password, ok := l.password.Reveal()
	c.need(!ok || l.user.Present, ruleComposeUser)
	if l.user.Present {
		c.putOctets(l.user.Value, inLogin, c.f.user)
		if c.secret = ok; ok {
			c.text(":")
			c.putOctets(password, inLogin, c.f.password)
		}
		c.text("@")
	}
	c.hostport(l.host, l.port)
	// If the host cannot be empty, the edition reads "//" before a path as part
	// of the path.
	if c.host = l.host != "" || c.f.noHost; c.host {
		c.path, c.l = len(c.b), l
	}
}

// hostport appends a host, and a port if there is one. The text of the host is
// checked, because only some editions allow escapes in it.
func (c *composer) hostport(host Octets, port Field) {
	e := c.e
	switch literal := strings.HasPrefix(string(host), "["); {
	case host == "":
	case literal && e.literal != nil:
		c.need(e.literal(string(host), 0) == len(host), ruleComposeHost)
		c.text(string(host))
	case e.hostname != nil:
		start := len(c.b)
		c.putOctets(host, "", 0)
		_, _, r := e.hostname(string(c.b[start:]), 0, len(c.b)-start)
		c.need(r == "" && !literal, ruleComposeHost)
	default:
		c.need(!literal, ruleComposeHost)
		c.putOctets(host, "", 0)
	}
	if port.Present {
		c.need(isDigits(port.Value), ruleComposeHost)
		c.text(":")
		c.text(string(port.Value))
	}
}

// segments appends a "/" and a segment for each of s.
func (c *composer) segments(s []Octets, also string) {
	for _, segment := range s {
		c.text("/")
		c.putOctets(segment, also, c.f.path)
	}
}

// url parses the text. An edition that rewrites URLs may have changed the
// spelling of host and port. All other changes are errors: without its empty
// user it would be another login, and without a segment ".." another object.
func (c *composer) url() (URL, error) {
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
		c.need(p.User == c.l.user && p.Password.equal(c.l.password), ruleComposeView)
	}
	if c.rule != "" || got != want && (strings.HasPrefix(want, "/") || got != "/"+want) {
		return URL{}, c.error(ruleComposeView)
	}
	return u, nil
}

// error returns the error for a view that cannot be written. Its text is only
// the scheme, so it contains no password.
func (c *composer) error(r Rule) error {
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

// hasControl reports whether o contains a control character, 0x00-0x1F or 0x7F.
func hasControl(o Octets) bool {
	for i := range len(o) {
		if o[i] < ' ' || o[i] == 0x7F {
			return true
		}
	}
	return false
}
