// Package earl is the language of Uniform Resource Locators: it reads a text
// under one of six editions of the standard, says why and where it is not a URL,
// gives its parts, and composes, resolves, normalises and compares URLs.
//
//	u, err := earl.RFC1738.Parse("ftp://myname@host.dom/%2Fetc/motd;type=a")
//	view, err := earl.ParseFTP(u)
//	fmt.Printf("%q\n", view.Cwd) // ["/etc"]
//
// The caller names the rule book: [RFC1738], the drafts before and behind it
// ([Draft1993], [Draft1994], [Draft1996]), [RFC3986] or [WHATWG]. There is no
// default edition. A [URL] is a value that remembers its edition; the typed views
// ([FTP], [Gopher] and the others) hold the decoded parts of the ten schemes of
// RFC 1738.
//
// It does not open anything and imports no network: see package open. A program
// links the editions that it names, and no other.
package earl
