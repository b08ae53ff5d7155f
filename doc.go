// Package earl reads Uniform Resource Locators (URLs) under six editions of their
// standard. It says why and where a text is not a URL, returns the parts of a URL,
// and composes, resolves, normalizes and compares URLs.
//
//	u, err := earl.RFC1738.Parse("ftp://myname@host.dom/%2Fetc/motd;type=a")
//	view, err := earl.ParseFTP(u)
//	fmt.Printf("%q\n", view.Cwd) // ["/etc"]
//
// The caller chooses the edition: [RFC1738]; the drafts [Draft1993], [Draft1994] and
// [Draft1996]; [RFC3986]; or [WHATWG]. There is no default edition. A [URL] is a
// value that remembers its edition; [URL.With] returns a changed copy. A view, such
// as [FTP] or [Gopher], contains the decoded parts of a URL of its scheme.
// [ParseView] returns the view of any URL, and [View] yields its parts by name. The
// schemes with a view are the ten of RFC 1738, their variants with TLS, and finger.
//
// The package opens nothing and imports no network package: see package open. A
// program links only the editions that it names.
//
// Source: rfc1738, rfc3986, the URL Standard, and the drafts of 1993, 1994 and 1996.
package earl
