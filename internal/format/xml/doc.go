// Package xml finds the URLs of XML: feeds, sitemaps, DocBook, files of projects, the parts of
// office documents and EPUB, and documents of any other vocabulary.
//
//	for m, err := range xml.URLs(file, xml.Options{Base: extract.BaseOf(retrieved)}) {
//		if err != nil {
//			return err
//		}
//		fmt.Printf("%d:%d: %s\n", m.Line, m.Column, m.URL)
//	}
//
// What is a link is a row of a table (vocabulary.go): attributes and elements of a vocabulary,
// which its namespace identifies. Names, such as those of namespaces, are matches with the doubt
// [extract.Name]. Other text and attributes are searched as text; in a vocabulary that the table
// does not have, these matches have the kind [extract.XMLText]. HTML that a feed contains as text
// is decoded once more.
//
// The base of a reference is xml:base, then the URL that a feed has for itself, then that of
// [Options].
//
// The document is a stream. It need not be well-formed: what is not markup is text. Nothing is
// validated or retrieved. Entities that the document itself declares are expanded within limits.
//
// Source: XML 1.0; Namespaces in XML 1.0; XML Base 1.1; the documents of each vocabulary.
package xml
