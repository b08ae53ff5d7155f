package demo

import (
	"bufio"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// plusRequest is a Gopher+ request. Source: Gopher+ 1993, 2.1.
type plusRequest struct {
	selector string
	words    string // words of a search
	kind     byte   // '+', '!' or '$'
	rest     string // after the kind: a view, or the names of attributes
	filled   bool   // the answers to a form follow
	answers  []string
}

// parsePlus reads the fields after a selector. The words of a search come
// first. For other items the field is absent or, as in rfc1738 3.4.3, empty.
func parsePlus(selector, rest string, more bool) (p plusRequest, ok bool) {
	p.selector = selector
	if !more {
		return p, false
	}
	fields := strings.Split(rest, "\t")
	if "/"+strings.Trim(selector, "/") == searchSelector || fields[0] == "" {
		p.words, fields = fields[0], fields[1:]
	}
	if len(fields) == 0 || fields[0] == "" || !strings.Contains("+!$", fields[0][:1]) {
		return p, false
	}
	p.kind, p.rest = fields[0][0], fields[0][1:]
	p.filled = len(fields) > 1 && fields[1] == "1"
	return p, true
}

// answerPlus writes the response to a Gopher+ request, with a header.
func (g *gopherd) answerPlus(w *bufio.Writer, p plusRequest) {
	key := strings.Trim(p.selector, "/")
	n, f, search := g.items[key], g.form(key), "/"+key == searchSelector
	switch {
	case n == nil && f == nil && !search:
		g.failPlus(w, "'"+p.selector+"' is not in this library.")
	case p.kind == '!' && f != nil:
		w.WriteString("+-1\r\n")
		g.describe(w, f.item(), nil, f, p.rest)
		w.WriteString(".\r\n")
	case p.kind == '!' && search:
		w.WriteString("+-1\r\n")
		g.describe(w, menuItem{kind: '7', display: "Search the texts", selector: searchSelector, flag: "+"}, nil, nil, p.rest)
		w.WriteString(".\r\n")
	case p.kind == '!':
		w.WriteString("+-1\r\n")
		g.describe(w, itemOf(n), n, nil, p.rest)
		w.WriteString(".\r\n")
	case f != nil:
		g.fill(w, f, p)
	case search:
		g.searchPlus(w, p)
	case n.dir:
		g.menuPlus(w, n, p)
	case p.kind == '$':
		g.failPlus(w, "'"+p.selector+"' is not a directory.")
	default:
		g.view(w, n, p.rest)
	}
}

// failPlus writes an error: code 1 is an item that is not available. Source:
// Gopher+ 1993, 2.3.
func (g *gopherd) failPlus(w *bufio.Writer, text string) {
	w.WriteString("--1\r\n")
	writeText(w, "1 Not available <librarian@library.example>\n"+text+"\n")
}

// The views of a directory. Source: Gopher+ 1993, 2.5.
const (
	menuView       = "application/gopher-menu"
	attributesView = "application/gopher+-menu"
)

// menuPlus writes a directory: its items, or all their attributes.
func (g *gopherd) menuPlus(w *bufio.Writer, dir *node, p plusRequest) {
	view, _, _ := strings.Cut(p.rest, " ")
	if p.kind == '+' && view != "" && !strings.EqualFold(view, menuView) && !strings.EqualFold(view, attributesView) {
		g.failPlus(w, "There is no such view of a directory.")
		return
	}
	w.WriteString("+-1\r\n")
	switch {
	case p.kind == '$', strings.EqualFold(view, attributesView):
		names := p.rest
		if p.kind == '+' {
			names = ""
		}
		for _, m := range g.itemsOf(dir) {
			key := strings.Trim(m.selector, "/")
			g.describe(w, m, g.items[key], g.form(key), names)
		}
	default:
		g.menu(w, dir)
	}
	w.WriteString(".\r\n")
}

// searchPlus writes the results of a search, or all their attributes.
func (g *gopherd) searchPlus(w *bufio.Writer, p plusRequest) {
	w.WriteString("+-1\r\n")
	if p.kind == '$' {
		for _, h := range g.library.index.search(p.words) {
			g.describe(w, itemOf(h.node), h.node, nil, p.rest)
		}
	} else {
		g.hits(w, p.words)
	}
	w.WriteString(".\r\n")
}

// view writes a file in the requested view, after its length. "" is the first
// view. Lines of a text end in CR LF.
func (g *gopherd) view(w *bufio.Writer, n *node, view string) {
	for _, other := range append([]*node{n}, n.others...) {
		kind, language := viewOf(other)
		asked, wanted, _ := strings.Cut(view, " ")
		if asked != "" && !strings.EqualFold(asked, kind) || wanted != "" && !strings.EqualFold(wanted, language) {
			continue
		}
		data := sent(other)
		fmt.Fprintf(w, "+%d\r\n%s", len(data), data)
		return
	}
	g.failPlus(w, "'"+n.path()+"' has no view "+strconv.Quote(view)+".")
}

// sent returns the bytes of a file as they are sent.
func sent(n *node) string {
	if n.readable() {
		return strings.ReplaceAll(n.data, "\n", "\r\n")
	}
	return n.data
}

// viewOf returns the media type of a file and, for a text, its language.
func viewOf(n *node) (kind, language string) {
	kind, _, _ = strings.Cut(mediaType(n), ";")
	switch {
	case !n.readable():
	case n.name == "willkommen.txt":
		language = "De_DE"
	default:
		language = "En_US"
	}
	return kind, language
}

// describe writes the attributes of an item: all, or those named after "+".
// INFO always comes first, because it begins an item. Source: Gopher+ 1993,
// 2.4.
func (g *gopherd) describe(w *bufio.Writer, m menuItem, n *node, f *form, names string) {
	wanted := strings.FieldsFunc(names, func(c rune) bool { return c == '+' || c == ' ' })
	block := func(name string, lines ...string) {
		if len(lines) == 0 || len(wanted) > 0 && !slices.ContainsFunc(wanted, func(s string) bool { return strings.EqualFold(s, name) }) {
			return
		}
		fmt.Fprintf(w, "+%s:\r\n", name)
		for _, line := range lines {
			fmt.Fprintf(w, " %s\r\n", line)
		}
	}
	w.WriteString("+INFO: ")
	g.item(w, m)
	changed := opened
	if n != nil {
		changed = n.time
	}
	block("ADMIN", "Admin: The Librarian <librarian@library.example>",
		"Mod-Date: "+changed.Format("Mon Jan _2 15:04:05 2006 <20060102150405>"))
	block("VIEWS", viewLines(n, f)...)
	block("ABSTRACT", abstract(n)...)
	if f != nil {
		block("ASK", f.ask...)
	}
}

// viewLines returns the views of an item with their sizes in bytes. The size of
// a generated view is not known.
func viewLines(n *node, f *form) (lines []string) {
	switch {
	case f != nil:
		return []string{"text/plain En_US:"}
	case n == nil || n.dir:
		return []string{menuView + " En_US:", attributesView + " En_US:"}
	}
	for _, other := range append([]*node{n}, n.others...) {
		kind, language := viewOf(other)
		lines = append(lines, fmt.Sprintf("%s: <%db>", strings.TrimRight(kind+" "+language, " "), len(sent(other))))
	}
	return lines
}

// abstract returns the first paragraph of a text, after its title.
func abstract(n *node) []string {
	if n == nil || !n.plain() {
		return nil
	}
	_, rest, _ := strings.Cut(n.data, "\n\n")
	paragraph, _, _ := strings.Cut(rest, "\n\n")
	if paragraph = strings.TrimSpace(paragraph); paragraph == "" {
		return nil
	}
	return strings.Split(paragraph, "\n")
}
