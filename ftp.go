package earl

import (
	"cmp"
	"strings"
)

// FTP is the typed view of an ftp or ftps URL. The zero FTP is not a valid
// view, because every URL needs a host. Source: rfc1738 3.2.
type FTP struct {
	Scheme   string   // "ftp" or "ftps"; "" means "ftp"
	User     Field    // the user; absent: anonymous
	Password Secret   // the password; if it is absent and the server requests one, the user is asked
	Host     Octets   // the host
	Port     Field    // the port in digits; absent: 21, or 990 for ftps
	Cwd      []Octets // the arguments of the CWD commands, in order; an empty one sends "CWD " without an argument
	Name     Field    // the name to retrieve; empty: the directory itself; absent: the URL has no "/" after its login
	Type     Field    // the typecode, "a", "i" or "d" in lower or upper case; draft1993 has no typecode
}

// Parts yields the fields of v by their names in lower case.
func (v FTP) Parts(yield func(Part) bool) {
	_ = yield(textPart("scheme", ComponentScheme, v.Scheme, true)) &&
		yield(fieldPart("user", ComponentUser, v.User)) &&
		yield(v.Password.part()) &&
		yield(octetsPart("host", ComponentHost, v.Host)) &&
		yield(fieldPart("port", ComponentPort, v.Port)) &&
		yield(listPart("cwd", ComponentPath, v.Cwd)) &&
		yield(fieldPart("name", ComponentPath, v.Name)) &&
		yield(fieldPart("type", ComponentPath, v.Type))
}

// ParseFTP returns the typed view of an ftp or ftps URL. The error is a
// *ParseError. If u has no escapes and no password, ParseFTP allocates only the
// slice of Cwd. Source: rfc1738 3.2.2, 5.
func ParseFTP(u URL) (FTP, error) {
	if err := viewScheme(u, "ftp"); err != nil {
		return FTP{}, err
	}
	l, err := viewLogin(u)
	if err != nil {
		return FTP{}, err
	}
	// The typecode needs a "/" before it: "h;type=a" in "ftp://h;type=a" is not
	// a host.
	noType := u.edition.form("ftp").noType
	if k := strings.IndexByte(u.cut(u.hostStart(), u.at(endHost)), ';'); k >= 0 && !noType {
		return FTP{}, viewError(u, u.hostStart()+k, u.at(endHost)-u.hostStart()-k, rule1738FTPType)
	}
	path, off, err := viewPath(u)
	if err != nil {
		return FTP{}, err
	}
	v := FTP{Scheme: u.Scheme(), User: l.user, Password: l.password, Host: l.host, Port: l.port}
	if path == "" {
		return v, nil
	}
	path, off = path[1:], off+1
	if k := strings.IndexByte(path, ';'); k >= 0 && !noType {
		typecode, ok := strings.CutPrefix(u.edition.plainText(path[k:]), ";type=")
		if !ok || !isTypecode(typecode) {
			return FTP{}, viewError(u, off+k, len(path)-k, rule1738FTPType)
		}
		path, v.Type = path[:k], Some(Octets(typecode))
	}
	v.Cwd = segments(path)
	last := len(v.Cwd) - 1
	v.Cwd, v.Name = v.Cwd[:last:last], Some(v.Cwd[last])
	return v, nil
}

// plainText returns text without the escapes that mean the same as their bytes:
// "t%79pe" is "type".
func (e *Edition) plainText(text string) string {
	if strings.IndexByte(text, '%') < 0 {
		return text
	}
	return string(e.normalEscapes(nil, text, LevelEscapes, e.same, 0))
}

// isTypecode reports whether text is ftptype = "A" | "I" | "D" | "a" | "i" | "d".
func isTypecode(text string) bool {
	return len(text) == 1 && strings.IndexByte("aidAID", text[0]) >= 0
}

// URL composes the URL of v. It always escapes "/" in a segment, and ";" if the
// edition has typecodes. It escapes other reserved characters only if the
// edition's path cannot contain them. Source: rfc1738 3.2.2, 5; draft1993 BNF.
func (v FTP) URL(e *Edition) (URL, error) {
	scheme := cmp.Or(v.Scheme, "ftp")
	if scheme != "ftp" && scheme != "ftps" {
		return URL{}, e.composeError(Parts{}, ruleComposeView)
	}
	c := compose(e, scheme)
	c.need(v.Host != "", ruleComposeHost)
	c.login(login{v.User, v.Password, v.Host, v.Port})
	c.need(v.Name.Present || len(v.Cwd) == 0 && !v.Type.Present, ruleComposeView)
	also := "?:@&=+"
	if c.f.noType {
		also = "?:@&=+;"
	}
	c.segments(v.Cwd, also)
	if v.Name.Present {
		c.text("/")
		c.putOctets(v.Name.Value, also, c.f.path)
	}
	if v.Type.Present {
		c.need(!c.f.noType, ruleComposePart)
		c.need(isTypecode(string(v.Type.Value)), ruleComposeView)
		c.text(";type=")
		c.text(string(v.Type.Value))
	}
	u, err := c.url()
	// Parsing again decodes an escaped ";" in a host, and converts U+037E to
	// ";". ParseFTP would read this ";" as the start of a typecode.
	if host, _ := u.Host(); err == nil && !c.f.noType && strings.Contains(host, ";") {
		return URL{}, e.composeError(Parts{}, ruleComposeHost)
	}
	return u, err
}
