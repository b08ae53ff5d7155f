// Package earl reads Uniform Resource Locators (URLs) under eight editions of
// their standard. There is no default edition, and a program links only the editions that it
// names. The package opens nothing and imports no network package: see package open.
//
//	u, err := earl.RFC1738.Parse("ftp://myname@host.dom/%2Fetc/motd;type=a")
//	view, err := views.ParseFTP(u) // package views has the parts of each scheme
//	fmt.Printf("%q\n", view.Cwd) // ["/etc"]
//
// The names by job:
//
//   - choose an [Edition]: [RFC1738], [RFC2396], [RFC3986], [RFC3987], [WHATWG],
//     [Draft1993], [Draft1994], [Draft1996], or [Auto] for text that people type
//   - read a text: [Edition.Parse] returns a [URL] or a [ParseError]; [Edition.Check]
//     yields each [Violation] of a [Rule] ([Rules])
//   - components: methods of [URL], and [Component], [Field] ([Some]), [Octets]
//     ([Unescape]), [Parts]
//   - decoded parts of a scheme: package views has a [View] for each; [Part] values ([PartKind],
//     [Pair], [AppendView]); to write a view: [Syntax], [Composer], [Login], [URL.Violation]
//   - change: [URL.With], [Edition.Compose], [URL.Mapped]
//   - references: [Edition.Resolve], [Edition.Relativize], [Reference]
//   - compare: [URL.Equal], [URL.Normalize] and [URL.AppendNormalize] at a [Level];
//     [SameServer]
//   - print without passwords: [URL.Redacted], [Redact], [HidePassword], [HideTokens],
//     [MaskPassword], [Secret], [Hidden]
//   - add a [Scheme]: [Edition.With], [Relative], [Designated]
//
// Source: rfc1738, rfc2396, rfc3986, rfc3987, the URL Standard, and the drafts of 1993, 1994 and 1996.
package earl
