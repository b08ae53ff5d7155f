// Package html finds the URLs of an HTML document, with their positions in the
// file's own octets and the base that they are read against.
//
//	for m, err := range html.URLs(file, html.Options{Base: base.Of(retrieved)}) {
//		if err != nil && m.Line == 0 {
//			return err // of the file; all others have a place
//		}
//		u, err := m.Base.Resolve(earl.RFC3986, m.URL)
//		...
//	}
//
// It reads every attribute that holds URLs by the HTML Standard, HTML 4.01 or SVG:
// one URL, lists, source sets, META REFRESH, META of link previews, CSS with its
// escapes, documents in SRCDOC. Between the tags it finds what package extract finds
// in plain text; a URL there does not go on behind a tag or a comment. No wrapper is
// wanted around a URL in an attribute (SPEC E5: rfc1738 appendix).
//
// Not searched are comments, whatever they hold; doctypes; texts in other attributes,
// as ALT and TITLE; a wrapper <URL:...> whose "<" is not written as a reference, which
// is a tag; and scripts, because
// which words of a program are URLs, and which are put together to one, only running
// it could tell. NOSCRIPT, NOFRAMES, NOEMBED, IFRAME and TEMPLATE are read as
// markup: their URLs are what some reader will follow.
//
// The base is the HREF of the first BASE, which must be absolute and stand in the
// HEAD; it counts for what stands before it too. Else it is what names it from
// outside. Where nothing does, a relative reference stays one (SPEC D14). CODEBASE is
// a URL like any other, and the base of none. Source: draft1996 8.1, 14.
//
// The charset is that of a byte order mark, of the media type, of a META in the first
// 1024 octets; else UTF-8, and windows-1252 for what is not. UTF-16 is found by its
// mark or by the media type. In ISO-2022-JP, which writes characters with the octets
// of markup, only ASCII is read rightly.
//
// The document is a stream: memory does not grow with it. What is longer than
// MaxLength is reported with its place, and what follows it is read.
//
// Source: HTML Living Standard, 13.2.5 Tokenization; HTML 4.01; draft1996 8, 14.
package html
