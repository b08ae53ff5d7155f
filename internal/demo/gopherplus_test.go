package demo

import (
	"net"
	"strconv"
	"strings"
	"testing"
)

// TestGopherPlusAnswers compares the server with Gopher+ 1993, byte for byte:
// for the requests of clients in the captures, and for those in the form of
// rfc1738 3.4.3, with an empty search. SPEC B8, B26.
func TestGopherPlusAnswers(t *testing.T) {
	t.Parallel()
	s := started(t)
	host, port, _ := net.SplitHostPort(s.Gopher)
	here := "\t" + host + "\t" + port + "\t"
	crlf := func(n *node) string { return strings.ReplaceAll(n.data, "\n", "\r\n") }
	f := s.library.files.at("a", "b/c", "f")
	const admin = " Admin: The Librarian <librarian@library.example>\r\n"
	fAttributes := "+INFO: 0You took three steps and no more: into a, into b/c, and to f.\t/a/b/c/f" + here + "+\r\n" +
		"+ADMIN:\r\n" + admin + " Mod-Date: Thu Dec  1 12:00:00 1994 <19941201120000>\r\n+VIEWS:\r\n text/plain En_US: <120b>\r\n"
	questions := "+ASK:\r\n Note: Say what it is and where it is. The library writes the URL.\r\n Choose: Scheme\tftp\thttp\tgopher\r\n" +
		" Ask: Host\tlibrary.example\r\n Ask: Name, with any characters\ta/b 100%.txt\r\n Select: The slashes are part of the name:0\r\n"
	form := "+INFO: 0Have a URL written (a form)\t/forms/write" + here + "?\r\n"
	missing := "--1\r\n1 Not available <librarian@library.example>\r\n"
	for request, want := range map[string]string{
		"/a/b/c/f\t+":                         "+120\r\n" + crlf(f),
		"/a/b/c/f\t\t+":                       "+120\r\n" + crlf(f), // as in rfc1738
		"/a/b/c/f\t+text/plain":               "+120\r\n" + crlf(f),
		"/a/b/c/f\t+Text/Plain En_us":         "+120\r\n" + crlf(f),
		"/a/b/c/f\t+image/gif":                missing + "'/a/b/c/f' has no view \"image/gif\".\r\n.\r\n",
		"/a/b/c/f\t+text/plain Fr_FR":         missing + "'/a/b/c/f' has no view \"text/plain Fr_FR\".\r\n.\r\n",
		"/octets.bin\t+":                      "+256\r\n" + everyByte(),
		"/welcome.txt\t+text/plain De_DE":     "+604\r\n" + crlf(s.library.files.at("willkommen.txt")),
		"/pictures/doors.png\t+image/svg+xml": "+" + strconv.Itoa(len(s.library.files.at("pictures", "doors.svg").data)) + "\r\n" + s.library.files.at("pictures", "doors.svg").data,
		"/a/b/c/f\t!":                         "+-1\r\n" + fAttributes + ".\r\n",
		"/a/b/c/f\t\t!":                       "+-1\r\n" + fAttributes + ".\r\n",
		"/a/b/c\t$":                           "+-1\r\n" + fAttributes + ".\r\n",
		"/a/b/c\t+application/gopher+-menu":   "+-1\r\n" + fAttributes + ".\r\n",
		"/a/b/c\t+":                           "+-1\r\n0You took three steps and no more: into a, into b/c, and to f.\t/a/b/c/f" + here + "+\r\n.\r\n",
		"/a/b/c\t+text/html":                  missing + "There is no such view of a directory.\r\n.\r\n",
		"/a/b/c/f\t$":                         missing + "'/a/b/c/f' is not a directory.\r\n.\r\n",
		"/a/b/c\t$+VIEWS":                     "+-1\r\n" + fAttributes[:strings.Index(fAttributes, "+ADMIN")] + "+VIEWS:\r\n text/plain En_US: <120b>\r\n.\r\n",
		"/welcome.txt\t!+abstract +VIEWS":     "+-1\r\n+INFO: 0Welcome to the library\t/welcome.txt" + here + "+\r\n+VIEWS:\r\n text/plain En_US: <1225b>\r\n text/plain De_DE: <604b>\r\n+ABSTRACT:\r\n You have opened a Uniform Resource Locator, and something answered.\r\n.\r\n",
		"/nowhere\t+":                         missing + "'/nowhere' is not in this library.\r\n.\r\n",
		"/etc/motd\t!":                        missing + "'/etc/motd' is not in this library.\r\n.\r\n",
		"/forms/write\t!":                     "+-1\r\n" + form + "+ADMIN:\r\n" + admin + " Mod-Date: Thu Dec  1 12:00:00 1994 <19941201120000>\r\n+VIEWS:\r\n text/plain En_US:\r\n" + questions + ".\r\n",
		"/forms/write\t!+ASK":                 "+-1\r\n" + form + questions + ".\r\n",
		"/forms/write\t+":                     missing + "This is a form: ask for its questions with !, and send the answers.\r\n.\r\n",
		"/forms/write":                        "3This is a form. A client that knows Gopher+ can fill it out.\t\terror.host\t1\r\n.\r\n",
		"/search\t\t!":                        "+-1\r\n+INFO: 7Search the texts\t/search" + here + "+\r\n+ADMIN:\r\n" + admin + " Mod-Date: Thu Dec  1 12:00:00 1994 <19941201120000>\r\n+VIEWS:\r\n application/gopher-menu En_US:\r\n application/gopher+-menu En_US:\r\n.\r\n",
		"/search\tcorridor lines\t+":          "+-1\r\nIA corridor with ten doors, in lines\t/pictures/doors.svg" + here + "+\r\n.\r\n",
		"/search\tcorridor lines\t$+INFO":     "+-1\r\n+INFO: IA corridor with ten doors, in lines\t/pictures/doors.svg" + here + "+\r\n.\r\n",
		"/search\t!":                          "iNo text here contains: !\t\tnull.host\t1\r\n.\r\n", // words, as in server A
		"/a/b/c/f\t+\t0":                      "+120\r\n" + crlf(f),
	} {
		if got := ask(t, s.Gopher, request+"\r\n"); got != want {
			t.Errorf("%q:\n%q, want\n%q", request, got, want)
		}
	}
}

// TestGopherForms: the answers arrive as in rfc1738 3.4.9 (capture 73), also
// with a view before the flag (capture 84).
func TestGopherForms(t *testing.T) {
	t.Parallel()
	s := started(t)
	const write, advice = "/forms/write\t+\t1\r\n+-1\r\n", "/forms/advice\t+\t1\r\n+-1\r\n"
	const missing = "--1\r\n1 Not available <librarian@library.example>\r\n"
	for request, want := range map[string]string{
		write + "ftp\r\nh.example\r\na/b c\r\n0\r\n.\r\n":                            "+-1\r\nThe URL is\r\n\r\n  ftp://h.example/a/b%20c\r\n\r\nIt contains \"a\" \"b c\".\r\n.\r\n",
		write + "ftp\r\nh.example\r\na/b c\r\n1\r\n.\r\n":                            "+-1\r\nThe URL is\r\n\r\n  ftp://h.example/a%2Fb%20c\r\n\r\nIt contains \"a/b c\".\r\n.\r\n",
		write + "http\r\nh.example:8080\r\na?b\r\n0\r\n.\r\n":                        "+-1\r\nThe URL is\r\n\r\n  http://h.example:8080/a%3Fb\r\n\r\nIt contains \"a?b\".\r\n.\r\n",
		write + "gopher\r\nh.example\r\n/a/b\r\n0\r\n.\r\n":                          "+-1\r\nThe URL is\r\n\r\n  gopher://h.example/0/a/b\r\n\r\nIt contains \"/a/b\".\r\n.\r\n",
		"/forms/write\t+text/plain En_US\t1\r\n+-1\r\nftp\r\nh\r\n..x\r\n0\r\n.\r\n": "+-1\r\nThe URL is\r\n\r\n  ftp://h/..x\r\n\r\nIt contains \"..x\".\r\n.\r\n",
		write + "http\r\nh.example/x\r\na\r\n0\r\n.\r\n":                             missing + "There is no such URL: earl: \"http:\": character 6: these bytes cannot be written as a host (rfc1738 3.1)\r\n.\r\n",
		write + "telnet\r\nh\r\na\r\n0\r\n.\r\n":                                     missing + "The form does not have that scheme.\r\n.\r\n",
		write + "ftp\r\n.\r\n":                                                       missing + "There are four questions.\r\n.\r\n",
		write + strings.Repeat("a\r\n", 1000):                                        missing + "The answers to the form cannot be read: more than 100 lines\r\n.\r\n",
		write + strings.Repeat("a", 100*maxLine):                                     missing + "The answers to the form cannot be read: line too long\r\n.\r\n",
		"/forms/write\t+\t1\r\n+5\r\nabcde":                                          missing + "The answers to the form cannot be read: they must begin with +-1 and end with a line of one dot\r\n.\r\n",
		advice + "1\r\nsemicolon\r\n1\r\nan evening\r\n.\r\n":                        "+-1\r\nYou have an evening. Read\r\n\r\n  semi;colon.txt\r\n    /names/semi;colon.txt, 76 bytes\r\n.\r\n",
		advice + "0\r\n1\r\na minute\r\n.\r\n":                                       "+-1\r\nNothing here has any of these words. Read the tour.\r\n.\r\n",
		advice + "2\r\nsemicolon\r\n1\r\nan evening\r\n.\r\n":                        missing + "The first answer begins with its number of lines, and two more answers follow.\r\n.\r\n",
		advice + "1\r\nslash\r\n99999\r\nan evening\r\n.\r\n":                        missing + "How many texts? A number from 1 to 50.\r\n.\r\n",
		advice + "-1\r\nslash\r\n.\r\n":                                              missing + "The first answer begins with its number of lines, and two more answers follow.\r\n.\r\n",
		advice + ".\r\n":                                                             missing + "There are three questions.\r\n.\r\n",
	} {
		if got := ask(t, s.Gopher, request); got != want {
			t.Errorf("%.80q:\n%q, want\n%q", request, got, want)
		}
	}
	p := dial(t, s.Gopher)
	p.send(write + "ftp\r\n")
	p.conn.(*net.TCPConn).CloseWrite()
	if got := p.rest(); !strings.Contains(got, "unexpected EOF") {
		t.Errorf("answers that end early: %q", got)
	}
}
