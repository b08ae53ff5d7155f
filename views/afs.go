package views

import "github.com/earl-url/earl"

// AFS is the typed view of an afs URL: a file of the Andrew File System, which
// names each file by a cell, such as "cs.example.org", and a path in it. RFC
// 1738 only reserves the name. This view implements the production afsaddress
// of the draft of 1993, which has no user and no port, and which the draft
// keeps as a "historical note". To open a file, a system that has mounted AFS
// is needed. Source: draft1993 BNF; rfc1738 4.
type AFS struct {
	Cell earl.Octets   // the cell: a domain name
	Path []earl.Octets // the segments of the path in the cell; the last is "" after a final slash
}

// Parts yields the fields of v by their names in lower case.
func (v AFS) Parts(yield func(earl.Part) bool) {
	_ = yield(octetsPart("cell", earl.ComponentHost, v.Cell)) &&
		yield(listPart("path", earl.ComponentPath, v.Path))
}

// ParseAFS returns the typed view of an afs URL. The error is a *ParseError.
// Source: draft1993 BNF.
func ParseAFS(u earl.URL) (AFS, error) {
	if err := viewScheme(u, "afs"); err != nil {
		return AFS{}, err
	}
	l, err := viewHost(u)
	if err != nil {
		return AFS{}, err
	}
	if l.Port.Present {
		return AFS{}, u.Violation(hostEnd(u), restStart(u)-hostEnd(u), ruleAFSPort)
	}
	path, _, err := viewPath(u)
	if err != nil || path == "" {
		return AFS{Cell: l.Host}, err
	}
	return AFS{Cell: l.Host, Path: segments(path[1:])}, nil
}

// URL composes the URL of v. Source: draft1993 BNF.
func (v AFS) URL(e *earl.Edition) (earl.URL, error) {
	c := e.Composer("afs")
	c.Need(v.Cell != "", earl.RuleComposeHost)
	c.Login(earl.Login{Host: v.Cell})
	putSegments(c, v.Path, ";?:@&=+")
	return c.URL()
}
