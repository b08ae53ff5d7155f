package demo

import (
	"embed"
	"net/mail"
	"strings"
	"time"
)

//go:embed content
var content embed.FS

// names maps the names of files in the source tree to the names under which
// they are served, because no source tree can have those on every system.
var names = map[string]string{
	"semi-colon.txt":  "semi;colon.txt",
	"100-percent.txt": "100%.txt",
	"no-1.txt":        "no#1.txt",
	"naive.txt":       "na\u00efve.txt",
	"b-c":             "b/c", // only a virtual tree has such a name
}

// alternates maps a file to its second form in another format or language.
var alternates = map[string]string{
	"welcome.txt": "willkommen.txt",
	"doors.png":   "doors.svg",
	"chime.wav":   "chime.au",
}

// titles are the menu lines of files without a first line to show.
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
	"house.gif":  "A house with three floors",
	"key.png":    "The key to the cellar",
	"marks.svg":  "The parts of a URL, drawn",
}

// opened is the time of the first file of the library, in the month of RFC
// 1738. Each file is one day newer than the one before it, so that listings can
// be sorted by time and tests know the times. An article has the time of its
// Date.
var opened = time.Date(1994, time.December, 1, 12, 0, 0, 0, time.UTC)

// library is the tree of the library, and the directories that only ftp serves.
type library struct {
	root  *node // served by ftp: the tree, etc and home
	files *node // served by every scheme
	home  *node // the home of the user reader
	news  *news // the articles, by group
	index *index

	where func(*node) []string // the URLs of an object of the library
	doors func() []string      // a URL for each scheme
	rdap  string               // the base URL of the registry by http
}

// newLibrary builds the library from the embedded content. addresses replaces the
// host "demo" in a URL by the server of the URL's scheme.
func newLibrary(addresses *strings.Replacer) *library {
	l := &library{root: load("content/ftp"), files: load("content/library"), rdap: addresses.Replace("http://demo" + rdapPath)}
	l.files.walk(func(n *node) {
		if n.readable() {
			n.data = addresses.Replace(n.data)
		}
	})
	l.news = newNews(l.files)
	l.files.walk(func(n *node) {
		if other := n.parent.child(alternates[n.name]); other != nil {
			n.others, other.alternate = []*node{other}, true
		}
	})
	l.files.add(&node{name: "octets.bin", data: everyByte()})
	for _, n := range l.files.children { // the nodes stay in the tree, and have one parent
		l.root.add(n)
	}
	l.root.sort()
	l.files.sort()
	l.home = l.root.child("home").child("reader")
	l.home.owner = Reader
	l.files.time = opened // no child of l.root, but the root of some servers
	day := opened
	l.root.walk(func(n *node) {
		if n.time = day; n.isArticle() {
			n.time = dated(n)
		}
		if !n.dir {
			day = day.AddDate(0, 0, 1)
		}
	})
	l.index = newIndex(l.files)
	return l
}

// dated returns the Date of an article. It panics if the article has no Date,
// which only a broken build can cause.
func dated(n *node) time.Time {
	t, err := mail.ParseDate(field(n.data, "Date"))
	if err != nil {
		panic(err)
	}
	return t.UTC()
}

// everyByte returns the 256 byte values, each once.
func everyByte() string {
	b := make([]byte, 256)
	for i := range b {
		b[i] = byte(i)
	}
	return string(b)
}
