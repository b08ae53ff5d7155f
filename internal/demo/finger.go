package demo

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"strings"
	"time"
)

// fingerExhibit is the finger server, its example and its stops on the tour.
var fingerExhibit = exhibit{
	scheme:  "finger",
	full:    "Too many readers. Come back later.\r\n",
	serve:   func(l *library, idle time.Duration) func(net.Conn) { return (&fingerd{l, idle}).handle },
	example: Example{Title: "Users of a host", Text: "Who is logged in, and what one of them plans to do."},
	path:    "librarian",
	holds:   "Sort the letters before the doors open.",
	stops: []stop{{
		why:   "A user. The response is a text without a status.",
		path:  "librarian",
		holds: "Plan:\nSort the letters before the doors open.\n",
	}, {
		why:   "An empty line requests the list of users.",
		path:  "",
		holds: "librarian  The Librarian",
	}, {
		why:   "/W requests more about a user. Its slash is written %2F.",
		path:  "%2FW%20reader",
		holds: "Office: the reading room",
	}},
}

// fingerUser is a user that fingerd knows.
type fingerUser struct{ login, name, office, plan string }

// fingerUsers are the users of the library.
var fingerUsers = []fingerUser{
	{"librarian", "The Librarian", "the desk", "Sort the letters before the doors open.\r\nAnswer them after that."},
	{Reader, "A Reader", "the reading room", ""},
}

// fingerd answers questions about the users of the library. Source: rfc1288 2.
type fingerd struct {
	library *library
	idle    time.Duration
}

// handle serves one request.
func (d *fingerd) handle(c net.Conn) {
	c.SetReadDeadline(time.Now().Add(d.idle))
	line, err := readLine(bufio.NewReaderSize(c, maxLine))
	if err != nil {
		linger(c)
		return
	}
	io.WriteString(deadlineWriter{c, d.idle}, d.answer(line))
}

// answer returns the response to a request. Source: rfc1288 2.3, 2.5, 3.2.1.
func (d *fingerd) answer(line string) string {
	words := strings.Fields(line)
	verbose := len(words) > 0 && strings.EqualFold(words[0], "/W")
	if verbose {
		words = words[1:]
	}
	if strings.Contains(line, "@") {
		return "Finger forwarding service denied.\r\n"
	}
	var b strings.Builder
	if len(words) == 0 {
		d.list(&b)
	}
	for _, name := range words {
		describe(&b, name, verbose)
	}
	return b.String()
}

// list writes the users who are logged on, one per line.
func (d *fingerd) list(b *strings.Builder) {
	fmt.Fprintf(b, "%-10s %-16s %s\r\n", "Login", "Name", "Reads")
	things := d.library.things()
	for i, u := range fingerUsers {
		fmt.Fprintf(b, "%-10s %-16s %s\r\n", u.login, u.name, things[i].title())
	}
}

// describe writes the data of a user.
func describe(b *strings.Builder, name string, verbose bool) {
	for _, u := range fingerUsers {
		if !strings.EqualFold(u.login, name) {
			continue
		}
		fmt.Fprintf(b, "Login: %-20s Name: %s\r\n", u.login, u.name)
		if verbose {
			fmt.Fprintf(b, "Office: %s\r\n", u.office)
		}
		if u.plan == "" {
			b.WriteString("No Plan.\r\n")
		} else {
			b.WriteString("Plan:\r\n" + u.plan + "\r\n")
		}
		return
	}
	fmt.Fprintf(b, "finger: %s: no such user.\r\n", printable(name))
}
