// Package pdf finds the URLs in a PDF: those of link annotations, and those in
// the text of its pages.
//
//	for m, err := range pdf.URLs(file, size, pdf.Options{}) {
//		if err != nil {
//			return err
//		}
//		fmt.Printf("%s:%d:%d: %s\n", m.Member, m.Line, m.Column, m.URL)
//	}
//
// It does not use the table of objects at the end of a file. It reads the file
// from its start and notes where objects are, so that it can read files with a
// damaged table. No file can make it use much memory, time or stack. Existing
// PDF libraries allocate as much as a number in the file says, or recurse
// without a limit, and a program cannot recover from either.
//
// Source: ISO 32000-1 7 (syntax), 8.10 (form XObjects), 9.4 to 9.10 (text),
// 12.5 and 12.6 (annotations and actions).
//
// It does not decrypt. It does not read images, and it reads text only if the
// font specifies its characters.
package pdf
