package demo

import (
	"github.com/earl-url/earl/internal/term"
)

// suggest says what a person can try while the servers run.
func (t *tour) suggest(command string) {
	if command == "" {
		command = "earl"
	}
	s := t.servers
	t.p.line("")
	t.p.head("The doors stay open until you press Ctrl-C")
	if s.link != "" {
		t.p.line("All of it in a browser, from a page that leads to each:")
		t.p.line("")
		t.p.line("  " + t.p.paint(term.Bold, term.Safe(s.link)))
		t.p.line("")
	}
	t.p.line("A URL to begin with, for each scheme:")
	t.p.line("")
	for _, url := range s.URLs() {
		t.p.line("  " + t.p.paint(term.Cyan, url))
	}
	t.p.line("")
	t.p.line("In another terminal, try")
	t.p.line("")
	for _, try := range []string{
		"get " + s.URL("gopher", "0/welcome.txt"),
		"ls " + s.URL("ftp", "names/"),
		"get --news-server " + s.NNTP + " news:library.doors",
		"get " + s.URL("wais", waisDatabase),
		"get telnet://guest@" + s.Telnet + "/",
		"get " + s.URL("prospero", shelvesName+"/tour.txt"),
		"get -O " + s.URL("http", "pictures/house.gif"),
		"get ftp://" + Reader + "@" + s.FTP + "//etc/motd",
		"explain '" + s.URL("ftp", "a/b%2Fc/f;type=a") + "'",
	} {
		t.p.line("  " + t.p.paint(term.Bold, command+" "+try))
	}
	t.p.line("")
	t.p.line("The password of " + Reader + " is " + Password + ". A browser begins at " + s.URL("http", "tour"))
	t.p.line("Letters to " + librarian + " are taken in by SMTP at " + s.SMTP)
	t.p.line("The files lie in " + term.Safe(s.Dir) + " until then.")
}
