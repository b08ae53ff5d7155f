// Package extract finds URLs in running text, with their positions, and writes
// them into text so that they are found again.
//
//	for m, err := range extract.Text(file, extract.Options{}) {
//		if err != nil {
//			return err
//		}
//		fmt.Printf("%d:%d: %s\n", m.Line, m.Column, m.URL)
//	}
//
// It reads the wrappers <URL:...> and <...> over any number of lines, quoted in
// mail too; the prefix URL: without brackets; bare URLs of every scheme in the
// registry, and of any other before "://"; by option also hosts and addresses
// without a scheme, and URLs that somebody made harmless (hxxp, [.]). It follows
// the appendix of RFC 1738 and the part Wrappers of draft1993; what surrounds a
// bare URL in prose no document rules, so that is a matter of measured care.
//
// The text is a stream: memory does not grow with it, however long its lines
// are, and it does not matter in which pieces it arrives.
//
// It does not say whether a URL is valid, which is for an edition to judge, and
// it opens nothing.
package extract
