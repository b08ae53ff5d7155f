package demo

import (
	"fmt"
	"strings"

	"github.com/earl-url/earl"
)

// librarian is where letters to the library go.
const librarian = "librarian@" + mailDomain

// URL returns the URL of something in the library under one of the schemes, all but the path, which is as in a URL, already escaped, without its first
// slash: "names/two%20words.txt", for a directory "articles/"; for gopher it
// begins with the item type: "0/welcome.txt", for wais with the database:
// "library?words", for prospero it is an object's name: "library/welcome.txt". A
// news or mailto URL has no server: the path is a group or an address. It panics
// for another scheme.
func (s *Servers) URL(scheme, path string) string {
	switch scheme {
	case "file":
		return "file://" + fileURLPath(s.Dir) + "/" + path
	case "news", "mailto":
		return scheme + ":" + path
	}
	if url, ok := s.exhibitURL(scheme, path); ok {
		return url
	}
	host, ok := map[string]string{
		"ftp": s.FTP, "http": s.HTTP, "gopher": s.Gopher, "nntp": s.NNTP,
		"telnet": s.Telnet, "wais": s.WAIS, "prospero": s.Prospero,
	}[scheme]
	if !ok {
		panic("demo: no server for the scheme " + scheme)
	}
	return scheme + "://" + host + "/" + path
}

// ReaderURL returns the URL of something that the user reader sees by ftp, the
// password in it.
func (s *Servers) ReaderURL(path string) string {
	return "ftp://" + Reader + ":" + Password + "@" + s.FTP + "/" + path
}

// URLs returns a URL to begin with for each scheme: the ten in the order of RFC
// 1738, then the others. Those of news need the address NNTP for their server.
func (s *Servers) URLs() (list []string) {
	for _, d := range s.Doors() {
		list = append(list, d.URL)
	}
	return list
}

// Door is one scheme: a URL to begin with, and what there is to see.
type Door struct {
	Scheme, URL, Title, Text string
	History                  string // a reference to a text about the scheme, for readers of the tour by http; or ""
}

// Doors returns a door for each scheme: the ten in the order of RFC 1738, then the
// others. Those of news need the address NNTP for their server.
func (s *Servers) Doors() []Door {
	doors := []Door{
		{"ftp", s.URL("ftp", ""), "The stairs", "A walk from directory to directory: one step for each slash.", ""},
		{"http", s.URL("http", "tour"), "The shop window", "Pages. You are looking at one, or will be.", ""},
		{"gopher", s.URL("gopher", ""), "The card catalogue", "Menus of menus, a search, and forms that answer.", ""},
		{"mailto", s.URL("mailto", librarian), "The letter-box", "An address, and nothing to fetch. Opening it means sitting down to write.", ""},
		{"news", s.URL("news", "library.doors"), "The reading room", "A conversation that belongs to no server.", ""},
		{"nntp", s.URL("nntp", "library.reading/1"), "The same room, by its back door", "The conversation again, pinned to this server and a number.", ""},
		{"telnet", "telnet://guest@" + s.Telnet + "/", "The clerk at the desk", "A service that you type to. The name in the URL is advice, for you to type.", ""},
		{"wais", s.URL("wais", waisDatabase), "The cellar, where the index is", "Every word of the library, ranked.", ""},
		{"file", s.URL("file", "welcome.txt"), "The copy on your own desk", "The same shelves on this machine's disk. Nothing is sent to anybody.", ""},
		{"prospero", s.URL("prospero", shelvesName), "The philosopher", "It does not give you the thing: it tells you who has it.", ""},
	}
	for i := range doors {
		doors[i].History = "history/" + doors[i].Scheme + ".txt"
	}
	return append(doors, s.exhibitDoors()...)
}

// Finds returns URLs of what lies behind the doors, and is worth a second visit.
func (s *Servers) Finds() []Door {
	return []Door{
		{"ftp", "ftp://" + Reader + "@" + s.FTP + "/", "A desk of one's own", "The server asks who you are: " + Reader + ", whose password is " + Password + ".", ""},
		{"ftp", s.URL("ftp", "a/b%2Fc/f;type=a"), "A slash that is none", "Written %2F, it stays inside its step.", ""},
		{"gopher", s.URL("gopher", "7/search"), "A question in a menu", "The words that you type go into a URL of their own, behind %09.", ""},
		{"gopher", s.URL("gopher", "0/forms/write%09%09?"), "A form, years before the web had them", "Four questions of Gopher+; the server writes a URL from the answers.", ""},
		{"gopher", s.URL("gopher", "s/sounds/chime.wav"), "A sound by gopher", "No header and no length: the thing itself. Ten notes, one for each door.", ""},
		{"news", s.URL("news", "library.reading"), "A conversation", "Answers stand behind what they answer, and quotes are folded.", ""},
		{"wais", s.URL("wais", waisDatabase+"?gopher%20menu%20letter"), "An index that has been asked", "Hits with their scores. Each is a URL, and opens.", ""},
		{"prospero", s.URL("prospero", doorsName), "A directory of other people's things", "Each entry leads to another server, by its own way of fetching.", ""},
	}
}

// places replaces the host "demo" in the URLs of texts.
func (s *Servers) places() *strings.Replacer {
	var pairs []string
	for _, scheme := range []string{"ftp", "http", "gopher", "nntp", "telnet", "wais", "file", "prospero"} {
		pairs = append(pairs, scheme+"://demo/", s.URL(scheme, ""))
	}
	for _, x := range exhibits {
		pairs = append(pairs, x.scheme+"://demo/", s.URL(x.scheme, ""))
	}
	return strings.NewReplacer(append(pairs,
		"ftp://"+Reader+"@demo/", "ftp://"+Reader+"@"+s.FTP+"/",
		"telnet://guest@demo/", "telnet://guest@"+s.Telnet+"/")...)
}

// links returns the lines that lead from the gopher menu to the other doors.
func (s *Servers) links() (items []menuItem) {
	for _, d := range s.Doors() {
		m := menuItem{kind: 'h', display: d.Title + " (" + d.Scheme + ")", selector: "URL:" + d.URL}
		switch d.Scheme {
		case "gopher":
			continue
		case "telnet": // an item of its own kind, whose selector is the name to type
			host, port, _ := strings.Cut(s.Telnet, ":")
			m = menuItem{kind: '8', display: m.display, selector: "guest", host: host, port: port}
		}
		items = append(items, m)
	}
	return items
}

// urlsOf returns the URLs of something on the shelves, by every door that has it.
func (s *Servers) urlsOf(n *node) (list []string) {
	path := strings.TrimPrefix(n.escape(), "/")
	flat := string(earl.RFC1738.AppendEscape(nil, earl.Octets(strings.TrimPrefix(n.path(), "/")), "/"))
	for _, scheme := range []string{"ftp", "http", "file"} {
		if scheme != "file" || !strings.Contains(path, "%2F") { // which no disk holds
			list = append(list, s.URL(scheme, path))
		}
	}
	list = append(list, s.URL("gopher", string(kindOf(n))+"/"+flat),
		s.URL("wais", fmt.Sprintf("%s/%s/%s", waisDatabase, waisType(n), earl.RFC1738.AppendEscape(nil, earl.Octets(n.path()), ""))),
		s.URL("prospero", shelvesName+"/"+flat))
	if n.letter() {
		id := strings.Trim(field(n.data, "Message-ID"), "<>")
		list = append(list, s.URL("news", string(earl.RFC1738.AppendEscape(nil, earl.Octets(id), "/@"))))
	}
	return list
}
