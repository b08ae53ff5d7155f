// Package office finds the URLs in the XML of office documents: Office Open XML
// (.docx, .xlsx, .pptx), OpenDocument (.odt, .ods, .odp), the tables of an EPUB,
// and other XML.
//
//	for m, err := range office.URLs(file, office.Options{}) {
//		if err != nil {
//			return err
//		}
//		fmt.Printf("%d:%d: %s\n", m.Line, m.Column, m.URL)
//	}
//
// It reads one part of a document. Package document opens the archive that the
// parts are in. Source: ECMA-376 parts 1 and 2; OpenDocument 1.3 part 3.
//
// It does not validate, does not read a DTD and expands no entity that a DTD
// declares.
package office
