// Package mail finds URLs in messages: in mail, in news articles, in an mbox.
//
//	for m, err := range mail.URLs(file, mail.Options{Base: retrieved}) {
//		if err != nil {
//			fmt.Println(m.Line, err) // nothing else follows if it is an error of the file
//			continue
//		}
//		u, err := m.Base.Resolve(earl.RFC3986, m.URL)
//	}
//
// It reads the header, with encoded words and folds, and each part that is text or
// HTML: in whatever transfer encoding, charset and depth, joined again where
// format=flowed broke it. A match has its place in the octets of the file, and the
// base of the part it stands in, which Content-Base and Content-Location name level
// by level. What is around the parts of a multipart is read as text.
//
// What is broken is read as far as it goes: without its last boundary, with a header
// that never ends, in a charset that nobody knows. Where URLs may be lost by that, or
// by a limit, an error says so, at its place.
//
// The message is a stream: memory does not grow with it, however long its parts are.
//
// It follows rfc5322, rfc5536, of MIME rfc2045 to rfc2047 and rfc3676, for an mbox
// rfc4155, for the fields with URLs rfc2369 and rfc5064, and for the base draft1996 8.
// It does not undo uuencode or yEnc, decrypt, unpack, or open anything.
package mail
