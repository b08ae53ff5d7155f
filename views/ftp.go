package views

import (
	"cmp"
	"strings"

	"github.com/earl-url/earl"
)

// FTP is the typed view of an ftp or ftps URL. The zero FTP is not a valid
// view, because every URL needs a host. Source: rfc1738 3.2.
type FTP struct {
	Scheme   string        // "ftp" or "ftps"; "" means "ftp"
	User     earl.Field    // the user; absent: anonymous
	Password earl.Secret   // the password; if it is absent and the server requests one, the user is asked
	Host     earl.Octets   // the host
	Port     earl.Field    // the port in digits; absent: 21, or 990 for ftps
	Cwd      []earl.Octets // the arguments of the CWD commands, in order; an empty one sends "CWD " without an argument
	Name     earl.Field    // the name to retrieve; empty: the directory itself; absent: the URL has no "/" after its login
	Type     earl.Field    // the typecode, "a", "i" or "d" in lower or upper case; draft1993 has no typecode
}

// Parts yields the fields of v by their names in lower case.
func (v FTP) Parts(yield func(earl.Part) bool) {
	_ = yield(textPart("scheme", earl.ComponentScheme, v.Scheme, true)) &&
		yield(fieldPart("user", earl.ComponentUser, v.User)) &&
		yield(secretPart(v.Password)) &&
		yield(octetsPart("host", earl.ComponentHost, v.Host)) &&
		yield(fieldPart("port", earl.ComponentPort, v.Port)) &&
		yield(listPart("cwd", earl.ComponentPath, v.Cwd)) &&
		yield(fieldPart("name", earl.ComponentPath, v.Name)) &&
		yield(fieldPart("type", earl.ComponentPath, v.Type))
}

// ParseFTP returns the typed view of an ftp or ftps URL. The error is a
// *ParseError. If u has no escapes and no password, ParseFTP allocates only the
// slice of Cwd. Source: rfc1738 3.2.2, 5.
func ParseFTP(u earl.URL) (FTP, error) {
	if err := viewScheme(u, "ftp"); err != nil {
		return FTP{}, err
	}
	l, err := viewLogin(u)
	if err != nil {
		return FTP{}, err
	}
	// The typecode needs a "/" before it: "h;type=a" in "ftp://h;type=a" is not
	// a host.
	noType := u.Edition().Syntax("ftp").NoTypecode
	if host, _ := u.Host(); !noType {
		if k := strings.IndexByte(host, ';'); k >= 0 {
			return FTP{}, u.Violation(hostStart(u)+k, len(host)-k, earl.RuleFTPType)
		}
	}
	path, off, err := viewPath(u)
	if err != nil {
		return FTP{}, err
	}
	v := FTP{Scheme: u.Scheme(), User: l.User, Password: l.Password, Host: l.Host, Port: l.Port}
	if path == "" {
		return v, nil
	}
	path, off = path[1:], off+1
	if k := strings.IndexByte(path, ';'); k >= 0 && !noType {
		typecode, ok := strings.CutPrefix(u.Edition().PlainText(path[k:]), ";type=")
		if !ok || !isTypecode(typecode) {
			return FTP{}, u.Violation(off+k, len(path)-k, earl.RuleFTPType)
		}
		path, v.Type = path[:k], earl.Some(earl.Octets(typecode))
	}
	v.Cwd = segments(path)
	last := len(v.Cwd) - 1
	v.Cwd, v.Name = v.Cwd[:last:last], earl.Some(v.Cwd[last])
	return v, nil
}

// isTypecode reports whether text is ftptype = "A" | "I" | "D" | "a" | "i" | "d".
func isTypecode(text string) bool {
	return len(text) == 1 && strings.IndexByte("aidAID", text[0]) >= 0
}

// URL composes the URL of v. It always escapes "/" in a segment, and ";" if the
// edition has typecodes. It escapes other reserved characters only if the
// edition's path cannot contain them. Source: rfc1738 3.2.2, 5; draft1993 BNF.
func (v FTP) URL(e *earl.Edition) (earl.URL, error) {
	scheme := cmp.Or(v.Scheme, "ftp")
	if scheme != "ftp" && scheme != "ftps" {
		return refuse(e, earl.RuleComposeView)
	}
	c := e.Composer(scheme)
	c.Need(v.Host != "", earl.RuleComposeHost)
	c.Login(earl.Login{User: v.User, Password: v.Password, Host: v.Host, Port: v.Port})
	c.Need(v.Name.Present || len(v.Cwd) == 0 && !v.Type.Present, earl.RuleComposeView)
	also, noType := "?:@&=+", e.Syntax("ftp").NoTypecode
	if noType {
		also = "?:@&=+;"
	}
	putSegments(c, v.Cwd, also)
	if v.Name.Present {
		c.Text("/")
		c.Octets(earl.ComponentPath, v.Name.Value, also)
	}
	if v.Type.Present {
		c.Need(!noType, earl.RuleComposePart)
		c.Need(isTypecode(string(v.Type.Value)), earl.RuleComposeView)
		c.Text(";type=")
		c.Text(string(v.Type.Value))
	}
	u, err := c.URL()
	// Parsing again decodes an escaped ";" in a host, and converts U+037E to
	// ";". ParseFTP would read this ";" as the start of a typecode.
	if host, _ := u.Host(); err == nil && !noType && strings.Contains(host, ";") {
		return refuse(e, earl.RuleComposeHost)
	}
	return u, err
}
