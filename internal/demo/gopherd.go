package demo

import (
	"bufio"
	"fmt"
	"html"
	"io"
	"net"
	"path"
	"strings"
	"time"
)

// gopherd serves the library by gopher (RFC 1436): menus, texts, binary objects, a search, and
// links to the other servers. It also serves the Gopher+ of July 1993: attributes, views and
// forms.
type gopherd struct {
	*server
	library *library
	idle    time.Duration
	items   map[string]*node // by selector, without the slashes around it
	forms   []form
	links   []menuItem // links to other servers, at the end of the root menu
}

// menuItem is one line of a menu. Source: RFC 1436 3; Gopher+ 1993, 2.1.
type menuItem struct {
	kind     byte
	display  string
	selector string
	host     string // "": this server
	port     string
	flag     string // "+": the item has attributes; "?": it is a form
}

const searchSelector = "/search"

// newGopherd gives every node of the library its selector.
func newGopherd(s *server, l *library, idle time.Duration, links ...menuItem) *gopherd {
	g := &gopherd{server: s, library: l, idle: idle, items: map[string]*node{}, forms: forms(l), links: links}
	for _, n := range l.files.children {
		n.walk(func(n *node) { g.items[strings.Trim(n.path(), "/")] = n })
	}
	g.items[""] = l.files
	return g
}

// handle serves one request and closes the connection.
func (g *gopherd) handle(c net.Conn) {
	c.SetReadDeadline(time.Now().Add(g.idle))
	r := bufio.NewReaderSize(c, maxLine)
	w := bufio.NewWriterSize(deadlineWriter{c, g.idle}, copyBuffer)
	defer w.Flush()
	line, err := readLine(r)
	if err != nil {
		if err == errLongLine {
			g.fail(w, "That selector is too long.")
			w.Flush()
			linger(c)
		}
		return
	}
	selector, rest, more := strings.Cut(line, "\t")
	p, plus := parsePlus(selector, rest, more)
	if !plus {
		g.answer(w, selector, rest, more)
		return
	}
	if p.filled {
		if p.answers, err = readAnswers(r); err != nil {
			g.failPlus(w, "The answers to the form cannot be read: "+err.Error())
			w.Flush()
			linger(c)
			return
		}
	}
	g.answerPlus(w, p)
}

// answer writes the object of a selector.
func (g *gopherd) answer(w *bufio.Writer, selector, words string, search bool) {
	switch key := strings.Trim(selector, "/"); {
	case key == "caps.txt":
		g.caps(w)
	case "/"+key == searchSelector && search:
		g.hits(w, words)
		w.WriteString(".\r\n")
	case "/"+key == searchSelector:
		g.fail(w, "Search for what? Send words after a TAB.")
	case g.form(key) != nil:
		g.fail(w, "This is a form. A client that knows Gopher+ can fill it out.")
	case len(key) > 4 && strings.EqualFold(key[:4], "URL:"):
		g.page(w, selector[strings.IndexByte(selector, ':')+1:])
	default:
		n := g.items[key]
		switch {
		case n == nil:
			g.fail(w, "'"+selector+"' is not in this library.")
		case n.dir:
			g.menu(w, n)
			w.WriteString(".\r\n")
		case kindOf(n) == '0':
			writeText(w, n.data)
		default:
			io.Copy(w, strings.NewReader(n.data))
		}
	}
}

// kindOf returns the item type of a node, from the suffix of its name.
func kindOf(n *node) byte {
	switch {
	case n.dir:
		return '1'
	case n.readable():
		return '0'
	}
	switch path.Ext(n.name) {
	case ".gif":
		return 'g'
	case ".svg", ".png":
		return 'I'
	case ".wav", ".au":
		return 's'
	}
	return '9'
}

// writeText writes a text as in RFC 1436 3.1: lines end in CR LF, a line that begins with a dot
// gets a second dot, and a line with only a dot ends the text.
func writeText(w *bufio.Writer, text string) {
	for line := range strings.Lines(text) {
		if line[0] == '.' {
			w.WriteByte('.')
		}
		w.WriteString(strings.TrimRight(line, "\r\n"))
		w.WriteString("\r\n")
	}
	w.WriteString(".\r\n")
}

// item writes a line of a menu. A character that would end a field becomes a space.
func (g *gopherd) item(w *bufio.Writer, m menuItem) {
	if m.host == "" {
		m.host, m.port, _ = net.SplitHostPort(g.listener.Addr().String())
	}
	clean := strings.NewReplacer("\t", " ", "\r", " ", "\n", " ", "\x00", " ")
	fmt.Fprintf(w, "%c%s\t%s\t%s\t%s", m.kind, clean.Replace(m.display), clean.Replace(m.selector), m.host, m.port)
	if m.flag != "" {
		w.WriteString("\t" + m.flag)
	}
	w.WriteString("\r\n")
}

// itemOf returns the menu line of a node.
func itemOf(n *node) menuItem {
	return menuItem{kind: kindOf(n), display: n.title(), selector: n.path(), flag: "+"}
}

// itemsOf returns the lines of a directory that link to objects here, the texts first.
func (g *gopherd) itemsOf(dir *node) (items []menuItem) {
	for _, texts := range []bool{true, false} {
		for _, n := range dir.children {
			if n.plain() == texts && !n.alternate {
				items = append(items, itemOf(n))
			}
		}
	}
	if dir == g.library.files {
		items = append(items, menuItem{kind: '7', display: "Search the texts", selector: searchSelector, flag: "+"})
		for _, f := range g.forms {
			items = append(items, f.item())
		}
	}
	return items
}

// info writes lines without a link.
func (g *gopherd) info(w *bufio.Writer, lines ...string) {
	for _, line := range lines {
		g.item(w, menuItem{'i', line, "", "null.host", "1", ""})
	}
}

// fail writes an error as one line of type 3. Source: RFC 1436 3.8, 3.9.
func (g *gopherd) fail(w *bufio.Writer, text string) {
	g.item(w, menuItem{'3', text, "", "error.host", "1", ""})
	w.WriteString(".\r\n")
}

// menu writes a directory. The caller writes the dot after it.
func (g *gopherd) menu(w *bufio.Writer, dir *node) {
	root := dir == g.library.files
	if root {
		g.info(w, "The library", "", "Ten doors to the same rooms. You came by gopher.", "")
	}
	for _, m := range g.itemsOf(dir) {
		g.item(w, m)
	}
	if root {
		g.info(w, "", "Elsewhere:")
		for _, m := range g.links {
			g.item(w, m)
		}
	}
}

// hits writes the texts that contain all the words. The caller writes the dot after them.
func (g *gopherd) hits(w *bufio.Writer, words string) {
	found := g.library.index.search(words)
	if len(found) == 0 {
		g.info(w, "No text here contains: "+words)
	}
	for _, h := range found {
		g.item(w, itemOf(h.node))
	}
}

// page writes a page for a client that requests a URL: item instead of opening the URL. The
// page links to the URL, if it is of the web.
func (g *gopherd) page(w *bufio.Writer, url string) {
	if !strings.HasPrefix(url, "http://") && !strings.HasPrefix(url, "https://") {
		g.fail(w, "That link is not an http or https URL.")
		return
	}
	url = html.EscapeString(url)
	fmt.Fprintf(w, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"+
		"<meta http-equiv=\"refresh\" content=\"3;url=%s\"><title>Elsewhere</title></head>\n"+
		"<body><p>This link leads to a web page: <a href=\"%s\">%s</a></p></body></html>\n", url, url, url)
}

// caps writes the capabilities that a gopher client may request first.
func (g *gopherd) caps(w *bufio.Writer) {
	writeText(w, `CAPS
# what this server can do
CapsVersion=1
ExpireCapsAfter=3600
PathDelimeter=/
ServerSoftware=earl demo
ServerDescription=A small library on your own machine
ServerDefaultEncoding=UTF-8
ServerSupportsStdinScripts=FALSE
ServerTLSPort=0
`)
}
