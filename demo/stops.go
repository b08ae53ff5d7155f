package demo

import (
	"fmt"
	"slices"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// stop is one URL of the tour and what must come of it.
type stop struct {
	why     string // what there is to see
	url     string
	edition *earl.Edition // nil: that of rfc1738
	answers []string      // what to answer a Form with; nil: none is expected
	talk    []turn        // what to say to a service; nil: none is expected
	letter  bool          // an address must come; a letter is written to it
	file    *node         // the document that must come; nil: a listing must
	holds   string        // a text that a document made for us must hold, in place of file
	rows    []string      // names that the listing must have, in any order
	then    string        // the entry to open from the listing, which must be file
}

func (s stop) scheme() string { scheme, _, _ := strings.Cut(s.url, ":"); return scheme }

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
	}}, s.gopherStops(), s.plusStops(), s.newsStops(), s.indexStops(), s.letterStops())
}

// gopherStops returns the part by gopher.
func (s *Servers) gopherStops() []stop {
	shelf := s.library.shelf
	return []stop{{
		why:  "A menu: each line a letter, a title and an address.",
		url:  s.URL("gopher", ""),
		rows: []string{shelf.at("articles").title(), shelf.at("tour.txt").title(), "Search the texts", "The reading room (news)"},
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

// list returns the names of the entries of a directory.
func (n *node) list() []string {
	var list []string
	for _, c := range n.children {
		list = append(list, c.name)
	}
	return list
}

// wants compares what was found with what must come. With an entry still to
// open, the listing alone is compared.
func (s stop) wants(f *found) error {
	switch {
	case f.form != nil:
		return fmt.Errorf("a question: %q", f.form.Title)
	case s.talk != nil:
		return s.wantsTalk(f)
	case s.holds != "":
		if !strings.Contains(strings.ReplaceAll(f.body, "\r\n", "\n"), s.holds) {
			return fmt.Errorf("%d octets in which %q is not", len(f.body), s.holds)
		}
		return nil
	case s.file != nil && s.then == "":
		return s.wantsFile(f)
	case f.meta.Kind != open.KindListing:
		return fmt.Errorf("a %s, not a listing", f.meta.Kind)
	}
	for _, want := range s.rows {
		if !slices.ContainsFunc(f.entries, func(e open.Entry) bool { return e.Name == want && !e.URL.IsZero() }) {
			return fmt.Errorf("no entry %q with a URL", want)
		}
	}
	return nil
}

// wantsFile compares a document with the file on the shelf, octet for octet; in
// a text each protocol ends its lines in its own way.
func (s stop) wantsFile(f *found) error {
	if f.meta.Kind != open.KindDocument {
		return fmt.Errorf("a %s, not a document", f.meta.Kind)
	}
	got, want := f.body, s.file.data
	if s.file.readable() {
		got, want = strings.ReplaceAll(got, "\r\n", "\n"), strings.ReplaceAll(want, "\r\n", "\n")
	}
	if got != want {
		return fmt.Errorf("%d octets that are not those on the shelf, which has %d", len(got), len(want))
	}
	return nil
}
