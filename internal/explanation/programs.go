package explanation

import (
	"strings"

	"github.com/earl-url/earl/internal/diagram"
	"github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/readers"
)

// Headings of what programs read.
const (
	differentServers = "Programs would contact different servers"
	differentPaths   = "Programs read different paths"
)

// printPrograms prints which server each program contacts, and which path it reads.
func (x *Explanation) printPrograms(p *page) {
	if len(x.Programs) == 0 {
		return
	}
	if len(x.Contacts) > 1 {
		p.heading(differentServers)
		for _, c := range x.Contacts {
			p.group(ServerText(c.Server), term.Red, c.Names)
		}
	} else {
		p.heading("Programs")
		p.item("", -2, "", x.agreement())
	}
	for _, r := range x.Remarks {
		p.group("finds no "+r.Missing, "", r.Names)
	}
	if names := x.Refusing(); len(names) > 0 {
		p.group("refused by", "", names)
	}
	if len(x.Paths) > 1 {
		p.heading(differentPaths)
		for _, path := range x.Paths {
			p.group(term.Safe(path.Text), term.Bold, path.Names)
		}
	}
}

// agreement says that all programs that accept the text contact one server.
func (x *Explanation) agreement() string {
	if len(x.Contacts) == 0 {
		return "No program accepts it."
	}
	c := x.Contacts[0]
	if c.Server == (readers.Server{}) {
		return "No program finds a host."
	}
	if len(x.Remarks) > 0 {
		return "Every program that finds a host contacts " + ServerText(c.Server) + "."
	}
	return "Every program that accepts it contacts " + ServerText(c.Server) + "."
}

// ServerText returns a server for people, safe for a terminal.
func ServerText(s readers.Server) string {
	switch {
	case s.Host == "":
		return "no host"
	case s.Port == "":
		return term.Safe(s.Host)
	}
	return term.Safe(s.Host + ", port " + s.Port)
}

// group prints a text and the names that belong to it, which take the next line if
// the text is long.
func (p *page) group(text string, style term.Style, names []string) {
	const width = 28
	list := strings.Join(names, ", ")
	if term.TextCells(text) <= width {
		p.item(text, width, style, list)
		return
	}
	for _, l := range chunks(text, term.Columns-2*len(diagram.Indent)) {
		p.line(diagram.Indent + p.paint.Paint(style, l))
	}
	p.item("", width, "", list)
}
