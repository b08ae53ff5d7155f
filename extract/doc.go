// Package extract finds URLs in plain text, with their positions. It can also
// wrap a URL so that it is found again.
//
//	for m, err := range extract.Text(file, extract.Options{}) {
//		if err != nil {
//			return err
//		}
//		fmt.Printf("%d:%d: %s\n", m.Line, m.Column, m.URL)
//	}
//
// It reads the wrappers <URL:...> and <...>, even over several lines and in
// quoted mail; the prefix URL: without brackets; and bare URLs of every
// registered scheme, and of any other scheme before "://". Options add hosts
// and addresses without a scheme, and defanged URLs (hxxp, [.]). It follows the
// appendix of RFC 1738 and the part Wrappers of draft1993. No document defines
// where a bare URL in prose ends; the package uses rules that were measured on
// real text.
//
// The text is a stream: memory use does not grow with it, however long its
// lines are, and the size of the reads does not matter.
//
// The package does not check whether a URL is valid, and opens nothing. Parse a
// URL with an edition of package earl.
package extract
