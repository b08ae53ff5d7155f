package views

import "github.com/earl-url/earl"

// SFTP is the typed view of an sftp URL: a file or a directory of a host, over
// SSH. The draft about the scheme expired; programs agree on this form. The
// path is absolute, and "~" as its first segment is the home directory of the
// user. Source: draft-ietf-secsh-scp-sftp-ssh-uri-04.
type SFTP struct {
	User     earl.Field    // the user, with the parameter ";fingerprint=" of the draft if the URL has it; absent: the user is asked
	Password earl.Secret   // the password; the draft advises against it
	Host     earl.Octets   // the host
	Port     earl.Field    // the port in digits; absent: 22
	Path     []earl.Octets // the segments of the path; a final empty one means a directory; nil: the URL has no "/" after its host
}

// Parts yields the fields of v by their names in lower case.
func (v SFTP) Parts(yield func(earl.Part) bool) {
	_ = yield(fieldPart("user", earl.ComponentUser, v.User)) &&
		yield(secretPart(v.Password)) &&
		yield(octetsPart("host", earl.ComponentHost, v.Host)) &&
		yield(fieldPart("port", earl.ComponentPort, v.Port)) &&
		yield(listPart("path", earl.ComponentPath, v.Path))
}

// ParseSFTP returns the typed view of an sftp URL. The error is a *ParseError.
// Source: draft-ietf-secsh-scp-sftp-ssh-uri-04.
func ParseSFTP(u earl.URL) (SFTP, error) {
	if err := viewScheme(u, "sftp"); err != nil {
		return SFTP{}, err
	}
	l, err := viewLogin(u)
	if err != nil {
		return SFTP{}, err
	}
	v := SFTP{User: l.User, Password: l.Password, Host: l.Host, Port: l.Port}
	path, _, err := viewPath(u)
	if err == nil && path != "" {
		v.Path = segments(path[1:])
	}
	return v, err
}

// sftpReserved are the reserved characters that are not escaped in a path.
const sftpReserved = ";?:@&=+"

// URL composes the URL of v. It escapes "/" in a segment.
// Source: draft-ietf-secsh-scp-sftp-ssh-uri-04.
func (v SFTP) URL(e *earl.Edition) (earl.URL, error) {
	c := e.Composer("sftp")
	c.Need(v.Host != "", earl.RuleComposeHost)
	c.Login(earl.Login{User: v.User, Password: v.Password, Host: v.Host, Port: v.Port})
	putSegments(c, v.Path, sftpReserved)
	return c.URL()
}
