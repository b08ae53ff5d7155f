package demo

import (
	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/term"
)

// suggest prints commands that a user can try while the servers run.
func (t *tour) suggest(command string) {
	if command == "" {
		command = "earl"
	}
	s := t.servers
	t.p.line("")
	t.p.head("The servers run until you press Ctrl-C")
	if s.link != "" {
		t.p.line("Open this link in a browser, to see all of it:")
		t.p.line("")
		t.p.line("  " + t.p.paint(term.Bold, term.Safe(s.link)))
		t.p.line("")
	}
	t.p.line("A URL of each scheme:")
	t.p.line("")
	for _, url := range s.URLs() {
		t.p.line("  " + t.p.paint(term.Cyan, withoutPassword(url)))
	}
	t.p.line("")
	t.p.line("Commands for another terminal:")
	t.p.line("")
	for _, try := range []string{
		"get " + s.URL("gopher", "0/welcome.txt"),
		"ls " + s.URL("ftp", "names/"),
		"get --news-server " + s.NNTP + " news:library.doors",
		"get --mail " + s.Mail + " mid:picture@library.example",
		"get " + s.URL("wais", waisDatabase),
		"get telnet://guest@" + s.Telnet + "/",
		"get " + s.URL("prospero", shelvesName+"/tour.txt"),
		"get -O " + s.URL("http", "pictures/house.gif"),
		"get " + s.URL("gemini", "history/gopher.txt"),
		"get " + s.URL("dict", "d:locator"),
		"get " + s.URL("whois", "library.example"),
		"ls " + withoutPassword(s.URL("imap", "INBOX")),
		"ls " + s.URL("nfs", "articles/"),
		"get " + s.URL("tn3270", ""),
		"get ftp://" + Reader + "@" + s.FTP + "//etc/motd",
		"explain '" + s.URL("ftp", "a/b%2Fc/f;type=a") + "'",
	} {
		t.p.line("  " + t.p.paint(term.Bold, command+" "+try))
	}
	t.p.line("")
	t.p.line("The password of " + Reader + " is " + Password + ". The web page is " + s.URL("http", "tour"))
	t.p.line("Email to " + librarian + " is received by SMTP at " + s.SMTP)
	t.p.line("The files are in " + term.Safe(s.Dir) + " until Ctrl-C.")
}

// withoutPassword returns a URL without its password: earl asks for it on the terminal.
func withoutPassword(url string) string {
	if u, err := earl.RFC3986.Parse(url); err == nil {
		return u.WithoutPassword().String()
	}
	return url
}
