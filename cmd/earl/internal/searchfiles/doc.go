// Package searchfiles finds the URLs in files and in the documents of directories. It
// searches on all cores and yields results in the order of the files.
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
// Package document determines the types of documents and which files of a
// directory are searched.
package searchfiles
