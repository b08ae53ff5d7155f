package earl

// AFS is the typed view of an afs URL: a file of the Andrew File System, which
// names each file by a cell, such as "cs.example.org", and a path in it. RFC
// 1738 only reserves the name. This view implements the production afsaddress
// of the draft of 1993, which has no user and no port, and which the draft
// keeps as a "historical note". To open a file, a system that has mounted AFS
// is needed. Source: draft1993 BNF; rfc1738 4.
type AFS struct {
	Cell Octets   // the cell: a domain name
	Path []Octets // the segments of the path in the cell; the last is "" after a final slash
}

// Parts yields the fields of v by their names in lower case.
func (v AFS) Parts(yield func(Part) bool) {
	_ = yield(octetsPart("cell", ComponentHost, v.Cell)) &&
		yield(listPart("path", ComponentPath, v.Path))
}

// ParseAFS returns the typed view of an afs URL. The error is a *ParseError.
// Source: draft1993 BNF.
func ParseAFS(u URL) (AFS, error) {
	if err := viewScheme(u, "afs"); err != nil {
		return AFS{}, err
	}
	l, err := viewHost(u)
	if err != nil {
		return AFS{}, err
	}
	if l.port.Present {
		return AFS{}, viewError(u, u.at(endHost), u.at(endPort)-u.at(endHost), ruleAFSPort)
	}
	path, _, err := viewPath(u)
	if err != nil || path == "" {
		return AFS{Cell: l.host}, err
	}
	return AFS{Cell: l.host, Path: segments(path[1:])}, nil
}

// URL composes the URL of v. Source: draft1993 BNF.
func (v AFS) URL(e *Edition) (URL, error) {
	c := compose(e, "afs")
	c.need(v.Cell != "", ruleComposeHost)
	c.login(login{host: v.Cell})
	c.segments(v.Path, ";?:@&=+")
	return c.url()
}
