// Package mail finds URLs in messages: in mail, in news articles, in an mbox.
//
//	for m, err := range mail.URLs(file, mail.Options{Base: retrieved}) {
//		if err != nil {
//			fmt.Println(m.Line, err) // an error of the file is the last
//			continue
//		}
//		u, err := m.Base.Resolve(earl.RFC3986, m.URL)
//	}
//
// It reads the header, including encoded words and folded lines, and each part
// that is text or HTML or that Options.Part has a reader for, in any transfer
// encoding, charset and depth of nesting.
// Lines that format=flowed broke are joined. A match has its position in bytes
// of the file, and the base of its part, which Content-Base and
// Content-Location specify level by level. The text around the parts of a
// multipart is read as text.
//
// An invalid message is read as far as possible: for example if its last
// boundary is missing, its header does not end, or its charset is unknown. If
// this, or a limit, may hide URLs, an error reports the position.
//
// The message is a stream: memory use does not grow with the size of its parts.
//
// It follows rfc5322, rfc5536, of MIME rfc2045 to rfc2047 and rfc3676, for an
// mbox rfc4155, for the fields with URLs rfc2369 and rfc5064, and for the base
// draft1996 8. It does not decode uuencode or yEnc, decrypt, unpack, or open
// anything.
package mail
