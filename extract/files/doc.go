// Package files finds the URLs in files and in the documents of directories, on
// all cores and in the order of the files.
//
//	for f := range files.Search([]string{"docs"}, files.Options{}) {
//		for m, err := range f.Matches() {
//			if err != nil {
//				fmt.Fprintln(os.Stderr, f.Name, err)
//			}
//			if m.Found {
//				fmt.Printf("%s:%d:%d: %s\n", f.Name, m.Line, m.Column, m.Written)
//			}
//		}
//	}
//
// What a document is, and which files of a directory are searched, is the subject
// of package document.
package files
