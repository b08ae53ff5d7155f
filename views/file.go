package views

import (
	"strings"

	"github.com/earl-url/earl"
)

// File is the typed view of a file URL. To get a native file name use
// [File.NativePath], [File.UNCPath] or [File.VMSName]; do not join the
// segments. Source: rfc1738 3.10.
type File struct {
	Host earl.Octets   // the host; "" or "localhost": this machine
	Path []earl.Octets // the segments of the path; the last is "" after a final slash
}

// Parts yields the fields of v by their names in lower case.
func (v File) Parts(yield func(earl.Part) bool) {
	_ = yield(octetsPart("host", earl.ComponentHost, v.Host)) &&
		yield(listPart("path", earl.ComponentPath, v.Path))
}

// ParseFile returns the typed view of a file URL. The error is a *ParseError.
// If u has no escapes, ParseFile allocates only the slice of Path. Source:
// rfc1738 3.10, 5.
func ParseFile(u earl.URL) (File, error) {
	if err := viewScheme(u, "file"); err != nil {
		return File{}, err
	}
	var l earl.Login
	if !shortFile(u) {
		var err error
		if l, err = viewHost(u); err != nil {
			return File{}, err
		}
	}
	if l.Port.Present {
		return File{}, u.Violation(hostEnd(u), restStart(u)-hostEnd(u), earl.RuleFile)
	}
	path, off, err := viewPath(u)
	if !hasLogin(u) && strings.HasPrefix(path, "//") { // an empty host, in an edition without hosts in file URLs
		path, off = path[2:], off+2
	}
	switch {
	case err != nil:
		return File{}, err
	case path != "" && path[0] != '/':
		return File{}, u.Violation(partStart(u), 0, earl.RuleLogin)
	case path == "" && needsSlash(u.Edition()):
		return File{}, u.Violation(off, 0, earl.RuleSlash)
	case path == "":
		return File{Host: l.Host}, nil
	}
	return File{Host: l.Host, Path: segments(path[1:])}, nil
}

// shortFile reports whether u has the short form "file:/path", which people
// write and editions without a production for file accept. It means the same as
// "file:///path". Source: rfc8089 2.
func shortFile(u earl.URL) bool {
	return !hasLogin(u) && !u.Edition().Syntax("file").Login && len(u.Path()) > 0 && u.Path()[0] == '/'
}

// needsSlash reports whether a file URL needs a "/" after its host. It does in
// rfc1738 5 and in editions without a production for file (R9).
func needsSlash(e *earl.Edition) bool {
	f := e.Syntax("file")
	return !f.Production || f.Slash
}

// URL composes the URL of v. Source: rfc1738 3.10, 5.
func (v File) URL(e *earl.Edition) (earl.URL, error) {
	c := e.Composer("file")
	c.Login(earl.Login{Host: v.Host})
	c.Need(len(v.Path) > 0 || !needsSlash(e), earl.RuleComposeView)
	putSegments(c, v.Path, ";?:@&=+")
	return c.URL()
}
