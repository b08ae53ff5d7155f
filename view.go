package earl

import (
	"errors"
	"strings"
)

// View is the decoded form of a URL of one scheme, such as [FTP] or [Gopher], or the
// view of a scheme that a program adds ([Scheme].View). A view holds decoded bytes: each
// component is decoded on its own, after splitting. A view that is made into a URL
// and read again is the same view. [Edition.Charset] says which characters the
// bytes represent. A view has no fragment: a fragment names nothing that is
// retrieved.
//
// A view is read by the form that the URL's own edition has for the scheme. Where
// an edition has no form of its own, it is RFC 1738's form with the edition's
// characters: a "?" that this form does not reserve belongs to the path. An error
// cites the section of the document whose form was read. A part that only another
// edition's form has is an error of URL.
type View interface {
	// URL composes the URL of the view under an edition. The error is a
	// *ParseError where the edition has no way to write the view; it quotes no
	// password.
	URL(*Edition) (URL, error)
	// Parts yields the parts of the view in the order of the URL: everything that
	// programs print of it. It is an iterator: for p := range view.Parts.
	Parts(yield func(Part) bool)
}

// asView turns the result of reading one kind of view into one of any kind.
func asView[V View](v V, err error) (View, error) {
	if err != nil {
		return nil, err
	}
	return v, nil
}

// ParseView returns the typed view of u by its scheme. The error is a
// *ParseError: a violation of the scheme's form, or the rule "no-view" for a scheme
// without a view.
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

// viewError returns the error that text[off:off+n] of u breaks a rule of its
// scheme's form: the rule as u's edition has it, or else as it is given.
func viewError(u URL, off, n int, r Rule) error {
	if u.edition != nil {
		r = r.under(u.edition.name)
	}
	return &ParseError{Edition: u.edition, Input: u.text, Violation: Violation{Off: off, Len: n, Rule: r}}
}

// A login holds the common Internet syntax, decoded. Source: rfc1738 3.1.
type login struct {
	user     Field
	password Secret
	host     Octets
	port     Field
}

// viewScheme refuses a URL of another scheme than one or its variant over TLS.
func viewScheme(u URL, scheme string) error {
	if s := u.Scheme(); s == scheme || s == scheme+"s" && findScheme(s) != nil {
		return nil
	}
	return viewError(u, 0, u.at(endScheme), ruleViewScheme)
}

// viewLogin reads the login of u. The editions let more through than the form
// of RFC 1738: no login at all, an empty host. Source: rfc1738 3.1, 5.
func viewLogin(u URL) (login, error) {
	if !u.hasLogin() {
		return login{}, viewError(u, u.partStart(), 0, rule1738Login)
	}
	var l login
	host, _ := u.Host()
	if host == "" && u.Scheme() != "file" {
		return login{}, viewError(u, u.hostStart(), 0, rule1738NoHost)
	}
	// An escaped bracket starts no address: the view could not tell it from a plain one.
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

// viewPath returns what stands between the login and the fragment, and its
// offset: a "/" and the url-path, or nothing. Source: rfc1738 3.1.
func viewPath(u URL) (path string, off int, err error) {
	off = u.at(endPort)
	path = u.cut(off, u.at(endQuery))
	if path != "" && path[0] != '/' {
		return "", 0, viewError(u, off, 0, rule1738Slash)
	}
	return path, off, nil
}

// viewURLPath returns the url-path, without its "/", and its offset, for schemes that need the "/".
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

// segments returns the decoded pieces of text between its slashes, one or more.
func segments(text string) []Octets {
	s := make([]Octets, 0, strings.Count(text, "/")+1)
	eachPiece(text, '/', func(piece string) bool {
		s = append(s, Unescape(piece))
		return true
	})
	return s
}

// reserved are the characters of rfc1738 5 and draft1996 4 that may stand plain
// in a component that does not reserve them, if the edition has them there.
const reserved = ";/?:@&=+"

// A composer writes the text of a view's URL under an edition. It holds on to
// the first rule that the view breaks.
type composer struct {
	e      *Edition
	f      *form
	b      []byte
	host   bool  // a login was written that the edition reads as one
	l      login // that login
	secret bool  // a password was written
	path   int   // where the path starts
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

// need holds on to r where a view breaks it.
func (c *composer) need(ok bool, r Rule) {
	if !ok && c.rule == 0 {
		c.rule = r
	}
}

// text appends text that needs no escapes.
func (c *composer) text(text string) { c.b = append(c.b, text...) }

// octets is [Edition.appendOctets].
func (c *composer) octets(o Octets, also string, class class) {
	c.b = c.e.appendOctets(c.b, o, also, class)
}

// escape appends an octet as an escape.
func (c *composer) escape(k byte) { c.b = append(c.b, '%', hexDigits[k>>4], hexDigits[k&15]) }

// login appends "//" and a login. In a user and password ":", "@" and "/" are
// encoded. Source: rfc1738 3.1.
func (c *composer) login(l login) {
	c.text("//")
	password, ok := l.password.Reveal()
	c.need(!ok || l.user.Present, ruleComposeUser)
	if l.user.Present {
		c.octets(l.user.Value, inLogin, c.f.user)
		if c.secret = ok; ok {
			c.text(":")
			c.octets(password, inLogin, c.f.password)
		}
		c.text("@")
	}
	c.hostport(l.host, l.port)
	// Where no host may be empty, "//" before a path is read as part of it.
	if c.host = l.host != "" || c.f.noHost; c.host {
		c.path, c.l = len(c.b), l
	}
}

// hostport appends a host, and a port where there is one. A host is judged as
// it is written: only some editions have escapes in it.
func (c *composer) hostport(host Octets, port Field) {
	e := c.e
	switch literal := strings.HasPrefix(string(host), "["); {
	case host == "":
	case literal && e.literal != nil:
		c.need(e.literal(string(host), 0) == len(host), ruleComposeHost)
		c.text(string(host))
	case e.hostname != nil:
		start := len(c.b)
		c.octets(host, "", 0)
		_, _, r := e.hostname(string(c.b[start:]), 0, len(c.b)-start)
		c.need(r == 0 && !literal, ruleComposeHost)
	default:
		c.need(!literal, ruleComposeHost)
		c.octets(host, "", 0)
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
		c.octets(segment, also, c.f.path)
	}
}

// url reads what was written. An edition that rewrites may have changed how a
// host and a port are written, nothing else: without an empty user a login is
// another one, and a segment ".." that goes away is another object.
func (c *composer) url() (URL, error) {
	if c.rule != 0 {
		return URL{}, c.error(c.rule)
	}
	text := string(c.b)
	u, err := c.e.Parse(text)
	var violation *ParseError
	if c.secret && errors.As(err, &violation) {
		return URL{}, c.error(violation.Violation.Rule) // without the text, which has the password
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
	if c.rule != 0 || got != want && (strings.HasPrefix(want, "/") || got != "/"+want) {
		return URL{}, c.error(ruleComposeView)
	}
	return u, nil
}

// error returns the error that the view cannot be written. Its text is the
// scheme alone: it has no password.
func (c *composer) error(r Rule) error {
	return c.e.composeError(Parts{Scheme: string(c.b[:strings.IndexByte(string(c.b), ':')])}, r)
}

// isDigits reports whether o is nothing but decimal digits; it may be empty.
func isDigits(o Octets) bool {
	for i := range len(o) {
		if o[i] < '0' || o[i] > '9' {
			return false
		}
	}
	return true
}

// ErrControl is the error of a view whose octets must not reach a line that a
// server reads: 00-1F and 7F end lines, part fields, or move a terminal's
// cursor. Source: rfc1738 6.
var ErrControl = errors.New("earl: a control octet (00-1F, 7F) must not be sent in a line")

// hasControl reports whether o has an octet 00-1F or 7F.
func hasControl(o Octets) bool {
	for i := range len(o) {
		if o[i] < ' ' || o[i] == 0x7F {
			return true
		}
	}
	return false
}
