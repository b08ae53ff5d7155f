package demo

import (
	"slices"

	"github.com/earl-url/earl"
)

// stops returns the tour. Source: rfc1738 3.
func (s *Servers) stops() []stop {
	shelf, root := s.library.shelf, s.library.root
	return slices.Concat([]stop{{
		why:  "A file on this machine. Nothing is sent to anybody.",
		url:  s.URL("file", "welcome.txt"),
		file: shelf.at("welcome.txt"),
	}, {
		why:  "A directory is a listing. Each entry has a URL, and that opens too.",
		url:  s.URL("file", "names/"),
		rows: shelf.at("names").list(), then: "100%.txt", file: shelf.at("names", "100%.txt"),
	}, {
		why:  "The web, as it was: one line asks, and the page comes.",
		url:  s.URL("http", "tour.txt"),
		file: shelf.at("tour.txt"),
	}, {
		why:  "A page that has moved. The way is followed, and judged again.",
		url:  s.URL("http", "old-tour.txt"),
		file: shelf.at("tour.txt"),
	}, {
		why:  "A picture. Octets are octets.",
		url:  s.URL("http", "pictures/house.gif"),
		file: shelf.at("pictures", "house.gif"),
	}, {
		why:  "One step for each slash, and a slash that is none: %2F stays inside.",
		url:  s.URL("ftp", "a/b%2Fc/f;type=a"),
		file: shelf.at("a", "b/c", "f"),
	}, {
		why:  "An empty step, sent as it stands: CWD with nothing behind it.",
		url:  "ftp://" + Reader + "@" + s.FTP + "//etc/motd",
		file: root.at("home", "reader", "etc", "motd"),
	}, {
		why:  "The same words, another file: here the first step is /etc.",
		url:  "ftp://" + Reader + "@" + s.FTP + "/%2Fetc/motd",
		file: root.at("etc", "motd"),
	}, {
		why:  "A directory by ftp, and a file whose name needs care.",
		url:  s.URL("ftp", "names/"),
		rows: shelf.at("names").list(), then: "semi;colon.txt", file: shelf.at("names", "semi;colon.txt"),
	}}, s.gopherStops(), s.plusStops(), s.newsStops(), s.indexStops(), s.letterStops(), s.exhibitStops())
}

// gopherStops returns the part by gopher.
func (s *Servers) gopherStops() []stop {
	shelf := s.library.shelf
	return []stop{{
		why:  "A menu: each line a letter, a title and an address.",
		url:  s.URL("gopher", ""),
		rows: []string{shelf.at("articles").title(), shelf.at("tour.txt").title(), "Search the texts", "A newsgroup (news)"},
	}, {
		why:  "A text full of dots, one of them alone on its line.",
		url:  s.URL("gopher", "0/articles/a-dot-alone.txt"),
		file: shelf.at("articles", "a-dot-alone.txt"),
	}, {
		why:  "A question. The answer goes into a URL of its own, behind %09.",
		url:  s.URL("gopher", "7/search"),
		rows: []string{shelf.at("articles", "three-characters-for-one-octet.txt").title()},

		answers: []string{"semicolon hidden"},
	}, {
		why:  "A picture by gopher: no header, no length, the thing itself.",
		url:  s.URL("gopher", "g/pictures/house.gif"),
		file: shelf.at("pictures", "house.gif"),
	}}
}

// plusStops returns the part by Gopher+. Source: rfc1738 3.4.3 to 3.4.9.
func (s *Servers) plusStops() []stop {
	shelf := s.library.shelf
	return []stop{{
		why:  "Gopher+: all that a directory says of its items, and their forms.",
		url:  s.URL("gopher", "1%09%09$"),
		rows: []string{shelf.at("welcome.txt").title(), "Have a URL written (a form)"},
	}, {
		why:  "The same text in another language: a view of it.",
		url:  s.URL("gopher", "0/welcome.txt%09%09+text/plain%20De_DE"),
		file: shelf.at("willkommen.txt"),
	}, {
		why:   "A form with four questions, and what the server made of the answers.",
		url:   s.URL("gopher", "0/forms/write%09%09?"),
		holds: "  ftp://library.example/a/b%20100%25.txt\n",

		answers: []string{"", "ftp", "library.example", "a/b 100%.txt", "0"},
	}}
}

// newsStops returns the parts by nntp and news. Source: rfc1738 3.6, 3.7.
func (s *Servers) newsStops() []stop {
	news := s.library.shelf.at("news")
	cafe, second := news.children[4], news.children[3]
	return []stop{{
		why:  "A newsgroup at this server. Answers stand behind what they answer.",
		url:  s.URL("nntp", "library.doors"),
		rows: []string{"Which of the ten still answer?", "Re: Which of the ten still answer?", news.children[6].title()},
	}, {
		why:  "An article by its number, which means something here alone.",
		url:  s.URL("nntp", "library.reading/2"),
		file: cafe,
	}, {
		why:  "All groups. There is no host: the reader's own server is asked.",
		url:  s.URL("news", "*"),
		rows: []string{"library.announce", "library.doors", "library.reading"},
	}, {
		why:  "A conversation, with a letter in Latin-1 in it.",
		url:  s.URL("news", "library.reading"),
		rows: []string{cafe.title()}, then: cafe.title(), file: cafe,
	}, {
		why:  "One article, by a name that is the same everywhere.",
		url:  s.URL("news", "reply/2%25x$y@library.example"),
		file: second,
	}}
}

// indexStops returns the parts by telnet, wais and prospero. Source: rfc1738 3.8,
// 3.9, 3.11.
func (s *Servers) indexStops() []stop {
	shelf := s.library.shelf
	dots, letters := shelf.at("articles", "a-dot-alone.txt"), shelf.at("articles", "one-letter-for-each-thing.txt")
	return []stop{{
		why:  "A service. The name in the URL is typed by the person, if at all.",
		url:  "telnet://guest@" + s.Telnet + "/",
		file: dots,
		talk: []turn{{"name: ", "guest"}, {"> ", "find dot profile"}, {"> ", "1"}, {"> ", "quit"}},
	}, {
		why:  "An index: its question, its hits, the best of them first.",
		url:  s.URL("wais", waisDatabase),
		rows: []string{letters.title()}, then: letters.title(), file: letters,

		answers: []string{"gopher menu letter"},
	}, {
		why:  "A document by its id, which is opaque to us: here it is a path.",
		url:  s.URL("wais", waisDatabase+"/GIF/%2Fpictures%2Fhouse.gif"),
		file: shelf.at("pictures", "house.gif"),
	}, {
		why:  "A directory that knows where things are, and holds few of them.",
		url:  s.URL("prospero", shelvesName),
		rows: append(shelf.list(), doorsName, readingName), then: "tour.txt", file: shelf.at("tour.txt"),
	}, {
		why:  "Links to the other doors, each by its own access method.",
		url:  s.URL("prospero", doorsName),
		rows: []string{"by-ftp", "by-gopher", "by-telnet"}, then: "the-house", file: shelf.at("pictures", "house.gif"),
	}, {
		why:  "Two rooms in one: the entries of union links.",
		url:  s.URL("prospero", readingName),
		rows: append(shelf.at("articles").list(), shelf.at("history").list()...),
	}, {
		why:  "What has moved is found: the server forwards, and we judge again.",
		url:  s.URL("prospero", movedName),
		file: shelf.at("tour.txt"),
	}, {
		why:  "A name with a slash inside has no path by ftp: the server sends it.",
		url:  s.URL("prospero", shelvesName+"/a/b/c/f"),
		file: shelf.at("a", "b/c", "f"),
	}}
}

// letterStops returns the part by mailto. Source: rfc1738 3.5; rfc6068.
func (s *Servers) letterStops() []stop {
	return []stop{{
		why:    "An address. Opening it sends nothing: it is there to be written to.",
		url:    s.URL("mailto", librarian),
		letter: true,
	}, {
		why:     "With a subject and a beginning, as later editions have it.",
		url:     s.URL("mailto", librarian+"?subject=Un%20caf%C3%A9&body=Is%20there%20coffee%3F%0D%0A.%0D%0A"),
		edition: earl.RFC3986, letter: true,
	}}
}
