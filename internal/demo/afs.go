package demo

// afsExhibit is a file system that a machine mounts, so it has no server. The directory of the demo
// takes the place of /afs, and the directory "articles" that of a cell.
var afsExhibit = exhibit{
	scheme:  "afs",
	url:     func(_ *Servers, path string) string { return "afs://articles/" + path },
	example: Example{Title: "A file of the Andrew File System", Text: "Every file had one name in the whole world. Here a directory of this demo is the cell."},
	path:    "one-letter-for-each-thing.txt",
	holds:   "letter",
	stops: []stop{{
		why:   "A cell and a path in it. The machine has mounted the file system, so a file is read.",
		path:  "one-letter-for-each-thing.txt",
		holds: "letter",
	}},
}
