// Package markdown finds the URLs of a Markdown document, and makes a page of it:
// CommonMark, with the tables, footnotes and bare links of GitHub.
//
//	for m, err := range markdown.URLs(file, markdown.Options{}) {
//		if err != nil {
//			return err
//		}
//		fmt.Printf("%d:%d: %s\n", m.Line, m.Column, m.URL)
//	}
//
// It reads the destinations of links and images, inline or in reference
// definitions; autolinks in angle brackets; raw HTML, like package html; and
// URLs in text, like package extract. It searches code only if [Options] say
// so. A definition is found once, at its position, even if it is used several
// times.
//
//	title, page := markdown.Render(source, markdown.PageOptions{Link: link})
//
// The package has its own parser, because it needs the position of each
// destination, and reads documents of any server. Its time and memory grow
// linearly with the length of any text. If the structure of a part needs too
// much memory, URLs searches the part as plain text and reports [ErrLimit].
//
// Source: CommonMark 0.31.2; GitHub Flavored Markdown 0.29.
package markdown
