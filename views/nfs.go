package views

import "github.com/earl-url/earl"

// NFS is the typed view of an nfs URL: a file or a directory of an NFS server.
// The path is relative to the directory of the server's public file handle. A
// path that begins with a second slash is absolute: it begins at the root of
// the server. Source: rfc2224 1, 6.1.
type NFS struct {
	Host earl.Octets   // the host
	Port earl.Field    // the port in digits; absent: 2049
	Path []earl.Octets // the names of the path; an empty first name before others makes it absolute; nil: the URL has no "/" after its host
}

// Parts yields the fields of v by their names in lower case.
func (v NFS) Parts(yield func(earl.Part) bool) {
	_ = yield(octetsPart("host", earl.ComponentHost, v.Host)) &&
		yield(fieldPart("port", earl.ComponentPort, v.Port)) &&
		yield(listPart("path", earl.ComponentPath, v.Path))
}

// ParseNFS returns the typed view of an nfs URL. The error is a *ParseError.
// Source: rfc2224 1, 10.
func ParseNFS(u earl.URL) (NFS, error) {
	if err := viewScheme(u, "nfs"); err != nil {
		return NFS{}, err
	}
	l, err := viewHost(u)
	if err != nil {
		return NFS{}, err
	}
	v := NFS{Host: l.Host, Port: l.Port}
	path, _, err := viewPath(u)
	if err == nil && path != "" {
		v.Path = segments(path[1:])
	}
	return v, err
}

// Absolute reports whether the path begins at the root of the server, and not
// at its public directory. Source: rfc2224 6.1.
func (v NFS) Absolute() bool { return len(v.Path) > 1 && v.Path[0] == "" }

// Names returns the names of the path without empty ones, which only repeat or
// end with a slash. The names "." and ".." are among them. An empty result
// means the directory itself, "." in the document. Source: rfc2224 1.
func (v NFS) Names() []earl.Octets {
	names := make([]earl.Octets, 0, len(v.Path))
	for _, name := range v.Path {
		if name != "" {
			names = append(names, name)
		}
	}
	return names
}

// nfsReserved are the reserved characters that are not escaped in a name.
// Source: rfc2224 10.
const nfsReserved = ";?:@&=+"

// URL composes the URL of v. It always escapes "/" in a name. Source: rfc2224
// 1, 10.
func (v NFS) URL(e *earl.Edition) (earl.URL, error) {
	c := e.Composer("nfs")
	c.Need(v.Host != "", earl.RuleComposeHost)
	c.Login(earl.Login{Host: v.Host, Port: v.Port})
	putSegments(c, v.Path, nfsReserved)
	return c.URL()
}
