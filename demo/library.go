package demo

import (
	"embed"
	"net/mail"
	"strings"
	"time"
)

//go:generate go run gen_house.go
//go:generate go run gen_doors.go
//go:generate go run gen_chime.go

//go:embed content
var content embed.FS

// names gives the files and directories whose names no source tree could hold
// on every system the names under which they are served.
var names = map[string]string{
	"semi-colon.txt":  "semi;colon.txt",
	"100-percent.txt": "100%.txt",
	"no-1.txt":        "no#1.txt",
	"naive.txt":       "na\u00efve.txt",
	"b-c":             "b/c", // only a virtual tree has such a name
}

// alternates gives what there is twice the name of its other form, beside it.
var alternates = map[string]string{
	"welcome.txt": "willkommen.txt",
	"doors.png":   "doors.svg",
	"chime.wav":   "chime.au",
}

// titles gives what has no first line to show in a menu a line of its own.
var titles = map[string]string{
	"a":          "A directory with a slash in a name",
	"articles":   "Six things that a URL can teach you",
	"history":    "What each of the ten was, and is",
	"names":      "Names that were chosen to cause trouble",
	"news":       "The articles of the reading room",
	"octets.bin": "Every byte there is, once",
	"pictures":   "Pictures",
	"sounds":     "Sounds",
	"chime.au":   "Ten notes, one for each door, as in 1994",
	"chime.wav":  "Ten notes, one for each door",
	"doors.png":  "A corridor with ten doors",
	"doors.svg":  "A corridor with ten doors, in lines",
	"house.gif":  "A house with three storeys",
	"key.png":    "The key to the cellar",
	"marks.svg":  "The parts of a URL, drawn",
}

// opened is the time of the first file of the library: the month of RFC 1738.
// Each file is one day younger than the one before it, so that listings have
// times to sort by and tests know them. An article has its own.
var opened = time.Date(1994, time.December, 1, 12, 0, 0, 0, time.UTC)

// library is the tree of the shelves and, around it, what only ftp shows.
type library struct {
	root  *node // what ftp serves: the shelves, and etc and home beside them
	shelf *node // served by every scheme
	home  *node // where the user reader begins
	news  *news // the articles, by their groups
	index *index
}

// newLibrary builds the library from the embedded content, in which places
// replaces the host "demo" of a URL by the server that serves its scheme.
func newLibrary(places *strings.Replacer) *library {
	l := &library{root: load("content/ftp"), shelf: load("content/library")}
	l.shelf.walk(func(n *node) {
		if n.readable() {
			n.data = places.Replace(n.data)
		}
	})
	l.news = newNews(l.shelf)
	l.shelf.walk(func(n *node) {
		if other := n.parent.child(alternates[n.name]); other != nil {
			n.others, other.alternate = []*node{other}, true
		}
	})
	l.shelf.add(&node{name: "octets.bin", data: octets()})
	for _, n := range l.shelf.children { // which stay the shelf's, and get one parent
		l.root.add(n)
	}
	l.root.sort()
	l.shelf.sort()
	l.home = l.root.child("home").child("reader")
	l.home.owner = Reader
	day := opened
	l.root.walk(func(n *node) {
		if n.time = day; n.letter() {
			n.time = dated(n)
		}
		if !n.dir {
			day = day.AddDate(0, 0, 1)
		}
	})
	l.index = newIndex(l.shelf)
	return l
}

// dated returns the time of an article: that of its Date. It panics if there is
// none, which only a broken build can bring about.
func dated(n *node) time.Time {
	t, err := mail.ParseDate(field(n.data, "Date"))
	if err != nil {
		panic(err)
	}
	return t.UTC()
}

// octets returns the 256 bytes, each once.
func octets() string {
	b := make([]byte, 256)
	for i := range b {
		b[i] = byte(i)
	}
	return string(b)
}
