package demo

import (
	"fmt"
	"strings"

	"github.com/earl-url/earl"
)

// librarian is the mail address of the library.
const librarian = "librarian@" + mailDomain

// URL returns the URL of an object in the library under a scheme. The path is already
// escaped, without its first slash: "names/two%20words.txt", for a directory "articles/".
// For gopher it begins with the item type: "0/welcome.txt"; for wais with the database:
// "library?words"; for prospero it is an object name: "library/welcome.txt". A news or
// mailto URL has no server: the path is a group or an address. URL panics for any other
// scheme.
func (s *Servers) URL(scheme, path string) string {
	switch scheme {
	case "file":
		//lint:ignore urlconcat both are escaped
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
	//lint:ignore urlconcat the path is escaped
	return scheme + "://" + host + "/" + path
}

// ReaderURL returns the URL of an object that the user reader sees by ftp, with the
// password in it.
func (s *Servers) ReaderURL(path string) string {
	//lint:ignore urlconcat the path is escaped
	return "ftp://" + Reader + ":" + Password + "@" + s.FTP + "/" + path
}

// URLs returns a first URL for each scheme: the ten in the order of RFC 1738, then the
// others. A program opens those of news with the address NNTP as its news server.
func (s *Servers) URLs() (list []string) {
	for _, d := range s.Examples() {
		list = append(list, d.URL)
	}
	return list
}

// Example is a first URL of a scheme, with a description.
type Example struct {
	Scheme, URL, Title, Text string
	History                  string // a reference to a text about the scheme, for readers of the tour by http; or ""
}

// Examples returns one URL for each scheme: the ten in the order of RFC 1738, then the others.
// Those of news need the address NNTP as their news server.
func (s *Servers) Examples() []Example {
	examples := []Example{
		{"ftp", s.URL("ftp", ""), "A file server", "Directories and files. The client sends one command for each slash.", ""},
		{"http", s.URL("http", "tour"), "A web page", "A page with pictures, a sound and links to the other schemes.", ""},
		{"gopher", s.URL("gopher", ""), "A gopher menu", "Menus, texts, a search and forms.", ""},
		{"mailto", s.URL("mailto", librarian), "An email address", "Write a message, and open it in your mail program.", ""},
		{"news", s.URL("news", "library.doors"), "A newsgroup", "Threads of articles, from the news server that is set here.", ""},
		{"nntp", s.URL("nntp", "library.reading/1"), "One article on one server", "The server and the number of the article are in the URL.", ""},
		{"telnet", "telnet://guest@" + s.Telnet + "/", "A text service", "You type, and it responds. The name in the URL is for you to type.", ""},
		{"wais", s.URL("wais", waisDatabase), "A full-text search", "It finds words in all texts, and sorts them by score.", ""},
		{"file", s.URL("file", "welcome.txt"), "A file on this computer", "The same texts on this disk. Nothing is sent.", ""},
		{"prospero", s.URL("prospero", shelvesName), "A directory of names", "The server responds with the URL where the object is.", ""},
	}
	for i := range examples {
		examples[i].History = "history/" + examples[i].Scheme + ".txt"
	}
	return append(examples, s.exhibitExamples()...)
}

// MoreExamples returns other interesting URLs.
func (s *Servers) MoreExamples() []Example {
	return []Example{
		{"ftp", "ftp://" + Reader + "@" + s.FTP + "/", "A login", "The server asks for a password. The user is " + Reader + ", and the password is " + Password + ".", ""},
		{"ftp", s.URL("ftp", "a/b%2Fc/f;type=a"), "A name with a slash", "A slash that is written %2F does not split the name.", ""},
		{"gopher", s.URL("gopher", "7/search"), "A search", "The words that you type become part of the URL, after %09.", ""},
		{"gopher", s.URL("gopher", "0/forms/write%09%09?"), "A form", "Four questions of Gopher+. The server makes a URL from your answers.", ""},
		{"gopher", s.URL("gopher", "s/sounds/chime.wav"), "A sound", "The server sends the bytes of the file, with no header and no length.", ""},
		{"news", s.URL("news", "library.reading"), "Threads", "Answers are below the article that they answer. Long quotes are folded.", ""},
		{"wais", s.URL("wais", waisDatabase+"?gopher%20menu%20letter"), "Search results", "Each result has a score and a URL.", ""},
		{"prospero", s.URL("prospero", doorsName), "A directory of other servers", "Each entry links to another server, in its own scheme.", ""},
	}
}

// addresses replaces the host "demo" in the URLs of texts.
func (s *Servers) addresses() *strings.Replacer {
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

// links returns the lines of the gopher menu that link to the other servers.
func (s *Servers) links() (items []menuItem) {
	for _, d := range s.Examples() {
		m := menuItem{kind: 'h', display: d.Title + " (" + d.Scheme + ")", selector: "URL:" + d.URL}
		switch d.Scheme {
		case "gopher":
			continue
		case "telnet": // a type of its own; its selector is the name to type
			host, port, _ := strings.Cut(s.Telnet, ":")
			m = menuItem{kind: '8', display: m.display, selector: "guest", host: host, port: port}
		}
		items = append(items, m)
	}
	return items
}

// urlsOf returns the URLs of an object of the library in every scheme that serves it.
func (s *Servers) urlsOf(n *node) (list []string) {
	path := strings.TrimPrefix(n.escape(), "/")
	flat := string(earl.RFC1738.AppendEscape(nil, earl.Octets(strings.TrimPrefix(n.path(), "/")), "/"))
	for _, scheme := range []string{"ftp", "http", "file"} {
		if scheme != "file" || !strings.Contains(path, "%2F") { // a disk cannot have such a name
			list = append(list, s.URL(scheme, path))
		}
	}
	list = append(list, s.URL("gopher", string(kindOf(n))+"/"+flat),
		s.URL("wais", fmt.Sprintf("%s/%s/%s", waisDatabase, waisType(n), earl.RFC1738.AppendEscape(nil, earl.Octets(n.path()), ""))),
		s.URL("prospero", shelvesName+"/"+flat))
	if n.isArticle() {
		id := strings.Trim(field(n.data, "Message-ID"), "<>")
		list = append(list, s.URL("news", string(earl.RFC1738.AppendEscape(nil, earl.Octets(id), "/@"))))
	}
	return list
}
