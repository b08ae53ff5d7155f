package main

import (
	"fmt"
	"net"
	"runtime"
	"slices"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/term"
	"github.com/earl-url/earl/open"
)

// A plan is what opening a URL would do.
type plan struct {
	title   string   // without a final colon
	lines   []string // printable, without their line ends, passwords hidden
	remarks []string // on each line, "" for none
	note    string
}

// planOf returns what opening u would do, by its view, and whether a guard
// would refuse it.
func planOf(u earl.URL, v earl.View) plan {
	p := plan{title: planTitle(u, v)}
	if mailto, ok := v.(earl.Mailto); ok && mailto.AddrSpec != "" {
		p.note = "It designates an address, not an object."
	}
	if _, ok := v.(earl.Telnet); ok {
		p.note = "User and password are advice for the person."
	}
	if gopher, ok := v.(earl.Gopher); ok && sendsNothing(v) {
		p.note = unaskedNote(gopher)
	}
	if !slices.Contains(openedSchemes(), u.Scheme()) {
		p.note = join(p.note, "This earl does not open "+u.Scheme()+" URLs yet.")
	}
	if refusal := refusalOf(u); refusal != nil {
		p.title, p.note = "Opening it is refused", fmt.Sprintf("Nothing is sent (%s): %s.", refusal.Name, refusal.Found())
		name := flagFor(refusal.Setting)
		if name == "" {
			return p
		}
		p.title += "; with " + name + " it sends to " + server(u)
	}
	lines, err := earl.DryRun(v, runtime.GOOS)
	if err != nil {
		return plan{title: "Opening it is refused", note: message(err)}
	}
	p.lines = lines
	p.remarks = make([]string, len(lines))
	if v, ok := v.(earl.FTP); ok {
		p.remarkFTP(v)
		p.note = join(p.note, "SIZE and MDTM are asked too where a size can be told; QUIT ends it.")
	}
	for i, l := range p.lines {
		if l == "" {
			p.lines[i], p.remarks[i] = `""`, "an empty line"
		}
	}
	return p
}

// planTitle says to whom something is sent.
func planTitle(u earl.URL, v earl.View) string {
	switch v.(type) {
	case earl.File:
		return "Opening it reads on this machine"
	case earl.Mailto:
		return "Opening it sends nothing"
	case earl.Gopher:
		if sendsNothing(v) {
			return "Opening it sends nothing"
		}
	case earl.Telnet:
		return "Opening it connects to " + server(u) + " and sends nothing unasked"
	case earl.News:
		return "Opening it sends to the reader's own news server"
	case earl.WAIS:
		return "Opening it asks of " + server(u)
	}
	return "Opening it sends to " + server(u)
}

// sendsNothing reports whether opening v sends nothing.
func sendsNothing(v earl.View) bool {
	lines, err := earl.DryRun(v, runtime.GOOS)
	return err == nil && len(lines) == 0
}

// unaskedNote says what a gopher URL is whose server is not asked.
func unaskedNote(v earl.Gopher) string {
	switch v.Type.Value {
	case "7":
		return "It is a search, and its words are asked for first."
	case "8", "T":
		return "It refers to a terminal session."
	case "h":
		return "It refers to the link in its selector."
	}
	return "There is nothing to retrieve."
}

// remarkFTP says beside the lines when they go out, and why so.
func (p *plan) remarkFTP(v earl.FTP) {
	_, given := v.Password.Reveal()
	for i, c := range v.Steps() {
		switch {
		case i >= len(p.lines):
		case c.IfAsked && v.User.Present && !given:
			p.remarks[i] = "if the server asks; you are asked first"
		case c.IfAsked:
			p.remarks[i] = "if the server asks"
		case c.Arg.Present && c.Arg.Value == "":
			p.remarks[i] = "with its space, and nothing behind it"
		case c.Verb == "TYPE" && !v.Type.Present && v.Name.Value != "":
			p.remarks[i] = "no typecode: the bytes stay unchanged"
		case c.Verb == "EPSV":
			p.remarks[i] = "or PASV"
		case c.Verb == "MLSD":
			p.remarks[i] = "or LIST"
		}
	}
}

// server names host and port, as they are dialled.
func server(u earl.URL) string {
	address, err := open.HostPort(u)
	if err != nil {
		return "nobody"
	}
	host, port, _ := net.SplitHostPort(address)
	return fmt.Sprintf("%s, port %s", term.Safe(host), port)
}

// join joins two sentences.
func join(a, b string) string {
	if a == "" {
		return b
	}
	return a + " " + b
}

// print shows the plan.
func (pl plan) print(p *page) {
	if pl.title == "" {
		return
	}
	p.heading(pl.title)
	const remarkAt = 24
	for i, l := range pl.lines {
		for k, piece := range chunks(l, term.Columns-2*len(indent)) {
			r := row{paint: p.paint}
			if k > 0 {
				r.put(len(indent), piece, term.Cyan)
			} else {
				r.put(0, piece, term.Cyan)
				if pl.remarks[i] != "" {
					r.put(max(remarkAt, r.at+2), pl.remarks[i], term.Dim)
				}
			}
			p.line(indent + r.b.String())
		}
	}
	if pl.note != "" {
		if len(pl.lines) > 0 {
			p.line("")
		}
		p.item("", -2, "", pl.note)
	}
}
