package demo

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"strings"
	"time"
)

// whoisExhibit is the whois server, its example and its stops on the tour.
var whoisExhibit = exhibit{
	scheme:  "whois",
	full:    "% Too many readers. Come back later.\r\n",
	serve:   func(l *library, idle time.Duration) func(net.Conn) { return (&whoisd{l, idle}).handle },
	example: Example{Title: "Who has this domain?", Text: "Who registered a domain, an address or a number."},
	path:    "library.example",
	holds:   "holder:  The Librarian",
	stops: []stop{{
		why:   "A domain. The answer is a text, and has the address of the same data in RDAP.",
		path:  "library.example",
		holds: "holder:  The Librarian",
	}, {
		why:   "An address belongs to a network.",
		path:  "192.0.2.17",
		holds: "range:   192.0.2.0 - 192.0.2.255",
	}, {
		why:   "There is no status: an object that does not exist is a text too.",
		path:  "nothing.example",
		holds: "% No object",
	}},
}

// registered is an object of the registry of the demo.
type registered struct {
	kind string // as in a URL of RDAP: "domain", "ip" or "autnum"
	key  string // the object in a query
	text string // lines of the answer of whois
	json string // members of the object in RDAP
}

// registry are the objects that the demo knows. Their names and numbers are those that documents
// use as examples.
var registry = []registered{
	{"domain", "library.example", "domain:  library.example\nholder:  The Librarian\nserver:  ns.library.example\nstatus:  active\ncreated: 1994-12-01\n",
		`"objectClassName":"domain","handle":"D-1","ldhName":"library.example","status":["active"],` +
			`"nameservers":[{"objectClassName":"nameserver","ldhName":"ns.library.example"}],` +
			`"events":[{"eventAction":"registration","eventDate":"1994-12-01T12:00:00Z"}],"entities":[` + librarianEntity + `]`},
	{"ip", "192.0.2.0", "range:   192.0.2.0 - 192.0.2.255\nname:    READING-ROOM\nholder:  The Librarian\n",
		`"objectClassName":"ip network","handle":"NET-192-0-2-0-1","startAddress":"192.0.2.0","endAddress":"192.0.2.255","ipVersion":"v4",` +
			`"name":"READING-ROOM","type":"ASSIGNED","status":["active"],"entities":[` + librarianEntity + `]`},
	{"autnum", "64496", "number:  AS64496\nname:    LIBRARY\nholder:  The Librarian\n",
		`"objectClassName":"autnum","handle":"AS64496","startAutnum":64496,"endAutnum":64496,"name":"LIBRARY","status":["active"],` +
			`"entities":[` + librarianEntity + `]`},
}

// librarianEntity is the holder of all objects. Source: rfc9083 5.1; rfc7095.
const librarianEntity = `{"objectClassName":"entity","handle":"L-1","roles":["registrant"],"vcardArray":["vcard",[` +
	`["version",{},"text","4.0"],["fn",{},"text","The Librarian"],["email",{},"text","librarian@library.example"]]]}`

// find returns the object of a query, or nil.
func find(query string) *registered {
	query = strings.ToLower(strings.TrimSpace(query))
	for i := range registry {
		switch r := &registry[i]; {
		case query == r.key,
			r.kind == "autnum" && query == "as"+r.key,
			r.kind == "ip" && inRange(query, r.key):
			return r
		}
	}
	return nil
}

// inRange reports whether an address is one of the 256 that begin with first.
func inRange(address, first string) bool {
	ip, start := net.ParseIP(address).To4(), net.ParseIP(first).To4()
	return ip != nil && ip[0] == start[0] && ip[1] == start[1] && ip[2] == start[2]
}

// whoisd answers questions about the registry. Source: rfc3912 2.
type whoisd struct {
	library *library
	idle    time.Duration
}

// handle serves one query.
func (d *whoisd) handle(c net.Conn) {
	c.SetReadDeadline(time.Now().Add(d.idle))
	line, err := readLine(bufio.NewReaderSize(c, maxLine))
	if err != nil {
		linger(c)
		return
	}
	io.WriteString(deadlineWriter{c, d.idle}, strings.ReplaceAll(d.answer(line), "\n", "\r\n"))
}

// answer returns the answer to a query.
func (d *whoisd) answer(query string) string {
	const hello = "% The registry of the library\n\n"
	r := find(query)
	if r == nil {
		return hello + fmt.Sprintf("%% No object for %q\n", printable(query))
	}
	return hello + r.text + "rdap:    " + d.library.rdap + r.kind + "/" + r.key + "\n"
}
