// Package document finds the URLs of any document that package extract and its
// subpackages can read, and the documents of a directory.
//
//	for m, err := range document.URLs(file, document.Source{Name: "index.html"}, extract.Options{}) {
//		if err != nil {
//			return err
//		}
//		fmt.Printf("%d:%d: %s\n", m.Line, m.Column, m.URL)
//	}
//
// The type of a document (a page, a message, a mailbox, Markdown, or text) is
// detected from its media type, else from its name, else from its first bytes.
//
// Compressed files, archives (including office documents) and PDFs are unpacked
// within [Limits]. A document that cannot be searched is an error: it is
// encrypted or damaged, its format is not supported, or it exceeds a limit.
package document
