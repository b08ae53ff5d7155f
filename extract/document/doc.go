// Package document finds the URLs of any document that package extract and its
// sisters can read, and the documents of a directory.
//
//	for m, err := range document.URLs(file, document.Source{Name: "index.html"}, extract.Options{}) {
//		if err != nil {
//			return err
//		}
//		fmt.Printf("%d:%d: %s\n", m.Line, m.Column, m.URL)
//	}
//
// What a document is says its sender's media type, else its name, else its first
// octets: a page, a message, a mailbox, Markdown, or text.
//
// Compressed files, archives (also those that are office documents) and PDFs are
// unpacked within [Limits]. What cannot be searched is an error: it is encrypted,
// damaged, of a format that is not supported, or larger than a limit.
package document
