package earl

// SFTP is the typed view of an sftp URL: a file or a directory of a host, over
// SSH. The draft about the scheme expired; programs agree on this form. The
// path is absolute, and "~" as its first segment is the home directory of the
// user. Source: draft-ietf-secsh-scp-sftp-ssh-uri-04.
type SFTP struct {
	User     Field    // the user, with the parameter ";fingerprint=" of the draft if the URL has it; absent: the user is asked
	Password Secret   // the password; the draft advises against it
	Host     Octets   // the host
	Port     Field    // the port in digits; absent: 22
	Path     []Octets // the segments of the path; a final empty one means a directory; nil: the URL has no "/" after its host
}

// Parts yields the fields of v by their names in lower case.
func (v SFTP) Parts(yield func(Part) bool) {
	_ = yield(fieldPart("user", ComponentUser, v.User)) &&
		yield(v.Password.part()) &&
		yield(octetsPart("host", ComponentHost, v.Host)) &&
		yield(fieldPart("port", ComponentPort, v.Port)) &&
		yield(listPart("path", ComponentPath, v.Path))
}

// ParseSFTP returns the typed view of an sftp URL. The error is a *ParseError.
// Source: draft-ietf-secsh-scp-sftp-ssh-uri-04.
func ParseSFTP(u URL) (SFTP, error) {
	if err := viewScheme(u, "sftp"); err != nil {
		return SFTP{}, err
	}
	l, err := viewLogin(u)
	if err != nil {
		return SFTP{}, err
	}
	v := SFTP{User: l.user, Password: l.password, Host: l.host, Port: l.port}
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
func (v SFTP) URL(e *Edition) (URL, error) {
	c := compose(e, "sftp")
	c.need(v.Host != "", ruleComposeHost)
	c.login(login{v.User, v.Password, v.Host, v.Port})
	c.segments(v.Path, sftpReserved)
	return c.url()
}
