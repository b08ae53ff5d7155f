package demo

import (
	"slices"

	"github.com/earl-url/earl"
)

// stops returns the stops of the tour. Source: rfc1738 3.
func (s *Servers) stops() []stop {
	files, root := s.library.files, s.library.root
	return slices.Concat([]stop{{
		why:  "A file on this computer. Nothing is sent.",
		url:  s.URL("file", "welcome.txt"),
		file: files.at("welcome.txt"),
	}, {
		why:  "A directory. Each entry has a URL; one of them is opened.",
		url:  s.URL("file", "names/"),
		rows: files.at("names").list(), then: "100%.txt", file: files.at("names", "100%.txt"),
	}, {
		why:  "A text from a web server.",
		url:  s.URL("http", "tour.txt"),
		file: files.at("tour.txt"),
	}, {
		why:  "A redirect. Its target is checked again, then opened.",
		url:  s.URL("http", "old-tour.txt"),
		file: files.at("tour.txt"),
	}, {
		why:  "A picture. Its bytes are not changed.",
		url:  s.URL("http", "pictures/house.gif"),
		file: files.at("pictures", "house.gif"),
	}, {
		why:  "One CWD for each slash. %2F is a slash within a name.",
		url:  s.URL("ftp", "a/b%2Fc/f;type=a"),
		file: files.at("a", "b/c", "f"),
	}, {
		why:  "An empty path segment sends an empty CWD.",
		url:  "ftp://" + Reader + "@" + s.FTP + "//etc/motd",
		file: root.at("home", "reader", "etc", "motd"),
	}, {
		why:  "%2Fetc is one segment: it sends CWD /etc.",
		url:  "ftp://" + Reader + "@" + s.FTP + "/%2Fetc/motd",
		file: root.at("etc", "motd"),
	}, {
		why:  "A directory, and a file whose name needs an escape.",
		url:  s.URL("ftp", "names/"),
		rows: files.at("names").list(), then: "semi;colon.txt", file: files.at("names", "semi;colon.txt"),
	}}, s.gopherStops(), s.plusStops(), s.newsStops(), s.indexStops(), s.messageStops(), s.exhibitStops())
}

// gopherStops returns the part by gopher.
func (s *Servers) gopherStops() []stop {
	files := s.library.files
	return []stop{{
		why:  "A menu. Each line has a type, a title and an address.",
		url:  s.URL("gopher", ""),
		rows: []string{files.at("articles").title(), files.at("tour.txt").title(), "Search the texts", "A newsgroup (news)"},
	}, {
		why:  "A text with a line that is a single dot.",
		url:  s.URL("gopher", "0/articles/a-dot-alone.txt"),
		file: files.at("articles", "a-dot-alone.txt"),
	}, {
		why:  "A search. Its words become part of the URL, after %09.",
		url:  s.URL("gopher", "7/search"),
		rows: []string{files.at("articles", "three-characters-for-one-octet.txt").title()},

		answers: []string{"semicolon hidden"},
	}, {
		why:  "A picture. The server sends no header and no length.",
		url:  s.URL("gopher", "g/pictures/house.gif"),
		file: files.at("pictures", "house.gif"),
	}}
}

// plusStops returns the part by Gopher+. Source: rfc1738 3.4.3 to 3.4.9.
func (s *Servers) plusStops() []stop {
	files := s.library.files
	return []stop{{
		why:  "Gopher+: the attributes of the items of a menu.",
		url:  s.URL("gopher", "1%09%09$"),
		rows: []string{files.at("welcome.txt").title(), "Have a URL written (a form)"},
	}, {
		why:  "Gopher+: a view of the same text, in another language.",
		url:  s.URL("gopher", "0/welcome.txt%09%09+text/plain%20De_DE"),
		file: files.at("willkommen.txt"),
	}, {
		why:   "Gopher+: a form. The server makes a URL from the answers.",
		url:   s.URL("gopher", "0/forms/write%09%09?"),
		holds: "  ftp://library.example/a/b%20100%25.txt\n",

		answers: []string{"", "ftp", "library.example", "a/b 100%.txt", "0"},
	}}
}

// newsStops returns the parts by nntp and news. Source: rfc1738 3.6, 3.7.
func (s *Servers) newsStops() []stop {
	news := s.library.files.at("news")
	cafe, second := news.children[4], news.children[3]
	return []stop{{
		why:  "A newsgroup on this server. Answers are after what they answer.",
		url:  s.URL("nntp", "library.doors"),
		rows: []string{"Which of the ten still answer?", "Re: Which of the ten still answer?", news.children[6].title()},
	}, {
		why:  "An article by its number on this server.",
		url:  s.URL("nntp", "library.reading/2"),
		file: cafe,
	}, {
		why:  "All newsgroups. The URL has no host: a setting names the server.",
		url:  s.URL("news", "*"),
		rows: []string{"library.announce", "library.doors", "library.reading"},
	}, {
		why:  "A newsgroup, and an article in Latin-1.",
		url:  s.URL("news", "library.reading"),
		rows: []string{cafe.title()}, then: cafe.title(), file: cafe,
	}, {
		why:  "An article by its message-id, which is the same on all servers.",
		url:  s.URL("news", "reply/2%25x$y@library.example"),
		file: second,
	}}
}

// indexStops returns the parts by telnet, wais and prospero. Source: rfc1738 3.8,
// 3.9, 3.11.
func (s *Servers) indexStops() []stop {
	files := s.library.files
	dots, letters := files.at("articles", "a-dot-alone.txt"), files.at("articles", "one-letter-for-each-thing.txt")
	return []stop{{
		why:  "A session. The user in the URL is shown, and not sent.",
		url:  "telnet://guest@" + s.Telnet + "/",
		file: dots,
		talk: []turn{{"name: ", "guest"}, {"> ", "find dot profile"}, {"> ", "1"}, {"> ", "quit"}},
	}, {
		why:  "A database: a search, and its results by score.",
		url:  s.URL("wais", waisDatabase),
		rows: []string{letters.title()}, then: letters.title(), file: letters,

		answers: []string{"gopher menu letter"},
	}, {
		why:  "A document by its id.",
		url:  s.URL("wais", waisDatabase+"/GIF/%2Fpictures%2Fhouse.gif"),
		file: files.at("pictures", "house.gif"),
	}, {
		why:  "A directory. Its objects are on other servers.",
		url:  s.URL("prospero", shelvesName),
		rows: append(files.list(), doorsName, readingName), then: "tour.txt", file: files.at("tour.txt"),
	}, {
		why:  "Links to the other servers, each with its access method.",
		url:  s.URL("prospero", doorsName),
		rows: []string{"by-ftp", "by-gopher", "by-telnet"}, then: "the-house", file: files.at("pictures", "house.gif"),
	}, {
		why:  "Two directories in one, by union links.",
		url:  s.URL("prospero", readingName),
		rows: append(files.at("articles").list(), files.at("history").list()...),
	}, {
		why:  "An object that was moved. The server responds with its new name.",
		url:  s.URL("prospero", movedName),
		file: files.at("tour.txt"),
	}, {
		why:  "An object that the server itself sends.",
		url:  s.URL("prospero", shelvesName+"/a/b/c/f"),
		file: files.at("a", "b/c", "f"),
	}}
}

// messageStops returns the part by mailto. Source: rfc1738 3.5; rfc6068.
func (s *Servers) messageStops() []stop {
	return []stop{{
		why:    "An email address. A draft is written, and nothing is sent.",
		url:    s.URL("mailto", librarian),
		letter: true,
	}, {
		why:     "A draft with a subject and a text (rfc6068).",
		url:     s.URL("mailto", librarian+"?subject=Un%20caf%C3%A9&body=Is%20there%20coffee%3F%0D%0A.%0D%0A"),
		edition: earl.RFC3986, letter: true,
	}}
}
