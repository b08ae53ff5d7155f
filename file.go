package earl

import (
	"strings"
)

// File is the typed view of a file URL. To get a native file name use
// [File.NativePath], [File.UNCPath] or [File.VMSName]; do not join the
// segments. Source: rfc1738 3.10.
type File struct {
	Host Octets   // the host; "" or "localhost": this machine
	Path []Octets // the segments of the path; the last is "" after a final slash
}

// Parts yields the fields of v by their names in lower case.
func (v File) Parts(yield func(Part) bool) {
	_ = yield(octetsPart("host", ComponentHost, v.Host)) &&
		yield(listPart("path", ComponentPath, v.Path))
}

// ParseFile returns the typed view of a file URL. The error is a *ParseError.
// If u has no escapes, ParseFile allocates only the slice of Path. Source:
// rfc1738 3.10, 5.
func ParseFile(u URL) (File, error) {
	if err := viewScheme(u, "file"); err != nil {
		return File{}, err
	}
	var l login
	if !shortFile(u) {
		var err error
		if l, err = viewHost(u); err != nil {
			return File{}, err
		}
	}
	if l.port.Present {
		return File{}, viewError(u, u.at(endHost), u.at(endPort)-u.at(endHost), rule1738File)
	}
	path, off, err := viewPath(u)
	if !u.hasLogin() && strings.HasPrefix(path, "//") { // an empty host, in an edition without hosts in file URLs
		path, off = path[2:], off+2
	}
	switch {
	case err != nil:
		return File{}, err
	case path != "" && path[0] != '/':
		return File{}, viewError(u, u.partStart(), 0, rule1738Login)
	case path == "" && needsSlash(u.edition):
		return File{}, viewError(u, off, 0, rule1738Slash)
	case path == "":
		return File{Host: l.host}, nil
	}
	return File{Host: l.host, Path: segments(path[1:])}, nil
}

// shortFile reports whether u has the short form "file:/path", which people
// write and editions without a production for file accept. It means the same as
// "file:///path". Source: rfc8089 2.
func shortFile(u URL) bool {
	return !u.hasLogin() && u.edition.form("file").login != must && len(u.Path()) > 0 && u.Path()[0] == '/'
}

// needsSlash reports whether a file URL needs a "/" after its host. It does in
// rfc1738 5 and in editions without a production for file (R9).
func needsSlash(e *Edition) bool {
	f := e.form("file")
	return f.scheme == "" || f.slash == must
}

// URL composes the URL of v. Source: rfc1738 3.10, 5.
func (v File) URL(e *Edition) (URL, error) {
	c := compose(e, "file")
	c.login(login{host: v.Host})
	c.need(len(v.Path) > 0 || !needsSlash(c.e), ruleComposeView)
	c.segments(v.Path, ";?:@&=+")
	return c.url()
}
