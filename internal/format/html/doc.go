// Package html finds the URLs of an HTML document, with their positions in
// bytes of the file and the base for resolving them.
//
//	for m, err := range html.URLs(file, html.Options{Base: extract.BaseOf(retrieved)}) {
//		if err != nil && m.Line == 0 {
//			return err // of the file; all others have a position
//		}
//		u, err := m.Base.Resolve(earl.RFC3986, m.URL)
//		...
//	}
//
// It reads every attribute that contains URLs according to the HTML Standard,
// HTML 4.01 or SVG: single URLs, lists, source sets, META REFRESH, META of link
// previews, CSS with its escapes, and documents in SRCDOC. In the text between
// the tags it finds the same URLs as package extract; a tag or a comment ends
// such a URL. A URL in an attribute needs no wrapper (rfc1738
// appendix).
//
// It does not search comments, doctypes, or text in other attributes such as
// ALT and TITLE. It does not find a wrapper <URL:...> whose "<" is not a
// character reference, because it is a tag. It does not search scripts, because
// only running a program shows which of its strings are URLs. NOSCRIPT,
// NOFRAMES, NOEMBED, IFRAME and TEMPLATE are read as markup, because some
// browsers follow their URLs.
//
// The base is the HREF of the first BASE in the page, in the HEAD or not. It also
// applies to the URLs before it. In XML, xml:base is the base in its element.
// Without both the base comes from [Options]. Without either, relative references stay relative.
// CODEBASE is read as a URL, but not as a base. Source: draft1996 8.1, 14; HTML 2.4.3; XML Base 1.1.
//
// The charset comes from a byte order mark, else from the media type, else from
// a META in the first 1024 bytes. Otherwise text is read as UTF-8, and bytes
// that are not UTF-8 as windows-1252. UTF-16 needs a byte order mark or a media
// type. In ISO-2022-JP, which uses the bytes of markup in other characters,
// only ASCII is read correctly.
//
// The document is a stream: memory use does not grow with its size. An item
// longer than MaxLength is reported with its position, and reading continues
// after it.
//
// Source: HTML Living Standard, 13.2.5 Tokenization; HTML 4.01; draft1996 8,
// 14.
package html
