// Package markdown finds the URLs of a Markdown document: CommonMark, with the
// tables, footnotes and bare links that GitHub adds.
//
//	for m, err := range markdown.URLs(file, markdown.Options{}) {
//		if err != nil {
//			return err
//		}
//		fmt.Printf("%d:%d: %s\n", m.Line, m.Column, m.URL)
//	}
//
// It reads the destinations of links and images, written inline or in a reference
// definition; autolinks in angle brackets; raw HTML, as package html does; and the
// URLs of running text, as package extract does. Code is not searched unless that
// is asked for. A definition is found once, where it stands, however often it is
// used.
//
// The package has a parser of its own, because it needs where each destination is in
// the document, and no tree: its time and memory grow with the length of the text,
// whatever the text is. A part whose structure takes too much memory is searched as
// plain text, which is reported as [ErrLimit].
//
// Source: CommonMark 0.31.2; GitHub Flavored Markdown 0.29.
package markdown
